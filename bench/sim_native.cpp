// Physics steps of MuJoCo's native library in a program of its own, for comparison: program MODEL STEPS prints the nanoseconds a step.
//
// The model is an MJB file; beside it, with `.start` behind its name, the positions and then the controls that it starts with.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include <mujoco/mujoco.h>

int main(int count, char** words) {
  if (count != 3) return 2;
  const std::string path = words[1];
  const int steps = std::atoi(words[2]);
  mjModel* model = mj_loadModel(path.c_str(), nullptr);
  mjData* data = model == nullptr ? nullptr : mj_makeData(model);
  if (data == nullptr) return 1;
  std::ifstream start(path + ".start", std::ios::binary);
  start.read(reinterpret_cast<char*>(data->qpos), static_cast<std::streamsize>(sizeof(mjtNum) * model->nq));
  start.read(reinterpret_cast<char*>(data->ctrl), static_cast<std::streamsize>(sizeof(mjtNum) * model->nu));
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; i++) mj_step(model, data);
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
  std::printf("%f\n", took.count() / steps);
  mj_deleteData(data);
  mj_deleteModel(model);
}
