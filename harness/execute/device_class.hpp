// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "execute/store.hpp"
#include "worker/client.hpp"

namespace reseed {

/// Everything of this machine that can change the bits which a worker computes, as the worker reports it (request
/// `device`): part of every store key.
///
/// The worker is asked once; the answer is remembered in the store for this program, the libraries that it had loaded
/// (path, size and time of change), this CPU model and the environment variables that choose kernels.
/// Errors: the worker's own (Error(device) for a device that is absent), Error(unfinished) when it crashes.
nlohmann::json device_class(const Store& store, const WorkerOptions& worker, const std::string& device);

/// A device that runs are trained on, and its class.
struct ChosenDevice {
  std::string device;  ///< "cpu" | "cuda" | "cuda:N"
  nlohmann::json device_class;
};

/// What --device means here: "auto" is the GPU where there is one and LibTorch can use it, else the CPU. Errors: those
/// of device_class().
ChosenDevice choose_device(const Store& store, const WorkerOptions& trainer, const std::string& word);

/// Model of the machine's CPU, for people and keys.
std::string cpu_model();

}  // namespace reseed
