// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/nearest.hpp"
#include "cli/models.hpp"
#include "reseed/error.hpp"
#include "tokenize/tokenizer.hpp"

namespace reseed::cli {
namespace {

using nlohmann::json;

/// One line of input. Keys that do not matter here are passed over, so that lines of a larger record can be given; one
/// that is nearly a known one is a mistake.
struct Request {
  std::string text;
  std::optional<std::string> pair;
  EncodeOptions options;
};

[[noreturn]] void refuse(const char* key, const std::string& wanted, const json& found) {
  throw Error(ErrorKind::data, key, "want " + wanted + ", found " + dump_json(found));
}

const std::string& text_of(const json& value, const char* key) {
  if (!value.is_string()) refuse(key, "a string", value);
  return value.get_ref<const std::string&>();
}

Request read_request(const std::string& line) {
  const json object = parse_json(line, "line");
  if (!object.is_object()) refuse("line", "a JSON object", object);
  const json null;
  const auto value = [&](const char* key) -> const json& { return object.contains(key) ? object[key] : null; };

  static const std::vector<std::string> kKeys = {"text", "text_pair", "max_length", "truncation", "padding"};
  for (const auto& [key, member] : object.items())
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end() && !nearest(key, kKeys).empty())
      throw Error(ErrorKind::data, "line", "want known keys, found " + key + did_you_mean(key, kKeys));

  Request request;
  if (!object.contains("text")) throw Error(ErrorKind::data, "line", "want the key text, found none");
  request.text = text_of(value("text"), "text");
  if (!value("text_pair").is_null()) request.pair = text_of(value("text_pair"), "text_pair");
  if (const json& length = value("max_length"); !length.is_null()) {
    constexpr std::uint64_t kLongest = 1 << 20;
    if (!length.is_number_unsigned() || length.get<std::uint64_t>() > kLongest)
      refuse("max_length", "a whole number from 0 to " + std::to_string(kLongest), length);
    request.options.max_length = length.get<std::int64_t>();
  }
  if (const json& truncation = value("truncation"); truncation == "longest_first")
    request.options.truncation = Truncation::longest_first;
  else if (truncation == "only_first")
    request.options.truncation = Truncation::only_first;
  else if (!truncation.is_null())
    refuse("truncation", "longest_first, only_first or null", truncation);
  if (const json& padding = value("padding"); padding == "max_length")
    request.options.pad_to_max_length = true;
  else if (!padding.is_null())
    refuse("padding", "max_length or null", padding);
  return request;
}

json answer(const Tokenizer& tokenizer, const std::string& line) {
  try {
    const Request request = read_request(line);
    const Encoding encoding = tokenizer.encode(request.text, request.pair, request.options);
    json object = {{"input_ids", encoding.ids}, {"attention_mask", encoding.attention_mask}};
    if (tokenizer.has_type_ids()) object["token_type_ids"] = encoding.type_ids;
    return object;
  } catch (const Error& error) {
    return {{"error", error.what()}};
  }
}

void print_tokens(const Tokenizer& tokenizer, const std::string& line, std::size_t number) {
  try {
    const char* separator = "";
    for (const std::int64_t id : tokenizer.encode(line).ids) {
      std::cout << separator << tokenizer.token(id) << '=' << id;
      separator = " ";
    }
    std::cout << '\n';
  } catch (const Error& error) {
    throw Error(error.kind(), "line " + std::to_string(number) + ": " + error.place(), error.message());
  }
}

}  // namespace

int models_tokens(const Arguments& arguments) {
  std::optional<std::string> folder;
  bool as_json = false;
  for (const std::string& word : arguments) {
    if (word == "--json")
      as_json = true;
    else if (word.starts_with("-") || folder)
      throw Error(ErrorKind::usage, "models tokens", "want DIR [--json], found " + word);
    else
      folder = word;
  }
  if (!folder) throw Error(ErrorKind::usage, "models tokens", "want DIR [--json], found no folder");

  const std::unique_ptr<Tokenizer> tokenizer = load_tokenizer(*folder);
  for (const std::string& assumption : tokenizer->assumptions()) std::cerr << "reseed: assumed: " << assumption << '\n';
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    if (as_json)
      std::cout << dump_json(answer(*tokenizer, line)) << '\n';
    else
      print_tokens(*tokenizer, line, number);
  }
  if (!std::cout.flush()) throw Error(ErrorKind::unfinished, "standard output", "cannot be written");
  return 0;
}

}  // namespace reseed::cli
