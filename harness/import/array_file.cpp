// SPDX-License-Identifier: Apache-2.0
#include "import/array_file.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/nearest.hpp"
#include "base/number.hpp"
#include "base/sha256.hpp"
#include "base/words.hpp"
#include "import/npy.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

Error absent(const std::string& shown, const std::string& what, const std::string& name,
             const std::vector<std::string>& names) {
  return Error(ErrorKind::data, shown,
               "want " + what + " \"" + name + "\", found " + (names.empty() ? "none" : joined(names, " and ")) +
                   did_you_mean(name, names));
}

/// Its errors name the file as it is shown: in an archive it lies elsewhere.
std::shared_ptr<const Safetensors> read_safetensors(const fs::path& file, const std::string& shown) {
  try {
    return std::make_shared<const Safetensors>(file);
  } catch (const Error& error) {
    std::string place = error.place();
    if (place.starts_with(file.string())) place.replace(0, file.string().size(), shown);
    throw Error(error.kind(), place, error.message());
  }
}

class SafetensorsFile final : public ArrayFile {
 public:
  SafetensorsFile(const fs::path& file, std::string shown)
      : shown_(std::move(shown)), file_(read_safetensors(file, shown_)) {}

  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    for (const auto& [name, tensor] : file_->tensors()) names.push_back(name);
    return names;
  }
  Array array(const std::string& name, const std::vector<std::string>&) const override {
    if (!file_->contains(name)) throw absent(shown_, "an array", name, names());
    return {file_->at(name), file_, shown_ + ": " + name};
  }

 private:
  std::string shown_;
  std::shared_ptr<const Safetensors> file_;
};

class NpyFile final : public ArrayFile {
 public:
  NpyFile(const fs::path& file, const std::string& shown) : shown_(shown), array_(read_npy(file, shown)) {}

  std::vector<std::string> names() const override { return {""}; }
  Array array(const std::string& name, const std::vector<std::string>&) const override {
    if (!name.empty())
      throw Error(ErrorKind::data, shown_, "want the file's name alone, as it holds one array, found \"" + name + '"');
    return array_;
  }

 private:
  std::string shown_;
  Array array_;
};

/// A zip archive of .npy files, unpacked with the guards of every archive: links, paths that leave it, bombs.
class NpzFile final : public ArrayFile {
 public:
  NpzFile(const fs::path& file, std::string shown, Unpacking& unpacking) : shown_(std::move(shown)) {
    const fs::path folder = unpacking.folder / sha256(shown_).substr(0, 16);
    fs::create_directories(folder);
    constexpr std::string_view kEnding = ".npy";
    for (const UnpackedFile& entry : unpack(file, folder, unpacking.limits, shown_)) {
      unpacking.limits.bytes -= entry.size;
      if (!entry.path.ends_with(kEnding))
        throw Error(ErrorKind::data, shown_, "want only .npy files in a .npz archive, found " + entry.path);
      arrays_[entry.path.substr(0, entry.path.size() - kEnding.size())] = folder / entry.path;
    }
  }

  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    for (const auto& [name, file] : arrays_) names.push_back(name);
    return names;
  }
  Array array(const std::string& name, const std::vector<std::string>&) const override {
    const auto found = arrays_.find(name);
    if (found == arrays_.end()) throw absent(shown_, "an array", name, names());
    return read_npy(found->second, shown_ + ": " + name);
  }

 private:
  std::string shown_;
  std::map<std::string, fs::path> arrays_;
};

class CsvFile final : public ArrayFile {
 public:
  CsvFile(const fs::path& file, std::string shown)
      : shown_(std::move(shown)), table_(parse_csv(read_file(file), shown_)) {}

  std::vector<std::string> names() const override { return table_.columns; }

  Array array(const std::string& name, const std::vector<std::string>& words) const override {
    std::vector<std::size_t> columns;
    for (std::size_t begin = 0; begin <= name.size();) {
      const std::size_t end = std::min(name.find(',', begin), name.size());
      columns.push_back(position(name.substr(begin, end - begin)));
      begin = end + 1;
    }
    std::vector<double> numbers;
    std::vector<std::int64_t> integers;  // as long as all are
    for (std::size_t row = 0; row < table_.rows.size(); ++row)
      for (const std::size_t column : columns) {
        const auto integer = integer_of(table_.rows[row][column], words);
        if (integer) integers.push_back(*integer);
        numbers.push_back(integer ? static_cast<double>(*integer) : number(row, column, words));
      }
    const auto rows = static_cast<std::int64_t>(table_.rows.size());
    std::vector<std::int64_t> shape = {rows};
    if (columns.size() > 1) shape.push_back(static_cast<std::int64_t>(columns.size()));
    const std::string place = shown_ + ": " + name;
    if (integers.size() < numbers.size()) return held(std::move(numbers), shape, place);
    return held(std::move(integers), shape, place);
  }

  std::vector<std::string> texts(const std::string& column) const override {
    const std::size_t at = position(column);
    std::vector<std::string> cells;
    for (const auto& row : table_.rows) cells.push_back(row[at]);
    return cells;
  }

 private:
  std::size_t position(const std::string& column) const {
    const auto found = table_.column(column);
    if (!found) throw absent(shown_, "a column", column, table_.columns);
    return *found;
  }

  static std::optional<std::int64_t> integer_of(const std::string& cell, const std::vector<std::string>& words) {
    if (const auto word = std::find(words.begin(), words.end(), cell); word != words.end()) return word - words.begin();
    return parse_integer(cell);
  }

  /// A cell that is no integer.
  double number(std::size_t row, std::size_t column, const std::vector<std::string>& words) const {
    const std::string& cell = table_.rows[row][column];
    if (const auto value = parse_double(cell); value && words.empty()) return *value;
    throw Error(ErrorKind::data, shown_ + ":" + std::to_string(table_.lines[row]),
                table_.columns[column] + ": want " +
                    (words.empty() ? "a number" : "a class, one of " + joined(words) + ", or its number") +
                    ", found \"" + cell + '"');
  }

  template <class T>
  static Array held(std::vector<T> values, const std::vector<std::int64_t>& shape, const std::string& place) {
    const auto owner = std::make_shared<const std::vector<T>>(std::move(values));
    return {view_of<T>(*owner, shape), owner, place};
  }

  std::string shown_;
  CsvTable table_;
};

}  // namespace

std::shared_ptr<const ArrayFile> open_array_file(const fs::path& file, const std::string& shown, Unpacking& unpacking) {
  const std::string ending = file.extension().string();
  if (ending == ".safetensors") return std::make_shared<SafetensorsFile>(file, shown);
  if (ending == ".npz") return std::make_shared<NpzFile>(file, shown, unpacking);
  if (ending == ".npy") return std::make_shared<NpyFile>(file, shown);
  if (ending == ".csv") return std::make_shared<CsvFile>(file, shown);
  throw Error(ErrorKind::data, shown, "want a file that ends in .safetensors, .npz, .npy or .csv, found another");
}

}  // namespace reseed
