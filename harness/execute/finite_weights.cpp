// SPDX-License-Identifier: Apache-2.0
#include "execute/finite_weights.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace reseed {

std::string not_finite_text(const nlohmann::json& parameter) {
  return parameter.at("name").get<std::string>() + " (" + std::to_string(parameter.at("count").get<std::int64_t>()) +
         " of " + std::to_string(parameter.at("of").get<std::int64_t>()) + " numbers are NaN or infinite)";
}

std::string not_finite_complaint(const nlohmann::json& report) {
  const nlohmann::json& wrong = report.at("not_finite");
  if (wrong.empty()) return {};
  const std::size_t others = wrong.size() - 1;
  return "want finite weights, found " + not_finite_text(wrong.front()) +
         (others == 0   ? ""
          : others == 1 ? " and one more tensor like it"
                        : " and " + std::to_string(others) + " more tensors like it") +
         "; every training from here diverges at once: get the checkpoint again";
}

}  // namespace reseed
