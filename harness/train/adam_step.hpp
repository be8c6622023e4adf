// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace reseed {

/// What one step of Adam with decoupled weight decay does to every element of one parameter:
///
///     p <- before p;  g <- clip g;  m <- b1 m + (1 - b1) g;  v <- b2 v + (1 - b2) g^2
///     p <- p - step m / (root sqrt(v) + epsilon);  p <- after p
///
/// Both optimizers are this formula with other coefficients (optimizer.cpp).
struct AdamCoefficients {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-6;
  double clip = 1.0;
  double before = 1.0;
  double root = 1.0;
  double step = 0.0;
  double after = 1.0;
};

/// One pass over the four arrays of n elements. Equal bits on every instruction set: elementwise IEEE operations, no
/// contraction. Arrays must not overlap.
void adam_step(float* p, const float* g, float* m, float* v, std::size_t n, const AdamCoefficients& coefficients);
void adam_step(double* p, const double* g, double* m, double* v, std::size_t n, const AdamCoefficients& coefficients);

/// Sum of squares in double, in 16 lanes summed in a fixed order: equal bits on every instruction set.
double sum_of_squares(const float* values, std::size_t n);
double sum_of_squares(const double* values, std::size_t n);

}  // namespace reseed
