// Which loads does nvcc leave in a kernel, and how wide are they?
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -cubin -o compiled-loads.cubin compiled-loads.cu
//   cuobjdump -sass compiled-loads.cubin | grep -E 'Function|LDG|STG'
//
// CUDA 13.0 shows, for each kernel, what its comment says.

// No load: nothing uses the value.
extern "C" __global__ void unused(const float* in) { float value = in[threadIdx.x]; }
extern "C" __global__ void unused_along_rows(const float* matrix, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float value = matrix[blockIdx.y * columns + column];
}

// Four loads of 4 bytes (LDG.E) and four stores: that both pointers are multiples of 16 isn't known.
extern "C" __global__ void four_floats(float* __restrict__ out, const float* __restrict__ in) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; k++) out[i + k] = in[i + k];
}
struct Four {
  float part[4];
};
extern "C" __global__ void plain_struct(Four* __restrict__ out, const Four* __restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// One load of 16 bytes (LDG.E.128) and one store: it was promised.
struct alignas(16) AlignedFour {
  float part[4];
};
extern "C" __global__ void aligned_struct(AlignedFour* __restrict__ out, const AlignedFour* __restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
extern "C" __global__ void four_floats_assumed(float* __restrict__ out, const float* __restrict__ in) {
  float* to = static_cast<float*>(__builtin_assume_aligned(out, 16));
  const float* from = static_cast<const float*>(__builtin_assume_aligned(in, 16));
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; k++) to[i + k] = from[i + k];
}
