// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "reseed/error.hpp"

/// Number of the plugin interface; raised when the plain struct or a contract class changes.
#define RESEED_PLUGIN_API 2

#define RESEED_STRINGIZE_(x) #x
#define RESEED_STRINGIZE(x) RESEED_STRINGIZE_(x)

#if defined(_GLIBCXX_USE_CXX11_ABI)
#define RESEED_ABI_ID "libstdc++ cxx11=" RESEED_STRINGIZE(_GLIBCXX_USE_CXX11_ABI)
#elif defined(_LIBCPP_ABI_VERSION)
#define RESEED_ABI_ID "libc++ abi=" RESEED_STRINGIZE(_LIBCPP_ABI_VERSION)
#else
#include <string>
#define RESEED_ABI_ID "libstdc++ cxx11=" RESEED_STRINGIZE(_GLIBCXX_USE_CXX11_ABI)
#endif

/// Digest of the plugin's source, set by reseed_add_measure() and its sisters; empty for a plugin built otherwise
/// (reseed then uses the digest of the shared library itself).
#ifndef RESEED_SOURCE_DIGEST
#define RESEED_SOURCE_DIGEST ""
#endif

namespace reseed {

/// A constant array as plain data: what a plugin's descriptor holds instead of std::vector.
template <class T>
struct List {
  const T* data = nullptr;
  std::size_t size = 0;

  constexpr List() = default;
  template <std::size_t N>
  constexpr List(const T (&array)[N]) : data(array), size(N) {}
  constexpr const T* begin() const { return data; }
  constexpr const T* end() const { return data + size; }
  constexpr const T& operator[](std::size_t i) const { return data[i]; }
};

/// One option of a measure, a mitigation method or a study's [analysis] table, as data.
struct OptionInfo {
  const char* name;
  const char* type;           ///< "number" | "integer" | "boolean" | "string"
  const char* default_value;  ///< as it would stand in the manifest, strings without quotes
  const char* minimum;        ///< inclusive, "" = none (numbers)
  const char* maximum;        ///< inclusive, "" = none (numbers)
  const char* choices;        ///< allowed strings, separated by '|', "" = any
  const char* meaning;
};

/// One variant: a named definition under the same id. The first of a list is the default.
struct VariantInfo {
  const char* name;
  const char* summary;
  double lower;  ///< stated bounds of the value, may be infinite (measures; 0 and 0 elsewhere)
  double upper;
};

enum class PluginKind : std::uint32_t { measure = 1, mitigation = 2, study = 3 };

/// The one exported symbol `reseed_plugin`: read before any C++ of the library is used.
///
/// `info` points to a MeasureInfo, MitigationInfo or StudyInfo (plain data, valid as long as the library is loaded);
/// `create` to a factory `T* (*)(const Options&)`, to be called only if `api` and `build_id` equal the program's.
struct PluginEntry {
  std::uint32_t api;
  PluginKind kind;
  const char* build_id;
  const char* id;
  const char* source_digest;
  const void* info;
  void (*create)();
};

}  // namespace reseed

/// Exports the plugin: last line of its file, through RESEED_MEASURE, RESEED_MITIGATION or RESEED_STUDY.
#define RESEED_EXPORT_PLUGIN_(kind_, build_id_, info_, create_)                                \
  extern "C" RESEED_VISIBLE const ::reseed::PluginEntry reseed_plugin = {RESEED_PLUGIN_API,    \
                                                                         kind_,                \
                                                                         build_id_,            \
                                                                         (info_).id,           \
                                                                         RESEED_SOURCE_DIGEST, \
                                                                         &(info_),             \
                                                                         reinterpret_cast<void (*)()>(create_)};
