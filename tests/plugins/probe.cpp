// A robot that does what a script says, and writes down every call with its time: for tests of what runs drivers.
//
// The script is the file of `config_path`: one `key: words` a line; empty lines and those that begin with '#' say nothing. Cycles are counted by
// the calls of sync(), the first is 1.
//
//   log: FILE                     every call is appended to it (see below); nothing is written without
//   joints: N                     number of joints (6)
//   initial: V...                 positions at the start (zeros)
//   period_us: N                  sync() returns on a grid of so many µs; 0: it does not wait at all (1000)
//   step_us: N                    time of the robot that a cycle is, where it is another one than period_us
//   position: follow              joints are where the last command wants them (the default); velocities and torques move them, too
//             constant            they stay where they are
//             offset X            they are X below the last position command
//             lag S               they follow position commands with a time constant of S seconds
//             sine A HZ           they swing around the start, whatever is commanded
//   phase: CYCLE empty            from that cycle on, until the next phase: no positions
//          CYCLE values V...      these positions
//          CYCLE count N          so many positions
//          CYCLE nan JOINT        NaN as the position of that joint
//          CYCLE normal           positions as above
//   velocity: none | count N      what getActualQd() returns (one value a joint)
//   torque: none | count N        what getJointTorques() returns (one value a joint)
//   imu: NAME                     a sensor; may stand several times
//   force_sensor: NAME            a sensor; may stand several times
//   new_imus: yes                 another sensor with a new name in each cycle
//   stall: CYCLE SECONDS          sync() of that cycle takes so much longer
//   hang: CYCLE                   sync() of that cycle never returns
//   crash: CYCLE                  sync() of that cycle writes to address 0
//   throw: METHOD CYCLE KIND TEXT that method throws from that cycle on: an `exception`, a `string`, a `text` (const char *), an `int`
//   create: sleep S | throw KIND TEXT | null | crash
//   destroy: sleep S | throw KIND TEXT
//   signal: NUMBER                create() takes this signal of the process for itself, and does nothing when it comes
//   take: CYCLE ignore NUMBER     sync() of that cycle (0: create()) has the process ignore a signal
//   take: CYCLE memory            it locks all memory of the process, as many examples for real-time robots do
//   take: CYCLE exceptions        it enables floating-point exceptions
//   thread: CYCLE                 sync() of that cycle starts a thread and waits for its end
//   exit: CYCLE CODE              sync() of that cycle ends the process by exit(CODE), as some makers' libraries do
//   open: FILE                    create() opens this library, which may want symbols of this one
//
// A line of the log: CLOCK_MONOTONIC in ns, cycle, what happened, its values; separated by tabs. Each is written at once, so that a crash loses
// nothing. What happened: `create` (class, ip, port, config_path, grippers as name:joint,joint), `destroy`, `sync` (the positions of the new
// state; written when it returns), `servoJ`, `speedJ`, `tauJ` (the command), `throw`, `stall`, `hang`, `crash`, `take`, `thread`, `exit`.
//
// CLASS_NAME: another class name; MORE_CLASS: a second one; WITH_LOAD_GLOBAL: asks for RTLD_GLOBAL.
#include <robot_interface/RobotDriverTemplate.h>

#include <cfenv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

#ifndef CLASS_NAME
#  define CLASS_NAME "RobotDriverProbe"
#endif

using Vector = std::vector<double>;

namespace
{

long long monotonicNs()
{
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

void sleepUntil(long long ns)
{
  const timespec at{static_cast<time_t>(ns / 1000000000), static_cast<long>(ns % 1000000000)};
  while(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, nullptr) != 0)
  {
  }
}

void sleepSeconds(double seconds)
{
  sleepUntil(monotonicNs() + static_cast<long long>(seconds * 1e9));
}

[[noreturn]] void throwA(const std::string & kind, const std::string & text)
{
  // Thrown pointers must outlive the driver.
  static std::string kept;
  kept = text;
  if(kind == "string") throw text;
  if(kind == "text") throw kept.c_str();
  if(kind == "int") throw 42;
  throw std::runtime_error(text);
}

[[noreturn]] void crash()
{
  volatile int * nowhere = nullptr;
  *nowhere = 1;
  throw std::logic_error("unreachable");
}

struct Phase
{
  long cycle = 0;
  std::string kind;
  Vector values;
};

struct Throw
{
  std::string method;
  long cycle = 0;
  std::string kind;
  std::string text;
};

std::string rest(std::istream & from)
{
  std::string text;
  std::getline(from >> std::ws, text);
  return text;
}

Vector numbers(std::istream & from)
{
  Vector values;
  for(double value = 0; from >> value;) values.push_back(value);
  return values;
}

struct Script
{
  std::string log;
  std::size_t joints = 6;
  Vector initial;
  long periodUs = 1000;
  long stepUs = -1;
  std::string position = "follow";
  Vector positionValues;
  std::vector<Phase> phases;
  long velocityCount = -1;
  long torqueCount = -1;
  std::vector<std::string> imus;
  bool newImus = false;
  std::vector<std::string> forceSensors;
  std::map<long, double> stalls;
  std::vector<Throw> throws;
  long hang = -1;
  long crash = -1;
  int signal = 0;
  long thread = -1;
  std::map<long, std::string> takes;
  long exit = -1;
  int exitCode = 0;
  std::string create;
  std::string destroy;
  std::string open;

