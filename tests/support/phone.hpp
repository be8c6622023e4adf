// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/test/unit_test.hpp>

#include "support/browser.hpp"

namespace reseed::test {

/// What check_on_a_phone() looks at, and some more.
inline const char* const kProbe = R"js(
  var d = document, all = d.querySelectorAll('svg'), named = 0;
  all.forEach(function(s){
    var t = s.querySelector('title'), x = s.querySelector('desc');
    if (t && x && t.textContent && x.textContent && s.getAttribute('role') === 'img') ++named});
  d.querySelectorAll('details').forEach(function(e){e.open = true; e.dispatchEvent(new Event('toggle'))});
  var outside = [], broken = [];
  d.querySelectorAll('body *').forEach(function(e){
    if (e.parentElement.closest('.scroll,pre,svg')) return;
    var r = e.getBoundingClientRect();
    if (r.right > innerWidth + 1) outside.push(e.tagName + '.' + e.getAttribute('class') + ' ' + e.textContent.slice(0, 40))});
  // A heading of one word takes one line: a word is never broken between its letters.
  d.querySelectorAll('th button').forEach(function(b){
    if (/^\w{3,14}$/.test(b.textContent) && b.getBoundingClientRect().height > 30) broken.push(b.textContent)});
  var links = d.querySelectorAll('nav a'), dead = 0;
  links.forEach(function(a){if (!d.getElementById(a.getAttribute('href').slice(1))) ++dead});
  return {width: innerWidth, scroll: d.documentElement.scrollWidth, figures: all.length, named: named, title: d.title,
          scripts: d.querySelectorAll('script:not([type])').length, images: d.images.length,
          handlers: d.querySelectorAll('[onerror]').length, loaded: performance.getEntriesByType('resource').length,
          outside: outside, broken: broken, links: links.length, dead: dead, sections: d.querySelectorAll('h2').length,
          rows: d.querySelectorAll('#values ~ details tbody tr').length, text: d.body.innerText.slice(0, 6000)};
)js";

/// What must hold of every page at the width of a phone.
inline void check_on_a_phone(const Seen& seen) {
  BOOST_TEST_REQUIRE(!seen.facts.is_null());
  BOOST_TEST(seen.console.empty(), "the console says: " << (seen.console.empty() ? "" : seen.console.front()));
  BOOST_TEST(seen.facts["width"] == 390);
  BOOST_TEST(seen.facts["scroll"].get<int>() <= 390);
  BOOST_TEST(seen.facts["outside"].empty(), seen.facts["outside"].dump());
  BOOST_TEST(seen.facts["broken"].empty(), seen.facts["broken"].dump());
  BOOST_TEST(seen.facts["figures"] == seen.facts["named"]);
  BOOST_TEST(seen.facts["images"] == 0);
  BOOST_TEST(seen.facts["handlers"] == 0);
  BOOST_TEST(seen.facts["loaded"] == 0);
  BOOST_TEST(seen.facts["dead"] == 0);
  BOOST_TEST(seen.facts["links"] == seen.facts["sections"]);  // the contents name every section
}

}  // namespace reseed::test
