// SPDX-License-Identifier: Apache-2.0
#include "tokenize/json_fields.hpp"

#include "base/json.hpp"
#include "reseed/error.hpp"

namespace reseed::tokenize {

void fail(const std::string& place, const std::string& wanted, const nlohmann::json& found) {
  constexpr std::size_t kLongest = 60;
  std::string text = found.is_structured() ? found.type_name() : dump_json(found);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  throw Error(ErrorKind::data, place, "want " + wanted + ", found " + text);
}

const std::string& string_of(const nlohmann::json& value, const std::string& place) {
  if (!value.is_string()) fail(place, "a string", value);
  return value.get_ref<const std::string&>();
}

std::int64_t id_of(const nlohmann::json& value, const std::string& place) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > static_cast<std::uint64_t>(kLargestId))
    fail(place, "an id from 0 to " + std::to_string(kLargestId), value);
  return value.get<std::int64_t>();
}

JsonFields::JsonFields(const nlohmann::json& object, std::string place) : object_(object), place_(std::move(place)) {
  if (!object.is_object()) fail(place_, "an object", object);
}

bool JsonFields::has(const char* key) { return object_.contains(key); }

const nlohmann::json& JsonFields::at(const char* key) {
  read_.insert(key);
  const auto found = object_.find(key);
  if (found == object_.end()) throw Error(ErrorKind::data, place_, std::string("want the key ") + key + ", found none");
  return *found;
}

const nlohmann::json* JsonFields::find(const char* key) {
  read_.insert(key);
  const auto found = object_.find(key);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

std::optional<bool> JsonFields::boolean(const char* key) {
  const nlohmann::json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) fail(place(key), "true or false", *value);
  return value->get<bool>();
}

std::optional<std::string> JsonFields::string(const char* key) {
  const nlohmann::json* value = find(key);
  if (value == nullptr) return std::nullopt;
  return string_of(*value, place(key));
}

std::optional<std::int64_t> JsonFields::integer(const char* key) {
  const nlohmann::json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number_unsigned() || value->get<std::uint64_t>() > (std::uint64_t{1} << 31))
    fail(place(key), "a whole number of 0 or more", *value);
  return value->get<std::int64_t>();
}

std::string JsonFields::required_string(const char* key) { return string_of(at(key), place(key)); }

void JsonFields::done() const {
  for (const auto& [key, value] : object_.items())
    if (!read_.contains(key))
      throw Error(ErrorKind::data, place(key), "want keys that this version knows, found an unknown one");
}

}  // namespace reseed::tokenize
