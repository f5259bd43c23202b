// What does a layout cost? Particles of eight floats move on by their velocities: as an array of structs (AoS), as a struct of arrays
// (SoA), and as chunks of 32 or 8 particles, each laid out as SoA (AoSoA). Then a kernel that uses one field only.
//
//   nvcc -O3 -std=c++17 -arch=native -o layout-benchmark layout-benchmark.cu
//   ./layout-benchmark            2^20 particles, then 2^24
//   ./layout-benchmark 22         2^22
//   ./layout-benchmark 22 once    runs each kernel once, untimed, for a profiler
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
constexpr int kFields = 8;  // x, y, z, vx, vy, vz, mass, charge
constexpr float kStep = 0.5f;

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

// AoS: the fields of a particle are neighbours.
__global__ void move_aos(float* all, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i >= count) return;
  Particle& particle = reinterpret_cast<Particle*>(all)[i];
  particle.x += kStep * particle.vx;
  particle.y += kStep * particle.vy;
  particle.z += kStep * particle.vz;
}

// SoA: an array for each field.
__global__ void move_soa(float* all, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i >= count) return;
  float *x = all, *y = x + count, *z = y + count, *vx = z + count, *vy = vx + count, *vz = vy + count;
  x[i] += kStep * vx[i];
  y[i] += kStep * vy[i];
  z[i] += kStep * vz[i];
}

// AoSoA: an array of chunks, each with an array for each field.
template <int wide>
struct Chunk {
  float x[wide], y[wide], z[wide], vx[wide], vy[wide], vz[wide], mass[wide], charge[wide];
};

template <int wide>
__device__ void move_in_chunks(float* all, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i >= count) return;
  Chunk<wide>& chunk = reinterpret_cast<Chunk<wide>*>(all)[i / wide];
  int at = i % wide;
  chunk.x[at] += kStep * chunk.vx[at];
  chunk.y[at] += kStep * chunk.vy[at];
  chunk.z[at] += kStep * chunk.vz[at];
}

__global__ void move_chunks_of_warps(float* all, size_t count) { move_in_chunks<32>(all, count); }

// Eight floats fill a sector.
__global__ void move_chunks_of_sectors(float* all, size_t count) { move_in_chunks<8>(all, count); }

// Kernels that use the mass alone.
__global__ void halve_mass_aos(float* all, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < count) reinterpret_cast<Particle*>(all)[i].mass *= 0.5f;
}

__global__ void halve_mass_soa(float* all, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < count) all[6 * count + i] *= 0.5f;
}

using Kernel = void (*)(float*, size_t);

int blocksFor(size_t count) { return (count + kThreads - 1) / kThreads; }

// Where the first field of a particle lies in chunks of `wide` particles; the next one follows `wide` floats later. AoS has chunks of one
// particle, SoA a single chunk.
size_t firstField(size_t particle, size_t wide) { return particle / wide * wide * kFields + particle % wide; }

// A field of a particle before the kernel, and after it.
float before(size_t particle, int field) { return 1 + (particle * 11 + field * 1237) % 8191; }
float after(size_t particle, int field, bool moves) {
  float value = before(particle, field);
  if (moves) return field < 3 ? value + kStep * before(particle, field + 3) : value;
  return field == 6 ? 0.5f * value : value;
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
float microseconds(int rounds, Kernel kernel, float* all, size_t count) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;  // in order
  for (int round = 0; round < rounds; round++) {
    CHECK(cudaEventRecord(start));
    kernel<<<blocksFor(count), kThreads>>>(all, count);
    CHECK(cudaEventRecord(stop));
    times.push_back(1000 * elapsed(start, stop));
    for (size_t i = times.size() - 1; i > 0 && times[i] < times[i - 1]; i--) std::swap(times[i], times[i - 1]);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return times[times.size() / 2];
}

void benchmark(const char* name, Kernel kernel, size_t wide, bool moves, size_t count, int rounds) {
  std::vector<float> particles(count * kFields);
  for (size_t i = 0; i < count; i++) {
    size_t first = firstField(i, wide);
    for (int field = 0; field < kFields; field++) particles[first + field * wide] = before(i, field);
  }
  size_t bytes = particles.size() * sizeof(float);
  float* all;
  CHECK(cudaMalloc(&all, bytes));
  CHECK(cudaMemcpy(all, particles.data(), bytes, cudaMemcpyHostToDevice));

  kernel<<<blocksFor(count), kThreads>>>(all, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(particles.data(), all, bytes, cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < count; i++) {
    size_t first = firstField(i, wide);
    for (int field = 0; field < kFields; field++) {
      if (particles[first + field * wide] != after(i, field, moves)) {
        fprintf(stderr, "%s: field %d of particle %zu is wrong\n", name, field, i);
        exit(1);
      }
    }
  }
  if (rounds > 0) {
    float us = microseconds(rounds, kernel, all, count);
    double useful = count * sizeof(float) * (moves ? 9.0 : 2.0);  // six fields in and three out, or one in and out
    printf("%s,%zu,%.2f,%.1f\n", name, count, us, useful / us / 1000);
  }
  CHECK(cudaFree(all));
}

void benchmarks(size_t count, int rounds) {
  benchmark("move_aos", move_aos, 1, true, count, rounds);
  benchmark("move_soa", move_soa, count, true, count, rounds);
  benchmark("move_chunks_of_warps", move_chunks_of_warps, 32, true, count, rounds);
  benchmark("move_chunks_of_sectors", move_chunks_of_sectors, 8, true, count, rounds);
  benchmark("halve_mass_aos", halve_mass_aos, 1, false, count, rounds);
  benchmark("halve_mass_soa", halve_mass_soa, count, false, count, rounds);
}

int main(int argc, char** argv) {
  bool timed = hasClock();
  bool once = argc > 2 && strcmp(argv[2], "once") == 0;
  int rounds = timed && !once ? 20 : 0;

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  printf("# %s, particles of %d floats\n", device.name, kFields);
  if (rounds > 0) printf("kernel,particles,us,GBps\n");
  if (argc > 1) {
    benchmarks(size_t(1) << atoi(argv[1]), rounds);
  } else if (timed) {
    benchmarks(size_t(1) << 20, rounds);
    benchmarks(size_t(1) << 24, rounds);
  } else {
    benchmarks(size_t(1) << 11, rounds);
  }
  return 0;
}
