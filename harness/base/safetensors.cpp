// SPDX-License-Identifier: Apache-2.0
#include "base/safetensors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/json.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors is little-endian");

constexpr std::uint64_t kLongestHeader = 100'000'000;  // the format's own limit

struct DTypeName {
  DType dtype;
  std::string_view name;
  std::size_t size;
};
constexpr std::array<DTypeName, 13> kDTypes = {{{DType::f64, "F64", 8},
                                                {DType::f32, "F32", 4},
                                                {DType::f16, "F16", 2},
                                                {DType::bf16, "BF16", 2},
                                                {DType::i64, "I64", 8},
                                                {DType::i32, "I32", 4},
                                                {DType::i16, "I16", 2},
                                                {DType::i8, "I8", 1},
                                                {DType::u64, "U64", 8},
                                                {DType::u32, "U32", 4},
                                                {DType::u16, "U16", 2},
                                                {DType::u8, "U8", 1},
                                                {DType::boolean, "BOOL", 1}}};

const DTypeName& described(DType dtype) {
  return *std::find_if(kDTypes.begin(), kDTypes.end(), [&](const DTypeName& entry) { return entry.dtype == dtype; });
}

template <class T>
std::vector<T> copied(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

template <class T, class To>
std::vector<To> converted(std::span<const std::byte> bytes) {
  const std::vector<T> values = copied<T>(bytes);
  return std::vector<To>(values.begin(), values.end());
}

template <class To>
std::optional<std::vector<To>> converted_integers(const TensorView& view) {
  switch (view.dtype) {
    case DType::i64: return converted<std::int64_t, To>(view.bytes);
    case DType::i32: return converted<std::int32_t, To>(view.bytes);
    case DType::i16: return converted<std::int16_t, To>(view.bytes);
    case DType::i8: return converted<std::int8_t, To>(view.bytes);
    case DType::u64: return converted<std::uint64_t, To>(view.bytes);
    case DType::u32: return converted<std::uint32_t, To>(view.bytes);
    case DType::u16: return converted<std::uint16_t, To>(view.bytes);
    case DType::u8:
    case DType::boolean: return converted<std::uint8_t, To>(view.bytes);
    default: return std::nullopt;
  }
}

/// Whatever a file says wrongly of itself, the remedy is the same.
Error damaged(const std::string& place, const std::string& message) {
  return Error(ErrorKind::data, place, message + "; the file is damaged or no safetensors file: fetch it again");
}

/// Reads one entry of the header and checks it against itself; offsets are checked by the caller.
struct Entry {
  std::string name;
  TensorView view;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Entry read_entry(const std::string& place, const std::string& name, const nlohmann::json& value) {
  const auto fail = [&](const std::string& message) -> Error {
    return damaged(place, "tensor \"" + name + "\": " + message);
  };
  if (!value.is_object() || !value.contains("dtype") || !value.contains("shape") || !value.contains("data_offsets"))
    throw fail("want dtype, shape and data_offsets, found fewer");
  Entry entry;
  entry.name = name;
  const nlohmann::json& dtype = value["dtype"];
  const auto known = std::find_if(kDTypes.begin(), kDTypes.end(), [&](const DTypeName& candidate) {
    return dtype.is_string() && dtype.get_ref<const std::string&>() == candidate.name;
  });
  if (known == kDTypes.end()) throw fail("want a dtype that safetensors has, found " + dump_json(dtype));
  entry.view.dtype = known->dtype;
  const nlohmann::json& shape = value["shape"];
  if (!shape.is_array()) throw fail("want an array as shape");
  std::uint64_t count = 1;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 48;
  for (const nlohmann::json& side : shape) {
    if (!side.is_number_unsigned() || side.get<std::uint64_t>() > kMost)
      throw fail("want sides of at most " + std::to_string(kMost) + " in the shape, found " + dump_json(side));
    entry.view.shape.push_back(side.get<std::int64_t>());
    const std::uint64_t factor = side.get<std::uint64_t>();
    if (factor != 0 && count > kMost / factor) throw fail("shape is larger than any file");
    count *= factor;
  }
  const nlohmann::json& offsets = value["data_offsets"];
  if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
      !offsets[1].is_number_unsigned())
    throw fail("want two unsigned integers as data_offsets");
  entry.begin = offsets[0].get<std::uint64_t>();
  entry.end = offsets[1].get<std::uint64_t>();
  if (entry.begin > entry.end) throw fail("data_offsets run backwards");
  if (entry.end - entry.begin != count * known->size)
    throw fail("shape and dtype want " + std::to_string(count * known->size) + " bytes, data_offsets span " +
               std::to_string(entry.end - entry.begin));
  return entry;
}

}  // namespace

std::string_view to_string(DType dtype) { return described(dtype).name; }
std::size_t size_of(DType dtype) { return described(dtype).size; }

std::int64_t TensorView::count() const {
  std::int64_t product = 1;
  for (const std::int64_t side : shape) product *= side;
  return product;
}

