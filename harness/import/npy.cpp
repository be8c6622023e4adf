// SPDX-License-Identifier: Apache-2.0
#include "import/npy.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "base/files.hpp"
#include "base/number.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestHeader = 1 << 16;
constexpr std::size_t kMostAxes = 8;

struct Header {
  std::string type;  ///< "<f4"
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

/// Reads the header's text, a literal of Python: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderText {
 public:
  HeaderText(std::string_view text, const std::string& place) : text_(text), place_(place) {}

  Header parse() {
    Header header;
    bool type = false, order = false, shape = false;
    expect('{');
    while (!take('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr" && !std::exchange(type, true))
        header.type = descr();
      else if (key == "fortran_order" && !std::exchange(order, true))
        header.fortran_order = boolean();
      else if (key == "shape" && !std::exchange(shape, true))
        header.shape = tuple();
      else
        fail("want the keys descr, fortran_order and shape once each, found \"" + key + '"');
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    if (!type || !order || !shape) fail("want the keys descr, fortran_order and shape, found fewer");
    skip();
    if (!text_.empty()) fail("want nothing behind its keys, found more");
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(ErrorKind::data, place_, "the header of the array: " + message + "; the file is damaged");
  }
  void skip() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n')) text_.remove_prefix(1);
  }
  bool take(char letter) {
    skip();
    if (text_.empty() || text_[0] != letter) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char letter) {
    if (!take(letter)) fail(std::string("want '") + letter + "', found " + (text_.empty() ? "its end" : "another"));
  }
  std::string quoted() {
    skip();
    if (text_.empty() || (text_[0] != '\'' && text_[0] != '"')) fail("want a quoted text");
    const std::size_t end = text_.find(text_[0], 1);
    if (end == std::string_view::npos) fail("want a closing quote");
    const std::string text(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return text;
  }
  std::string descr() {
    skip();
    if (!text_.empty() && text_[0] == '[')
      throw Error(ErrorKind::data, place_,
                  "want an array of numbers, found one of records with named fields; save each field by itself");
    return quoted();
  }
  bool boolean() {
    skip();
    for (const auto& [word, value] : {std::pair{std::string_view("True"), true}, {std::string_view("False"), false}})
      if (text_.starts_with(word)) {
        text_.remove_prefix(word.size());
        return value;
      }
    fail("want True or False as fortran_order");
  }
  std::vector<std::int64_t> tuple() {
    std::vector<std::int64_t> sides;
    expect('(');
    while (!take(')')) {
      skip();
      const std::size_t end = std::min(text_.find_first_not_of("0123456789"), text_.size());
      const auto side = parse_integer(text_.substr(0, end));
      if (end == 0 || !side) fail("want sides of at least 0 in the shape, found another");
      sides.push_back(*side);
      text_.remove_prefix(end);
      if (sides.size() > kMostAxes) fail("want at most " + std::to_string(kMostAxes) + " axes, found more");
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return sides;
  }

  std::string_view text_;
  const std::string& place_;
};

DType dtype_of_type(const std::string& type, const std::string& place) {
  constexpr std::array<std::pair<std::string_view, DType>, 12> kTypes = {{{"f2", DType::f16},
                                                                          {"f4", DType::f32},
                                                                          {"f8", DType::f64},
                                                                          {"i1", DType::i8},
                                                                          {"i2", DType::i16},
                                                                          {"i4", DType::i32},
                                                                          {"i8", DType::i64},
                                                                          {"u1", DType::u8},
                                                                          {"u2", DType::u16},
                                                                          {"u4", DType::u32},
                                                                          {"u8", DType::u64},
                                                                          {"b1", DType::boolean}}};
  const std::string_view kind = std::string_view(type).substr(std::min<std::size_t>(1, type.size()));
  if (kind.starts_with('O'))
    throw Error(ErrorKind::data, place,
                "want an array of numbers, found one of Python objects: reading it would run code that lies in the "
                "file; save numbers, e.g. with .astype(\"float32\")");
  const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& entry) { return entry.first == kind; });
  if (type.empty() || std::string_view("<>|=").find(type[0]) == std::string_view::npos || found == kTypes.end())
    throw Error(ErrorKind::data, place,
                "want floating-point numbers of 16 to 64 bits, integers or booleans, found the NumPy type \"" + type +
                    "\"; convert it, e.g. with .astype(\"float32\")");
  return found->second;
}

/// Bytes that `shape` and `dtype` want; empty beyond what any file holds.
std::optional<std::uint64_t> bytes_of(const std::vector<std::int64_t>& shape, DType dtype) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 48;
  std::uint64_t count = size_of(dtype);
  bool empty = false;
  for (const std::int64_t side : shape) {
    const auto factor = static_cast<std::uint64_t>(side);
    if (factor == 0)
      empty = true;
    else if (factor > kMost || count > kMost / factor)
      return std::nullopt;
    else
      count *= factor;
  }
  return empty ? 0 : count;
}

