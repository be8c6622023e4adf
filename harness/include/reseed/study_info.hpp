// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reseed/plugin.hpp"

namespace reseed {

/// Sub-samples of the test items on which every measure is to be evaluated beside all items: which of the study's own
/// options say so. Drawn without replacement from the task's own test set, the same items for all groups of a task.
struct SubsetInfo {
  const char* rates =
      "";  ///< option of type string: rates above 0, at most 1, separated by commas; "" = no sub-samples
  const char* draws = "";  ///< integer option: draws of every rate
  const char* seed = "";   ///< integer option: seed of the stream `subset`
  /// String option: "same" = the same items for all measures, "by_kind" = one draw for measures of representations,
  /// another for all others (as the published studies do), "both" = both.
  const char* items = "";
};

/// What a study says of itself, as plain data.
struct StudyInfo {
  const char* id;
  int version;  ///< raised when a table, figure or answer can change for the same values
  const char* summary;
  const char* source;
  const char* needs;  ///< manifest sections it cannot do without, separated by '|': "models|tasks|groups|measures"
  List<VariantInfo> variants;  ///< usually one
  List<OptionInfo> options;    ///< its own [analysis] keys; bootstrap, failure and null are the harness's
  SubsetInfo subsets = {};     ///< none by default
};

}  // namespace reseed
