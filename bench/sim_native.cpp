// Physics steps of MuJoCo's native library in a program of its own, for comparison: program MODEL STEPS prints the nanoseconds a step, of the thread's time.
//
// The model is an MJB file; beside it, with `.start` behind its name, the positions and then the controls that it starts with.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include <mujoco/mujoco.h>

static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

int main(int count, char** words) {
  if (count != 3) return 2;
  const std::string path = words[1];
  const int steps = std::atoi(words[2]);
  mjModel* model = mj_loadModel(path.c_str(), nullptr);
  mjData* data = model == nullptr ? nullptr : mj_makeData(model);
  if (data == nullptr) return 1;
  std::vector<mjtNum> values(static_cast<size_t>(model->nq + model->nu));
  std::ifstream start(path + ".start", std::ios::binary);
  start.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(sizeof(mjtNum) * values.size()));
  double took = 0;
  // Twice, so that the memory of the state has been touched before.
  for (int round = 0; round < 2; round++) {
    mj_resetData(model, data);
    std::copy_n(values.begin(), model->nq, data->qpos);
    std::copy_n(values.begin() + model->nq, model->nu, data->ctrl);
    const double begin = now();
    for (int i = 0; i < steps; i++) mj_step(model, data);
    took = now() - begin;
  }
  std::printf("%f\n", took / steps);
  mj_deleteData(data);
  mj_deleteModel(model);
}
