// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reseed/plugin.hpp"

namespace reseed {

/// What a mitigation method says of itself, as plain data.
struct MitigationInfo {
  const char* id;
  int version;  ///< raised when a run with the same seed can end elsewhere
  const char* summary;
  const char* source;
  List<VariantInfo> variants;
  List<OptionInfo> options;
  bool plain = false;  ///< plain fine-tuning: what a group does that names no method; one plugin says so
};

}  // namespace reseed

/// Layout of the contract classes of mitigation.hpp; raised when one of them changes shape.
#define RESEED_MITIGATION_LAYOUT 2
/// To be used where <torch/version.h> is included.
#define RESEED_MITIGATION_BUILD_ID \
  "mitigation layout=" RESEED_STRINGIZE(RESEED_MITIGATION_LAYOUT) "; " RESEED_ABI_ID "; libtorch " TORCH_VERSION
