// SPDX-License-Identifier: Apache-2.0
#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <torch/version.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "train/device.hpp"
#include "train/handlers.hpp"
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

}  // namespace

void set_compute_threads(int count) { at::set_num_threads(count); }

nlohmann::json handle_device(const nlohmann::json& request) {
  const std::string name = request.value("device", "cpu");
  find_device(name);
  nlohmann::json result = {{"device", name},
                           {"libtorch", TORCH_VERSION},
                           {"processor", processor()},
                           {"capability", at::get_cpu_capability()},
                           {"threads", at::get_num_threads()}};
  constexpr std::array<const char*, 3> kVariables = {"ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "MKL_CBWR"};
  for (const char* variable : kVariables)
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') result[variable] = value;
  return result;
}

}  // namespace reseed
