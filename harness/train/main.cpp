// SPDX-License-Identifier: Apache-2.0
// reseed-train: the worker that reads checkpoints, trains and evaluates. No LibTorch header here: it is a program, and
// the precompiled header serves libraries.
#include "train/handlers.hpp"
#include "train/threads.hpp"
#include "worker/serve.hpp"

int main() {
  reseed::set_compute_threads(1);
  return reseed::serve(reseed::training_handlers());
}