  explicit Script(const std::string & path)
  {
    std::ifstream file(path);
    if(!file) throw std::runtime_error("reading the probe's script " + path + ": it cannot be opened; wanted a file, see probe.cpp");
    for(std::string line; std::getline(file, line);) read(line);
    initial.resize(joints, 0.0);
    if(stepUs < 0) stepUs = periodUs;
  }

private:
  void read(const std::string & line)
  {
    std::istringstream words(line);
    std::string key;
    if(!(words >> key) || key[0] == '#') return;
    if(key == "log:") log = rest(words);
    else if(key == "joints:") words >> joints;
    else if(key == "initial:") initial = numbers(words);
    else if(key == "period_us:") words >> periodUs;
    else if(key == "step_us:") words >> stepUs;
    else if(key == "position:")
    {
      words >> position;
      positionValues = numbers(words);
    }
    else if(key == "phase:")
    {
      Phase phase;
      words >> phase.cycle >> phase.kind;
      phase.values = numbers(words);
      phases.push_back(phase);
    }
    else if(key == "velocity:") velocityCount = count(words);
    else if(key == "torque:") torqueCount = count(words);
    else if(key == "imu:") imus.push_back(rest(words));
    else if(key == "force_sensor:") forceSensors.push_back(rest(words));
    else if(key == "new_imus:") newImus = true;
    else if(key == "stall:")
    {
      long cycle = 0;
      words >> cycle;
      words >> stalls[cycle];
    }
    else if(key == "throw:")
    {
      Throw thrown;
      words >> thrown.method >> thrown.cycle >> thrown.kind;
      thrown.text = rest(words);
      throws.push_back(thrown);
    }
    else if(key == "hang:") words >> hang;
    else if(key == "crash:") words >> crash;
    else if(key == "signal:") words >> signal;
    else if(key == "take:")
    {
      long cycle = 0;
      words >> cycle;
      takes[cycle] = rest(words);
    }
    else if(key == "thread:") words >> thread;
    else if(key == "exit:") words >> exit >> exitCode;
    else if(key == "create:") create = rest(words);
    else if(key == "destroy:") destroy = rest(words);
    else if(key == "open:") open = rest(words);
    else throw std::runtime_error("reading the probe's script: '" + line + "' has no key of it; see probe.cpp");
  }

  static long count(std::istream & words)
  {
    std::string kind;
    long number = 0;
    words >> kind >> number;
    return kind == "none" ? 0 : number;
  }
};

class Log
{
public:
  explicit Log(const std::string & path)
  {
    if(path.empty()) return;
    file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if(file_ < 0) throw std::runtime_error("opening the probe's log " + path + ": failed");
  }

  Log(const Log &) = delete;
  Log & operator=(const Log &) = delete;

  ~Log()
  {
    if(file_ >= 0) close(file_);
  }

  void text(long cycle, const char * what, const std::string & values)
  {
    if(file_ < 0) return;
    line_.clear();
    begin(cycle, what);
    if(!values.empty()) line_ += '\t' + values;
    end();
  }

  void values(long cycle, const char * what, const Vector & values)
  {
    if(file_ < 0) return;
    line_.clear();
    begin(cycle, what);
    char number[40];
    for(const double value : values) line_.append(number, snprintf(number, sizeof number, "\t%.17g", value));
    end();
  }

private:
  void begin(long cycle, const char * what)
  {
    char head[80];
    line_.append(head, snprintf(head, sizeof head, "%lld\t%ld\t%s", monotonicNs(), cycle, what));
  }

  void end()
  {
    line_ += '\n';
    if(write(file_, line_.data(), line_.size()) < 0) throw std::runtime_error("writing the probe's log: failed");
  }

