# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE=DIR -DOUTPUT=FILE -P write_commit.cmake: writes the commit of the sources as a C++ file, which is left
# alone when it holds that already. Git is asked; without it the clone's own files are read.

set(commit "")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --verify --quiet HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT} -C ${SOURCE} status --porcelain --untracked-files=no
    OUTPUT_VARIABLE changes ERROR_QUIET)
  if(commit AND changes)
    string(APPEND commit "-dirty")
  endif()
endif()
if(NOT commit AND EXISTS ${SOURCE}/.git/HEAD)
  file(STRINGS ${SOURCE}/.git/HEAD commit LIMIT_COUNT 1)
  if(commit MATCHES "^ref: (.+)$")
    set(ref ${CMAKE_MATCH_1})
    set(commit "")
    if(EXISTS ${SOURCE}/.git/${ref})
      file(STRINGS ${SOURCE}/.git/${ref} commit LIMIT_COUNT 1)
    elseif(EXISTS ${SOURCE}/.git/packed-refs)
      file(STRINGS ${SOURCE}/.git/packed-refs lines REGEX " ${ref}$")
      string(REGEX MATCH "^[0-9a-f]+" commit "${lines}")
    endif()
  endif()
endif()
if(NOT commit MATCHES "^[0-9a-f]+(-dirty)?$")
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "base/commit.hpp"

namespace reseed {
std::string_view tool_commit() { return "@commit@"; }
}  // namespace reseed
]])
