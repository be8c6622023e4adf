// SPDX-License-Identifier: Apache-2.0
#include "execute/store.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <fstream>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"

using namespace reseed;
namespace fs = std::filesystem;

namespace {

const StoreKey kKey{"run", sha256("some run")};

StoreEntry put(Store& store, const StoreKey& key, const std::string& content) {
  Store::Draft draft = store.draft();
  write_file(draft.folder() / "logits.bin", content);
  write_file(draft.folder() / "outcome.json", "{}\n");
  return store.commit(std::move(draft), key, {{"seconds", 1.5}});
}

/// Flips the lowest bit of one byte in the middle of a file.
void flip_a_byte(const fs::path& file) {
  std::string content = read_file(file);
  content[content.size() / 2] ^= 1;
  std::ofstream(file, std::ios::binary) << content;
}

void truncate(const fs::path& file) { fs::resize_file(file, fs::file_size(file) - 1); }

}  // namespace

BOOST_AUTO_TEST_SUITE(store)

BOOST_AUTO_TEST_CASE(gives_back_what_was_committed) {
  const TemporaryFolder folder;
  Store store(folder.path() / "store");
  BOOST_TEST(store.find(kKey).reason == "not stored yet");
  put(store, kKey, "12345");
  Store again(folder.path() / "store");
  const Store::Lookup found = again.find(kKey);
  BOOST_REQUIRE(found.entry);
  BOOST_TEST(read_file(found.entry->folder / "logits.bin") == "12345");
  BOOST_TEST(found.entry->info.at("seconds") == 1.5);
  BOOST_TEST(found.entry->bytes() == 8u);
}

BOOST_AUTO_TEST_CASE(sets_aside_every_damaged_file_and_says_which) {
  for (const auto damage : {&flip_a_byte, &truncate})
    for (const char* name : {"logits.bin", "outcome.json", "entry.json"}) {
      const TemporaryFolder folder;
      Store writer(folder.path());
      damage(put(writer, kKey, "12345").folder / name);
      Store reader(folder.path());
      const Store::Lookup found = reader.find(kKey);
      BOOST_TEST(!found.entry);
      BOOST_TEST(found.damaged);
      BOOST_TEST(found.reason.find(name) != std::string::npos, found.reason);
      BOOST_TEST(!reader.find(kKey).damaged);
      BOOST_TEST(fs::exists(folder.path() / "damaged"));
      put(reader, kKey, "12345");
      BOOST_TEST(Store(folder.path()).find(kKey).entry.has_value());
    }
}

BOOST_AUTO_TEST_CASE(takes_no_entry_that_was_moved_to_anothers_place) {
  const TemporaryFolder folder;
  const StoreKey other{"run", sha256("another run")};
  Store store(folder.path() / "store");
  const fs::path one = put(store, kKey, "12345").folder;
  const fs::path two = put(store, other, "67890").folder;
  fs::rename(one, folder.path() / "aside");
  fs::rename(two, one);
  fs::rename(folder.path() / "aside", two);
  for (const StoreKey& key : {kKey, other}) {
    const Store::Lookup found = Store(folder.path() / "store").find(key);
    BOOST_TEST(!found.entry);
    BOOST_TEST(found.reason.find("the entry of another key") != std::string::npos, found.reason);
  }
}

BOOST_AUTO_TEST_CASE(reports_a_missing_file_as_damage) {
  const TemporaryFolder folder;
  Store writer(folder.path());
  fs::remove(put(writer, kKey, "12345").folder / "logits.bin");
  const Store::Lookup found = Store(folder.path()).look(kKey);
  BOOST_TEST(found.damaged);
  BOOST_TEST(found.reason.find("missing") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(keeps_the_first_of_two_entries_of_one_key) {
  const TemporaryFolder folder;
  Store a(folder.path());
  Store b(folder.path());
  put(a, kKey, "first");
  const StoreEntry entry = put(b, kKey, "second");
  BOOST_TEST(read_file(entry.folder / "logits.bin") == "first");
}

BOOST_AUTO_TEST_CASE(lets_one_process_at_a_time_make_an_entry) {
  const TemporaryFolder folder;
  Store a(folder.path());
  Store b(folder.path());
  {
    const auto lease = a.lease(kKey);
    BOOST_REQUIRE(lease);
    BOOST_TEST(!b.lease(kKey));
    BOOST_TEST((b.lease_state(kKey) == LockFile::State::held));
  }
  BOOST_TEST((b.lease_state(kKey) == LockFile::State::free));
  BOOST_TEST(b.lease(kKey).has_value());
}

BOOST_AUTO_TEST_CASE(forgets_what_a_killed_process_left_half_written) {
  const TemporaryFolder folder;
  Store store(folder.path());
  int ready[2];
  BOOST_REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    Store other(folder.path());
    const auto lease = other.lease(kKey);
    const Store::Draft draft = other.draft();
    write_file(draft.folder() / "logits.bin", "half");
    if (::write(ready[1], "x", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char byte = 0;
  BOOST_REQUIRE(::read(ready[0], &byte, 1) == 1);
  BOOST_TEST((store.lease_state(kKey) == LockFile::State::held));
  const auto drafts = [&] { return std::distance(fs::directory_iterator(folder.path() / "drafts"), {}); };
  { Store alive(folder.path()); }
  BOOST_TEST(drafts() == 2);  // a living process keeps its draft and lock
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  BOOST_TEST((store.lease_state(kKey) == LockFile::State::left_behind));
  Store after(folder.path());
  BOOST_TEST(drafts() == 0);
  BOOST_TEST(after.lease(kKey).has_value());
}

BOOST_AUTO_TEST_CASE(refuses_a_store_of_another_version) {
  const TemporaryFolder folder;
  write_file(folder.path() / "store.json", "{\"store_version\":2}\n");
  BOOST_CHECK_EXCEPTION(Store(folder.path()), Error, [&](const Error& error) {
    return error.kind() == ErrorKind::data && error.place() == (folder.path() / "store.json").string();
  });
}

BOOST_AUTO_TEST_SUITE_END()
