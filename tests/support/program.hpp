// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/files.hpp"

extern char** environ;

namespace reseed::test {

/// How a program ended and what it said.
struct Said {
  int code = -1;  ///< exit code; 128 + signal when a signal ended it
  std::string out;
  std::string err;
  double seconds = 0.0;
};

/// A program run by a test, with its output in files of a temporary folder.
class Program {
 public:
  Program(const std::filesystem::path& program, const std::vector<std::string>& words,
          const std::map<std::string, std::string>& environment = {}) {
    std::vector<std::string> texts = {program.string()};
    texts.insert(texts.end(), words.begin(), words.end());
    std::vector<std::string> variables;
    for (char** line = environ; *line != nullptr; ++line) {
      const std::string text = *line;
      if (!environment.contains(text.substr(0, text.find('=')))) variables.push_back(text);
    }
    for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, file("out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, file("err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int failed = ::posix_spawn(&process_, program.c_str(), &actions, nullptr, pointers(texts).data(),
                                     pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::runtime_error("cannot start " + program.string());
  }
  ~Program() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void signal(int number) const { ::kill(process_, number); }
  /// Waits at most `longest`; false when it is still running then.
  bool ended_within(std::chrono::milliseconds longest) {
    const auto until = std::chrono::steady_clock::now() + longest;
    while (!collect(WNOHANG)) {
      if (std::chrono::steady_clock::now() > until) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }
  Said wait() {
    while (!collect(0)) {
    }
    return {code_, read_file(file("out")), read_file(file("err")),
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count()};
  }
  /// What it said on standard error so far.
  std::string err() const { return read_file(file("err")); }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> list;
    for (std::string& text : texts) list.push_back(text.data());
    list.push_back(nullptr);
    return list;
  }
  std::string file(const char* name) const { return (folder_.path() / name).string(); }
  bool collect(int how) {
    if (process_ <= 0) return true;
    int status = 0;
    if (::waitpid(process_, &status, how) != process_) return false;
    process_ = -1;
    code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return true;
  }

  TemporaryFolder folder_;
  pid_t process_ = -1;
  int code_ = -1;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace reseed::test
