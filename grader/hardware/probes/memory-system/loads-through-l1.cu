// What L1 is worth to loads: a copy, a gather of one float in eight by half a warp, and particles of eight floats, of which each thread
// reads six, one load after the other. loads-past-l1.cu is the same text for a compiler that is told `-Xptxas -dlcm=cg`.
#include "particles.h"
#include "probe.h"

#ifndef SUFFIX
#define SUFFIX "_ca"
#endif

__global__ void copy_floats(const float* in, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

// Half of each warp reads 16 neighbouring floats: half a line.
__global__ void half_warps(const float* in, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && threadIdx.x % 32 < 16) out[i] = in[i];
}

int main(int count, char** words) {
  probe::start(count, words);
  for (int particles : {1 << 20, 1 << 25}) {
    float* in = probe::array<float>(size_t(particles) * 8);
    float* out = probe::array<float>(particles);
    int blocks = particles / 256;
    probe::measure("copy" SUFFIX, particles, 8.0 * particles, [&] { copy_floats<<<blocks, 256>>>(in, out, particles); });
    probe::measure("half_warps" SUFFIX, particles, 4.0 * particles, [&] { half_warps<<<blocks, 256>>>(in, out, particles); });
    probe::measure("particles" SUFFIX, particles, 36.0 * particles,
                   [&] { particles_aos<<<blocks, 256>>>(reinterpret_cast<Particle*>(in), particles, 0.5f); });
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
}
