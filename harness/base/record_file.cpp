// SPDX-License-Identifier: Apache-2.0
#include "base/record_file.hpp"

#include <algorithm>

namespace reseed {

std::string record_file(std::string_view set) {
  std::string name(set);
  if (set != "test" && set != "validation") name = "test." + name;
  std::replace(name.begin(), name.end(), '/', '-');
  return name + ".safetensors";
}

}  // namespace reseed