  int file_ = -1;
  std::string line_;
};

class Probe : public robot_interface::RobotDriver
{
public:
  explicit Probe(Script script) : script_(std::move(script)), log_(script_.log), q_(script_.initial), target_(q_)
  {
    qd_.resize(q_.size(), 0.0);
    tau_.resize(q_.size(), 0.0);
  }

  ~Probe() override
  {
    log_.text(cycle_, "destroy", "");
    std::istringstream words(script_.destroy);
    std::string kind;
    words >> kind;
    double seconds = 0;
    if(kind == "sleep" && words >> seconds) sleepSeconds(seconds);
  }

  Log & log()
  {
    return log_;
  }

  const Script & script() const
  {
    return script_;
  }

  /** Takes what belongs to the process. */
  void take()
  {
    const auto found = script_.takes.find(cycle_);
    if(found == script_.takes.end()) return;
    std::istringstream words(found->second);
    std::string what;
    int number = 0;
    words >> what >> number;
    if(what == "ignore") std::signal(number, SIG_IGN);
    if(what == "memory" && mlockall(MCL_CURRENT | MCL_FUTURE) != 0) throw std::runtime_error("mlockall failed");
    if(what == "exceptions") feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
    log_.text(cycle_, "take", what);
  }

  void sync() override
  {
    cycle_++;
    if(cycle_ == script_.crash)
    {
      log_.text(cycle_, "crash", "");
      crash();
    }
    if(cycle_ == script_.hang)
    {
      log_.text(cycle_, "hang", "");
      for(;;) pause();
    }
    const auto stall = script_.stalls.find(cycle_);
    if(stall != script_.stalls.end())
    {
      log_.text(cycle_, "stall", "");
      sleepSeconds(stall->second);
    }
    take();
    if(cycle_ == script_.exit)
    {
      log_.text(cycle_, "exit", "");
      std::exit(script_.exitCode);
    }
    if(cycle_ == script_.thread) std::thread([this] { log_.text(cycle_, "thread", ""); }).join();
    mayThrow("sync");
    pace();
    move();
    measured_ = measure();
    log_.values(cycle_, "sync", measured_);
  }

  Vector getActualQ() override
  {
    mayThrow("getActualQ");
    return measured_;
  }

  Vector getActualQd() override
  {
    mayThrow("getActualQd");
    return sized(qd_, script_.velocityCount);
  }

  Vector getJointTorques() override
  {
    mayThrow("getJointTorques");
    return sized(tau_, script_.torqueCount);
  }

  void servoJ(const Vector & q) override
  {
    command("servoJ", q);
    target_ = q;
    control_ = 'q';
  }

  void speedJ(const Vector & qd) override
  {
    command("speedJ", qd);
    target_ = qd;
    control_ = 'v';
  }

  void tauJ(const Vector & tau) override
  {
    command("tauJ", tau);
    target_ = tau;
    control_ = 't';
  }

  robot_interface::IMUMap getIMUs() override
  {
    mayThrow("getIMUs");
    robot_interface::IMUMap imus;
    for(const auto & name : script_.imus) imus[name] = {{{1, 0, 0, 0}}, {{0.1, 0.2, 0.3}}, {{0, 0, 9.81}}};
    if(script_.newImus) imus["new" + std::to_string(newImuCount_++)] = {};
    return imus;
  }

  robot_interface::WrenchMap getForceSensors() override
  {
    mayThrow("getForceSensors");
    robot_interface::WrenchMap sensors;
    for(const auto & name : script_.forceSensors) sensors[name] = {{{1, 2, 3}}, {{4, 5, 6}}};
    return sensors;
  }

private:
  void mayThrow(const char * method)
  {
    for(const auto & each : script_.throws)
    {
      if(each.method != method || cycle_ < each.cycle) continue;
      log_.text(cycle_, "throw", method);
      throwA(each.kind, each.text);
    }
  }

  void command(const char * method, const Vector & values)
  {
    log_.values(cycle_, method, values);
    mayThrow(method);
    if(values.size() == q_.size()) return;
    throw std::runtime_error(std::string(method) + "(): " + std::to_string(values.size()) + " values; wanted " + std::to_string(q_.size()));
  }

  /** A cycle that is late is made up for by the next; what is later begins anew. */
  void pace()
  {
    const long long periodNs = script_.periodUs * 1000LL;
    if(periodNs == 0) return;
    const long long now = monotonicNs();
    due_ = due_ + 2 * periodNs < now ? now + periodNs : due_ + periodNs;
    sleepUntil(due_);
  }

