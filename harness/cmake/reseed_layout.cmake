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

reseed_share(${PROJECT_SOURCE_DIR}/harness/data/datasets datasets)
reseed_share(${PROJECT_SOURCE_DIR}/harness/data/splits splits)
reseed_share(${PROJECT_SOURCE_DIR}/harness/bundle/schema schema)
reseed_share(${PROJECT_SOURCE_DIR}/harness/docs docs)
reseed_share(${PROJECT_SOURCE_DIR}/harness/include include)
reseed_share(${PROJECT_SOURCE_DIR}/studies/published published)
