// What the probes of this folder share: arrays, launches that are timed or counted, and one line of CSV per launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

namespace probe {

// With "once" as an argument, each case is launched once, for ncu to count, and nothing is timed.
struct Mode {
  bool once;
  size_t granularity;

  // Reads the arguments, and sets L2's fetch granularity if the environment has GRANULARITY (32, 64 or 128).
  Mode(int count, char** words) : once(count > 1 && !strcmp(words[1], "once")) {
    if (const char* asked = getenv("GRANULARITY")) CHECK(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, strtoul(asked, nullptr, 10)));
    CHECK(cudaDeviceGetLimit(&granularity, cudaLimitMaxL2FetchGranularity));
  }
};

inline Mode*& mode() {
  static Mode* mode;
  return mode;
}

inline void start(int count, char** words) { mode() = new Mode(count, words); }

template <typename T>
T* array(size_t count) {
  T* device;
  CHECK(cudaMalloc(&device, count * sizeof(T)));
  CHECK(cudaMemset(device, 0, count * sizeof(T)));
  return device;
}

inline double microseconds(cudaEvent_t start, cudaEvent_t stop) {
  float milliseconds;
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  return milliseconds * 1000;
}

// Prints `name,param,granularity,bytes,us,us_batch`: the median of 11 launches that are timed one by one, and of 5 batches of 10
// launches back to back, per launch. Three launches at least go before, and as many as take 20 ms, which raises the clocks. `bytes` is what the algorithm must move. If the environment has ONLY, cases whose names do not
// contain it are left out.
template <typename Launch>
void measure(const char* name, long param, double bytes, Launch launch) {
  if (const char* only = getenv("ONLY"); only && !strstr(name, only)) return;
  static cudaEvent_t begin, end;
  if (!begin) {
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
  }
  double single = 0, batch = 0;
  if (mode()->once) {
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
  } else {
    std::vector<double> singles, batches;
    auto timed = [&] {
      CHECK(cudaEventRecord(begin));
      launch();
      CHECK(cudaEventRecord(end));
      return microseconds(begin, end);
    };
    double warm = 0;
    for (int i = 0; i < 3 || warm < 20000; i++) warm += timed();
    for (int i = 0; i < 11; i++) singles.push_back(timed());
    for (int i = 0; i < 5; i++) {
      CHECK(cudaEventRecord(begin));
      for (int k = 0; k < 10; k++) launch();
      CHECK(cudaEventRecord(end));
      batches.push_back(microseconds(begin, end) / 10);
    }
    CHECK(cudaGetLastError());
    std::sort(singles.begin(), singles.end());
    std::sort(batches.begin(), batches.end());
    single = singles[singles.size() / 2];
    batch = batches[batches.size() / 2];
  }
  printf("%s,%ld,%zu,%.0f,%.3f,%.3f\n", name, param, mode()->granularity, bytes, single, batch);
  fflush(stdout);
}

}  // namespace probe
