// SPDX-License-Identifier: Apache-2.0
#include "execute/interruption.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "reseed/error.hpp"

namespace reseed {
namespace {

volatile std::sig_atomic_t g_signal = 0;
int g_pipe[2] = {-1, -1};
struct sigaction g_before[2];

void remember(int signal) {
  if (g_signal != 0) ::_exit(128 + signal);
  g_signal = signal;
  const int error = errno;
  const char byte = 0;
  if (::write(g_pipe[1], &byte, 1) < 0) ::_exit(128 + signal);  // the pipe holds nothing else: it cannot be full
  errno = error;
}

}  // namespace

Interruption::Interruption() {
  if (::pipe2(g_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
    throw Error(ErrorKind::internal, "", std::string("cannot make a pipe: ") + std::strerror(errno));
  g_signal = 0;
  struct sigaction action {};
  action.sa_handler = remember;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &g_before[0]);
  ::sigaction(SIGTERM, &action, &g_before[1]);
}

Interruption::~Interruption() {
  ::sigaction(SIGINT, &g_before[0], nullptr);
  ::sigaction(SIGTERM, &g_before[1], nullptr);
  for (int& end : g_pipe) {
    ::close(end);
    end = -1;
  }
}

int Interruption::signal() const { return g_signal; }
int Interruption::descriptor() const { return g_pipe[0]; }

}  // namespace reseed
