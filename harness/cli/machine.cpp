// SPDX-License-Identifier: Apache-2.0
#include "cli/machine.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "reseed/error.hpp"

namespace reseed::cli {

namespace fs = std::filesystem;

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

std::size_t terminal_width() {
  struct winsize size {};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 100;
}

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

void require_writable(const fs::path& out) {
  std::error_code error;
  fs::create_directories(out, error);
  if (!error && ::access(out.c_str(), W_OK) != 0) error = std::error_code(errno, std::generic_category());
  if (error)
    throw Error(
        ErrorKind::data, out.string(),
        "want a folder for results that can be written to, found: " + error.message() + "; choose another --out");
}

}  // namespace reseed::cli
