// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/plugin_spec.hpp"
#include "reseed/options.hpp"

namespace reseed {

/// A mistake in the options of a plugin.
struct OptionMistake {
  std::string option;   ///< the key that is wrong ("variant" for the variant)
  std::string message;  ///< "want ..., found ..., did you mean ..."
};

/// Checked options, or all mistakes at once (then `options` is not to be used).
struct ResolvedOptions {
  Options options;
  std::vector<OptionMistake> mistakes;
};

/// Holds given values against what a plugin declares: every declared option is in the result with its declared type;
/// an integer is taken where a number is wanted. `variant` "" is the default.
ResolvedOptions resolve_options(const PluginSpec& plugin, const std::string& variant,
                                const std::map<std::string, OptionValue>& given);

/// Options of a declared list alone (a study's [analysis]): as above without variants.
ResolvedOptions resolve_options(const std::vector<OptionSpec>& declared,
                                const std::map<std::string, OptionValue>& given);

}  // namespace reseed
