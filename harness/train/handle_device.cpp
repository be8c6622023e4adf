// SPDX-License-Identifier: Apache-2.0
#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <torch/version.h>

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "reseed/error.hpp"
#include "train/device.hpp"
#include "train/handlers.hpp"
#include "train/revision.hpp"
#include "train/threads.hpp"

namespace reseed {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) {
      const std::size_t colon = line.find(':');
      if (colon != std::string::npos) return line.substr(line.find_first_not_of(" \t", colon + 1));
    }
  return "unknown";
}

/// Model and driver of a GPU, asked of the driver itself: no header of CUDA is needed.
nlohmann::json graphics_processor(int number) {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) throw Error(ErrorKind::device, "cuda", std::string("cannot open the driver: ") + dlerror());
  const auto function = [&](const char* name) {
    void* found = dlsym(driver, name);
    if (found == nullptr) throw Error(ErrorKind::device, "cuda", std::string("the driver lacks ") + name);
    return found;
  };
  const auto initialise = reinterpret_cast<int (*)(unsigned)>(function("cuInit"));
  const auto version_of = reinterpret_cast<int (*)(int*)>(function("cuDriverGetVersion"));
  const auto handle_of = reinterpret_cast<int (*)(int*, int)>(function("cuDeviceGet"));
  const auto name_of = reinterpret_cast<int (*)(char*, int, int)>(function("cuDeviceGetName"));
  int version = 0;
  int handle = 0;
  std::array<char, 256> model{};
  if (initialise(0) != 0 || version_of(&version) != 0 || handle_of(&handle, number) != 0 ||
      name_of(model.data(), static_cast<int>(model.size()) - 1, handle) != 0)
    throw Error(ErrorKind::device, "cuda:" + std::to_string(number), "the driver does not answer for this device");
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  return {{"gpu", std::string(model.data())}, {"cuda", version}, {"driver", line}};
}

}  // namespace

void set_compute_threads(int count) { at::set_num_threads(count); }

nlohmann::json handle_device(const nlohmann::json& request) {
  const std::string name = request.value("device", "cpu");
  const c10::Device device = find_device(name);
  nlohmann::json result = {{"device", device.is_cuda() ? "cuda" : "cpu"},
                           {"training_revision", kTrainingRevision},
                           {"libtorch", TORCH_VERSION},
                           {"processor", processor()},
                           {"capability", at::get_cpu_capability()},
                           {"threads", at::get_num_threads()}};
  constexpr std::array<const char*, 3> kVariables = {"ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "MKL_CBWR"};
  for (const char* variable : kVariables)
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') result[variable] = value;
  if (device.is_cuda()) result.update(graphics_processor(device.has_index() ? device.index() : 0));
  return result;
}

}  // namespace reseed
