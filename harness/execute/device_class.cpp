// SPDX-License-Identifier: Apache-2.0
#include "execute/device_class.hpp"

#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// What chooses kernels, libraries or devices.
constexpr std::array kVariables = {"ATEN_CPU_CAPABILITY",     "ONEDNN_MAX_CPU_ISA", "MKL_CBWR",
                                   "MKL_ENABLE_INSTRUCTIONS", "OPENBLAS_CORETYPE",  "OPENBLAS_L2_SIZE",
                                   "CUDA_VISIBLE_DEVICES",    "LD_LIBRARY_PATH",    "LD_PRELOAD"};

Json stamp(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return nullptr;
  return {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

/// Libraries that a living worker has loaded, each with size and time of change.
Json loaded_libraries(int process) {
  Json libraries = Json::object();
  std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t begin = line.find('/');
    if (begin == std::string::npos || line.find(".so", begin) == std::string::npos) continue;
    const std::string file = line.substr(begin);
    if (!libraries.contains(file)) libraries[file] = stamp(file);
  }
  return libraries;
}

bool unchanged(const Json& libraries) {
  for (const auto& [file, wanted] : libraries.items())
    if (stamp(file) != wanted) return false;
  return true;
}

}  // namespace

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

Json device_class(const Store& store, const WorkerOptions& worker, const std::string& device) {
  Json asked = {{"program", sha256_file(worker.program)}, {"cpu", cpu_model()}, {"device", device}};
  for (const char* name : kVariables)
    if (const char* value = std::getenv(name)) asked["environment"][name] = value;
  const fs::path file = store.memory() / ("device-" + sha256(dump_json(asked)).substr(0, 16) + ".json");
  if (fs::exists(file)) {
    try {
      const Json known = parse_json(read_file(file), file.string());
      if (known.at("asked") == asked && unchanged(known.at("libraries"))) return known.at("answer");
    } catch (const Error&) {  // not readable: ask again
    } catch (const Json::exception&) {
    }
  }
  WorkerProcess process(worker);
  Json answer = result_of(process.call({{"request", "device"}, {"device", device}}), worker.program.filename());
  write_file(
      file,
      dump_json({{"asked", asked}, {"answer", answer}, {"libraries", loaded_libraries(process.process())}}) + "\n");
  return answer;
}

ChosenDevice choose_device(const Store& store, const WorkerOptions& trainer, const std::string& word) {
  if (word != "auto") return {word, device_class(store, trainer, word)};
  if (fs::exists("/proc/driver/nvidia/version")) {
    try {
      return {"cuda", device_class(store, trainer, "cuda")};
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::device) throw;  // a driver without what LibTorch needs: the CPU it is
    }
  }
  return {"cpu", device_class(store, trainer, "cpu")};
}

}  // namespace reseed
