# SPDX-License-Identifier: Apache-2.0
# LibTorch from a torch wheel (`DIR/torch` with `DIR/nvidia` beside it), from an installed torch package, or from the
# LibTorch archive. Own imported targets: the package files of torch stop where no CUDA toolkit is installed.

foreach(candidate "${RESEED_LIBTORCH}/torch" "${RESEED_LIBTORCH}" "${RESEED_LIBTORCH}/libtorch")
  if(EXISTS "${candidate}/include/ATen/ATen.h" AND NOT RESEED_TORCH_ROOT)
    set(RESEED_TORCH_ROOT "${candidate}")
  endif()
endforeach()
if(NOT RESEED_TORCH_ROOT)
  message(FATAL_ERROR "LibTorch: want -DRESEED_LIBTORCH=DIR with include/ATen/ATen.h inside DIR, DIR/torch or DIR/libtorch; "
    "found none in \"${RESEED_LIBTORCH}\". The wrapper ./reseed fetches it by itself; -DRESEED_TRAIN=OFF builds without training.")
endif()

# Version: version.py (wheel), build-version (archive) or torch/version.h.
if(EXISTS "${RESEED_TORCH_ROOT}/version.py")
  file(STRINGS "${RESEED_TORCH_ROOT}/version.py" line REGEX "^__version__ *=")
elseif(EXISTS "${RESEED_TORCH_ROOT}/build-version")
  file(STRINGS "${RESEED_TORCH_ROOT}/build-version" line LIMIT_COUNT 1)
else()
  file(STRINGS "${RESEED_TORCH_ROOT}/include/torch/csrc/api/include/torch/version.h" line REGEX "define TORCH_VERSION ")
endif()
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" RESEED_TORCH_VERSION "${line}")
if(NOT RESEED_TORCH_VERSION VERSION_GREATER_EQUAL 2.6)
  message(FATAL_ERROR "LibTorch: want version 2.6 or newer, found \"${RESEED_TORCH_VERSION}\" in ${RESEED_TORCH_ROOT}")
endif()

set(torch_include "${RESEED_TORCH_ROOT}/include" "${RESEED_TORCH_ROOT}/include/torch/csrc/api/include")
add_library(LibTorch::c10 SHARED IMPORTED GLOBAL)
set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION "${RESEED_TORCH_ROOT}/lib/libc10.so"
  INTERFACE_INCLUDE_DIRECTORIES "${torch_include}")
add_library(LibTorch::cpu SHARED IMPORTED GLOBAL)
set_target_properties(LibTorch::cpu PROPERTIES IMPORTED_LOCATION "${RESEED_TORCH_ROOT}/lib/libtorch_cpu.so"
  INTERFACE_LINK_LIBRARIES LibTorch::c10)

# The build must show that this LibTorch works: a tensor and a gradient, compiled, linked and run.
set(trial_key "${RESEED_TORCH_ROOT} ${RESEED_TORCH_VERSION} ${CMAKE_CXX_COMPILER_VERSION}")
if(NOT RESEED_TORCH_TRIED STREQUAL trial_key)
  message(STATUS "LibTorch ${RESEED_TORCH_VERSION} in ${RESEED_TORCH_ROOT}: trying it")
  try_run(trial_ran trial_compiled ${PROJECT_BINARY_DIR}/libtorch-trial
    SOURCES ${PROJECT_SOURCE_DIR}/harness/cmake/libtorch_trial.cpp
    LINK_LIBRARIES LibTorch::cpu
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON
    COMPILE_OUTPUT_VARIABLE trial_output RUN_OUTPUT_VARIABLE trial_said)
  if(NOT trial_compiled OR NOT trial_ran EQUAL 0)
    string(SUBSTRING "${trial_output}${trial_said}" 0 4000 trial_output)
    message(FATAL_ERROR "LibTorch ${RESEED_TORCH_VERSION} in ${RESEED_TORCH_ROOT} does not work with this compiler:\n${trial_output}")
  endif()
  set(RESEED_TORCH_TRIED "${trial_key}" CACHE INTERNAL "the LibTorch and compiler that passed the trial")
endif()

add_library(reseed_libtorch INTERFACE)
add_library(reseed::libtorch ALIAS reseed_libtorch)
target_link_libraries(reseed_libtorch INTERFACE LibTorch::cpu)
target_compile_definitions(reseed_libtorch INTERFACE RESEED_TORCH_VERSION="${RESEED_TORCH_VERSION}")
add_library(reseed_mitigation_api INTERFACE)
add_library(reseed::mitigation_api ALIAS reseed_mitigation_api)
target_link_libraries(reseed_mitigation_api INTERFACE reseed::settings reseed::libtorch)
