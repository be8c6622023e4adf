// SPDX-License-Identifier: Apache-2.0
#include "worker/serve.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/json.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

constexpr int kAnswers = 3;
constexpr auto kBetweenProgress = std::chrono::milliseconds(200);

/// Thrown when nobody reads the answers any more.
struct NobodyListens {};

void send_line(const nlohmann::json& message) {
  const std::string line = dump_json(message) + '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(kAnswers, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw NobodyListens{};
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void send_error(const nlohmann::json& id, ErrorKind kind, const std::string& place, const std::string& message) {
  send_line({{"id", id}, {"event", "error"}, {"kind", to_string(kind)}, {"place", place}, {"message", message}});
}

Progress progress_of(const nlohmann::json& id) {
  return [id, last = std::optional<std::chrono::steady_clock::time_point>()](std::int64_t done, std::int64_t total,
                                                                             const std::string& what) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (last && done != total && now - *last < kBetweenProgress) return;
    last = now;
    send_line({{"id", id}, {"event", "progress"}, {"done", done}, {"total", total}, {"what", what}});
  };
}

void answer(const std::map<std::string, Handler>& handlers, const std::string& line) {
  nlohmann::json id;
  try {
    const nlohmann::json request = parse_json(line, "request");
    if (!request.is_object() || !request.contains("id") || !request["id"].is_number_integer() ||
        !request.contains("request") || !request["request"].is_string())
      throw Error(ErrorKind::internal, "request", "want an object with an integer id and a request");
    id = request["id"];
    const auto handler = handlers.find(request["request"].get_ref<const std::string&>());
    if (handler == handlers.end())
      throw Error(ErrorKind::internal, "request", "this worker does not know " + dump_json(request["request"]));
    nlohmann::json result = handler->second(request, progress_of(id));
    send_line({{"id", id}, {"event", "done"}, {"result", std::move(result)}});
  } catch (const Error& error) {
    send_error(id, error.kind(), error.place(), error.message());
  } catch (const std::bad_alloc&) {
    send_error(id, ErrorKind::unfinished, "", "not enough memory; use fewer --jobs or a smaller batch_size");
  } catch (const std::exception& error) {
    send_error(id, ErrorKind::internal, "", error.what());
  }
}

}  // namespace

int serve(const std::map<std::string, Handler>& handlers) {
  if (::fcntl(kAnswers, F_SETFD, FD_CLOEXEC) != 0) {
    std::cerr << "reseed: this program works for reseed, which starts it; there is nothing to type here\n";
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  // Nobody waits for the work of a killed reseed: the system ends this process with it, also in the middle of a
  // request.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    for (std::string line; std::getline(std::cin, line);)
      if (!line.empty()) answer(handlers, line);
  } catch (const NobodyListens&) {
    return 3;
  }
  return 0;
}

}  // namespace reseed
