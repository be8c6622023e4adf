# SPDX-License-Identifier: Apache-2.0
# Armadillo headers on OpenBLAS, without Armadillo's wrapper library: through the wrapper the system's alternatives
# decide which BLAS runs, and that moves bits.

find_path(RESEED_ARMADILLO_INCLUDE armadillo REQUIRED)
find_library(RESEED_OPENBLAS openblas REQUIRED)
find_path(RESEED_OPENBLAS_INCLUDE openblas_config.h PATH_SUFFIXES x86_64-linux-gnu openblas REQUIRED)

add_library(reseed_armadillo INTERFACE)
add_library(reseed::armadillo ALIAS reseed_armadillo)
target_include_directories(reseed_armadillo SYSTEM INTERFACE ${RESEED_ARMADILLO_INCLUDE} ${RESEED_OPENBLAS_INCLUDE})
target_compile_definitions(reseed_armadillo INTERFACE
  ARMA_DONT_USE_WRAPPER ARMA_DONT_USE_ARPACK ARMA_DONT_USE_SUPERLU ARMA_DONT_USE_HDF5 ARMA_DONT_USE_OPENMP ARMA_WARN_LEVEL=1)
target_link_libraries(reseed_armadillo INTERFACE ${RESEED_OPENBLAS})

add_library(reseed_measure_api INTERFACE)
add_library(reseed::measure_api ALIAS reseed_measure_api)
target_link_libraries(reseed_measure_api INTERFACE reseed::settings reseed::armadillo)
add_library(reseed_study_api INTERFACE)
add_library(reseed::study_api ALIAS reseed_study_api)
target_link_libraries(reseed_study_api INTERFACE reseed::settings reseed::armadillo reseed_analysis reseed_toml)  # statistics, published facts
# GCC 12 sees uninitialised strings inside std::variant where there are none.
target_compile_options(reseed_study_api INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
