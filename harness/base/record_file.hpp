// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace reseed {

/// Name of a record's file for one evaluation set (docs/workers.md, "A record"): "test.safetensors" and
/// "validation.safetensors" are the task's own, "test.NAME.safetensors" an extra set, with '-' for '/'.
std::string record_file(std::string_view set);

}  // namespace reseed
