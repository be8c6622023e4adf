// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "worker/serve.hpp"

namespace reseed {

/// Everything that reseed-train answers, by the name of the request (docs/workers.md).
std::map<std::string, Handler> training_handlers();

/// "train": one run from description to record.
nlohmann::json handle_train(const nlohmann::json& request, const Progress& progress);
/// "check_run": everything of a run that can be refused before its first step.
nlohmann::json handle_check_run(const nlohmann::json& request);
/// "describe": a mitigation method's library.
nlohmann::json handle_describe(const nlohmann::json& request);
/// "check": what loads from a checkpoint. "compare": outputs against recorded ones.
nlohmann::json handle_check(const nlohmann::json& request);
nlohmann::json handle_compare(const nlohmann::json& request);
/// "device": everything of this machine and of LibTorch that can change bits.
nlohmann::json handle_device(const nlohmann::json& request);

}  // namespace reseed
