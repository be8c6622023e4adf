// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "reseed/measure.hpp"

namespace reseed {

/// What a call of a plugin returns; an exception becomes an undefined outcome with plugin_threw and its message.
Outcome guarded(const std::function<Outcome()>& call);

}  // namespace reseed
