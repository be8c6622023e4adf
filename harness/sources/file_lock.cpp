// SPDX-License-Identifier: Apache-2.0
#include "sources/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "reseed/error.hpp"

namespace reseed {

FileLock::FileLock(const std::filesystem::path& file)
    : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  const auto fail = [&] {
    throw Error(ErrorKind::data, file.string(), std::string("cannot be locked: ") + std::strerror(errno));
  };
  if (descriptor_ < 0) fail();
  while (::flock(descriptor_, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    ::close(descriptor_);
    fail();
  }
}

FileLock::~FileLock() { ::close(descriptor_); }

}  // namespace reseed
