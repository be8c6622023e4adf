// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::MeasureInfo kInfo = fake::info("fake_foreign");

void create() { std::abort(); }  // nobody must call it

}  // namespace

/// A measure built with another Armadillo.
extern "C" RESEED_VISIBLE const reseed::PluginEntry reseed_plugin = {
    RESEED_PLUGIN_API, reseed::PluginKind::measure, "measure built elsewhere", kInfo.id, "", &kInfo, create};
