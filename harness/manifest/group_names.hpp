// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "manifest/manifest.hpp"
#include "plugin/plugin_spec.hpp"

namespace reseed {

/// What a group is called when the manifest does not say: the mitigation, then in brackets what differs from its
/// defaults, from [training] and which streams are held, e.g. "METHOD (OPTION=0.9, learning_rate=5e-05)".
/// `plugin` may be null: its defaults are then unknown.
std::string default_group_name(const GroupEntry& group, const TrainingOptions& training, const PluginSpec* plugin);

/// Whether the two ask for the same training but for the seeds and their own names.
bool differ_in_seeds_only(const GroupEntry& a, const GroupEntry& b);

}  // namespace reseed
