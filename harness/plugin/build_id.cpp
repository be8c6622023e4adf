// SPDX-License-Identifier: Apache-2.0
// Armadillo's and LibTorch's headers are read here for their version numbers alone: nothing of them is linked.
#include "plugin/build_id.hpp"

#include "reseed/study.hpp"

#if defined(RESEED_HAS_LIBTORCH)
#include <torch/version.h>

#include "reseed/mitigation_info.hpp"
#endif

namespace reseed {

std::string_view expected_build_id(PluginKind kind) {
  switch (kind) {
    case PluginKind::measure: return RESEED_MEASURE_BUILD_ID;
    case PluginKind::study: return RESEED_STUDY_BUILD_ID;
    case PluginKind::mitigation:
#if defined(RESEED_HAS_LIBTORCH)
      return RESEED_MITIGATION_BUILD_ID;
#else
      return "";
#endif
  }
  return "";
}

}  // namespace reseed