std::vector<double> TensorView::as_doubles() const {
  if (dtype == DType::f64) return copied<double>(bytes);
  if (dtype == DType::f32) return converted<float, double>(bytes);
  if (dtype == DType::f16 || dtype == DType::bf16) {
    std::vector<double> values;
    values.reserve(bytes.size() / 2);
    for (const std::uint16_t bits : copied<std::uint16_t>(bytes))
      values.push_back(dtype == DType::f16 ? half_to_double(bits) : bfloat16_to_double(bits));
    return values;
  }
  return *converted_integers<double>(*this);
}

std::vector<std::int64_t> TensorView::as_integers() const {
  auto values = converted_integers<std::int64_t>(*this);
  if (!values) throw Error(ErrorKind::data, "", "want a tensor of integers, found " + std::string(to_string(dtype)));
  return std::move(*values);
}

Safetensors::Safetensors(const std::filesystem::path& file) : file_(file), mapped_(file) {
  const std::string place = file.string();
  const auto bytes = mapped_.bytes();
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length)
    throw damaged(place,
                  "truncated: want a header length of 8 bytes, found " + std::to_string(bytes.size()) + " bytes");
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > kLongestHeader || length > bytes.size() - sizeof length)
    throw damaged(place, "header length says " + std::to_string(length) + " bytes, the file has " +
                             std::to_string(bytes.size() - sizeof length));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + sizeof length, length);
  const nlohmann::json header = parse_json(text, place);
  if (!header.is_object()) throw damaged(place, "want an object as header");
  const auto data = bytes.subspan(sizeof length + length);

  std::vector<Entry> entries;
  for (const auto& [name, value] : header.items()) {
    if (name == "__metadata__") {
      if (!value.is_object()) throw damaged(place, "want an object as __metadata__");
      for (const auto& [key, text_value] : value.items()) {
        if (!text_value.is_string()) throw damaged(place, "want strings in __metadata__");
        metadata_[key] = text_value.get<std::string>();
      }
      continue;
    }
    entries.push_back(read_entry(place, name, value));
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.begin != b.begin ? a.begin < b.begin : a.end < b.end; });
  std::uint64_t next = 0;
  for (Entry& entry : entries) {
    if (entry.begin != next)
      throw damaged(place, "tensor \"" + entry.name + "\" begins at byte " + std::to_string(entry.begin) + ", want " +
                               std::to_string(next) +
                               (entry.begin < next ? ": it overlaps another" : ": a gap lies before it"));
    if (entry.end > data.size())
      throw damaged(place, "truncated: tensor \"" + entry.name + "\" ends at byte " + std::to_string(entry.end) +
                               " of " + std::to_string(data.size()));
    next = entry.end;
    entry.view.bytes = data.subspan(entry.begin, entry.end - entry.begin);
    tensors_.emplace(entry.name, std::move(entry.view));
  }
  if (next != data.size()) throw damaged(place, std::to_string(data.size() - next) + " bytes belong to no tensor");
}

const TensorView& Safetensors::at(const std::string& name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) throw Error(ErrorKind::data, file_.string(), "has no tensor \"" + name + "\"");
  return found->second;
}

void write_safetensors(const std::filesystem::path& file, std::vector<NamedTensor> tensors,
                       const std::map<std::string, std::string>& metadata) {
  std::sort(tensors.begin(), tensors.end(), [](const NamedTensor& a, const NamedTensor& b) { return a.name < b.name; });
  nlohmann::json header = nlohmann::json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::uint64_t next = 0;
  for (const NamedTensor& tensor : tensors) {
    const std::uint64_t want = static_cast<std::uint64_t>(tensor.view.count()) * size_of(tensor.view.dtype);
    if (want != tensor.view.bytes.size() || header.contains(tensor.name))
      throw Error(ErrorKind::internal, file.string(), "tensor \"" + tensor.name + "\" does not fit its shape or name");
    header[tensor.name] = {
        {"dtype", to_string(tensor.view.dtype)}, {"shape", tensor.view.shape}, {"data_offsets", {next, next + want}}};
    next += want;
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  const std::uint64_t length = text.size();
  std::string content(sizeof length, '\0');
  std::memcpy(content.data(), &length, sizeof length);
  content.reserve(content.size() + text.size() + next);
  content += text;
  for (const NamedTensor& tensor : tensors)
    content.append(reinterpret_cast<const char*>(tensor.view.bytes.data()), tensor.view.bytes.size());
  write_file(file, content);
}

double half_to_double(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  if (exponent == 31)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

double bfloat16_to_double(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
  if (std::isnan(value)) return sign | 0x7e00u;
  const double magnitude = std::fabs(static_cast<double>(value));
  if (magnitude >= 65520.0) return sign | 0x7c00u;  // halfway to 65536 rounds to infinity
  if (magnitude == 0.0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);                // magnitude = f 2^exponent, f in [1/2, 1)
  const int scale = std::max(exponent - 11, -24);  // last place of a half of this size
  const double units = std::nearbyint(std::ldexp(magnitude, -scale));
  if (scale == -24) return sign | static_cast<std::uint16_t>(units);  // subnormal, or the smallest normal
  const auto mantissa = static_cast<std::uint32_t>(units);            // in [1024, 2048]
  return static_cast<std::uint16_t>(sign | (((scale + 24) << 10) + mantissa));
}

}  // namespace reseed
