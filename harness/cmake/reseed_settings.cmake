# SPDX-License-Identifier: Apache-2.0
# What holds for every target of the project.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(RESEED_CCACHE ccache)
if(RESEED_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${RESEED_CCACHE})
endif()

# Settings of our own code, by target: reseed::settings.
add_library(reseed_settings INTERFACE)
add_library(reseed::settings ALIAS reseed_settings)
target_compile_features(reseed_settings INTERFACE cxx_std_20)
target_compile_options(reseed_settings INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-dangling-pointer>)
target_include_directories(reseed_settings INTERFACE
  ${PROJECT_SOURCE_DIR}/harness/include ${PROJECT_SOURCE_DIR}/harness ${PROJECT_BINARY_DIR}/generated)
target_compile_definitions(reseed_settings INTERFACE BOOST_DLL_USE_STD_FS)
if(RESEED_SANITIZE)
  target_compile_options(reseed_settings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(reseed_settings INTERFACE -fsanitize=address,undefined)
endif()
if(RESEED_FUZZ)
  target_compile_options(reseed_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

configure_file(${PROJECT_SOURCE_DIR}/harness/include/reseed/version.hpp.in ${PROJECT_BINARY_DIR}/generated/reseed/version.hpp)

# reseed_add_library(NAME SOURCES... [LINK TARGETS...]): one static library per folder, reseed::NAME.
function(reseed_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_library(reseed_${name} STATIC ${arg_SOURCES})
  add_library(reseed::${name} ALIAS reseed_${name})
  target_link_libraries(reseed_${name} PUBLIC reseed::settings ${arg_LINK})
endfunction()

# reseed_unite(TARGET [EXCEPT SOURCES...]): with RESEED_UNITY, eight sources of the target are compiled at once. EXCEPT:
# those with a name of their own (in an unnamed namespace) that another source uses for something else.
function(reseed_unite target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "EXCEPT")
  if(NOT RESEED_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  if(arg_EXCEPT)
    set_source_files_properties(${arg_EXCEPT} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  # What GCC 12 sees uninitialised depends on what stands in one file; the build of single files looks for it.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endfunction()
