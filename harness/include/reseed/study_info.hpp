// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reseed/plugin.hpp"

namespace reseed {

/// What a study says of itself, as plain data.
struct StudyInfo {
  const char* id;
  int version;  ///< raised when a table or an answer can change for the same values
  const char* summary;
  const char* source;
  const char* needs;  ///< manifest sections it cannot do without, separated by '|': "models|tasks|groups|measures"
  List<VariantInfo> variants;  ///< usually one
  List<OptionInfo> options;    ///< its own [analysis] keys; bootstrap, failure and null are the harness's
};

}  // namespace reseed
