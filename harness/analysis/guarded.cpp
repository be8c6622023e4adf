// SPDX-License-Identifier: Apache-2.0
#include "analysis/guarded.hpp"

#include <exception>

namespace reseed {

Outcome guarded(const std::function<Outcome()>& call) {
  try {
    return call();
  } catch (const std::exception& error) {
    return Outcome::undefined(Flag::plugin_threw, error.what());
  } catch (...) {
    return Outcome::undefined(Flag::plugin_threw, "an exception of an unknown type");
  }
}

}  // namespace reseed
