// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "worker/serve.hpp"

namespace reseed {

/// Everything that reseed-train answers, by the name of the request (docs/workers.md).
std::map<std::string, Handler> training_handlers();

/// "check": what loads from a checkpoint. "compare": outputs against recorded ones.
nlohmann::json handle_check(const nlohmann::json& request);
nlohmann::json handle_compare(const nlohmann::json& request);
/// "device": everything of this machine and of LibTorch that can change bits.
nlohmann::json handle_device(const nlohmann::json& request);

}  // namespace reseed
