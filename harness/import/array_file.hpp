// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "import/array.hpp"
#include "sources/unpack.hpp"

namespace reseed {

/// A file of somebody that holds arrays by name: .safetensors, .npz, .npy (one array, whose name is "") or .csv, whose
/// columns are arrays.
class ArrayFile {
 public:
  virtual ~ArrayFile() = default;
  virtual std::vector<std::string> names() const = 0;

  /// The array of this name. Of a CSV file: one column, [rows], or several separated by commas, [rows, columns]; a cell
  /// is a number or, where `words` are given, one of these, which stands for its position.
  /// Errors: Error(data) naming file and array, with the arrays that there are.
  virtual Array array(const std::string& name, const std::vector<std::string>& words = {}) const = 0;

  /// Cells of a column as they are; empty where the file has no texts.
  virtual std::vector<std::string> texts(const std::string& /*column*/) const { return {}; }
};

/// Where archives of arrays are unpacked, and how much more may come out of them together.
struct Unpacking {
  std::filesystem::path folder;
  UnpackLimits limits{};
};

/// Opens a file by its ending. `shown` names it in messages; an archive of arrays is unpacked.
/// Errors: Error(data) for another ending, a damaged file, an archive with links or paths that leave it, or one that
/// unpacks to far more than it may.
std::shared_ptr<const ArrayFile> open_array_file(const std::filesystem::path& file, const std::string& shown,
                                                 Unpacking& unpacking);

}  // namespace reseed
