// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  int close() { return ::close(std::exchange(number_, -1)); }

 private:
  int number_;
};

[[noreturn]] void fail_writing(const fs::path& file, int error) {
  const bool full = error == ENOSPC || error == EDQUOT;
  throw Error(full ? ErrorKind::unfinished : ErrorKind::data, file.string(),
              std::string("cannot be written: ") + std::strerror(error) +
                  (full ? "; free some space and call again" : "; choose a folder that you may write to"));
}

}  // namespace

std::string read_file(const fs::path& file) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.number() < 0)
    throw Error(ErrorKind::data, file.string(), std::string("cannot be read: ") + std::strerror(errno));
  struct stat status {};
  std::string content;
  if (::fstat(descriptor.number(), &status) == 0) {
    if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))  // it may never end
      throw Error(ErrorKind::data, file.string(), "want a file, found a device");
    if (S_ISREG(status.st_mode)) content.reserve(static_cast<std::size_t>(status.st_size));
  }
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(descriptor.number(), buffer, sizeof buffer);
    if (count == 0) return content;
    if (count < 0) {
      if (errno == EINTR) continue;
      throw Error(ErrorKind::data, file.string(), std::string("cannot be read: ") + std::strerror(errno));
    }
    content.append(buffer, static_cast<std::size_t>(count));
  }
}

void write_file(const fs::path& file, std::string_view content) {
  std::string name = (file.parent_path() / ("." + file.filename().string() + ".XXXXXX")).string();
  Descriptor descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (descriptor.number() < 0) fail_writing(file, errno);
  const auto give_up = [&](int error) {
    ::unlink(name.c_str());
    fail_writing(file, error);
  };
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor.number(), content.data(), content.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      give_up(errno);
    }
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(descriptor.number(), 0666 & ~mask) != 0 || ::fsync(descriptor.number()) != 0) give_up(errno);
  if (descriptor.close() != 0) give_up(errno);
  if (::rename(name.c_str(), file.c_str()) != 0) give_up(errno);
}

MappedFile::MappedFile(const fs::path& file) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0)
    throw Error(ErrorKind::data, file.string(), std::string("cannot be read: ") + std::strerror(errno));
  if (!S_ISREG(status.st_mode)) throw Error(ErrorKind::data, file.string(), "want a regular file");
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;
  void* address = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor.number(), 0);
  if (address == MAP_FAILED)
    throw Error(ErrorKind::data, file.string(), std::string("cannot be mapped: ") + std::strerror(errno));
  data_ = static_cast<const std::byte*>(address);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  std::string name = ((parent.empty() ? fs::temp_directory_path() : parent) / "reseed-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) fail_writing(name, errno);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a folder that cannot be removed costs nothing but space
  fs::remove_all(path_, ignored);
}

fs::path cache_directory() {
  const auto given = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  if (const fs::path cache = given("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "reseed";
  if (const fs::path home = given("HOME"); home.is_absolute()) return home / ".cache" / "reseed";
  throw Error(ErrorKind::usage, "HOME", "want an absolute path in HOME or XDG_CACHE_HOME, found none");
}

fs::path program_directory() { return fs::read_symlink("/proc/self/exe").parent_path(); }

fs::path share_directory() {
  if (const char* given = std::getenv("RESEED_SHARE"); given != nullptr && *given != '\0') return given;
  return program_directory().parent_path() / "share" / "reseed";
}

}  // namespace reseed
