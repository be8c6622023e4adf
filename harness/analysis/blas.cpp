// SPDX-License-Identifier: Apache-2.0
#include "analysis/blas.hpp"

#include <armadillo>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

extern "C" {
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);
char* openblas_get_corename(void);
char* openblas_get_config(void);
}

namespace reseed {
namespace {

/// "model name" of the first processor; empty where /proc is absent.
std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    return colon == std::string::npos ? std::string() : line.substr(colon + 2);
  }
  return {};
}

/// "OpenBLAS 0.3.21" of "OpenBLAS 0.3.21 DYNAMIC_ARCH NO_AFFINITY SkylakeX MAX_THREADS=64".
std::string openblas_version() {
  const std::string config = openblas_get_config();
  return config.substr(0, config.find(' ', config.find(' ') + 1));
}

}  // namespace

void use_one_blas_thread() {
  for (const char* name : {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"}) setenv(name, "1", 1);
  openblas_set_num_threads(1);
}

nlohmann::json measure_device() {
  nlohmann::json device = {{"kind", "cpu"},
                           {"cpu_model", processor_model()},
                           {"openblas", openblas_version()},
                           {"openblas_core", openblas_get_corename()},
                           {"blas_threads", openblas_get_num_threads()},
                           {"armadillo", arma::arma_version::as_string()}};
  for (const char* name : {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"})
    if (const char* value = std::getenv(name)) device["environment"][name] = value;
  return device;
}

}  // namespace reseed
