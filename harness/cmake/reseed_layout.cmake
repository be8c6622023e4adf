# SPDX-License-Identifier: Apache-2.0
# The build folder is laid out as the installation is: bin/, lib/reseed/plugins/, share/reseed/.

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(RESEED_PLUGIN_DIRECTORY ${PROJECT_BINARY_DIR}/lib/reseed/plugins)

# Data that the programs read at run time: build folders hold links, installations copies.
function(reseed_share source name)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/reseed)
  file(CREATE_LINK ${source} ${PROJECT_BINARY_DIR}/share/reseed/${name} SYMBOLIC)
  install(DIRECTORY ${source}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/reseed/${name})
endfunction()

reseed_share(${PROJECT_SOURCE_DIR}/harness/data/checkpoints checkpoints)
reseed_share(${PROJECT_SOURCE_DIR}/harness/data/datasets datasets)
reseed_share(${PROJECT_SOURCE_DIR}/harness/data/splits splits)
reseed_share(${PROJECT_SOURCE_DIR}/harness/bundle/schema schema)
reseed_share(${PROJECT_SOURCE_DIR}/harness/docs docs)
reseed_share(${PROJECT_SOURCE_DIR}/harness/include include)
reseed_share(${PROJECT_SOURCE_DIR}/studies/published published)

# reseed_target_programs(NAME): builds every program and plugin made so far (the tests come later).
function(reseed_target_programs name)
  set(programs)
  set(folders ${PROJECT_SOURCE_DIR})
  while(folders)
    list(POP_FRONT folders folder)
    get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    list(APPEND folders ${below})
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      if(type STREQUAL "EXECUTABLE" OR type STREQUAL "MODULE_LIBRARY")
        list(APPEND programs ${target})
      endif()
    endforeach()
  endwhile()
  add_custom_target(${name} DEPENDS ${programs})
endfunction()
