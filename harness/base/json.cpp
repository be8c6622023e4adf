// SPDX-License-Identifier: Apache-2.0
#include "base/json.hpp"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "reseed/error.hpp"

namespace reseed {

nlohmann::json parse_json(std::string_view text, const std::string& place) {
  constexpr int kDeepest = 100;
  std::vector<std::set<std::string>> keys;
  const auto guard = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (depth > kDeepest)
      throw Error(ErrorKind::data, place, "JSON is nested deeper than " + std::to_string(kDeepest) + " levels");
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second)
      throw Error(ErrorKind::data, place, "JSON has the key " + parsed.dump() + " twice in one object");
    return true;
  };
  try {
    return nlohmann::json::parse(text, guard);
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::data, place, std::string("want strict JSON: ") + error.what());
  }
}

std::optional<int> int_in(const nlohmann::json& value) {
  if (!value.is_number_integer()) return std::nullopt;
  constexpr std::int64_t kMost = std::numeric_limits<int>::max(), kLeast = std::numeric_limits<int>::min();
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(kMost)) return std::nullopt;
  const auto number = value.get<std::int64_t>();
  return number < kLeast || number > kMost ? std::nullopt : std::optional<int>(static_cast<int>(number));
}

std::string dump_json(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace reseed
