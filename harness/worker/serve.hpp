// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace reseed {

/// Tells the program that asked how far a request is. Throttled: at most a few lines a second, but the last always.
using Progress = std::function<void(std::int64_t done, std::int64_t total, const std::string& what)>;

/// Answers one kind of request. What it returns is the result; an Error it throws becomes an error answer of its kind,
/// any other exception one of kind `internal`.
using Handler = std::function<nlohmann::json(const nlohmann::json& request, const Progress& progress)>;

/// A worker's main loop (docs/workers.md): JSON lines from standard input, answers on descriptor 3.
///
/// Returns the program's exit code: 0 at the end of standard input, 2 when it was not started by reseed (no descriptor
/// 3), 3 when reseed is gone. Requests are answered one after another, by name ("request") from `handlers`.
int serve(const std::map<std::string, Handler>& handlers);

}  // namespace reseed