/// Each element's bytes the other way round.
std::vector<std::byte> swapped(std::span<const std::byte> bytes, std::size_t width) {
  std::vector<std::byte> out(bytes.begin(), bytes.end());
  for (std::size_t at = 0; at < out.size(); at += width)
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(at), out.begin() + static_cast<std::ptrdiff_t>(at + width));
  return out;
}

/// From first axis fastest to last axis fastest.
std::vector<std::byte> row_major(std::span<const std::byte> bytes, const std::vector<std::int64_t>& shape,
                                 std::size_t width) {
  std::vector<std::byte> out(bytes.size());
  std::vector<std::size_t> strides(shape.size());  // of the file, in elements
  std::size_t stride = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    strides[axis] = stride;
    stride *= static_cast<std::size_t>(shape[axis]);
  }
  std::vector<std::size_t> index(shape.size());
  for (std::size_t at = 0; at < out.size(); at += width) {
    std::size_t from = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) from += index[axis] * strides[axis];
    std::memcpy(out.data() + at, bytes.data() + from * width, width);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < static_cast<std::size_t>(shape[axis])) break;
      index[axis] = 0;
    }
  }
  return out;
}

}  // namespace

Array parse_npy(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, const std::string& place) {
  const auto damaged = [&](const std::string& message) {
    return Error(ErrorKind::data, place, message + "; the file is damaged or no NumPy array");
  };
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(kMagic) || text.size() < kMagic.size() + 4)
    throw damaged("want the beginning of a .npy file, found another");
  const int version = static_cast<unsigned char>(text[kMagic.size()]);
  if (version < 1 || version > 3)
    throw damaged("want a .npy file of version 1, 2 or 3, found version " + std::to_string(version));
  const std::size_t begin = kMagic.size() + (version == 1 ? 4 : 6);
  if (text.size() < begin) throw damaged("truncated: want the length of its header");
  std::size_t length = 0;
  for (std::size_t i = begin; i-- > kMagic.size() + 2;) length = length << 8 | static_cast<unsigned char>(text[i]);
  if (length > kLongestHeader || length > text.size() - begin)
    throw damaged("its header says " + std::to_string(length) + " bytes, the file has " +
                  std::to_string(text.size() - begin));
  const Header header = HeaderText(text.substr(begin, length), place).parse();
  const DType dtype = dtype_of_type(header.type, place);
  const std::span<const std::byte> data = bytes.subspan(begin + length);
  const std::optional<std::uint64_t> want = bytes_of(header.shape, dtype);
  if (!want || *want != data.size())
    throw damaged("shape and type want " + (want ? std::to_string(*want) : "far more") + " bytes, found " +
                  std::to_string(data.size()));

  Array array{{dtype, header.shape, data}, std::move(owner), place};
  const std::size_t width = size_of(dtype);
  const auto replace = [&](std::vector<std::byte> made) {
    const auto held = std::make_shared<const std::vector<std::byte>>(std::move(made));
    array.view.bytes = *held;
    array.owner = held;
  };
  if (header.type[0] == '>' && width > 1) replace(swapped(array.view.bytes, width));
  if (header.fortran_order && array.axes() > 1) replace(row_major(array.view.bytes, header.shape, width));
  return array;
}

Array read_npy(const std::filesystem::path& file, const std::string& place) {
  const auto mapped = std::make_shared<const MappedFile>(file);
  return parse_npy(mapped->bytes(), mapped, place);
}

}  // namespace reseed
