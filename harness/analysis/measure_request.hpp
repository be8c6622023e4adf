// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace reseed {

/// Answers the request `measure` (docs/workers.md): measures over one group of runs on one test set, from their
/// records.
///
/// `progress(done, total, what)` is called after every value. Errors: Error(data) for a request or record that cannot
/// be read, Error(plugin) for a library that cannot be used; what a plugin throws is part of the answer.
nlohmann::json answer_measure(const nlohmann::json& request,
                              const std::function<void(std::int64_t, std::int64_t, const std::string&)>& progress);

}  // namespace reseed
