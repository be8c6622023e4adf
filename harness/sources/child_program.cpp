// SPDX-License-Identifier: Apache-2.0
#include "sources/child_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "reseed/error.hpp"

namespace reseed {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

}  // namespace

int run_child(const ChildProgram& program, const std::function<bool()>& tick) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, program.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, program.words[0].c_str(), &actions, nullptr, pointers(program.words).data(),
                                    pointers(program.environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0)
    throw Error(ErrorKind::unfinished, program.words[0], std::string("cannot be started: ") + std::strerror(failed));
  bool killed = false;
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (ended < 0 && errno != EINTR)
      throw Error(ErrorKind::internal, program.words[0], std::string("cannot be waited for: ") + std::strerror(errno));
    if (!killed && !tick()) {
      ::kill(child, SIGKILL);
      killed = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

}  // namespace reseed
