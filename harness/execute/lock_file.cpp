// SPDX-License-Identifier: Apache-2.0
#include "execute/lock_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

/// True when the open file is still the one that has this name: its holder may have removed it meanwhile.
bool still_named(int descriptor, const fs::path& file) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::stat(file.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

[[noreturn]] void fail(const fs::path& file, int error) {
  throw Error(error == ENOSPC || error == EDQUOT ? ErrorKind::unfinished : ErrorKind::data, file.string(),
              std::string("cannot be locked: ") + std::strerror(error));
}

}  // namespace

std::optional<LockFile> LockFile::take(const fs::path& file) {
  for (;;) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) fail(file, errno);
    LockFile lock(file, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      ::close(std::exchange(lock.descriptor_, -1));
      if (error == EWOULDBLOCK) return std::nullopt;
      fail(file, error);
    }
    if (still_named(descriptor, file)) return lock;
    ::close(std::exchange(lock.descriptor_, -1));
  }
}

LockFile::State LockFile::state(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return State::free;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return held ? State::held : State::left_behind;
}

LockFile::LockFile(LockFile&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

LockFile& LockFile::operator=(LockFile&& other) noexcept {
  if (this != &other) {
    release();
    file_ = std::move(other.file_);
    descriptor_ = std::exchange(other.descriptor_, -1);
  }
  return *this;
}

LockFile::~LockFile() { release(); }

void LockFile::release() noexcept {
  if (descriptor_ < 0) return;
  ::unlink(file_.c_str());
  ::close(std::exchange(descriptor_, -1));
}

}  // namespace reseed
