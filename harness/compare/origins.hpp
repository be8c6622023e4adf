// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bundle/bundle.hpp"
#include "compare/comparison.hpp"

namespace reseed {

/// What a bundle says of itself.
BundleSide side_of(const Bundle& bundle);

/// Everything that differs between two bundles and is no value: manifest key by key, code, plugins, libraries,
/// hardware. Errors: Error(data) for a resolved manifest that is no TOML.
Origins origins_of(const Bundle& a, const Bundle& b);

/// Precision in which a group was trained, as its resolved manifest says; "" where it does not.
std::string precision_of(const Bundle& bundle, const std::string& group);

}  // namespace reseed
