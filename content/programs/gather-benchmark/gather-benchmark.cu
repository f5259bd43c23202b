// What does an index array cost? A gather reads where the indices say, and a scatter writes there. The indices are in order, shuffled
// within each warp, a random half of all places in ascending order, and the same half in random order.
//
//   nvcc -O3 -std=c++17 -arch=native -o gather-benchmark gather-benchmark.cu
//   ./gather-benchmark            2^24 indices
//   ./gather-benchmark 22         2^22
//   ./gather-benchmark 24 once    runs each kernel once, untimed, for a profiler
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                         \
  do {                                                                                      \
    cudaError_t status = (call);                                                            \
    if (status != cudaSuccess) {                                                            \
      fprintf(stderr, "%s, line %d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(1);                                                                              \
    }                                                                                       \
  } while (0)

constexpr int kThreads = 256;

// Neighbouring lanes write neighbouring places, and read anywhere.
__global__ void gather(const float* __restrict__ in, const int* __restrict__ indices, float* __restrict__ out, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < count) out[i] = in[indices[i]];
}

// Neighbouring lanes read neighbouring places, and write anywhere. No index comes twice.
__global__ void scatter(const float* __restrict__ in, const int* __restrict__ indices, float* __restrict__ out, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < count) out[indices[i]] = in[i];
}

using Kernel = void (*)(const float*, const int*, float*, size_t);

int blocksFor(size_t count) { return (count + kThreads - 1) / kThreads; }

// A random number below a limit, the same ones in each run.
size_t randomBelow(size_t limit) {
  static unsigned long long state = 1;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (state >> 33) % limit;
}

void shuffle(std::vector<int>& indices, size_t from, size_t to) {
  for (size_t i = to - 1; i > from; i--) std::swap(indices[i], indices[from + randomBelow(i - from + 1)]);
}

// A random half of 2 * count places, in ascending order.
std::vector<int> randomHalf(size_t count) {
  std::vector<int> places;
  for (size_t place = 0; places.size() < count; place++)
    if (randomBelow(2 * count - place) < count - places.size()) places.push_back(place);
  return places;
}

// Milliseconds between two events, or nan where there is no clock: the course's lab counts, and does not measure.
float elapsed(cudaEvent_t start, cudaEvent_t stop) {
  CHECK(cudaEventSynchronize(stop));
  float milliseconds;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  return milliseconds;
}

bool hasClock() {
  cudaEvent_t event;
  CHECK(cudaEventCreate(&event));
  CHECK(cudaEventRecord(event));
  bool isNumber = !std::isnan(elapsed(event, event));
  CHECK(cudaEventDestroy(event));
  return isNumber;
}

// Microseconds of one launch: the median of `rounds` launches, each timed by events.
float microseconds(int rounds, Kernel kernel, const float* in, const int* indices, float* out, size_t count) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;  // in order
  for (int round = 0; round < rounds; round++) {
    CHECK(cudaEventRecord(start));
    kernel<<<blocksFor(count), kThreads>>>(in, indices, out, count);
    CHECK(cudaEventRecord(stop));
    times.push_back(1000 * elapsed(start, stop));
    for (size_t i = times.size() - 1; i > 0 && times[i] < times[i - 1]; i--) std::swap(times[i], times[i - 1]);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return times[times.size() / 2];
}

// Runs a kernel on arrays of 2 * count floats, and checks all that it wrote.
void benchmark(const char* name, Kernel kernel, bool gathers, const char* order, const std::vector<int>& indices, int rounds) {
  size_t count = indices.size(), places = 2 * count;
  std::vector<float> numbers(places);
  for (size_t i = 0; i < places; i++) numbers[i] = i % 16777213;  // a float is exact up to 2^24
  float *in, *out;
  int* where;
  CHECK(cudaMalloc(&in, places * sizeof(float)));
  CHECK(cudaMalloc(&out, places * sizeof(float)));
  CHECK(cudaMalloc(&where, count * sizeof(int)));
  CHECK(cudaMemcpy(in, numbers.data(), places * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(where, indices.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(out, 0, places * sizeof(float)));

  kernel<<<blocksFor(count), kThreads>>>(in, where, out, count);
  CHECK(cudaGetLastError());
  std::vector<float> expected(places), result(places);
  for (size_t i = 0; i < count; i++) {
    if (gathers) expected[i] = numbers[indices[i]];
    else expected[indices[i]] = numbers[i];
  }
  CHECK(cudaMemcpy(result.data(), out, places * sizeof(float), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < places; i++) {
    if (result[i] != expected[i]) {
      fprintf(stderr, "%s, %s: element %zu is wrong\n", name, order, i);
      exit(1);
    }
  }
  if (rounds > 0) {
    float us = microseconds(rounds, kernel, in, where, out, count);
    printf("%s,%s,%.2f,%.1f\n", name, order, us, 12.0 * count / us / 1000);  // an index, a float in and a float out
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(where));
}

void benchmarks(const char* order, const std::vector<int>& indices, int rounds) {
  benchmark("gather", gather, true, order, indices, rounds);
  benchmark("scatter", scatter, false, order, indices, rounds);
}

int main(int argc, char** argv) {
  bool timed = hasClock();
  size_t count = size_t(1) << (argc > 1 ? atoi(argv[1]) : timed ? 24 : 11);
  bool once = argc > 2 && strcmp(argv[2], "once") == 0;
  int rounds = timed && !once ? 20 : 0;

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  printf("# %s, %zu indices\n", device.name, count);
  if (rounds > 0) printf("kernel,order,us,GBps\n");

  std::vector<int> indices(count);
  for (size_t i = 0; i < count; i++) indices[i] = i;
  benchmarks("in_order", indices, rounds);
  for (size_t warp = 0; warp + 32 <= count; warp += 32) shuffle(indices, warp, warp + 32);
  benchmarks("shuffled_in_warps", indices, rounds);
  indices = randomHalf(count);
  benchmarks("half_sorted", indices, rounds);
  shuffle(indices, 0, count);
  benchmarks("half_shuffled", indices, rounds);
  return 0;
}
