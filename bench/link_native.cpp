// The link's native peers: the same round trip of the same numbers of bytes between two processes, as C does it. A message is filled,
// sent, and copied out at the other end; there is no codec. Prints p50, p99 and p99.9 of the round trips [ns] on one line.
// Usage: link_native socket|futex|poll fifo|normal TRIPS STATE_BYTES COMMAND_BYTES
//   socket  datagrams over a pair of Unix sockets
//   futex   two mailboxes in shared memory, the receiver sleeps in futex()
//   poll    the same mailboxes, the receiver never sleeps
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kMost = 4096;

struct Mailbox {
  std::atomic<std::uint32_t> sequence;
  std::atomic<std::uint32_t> waiters;
  alignas(64) char bytes[kMost];
};

struct Link {
  std::string way;
  int socket = -1;
  Mailbox* out = nullptr;
  Mailbox* in = nullptr;
  std::uint32_t taken = 0;

  void Send(const char* message, std::size_t length) {
    if (way == "socket") {
      if (send(socket, message, length, 0) < 0) std::exit(1);
      return;
    }
    std::memcpy(out->bytes, message, length);
    out->sequence.fetch_add(1);
    if (out->waiters.load() > 0) syscall(SYS_futex, &out->sequence, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }

  void Receive(char* message, std::size_t length) {
    if (way == "socket") {
      if (recv(socket, message, length, 0) <= 0) std::exit(1);
      return;
    }
    while (in->sequence.load() == taken) {
      if (way == "poll") continue;
      in->waiters.fetch_add(1);
      syscall(SYS_futex, &in->sequence, FUTEX_WAIT, taken, nullptr, nullptr, 0);
      in->waiters.fetch_sub(1);
    }
    taken = in->sequence.load();
    std::memcpy(message, in->bytes, length);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  Link link;
  link.way = argv[1];
  const long trips = std::atol(argv[3]);
  const std::size_t state = std::strtoul(argv[4], nullptr, 10), command = std::strtoul(argv[5], nullptr, 10);
  if (trips < 1 || state < 8 || state > kMost || command < 8 || command > kMost) return 2;
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets) != 0) return 1;
  void* shared = mmap(nullptr, 2 * sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  Mailbox* boxes = static_cast<Mailbox*>(shared);
  const pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (std::string(argv[2]) == "fifo") {
    sched_param parameters{};
    parameters.sched_priority = 80;
    if (sched_setscheduler(0, SCHED_FIFO, &parameters) != 0) return 1;
  }
  link.socket = sockets[child == 0 ? 1 : 0];
  link.out = &boxes[child == 0 ? 1 : 0];
  link.in = &boxes[child == 0 ? 0 : 1];
  char message[kMost] = {};
  if (child == 0) {
    for (long i = 0; i < trips; ++i) {
      link.Receive(message, state);
      link.Send(message, command);
    }
    _exit(0);
  }
  std::vector<double> times;
  times.reserve(trips);
  for (long i = 0; i < trips; ++i) {
    const auto start = std::chrono::steady_clock::now();
    std::memcpy(message, &i, sizeof i);
    link.Send(message, state);
    link.Receive(message, command);
    times.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
    if (std::memcmp(message, &i, sizeof i) != 0) return 1;
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::sort(times.begin(), times.end());
  const auto at = [&times](double q) { return times[static_cast<std::size_t>(q * (times.size() - 1))]; };
  std::printf("%.0f %.0f %.0f\n", at(0.5), at(0.99), at(0.999));
  return 0;
}
