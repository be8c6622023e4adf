// SPDX-License-Identifier: Apache-2.0
#include "train/adam_step.hpp"

#include <array>
#include <cmath>

// Compiled with -O3 -ffp-contract=off -fno-math-errno (CMakeLists.txt): loops become vectors of the machine's widest
// instruction set, results do not depend on which.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define RESEED_VECTOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define RESEED_VECTOR
#endif
#define RESEED_INLINE inline __attribute__((always_inline))

namespace reseed {
namespace {

template <class T>
RESEED_INLINE void step(T* __restrict p, const T* __restrict g, T* __restrict m, T* __restrict v, std::size_t n,
                        const AdamCoefficients& c) {
  const T beta1 = static_cast<T>(c.beta1);
  const T beta2 = static_cast<T>(c.beta2);
  const T other1 = static_cast<T>(1.0 - c.beta1);
  const T other2 = static_cast<T>(1.0 - c.beta2);
  const T epsilon = static_cast<T>(c.epsilon);
  const T clip = static_cast<T>(c.clip);
  const T before = static_cast<T>(c.before);
  const T root = static_cast<T>(c.root);
  const T length = static_cast<T>(c.step);
  const T after = static_cast<T>(c.after);
  for (std::size_t i = 0; i < n; ++i) {
    const T gradient = g[i] * clip;
    const T first = beta1 * m[i] + other1 * gradient;
    const T second = beta2 * v[i] + other2 * (gradient * gradient);
    m[i] = first;
    v[i] = second;
    p[i] = (p[i] * before - length * first / (std::sqrt(second) * root + epsilon)) * after;
  }
}

template <class T>
RESEED_INLINE double squares(const T* values, std::size_t n) {
  constexpr std::size_t kLanes = 16;
  std::array<double, kLanes> lanes{};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double value = static_cast<double>(values[i + lane]);
      lanes[lane] += value * value;
    }
  double sum = 0.0;
  for (const double lane : lanes) sum += lane;
  for (; i < n; ++i) sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  return sum;
}

}  // namespace

RESEED_VECTOR void adam_step(float* p, const float* g, float* m, float* v, std::size_t n, const AdamCoefficients& c) {
  step(p, g, m, v, n, c);
}
RESEED_VECTOR void adam_step(double* p, const double* g, double* m, double* v, std::size_t n,
                             const AdamCoefficients& c) {
  step(p, g, m, v, n, c);
}
RESEED_VECTOR double sum_of_squares(const float* values, std::size_t n) { return squares(values, n); }
RESEED_VECTOR double sum_of_squares(const double* values, std::size_t n) { return squares(values, n); }

}  // namespace reseed
