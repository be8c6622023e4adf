// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bundle/bundle.hpp"
#include "plugin/plugin_spec.hpp"

namespace reseed {

/// What is not as it was when a bundle was made and may change bits, one line each; empty: equal bits are expected.
///
/// `worker`: "training" or "measuring", the device class in environment.json that `now` is held against.
std::vector<std::string> other_device(const Bundle& bundle, const std::string& worker, const nlohmann::json& now);

/// The same of a plugin: its version, its source. Empty for one that the bundle's plugin equals.
std::vector<std::string> other_plugin(const Bundle& bundle, const PluginSpec& now);

}  // namespace reseed
