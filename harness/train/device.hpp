// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Device.h>

#include <string>

namespace reseed {

/// "cpu", "cuda" or "cuda:N" as LibTorch's device, after making sure that it is there (the CUDA half of LibTorch is
/// loaded on the first question about it). TensorFloat-32 stays off.
/// Errors: Error(device) saying why it is absent; Error(usage) for another word.
c10::Device find_device(const std::string& name);

}  // namespace reseed
