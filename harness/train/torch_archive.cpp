// SPDX-License-Identifier: Apache-2.0
#include "train/torch_archive.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "base/files.hpp"
#include "reseed/error.hpp"
#include "train/pickle.hpp"

namespace reseed {
namespace {

using Bytes = std::vector<std::byte>;

/// The entries of a zip by the name below its one folder. All of them together are no larger than the file: torch
/// stores them unpacked.
std::map<std::string, Bytes> read_zip(const MappedFile& file, const std::string& place) {
  const std::unique_ptr<archive, int (*)(archive*)> zip(archive_read_new(), archive_read_free);
  const auto fail = [&](const std::string& what) {
    const char* why = archive_error_string(zip.get());
    throw Error(ErrorKind::data, place,
                what + (why != nullptr ? std::string(": ") + why : "") + "; fetch the file again");
  };
  archive_read_support_format_zip(zip.get());
  const auto bytes = file.bytes();
  if (archive_read_open_memory(zip.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) fail("cannot be read as a zip");
  std::map<std::string, Bytes> entries;
  std::size_t left = bytes.size();
  for (;;) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(zip.get(), &entry);
    if (status == ARCHIVE_EOF) break;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) fail("damaged zip");
    const char* path = archive_entry_pathname(entry);
    if (path == nullptr) fail("damaged zip: an entry without a name");
    const std::string_view full(path);
    const std::size_t slash = full.find('/');
    const std::string name(slash == std::string_view::npos ? full : full.substr(slash + 1));
    if (entries.contains(name)) fail("damaged zip: entry \"" + name + "\" twice");
    Bytes& content = entries[name];
    if (archive_entry_size_is_set(entry))
      content.reserve(
          std::min<std::size_t>(left, static_cast<std::size_t>(std::max<la_int64_t>(0, archive_entry_size(entry)))));
    for (;;) {
      const void* block = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int read = archive_read_data_block(zip.get(), &block, &size, &offset);
      if (read == ARCHIVE_EOF) break;
      if (read != ARCHIVE_OK && read != ARCHIVE_WARN) fail("damaged zip");
      if (size > left)
        throw Error(ErrorKind::data, place,
                    "want entries that are stored as they are, found packed ones: they hold more than the file");
      left -= size;
      const auto* begin = static_cast<const std::byte*>(block);
      content.insert(content.end(), begin, begin + size);
    }
  }
  return entries;
}

/// Row-major copy of a strided window.
Bytes gathered(const PickledTensor& tensor, std::int64_t count, const Bytes& storage) {
  const std::size_t size = size_of(tensor.dtype);
  Bytes result(static_cast<std::size_t>(count) * size);
  std::vector<std::int64_t> index(tensor.shape.size(), 0);
  std::int64_t from = tensor.offset;
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(result.data() + static_cast<std::size_t>(i) * size,
                storage.data() + static_cast<std::size_t>(from) * size, size);
    for (std::size_t axis = index.size(); axis-- > 0;) {
      from += tensor.stride[axis];
      if (++index[axis] < tensor.shape[axis]) break;
      from -= tensor.stride[axis] * tensor.shape[axis];
      index[axis] = 0;
    }
  }
  return result;
}

}  // namespace

TorchArchive::TorchArchive(const std::filesystem::path& file) {
  const std::string place = file.string();
  std::map<std::string, Bytes> entries;
  std::size_t file_size = 0;
  {
    const MappedFile mapped(file);
    constexpr std::string_view kZip = "PK\x03\x04";
    const auto bytes = mapped.bytes();
    if (bytes.size() < kZip.size() || std::memcmp(bytes.data(), kZip.data(), kZip.size()) != 0)
      throw Error(
          ErrorKind::data, place,
          "want a zip as torch 1.6 and newer write it, found another format (perhaps the older one); convert it in "
          "Python: torch.save(torch.load(FILE, weights_only=True), FILE)");
    file_size = bytes.size();
    entries = read_zip(mapped, place);
  }
  const auto order = entries.find("byteorder");
  if (order != entries.end() && order->second.size() >= 3 && std::memcmp(order->second.data(), "big", 3) == 0)
    throw Error(ErrorKind::data, place,
                "want little-endian numbers, found big-endian ones; convert the file to model.safetensors");
  const auto pickle = entries.find("data.pkl");
  if (pickle == entries.end()) throw Error(ErrorKind::data, place, "want an entry data.pkl in the zip, found none");
  const auto described =
      read_state_dict({reinterpret_cast<const char*>(pickle->second.data()), pickle->second.size()}, place);

  std::map<std::string, const Bytes*> storages;
  std::size_t copied = 0;
  for (const auto& [name, tensor] : described) {
    const auto entry = entries.find("data/" + tensor.storage);
    const std::string what = "tensor \"" + name + "\": its storage \"" + tensor.storage + "\" ";
    if (!storages.contains(tensor.storage)) {
      if (entry == entries.end()) throw Error(ErrorKind::data, place, what + "is missing");
      owned_.push_back(std::move(entry->second));
      storages[tensor.storage] = &owned_.back();
    }
    const Bytes& storage = *storages.at(tensor.storage);
    const std::size_t size = size_of(tensor.dtype);
    if (storage.size() / size < static_cast<std::size_t>(tensor.storage_count))
      throw Error(ErrorKind::data, place,
                  what + "has " + std::to_string(storage.size()) + " bytes, want " +
                      std::to_string(tensor.storage_count) + " elements of " + std::to_string(size));
    TensorView view{tensor.dtype, tensor.shape, {}};
    const std::int64_t count = view.count();
    if (tensor.contiguous()) {
      view.bytes = std::span(storage).subspan(static_cast<std::size_t>(tensor.offset) * size,
                                              static_cast<std::size_t>(count) * size);
    } else {
      copied += static_cast<std::size_t>(count) * size;
      if (copied > file_size)
        throw Error(ErrorKind::data, place,
                    "its strided tensors hold more than the file; convert it to model.safetensors");
      owned_.push_back(gathered(tensor, count, storage));
      view.bytes = owned_.back();
    }
    tensors_.emplace(name, std::move(view));
  }
}

}  // namespace reseed
