// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "reseed/plugin.hpp"

namespace {

void create() { std::abort(); }  // nobody must call it

}  // namespace

/// A plugin of a later interface: what `info` points to is unknown.
extern "C" RESEED_VISIBLE const reseed::PluginEntry reseed_plugin = {RESEED_PLUGIN_API + 1,
                                                                     reseed::PluginKind::measure,
                                                                     "of another time",
                                                                     "from_the_future",
                                                                     "",
                                                                     reinterpret_cast<void*>(1),
                                                                     create};
