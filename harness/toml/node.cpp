// SPDX-License-Identifier: Apache-2.0
#include "toml/node.hpp"

#include <toml++/toml.h>
#include <algorithm>
#include <sstream>
#include <utility>

#include "base/number.hpp"

namespace reseed {
namespace {

/// Refuses dotted keys that nest deeper than a stack holds: the parser limits brackets, but not dots.
///
/// Counts the dots outside strings and comments, summed over the brackets that are open.
class DepthGuard {
 public:
  DepthGuard(std::string_view text, const std::string& file, ErrorKind kind) : text_(text), file_(file), kind_(kind) {}

  void check() {
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (letter == '"' || letter == '\'') {
        skip_string(letter);
        continue;
      }
      ++at_;
      switch (letter) {
        case '#': at_ = std::min(text_.find('\n', at_), text_.size()); break;
        case '\n':
          ++line_;
          if (open_.empty()) dots_ = 0;
          break;
        case '.': count(); break;
        case ',': dots_ = 0; break;
        case '[':
        case '{':
          open_.push_back(dots_);
          outer_ += dots_;
          dots_ = 0;
          break;
        case ']':
        case '}':
          if (open_.empty()) break;
          outer_ -= open_.back();
          dots_ = open_.back();
          open_.pop_back();
          break;
        default: break;
      }
    }
  }

 private:
  void count() {
    constexpr int kMost = 1000;
    if (outer_ + ++dots_ >= kMost)
      throw Error(kind_, Place{file_, line_, 1}.text(),
                  "want tables that nest less deeply, found " + std::to_string(kMost) + " dots in one key");
  }

  void skip_string(char quote) {
    const std::string triple(3, quote);
    const bool is_long = text_.substr(at_, 3) == triple;
    at_ += is_long ? 3 : 1;
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') {
        if (!is_long) return;  // a syntax error: the parser reports it
        ++line_;
      }
      if (text_[at_] == '\\' && quote == '"') {
        at_ += 1;
        if (at_ < text_.size() && text_[at_] == '\n') continue;
        ++at_;
        continue;
      }
      if (is_long ? text_.substr(at_, 3) == triple : text_[at_] == quote) {
        at_ += is_long ? 3 : 1;
        return;
      }
      ++at_;
    }
  }

  std::string_view text_;
  const std::string& file_;
  ErrorKind kind_;
  std::size_t at_ = 0;
  int line_ = 1;
  int dots_ = 0;
  int outer_ = 0;
  std::vector<int> open_;
};

Place place_of(const toml::source_region& region, const std::string& file) {
  return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

TomlNode converted(const toml::node& source, const std::string& file) {
  TomlNode node;
  node.place = place_of(source.source(), file);
  if (const toml::table* table = source.as_table()) {
    for (const auto& [key, value] : *table)
      node.members.push_back({std::string(key.str()), place_of(key.source(), file), converted(value, file)});
    std::stable_sort(node.members.begin(), node.members.end(), [](const TomlMember& a, const TomlMember& b) {
      return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
  } else if (const toml::array* array = source.as_array()) {
    node.kind = TomlNode::Kind::array;
    for (const toml::node& item : *array) node.items.push_back(converted(item, file));
  } else if (const auto* text = source.as_string()) {
    node.kind = TomlNode::Kind::string;
    node.string = text->get();
  } else if (const auto* integer = source.as_integer()) {
    node.kind = TomlNode::Kind::integer;
    node.integer = integer->get();
  } else if (const auto* number = source.as_floating_point()) {
    node.kind = TomlNode::Kind::number;
    node.number = number->get();
  } else if (const auto* boolean = source.as_boolean()) {
    node.kind = TomlNode::Kind::boolean;
    node.boolean = boolean->get();
  } else {
    node.kind = TomlNode::Kind::date;
  }
  return node;
}

/// The library's messages name its own functions and span lines; the first line says what is wrong.
std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

}  // namespace

std::string Place::text() const {
  if (line <= 0) return file;
  return file + ':' + std::to_string(line) + ':' + std::to_string(column);
}

const TomlNode* TomlNode::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const TomlMember& m) { return m.key == key; });
  return found == members.end() ? nullptr : &found->value;
}

TomlNode* TomlNode::find(std::string_view key) { return const_cast<TomlNode*>(std::as_const(*this).find(key)); }

std::string TomlNode::description() const {
  switch (kind) {
    case Kind::table: return "a table";
    case Kind::array: return items.empty() ? "an empty array" : "an array";
    case Kind::string: {
      constexpr std::size_t kShown = 60;
      std::string shown = string.size() > kShown ? string.substr(0, kShown) + "..." : string;
      std::replace_if(
          shown.begin(), shown.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
      return "the string \"" + shown + '"';
    }
    case Kind::integer: return "the integer " + std::to_string(integer);
    case Kind::number: return std::isfinite(number) ? "the number " + shortest(number) : "a number that is not finite";
    case Kind::boolean: return boolean ? "true" : "false";
    case Kind::date: return "a date or time";
  }
  return {};
}

TomlNode parse_toml(std::string_view text, const std::string& file, ErrorKind kind) {
  if (text.size() > kMostTomlBytes)
    throw Error(kind, file,
                "want a document of at most " + std::to_string(kMostTomlBytes) + " bytes, found " +
                    std::to_string(text.size()) + "; many seeds are { first, count }, not a list");
  DepthGuard(text, file, kind).check();
  try {
    return converted(toml::parse(text), file);
  } catch (const toml::parse_error& error) {
    throw Error(kind, place_of(error.source(), file).text(), "want valid TOML: " + first_line(error.description()));
  }
}

}  // namespace reseed
