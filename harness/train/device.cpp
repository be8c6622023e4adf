// SPDX-License-Identifier: Apache-2.0
#include "train/device.hpp"

#include <ATen/Context.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <dlfcn.h>

#include <mutex>
#include <optional>

#include "base/number.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

/// Loads the CUDA half of LibTorch before anybody asks whether it is there: the first answer is kept for good.
/// Gives the loader's message when it cannot be loaded.
const std::string& why_no_cuda() {
  static const std::string why = [] {
    if (::dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_LOCAL) != nullptr) return std::string();
    const char* message = ::dlerror();
    return std::string(message != nullptr ? message : "libtorch_cuda.so cannot be loaded");
  }();
  return why;
}

}  // namespace

c10::Device find_device(const std::string& name) {
  if (name == "cpu") return c10::Device(c10::DeviceType::CPU);
  std::optional<long long> index = 0;
  if (name.starts_with("cuda:"))
    index = parse_integer(name.substr(5));
  else if (name != "cuda")
    index.reset();
  if (!index || *index < 0 || *index > 127) throw Error(ErrorKind::usage, name, "want a device: cpu, cuda or cuda:N");
  if (!why_no_cuda().empty())
    throw Error(ErrorKind::device, name,
                "want a GPU, found no CUDA part of LibTorch (" + why_no_cuda() + "); use --device cpu");
  const auto count = at::hasCUDA() ? at::detail::getCUDAHooks().deviceCount() : 0;
  if (*index >= count)
    throw Error(ErrorKind::device, name,
                "want a GPU, found " + std::to_string(static_cast<int>(count)) + " of them; use --device cpu");
  at::globalContext().setAllowTF32CuBLAS(false);
  at::globalContext().setAllowTF32CuDNN(false);
  return c10::Device(c10::DeviceType::CUDA, static_cast<c10::DeviceIndex>(*index));
}

}  // namespace reseed