  void move()
  {
    const double dt = static_cast<double>(script_.stepUs) * 1e-6;
    const double value = script_.positionValues.empty() ? 0.0 : script_.positionValues[0];
    time_ += dt;
    for(std::size_t i = 0; i < q_.size(); i++)
    {
      const double before = q_[i];
      if(script_.position == "sine")
        q_[i] = script_.initial[i] + value * std::sin(2 * M_PI * script_.positionValues.at(1) * time_);
      else if(script_.position == "constant") q_[i] = script_.initial[i];
      else if(control_ == 'v') q_[i] += target_[i] * dt;
      else if(control_ == 't')
      {
        qd_[i] += target_[i] * dt;
        q_[i] += qd_[i] * dt;
      }
      else if(control_ != 'q') continue;
      else if(script_.position == "offset") q_[i] = target_[i] - value;
      else if(script_.position == "lag") q_[i] += (target_[i] - q_[i]) * std::min(1.0, dt / value);
      else q_[i] = target_[i];
      if(control_ != 't') qd_[i] = dt > 0 ? (q_[i] - before) / dt : 0.0;
      tau_[i] = control_ == 't' ? target_[i] : 0.0;
    }
  }

  Vector measure() const
  {
    const Phase * phase = nullptr;
    for(const auto & each : script_.phases)
    {
      if(cycle_ >= each.cycle) phase = &each;
    }
    if(phase == nullptr || phase->kind == "normal") return q_;
    if(phase->kind == "values") return phase->values;
    if(phase->kind == "count") return sized(q_, static_cast<long>(phase->values.at(0)));
    if(phase->kind != "nan") return {};
    Vector values = q_;
    values.at(static_cast<std::size_t>(phase->values.at(0))) = std::numeric_limits<double>::quiet_NaN();
    return values;
  }

  static Vector sized(Vector values, long count)
  {
    if(count >= 0) values.resize(static_cast<std::size_t>(count), 0.0);
    return values;
  }

  const Script script_;
  Log log_;
  Vector q_;
  Vector qd_;
  Vector tau_;
  Vector target_;
  Vector measured_;
  char control_ = ' ';
  long cycle_ = 0;
  long newImuCount_ = 0;
  double time_ = 0.0;
  long long due_ = monotonicNs();
};

std::string describe(const std::vector<robot_interface::GripperInfo> & grippers)
{
  std::string text;
  for(const auto & [name, joints] : grippers)
  {
    text += (text.empty() ? "" : ";") + name + ":";
    for(std::size_t i = 0; i < joints.size(); i++) text += (i == 0 ? "" : ",") + joints[i];
  }
  return text;
}

} // namespace

ROBOT_DRIVER_EXPORT_ABI_VERSION()

extern "C"
{

ROBOT_DRIVER_DLLAPI void ROBOT_DRIVER_PLUGIN(std::vector<std::string> & classes)
{
  classes.push_back(CLASS_NAME);
#ifdef MORE_CLASS
  classes.push_back(MORE_CLASS);
#endif
}

ROBOT_DRIVER_DLLAPI robot_interface::RobotDriver * create(const std::string & name,
                                                          const std::string & ip,
                                                          const uint16_t & port,
                                                          const std::string & config_path,
                                                          const std::vector<robot_interface::GripperInfo> & grippers)
{
  auto probe = std::make_unique<Probe>(Script(config_path));
  probe->log().text(0, "create", name + '\t' + ip + '\t' + std::to_string(port) + '\t' + config_path + '\t' + describe(grippers));
  if(probe->script().signal != 0) std::signal(probe->script().signal, [](int) {});
  probe->take();
  const std::string & library = probe->script().open;
  if(!library.empty() && dlopen(library.c_str(), RTLD_NOW) == nullptr) throw std::runtime_error(dlerror());
  std::istringstream words(probe->script().create);
  std::string what, kind;
  double seconds = 0;
  words >> what;
  if(what == "null") return nullptr;
  if(what == "crash") crash();
  if(what == "sleep" && words >> seconds) sleepSeconds(seconds);
  if(what == "throw" && words >> kind) throwA(kind, rest(words));
  return probe.release();
}

ROBOT_DRIVER_DLLAPI void destroy(robot_interface::RobotDriver * driver)
{
  std::istringstream words(static_cast<Probe *>(driver)->script().destroy);
  std::string what, kind;
  words >> what >> kind;
  const std::string text = rest(words);
  delete driver;
  if(what == "throw") throwA(kind, text);
}

#ifdef WITH_LOAD_GLOBAL
ROBOT_DRIVER_DLLAPI void LOAD_GLOBAL() {}
#endif

/** For the library of `open`, which wants it. */
ROBOT_DRIVER_DLLAPI int probe_symbol()
{
  return 1;
}

}
