// SPDX-License-Identifier: Apache-2.0
// Tried when the build is configured: does this LibTorch compile, link, load and compute?
#include <ATen/ATen.h>
#include <cstdio>

int main() {
  const at::Tensor x = at::ones({2, 2}).requires_grad_(true);
  (x * x).sum().backward();
  if (x.grad().sum().item<double>() != 8.0) return 1;
  std::puts("LibTorch works");
  return 0;
}
