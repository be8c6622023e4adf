# SPDX-License-Identifier: Apache-2.0
# reseed_add_measure(ID), reseed_add_mitigation(ID), reseed_add_study(ID): a plugin of one file <ID>.cpp in the current
# folder, built into the plugin folder and installed. FOLDER puts it elsewhere (fakes of the tests); SOURCES names further
# files of the plugin, headers included: all of them enter its source digest.

# measure_plugins, mitigation_plugins, study_plugins: targets that build all of a kind.
foreach(kind measure mitigation study)
  add_custom_target(${kind}_plugins)
endforeach()

# The contracts that a plugin links: a measure or study sees Armadillo, a mitigation method LibTorch.
function(reseed_add_plugin name api)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "FOLDER;SOURCE" "SOURCES")
  if(NOT arg_SOURCE)
    set(arg_SOURCE ${name}.cpp)
  endif()
  if(NOT arg_FOLDER)
    set(arg_FOLDER ${RESEED_PLUGIN_DIRECTORY})
    string(REGEX REPLACE "reseed::(.*)_api" "\\1_plugins" kind ${api})
    add_dependencies(${kind} ${name})
    install(TARGETS ${name} LIBRARY DESTINATION lib/reseed/plugins)  # where plugin_folders() looks, on every distribution
  endif()
  get_filename_component(source ${arg_SOURCE} ABSOLUTE)
  set(digests "")
  foreach(file IN LISTS source arg_SOURCES)
    get_filename_component(file ${file} ABSOLUTE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(SHA256 ${file} digest)
    string(APPEND digests ${digest})
    target_sources(${name} PRIVATE ${file})
  endforeach()
  if(arg_SOURCES)
    string(SHA256 digest "${digests}")
  endif()
  set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS RESEED_SOURCE_DIGEST="${digest}")
  set_target_properties(${name} PROPERTIES PREFIX "" DEFINE_SYMBOL "" LIBRARY_OUTPUT_DIRECTORY ${arg_FOLDER})
  target_link_libraries(${name} PRIVATE ${api})
endfunction()

macro(reseed_add_measure name)
  add_library(${name} MODULE)
  reseed_add_plugin(${name} reseed::measure_api ${ARGN})
endmacro()

macro(reseed_add_mitigation name)
  if(RESEED_TRAIN)
    add_library(${name} MODULE)
    reseed_add_plugin(${name} reseed::mitigation_api ${ARGN})
  endif()
endmacro()

macro(reseed_add_study name)
  add_library(${name} MODULE)
  reseed_add_plugin(${name} reseed::study_api ${ARGN})
endmacro()
