// Kernels of numbers of eight bits as public code bases write them, and a main that quantizes two matrices, multiplies them and checks.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

constexpr float FP8_E4M3_MAX = 448.0f;

// A block quantizes a row: its largest magnitude becomes the format's largest number. Four numbers are a word.
__global__ void quantize_rows(const float4* __restrict__ x, __nv_fp8x4_e4m3* __restrict__ q, float* __restrict__ scales, int vectors) {
  __shared__ float warp_max[32];
  const float4* row = x + (size_t)blockIdx.x * vectors;
  float amax = 0.0f;
  for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
    float4 v = row[i];
    amax = fmaxf(amax, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
  }
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) amax = fmaxf(amax, __shfl_xor_sync(0xffffffff, amax, offset));
  if (threadIdx.x % 32 == 0) warp_max[threadIdx.x / 32] = amax;
  __syncthreads();
  amax = threadIdx.x < blockDim.x / 32 ? warp_max[threadIdx.x] : 0.0f;
  if (threadIdx.x < 32) {
    for (int offset = 16; offset > 0; offset >>= 1) amax = fmaxf(amax, __shfl_xor_sync(0xffffffff, amax, offset));
    if (threadIdx.x == 0) {
      warp_max[0] = amax;
      scales[blockIdx.x] = amax / FP8_E4M3_MAX;
    }
  }
  __syncthreads();
  const float inverse = FP8_E4M3_MAX / warp_max[0];
  for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
    float4 v = row[i];
    q[(size_t)blockIdx.x * vectors + i] = __nv_fp8x4_e4m3(make_float4(v.x * inverse, v.y * inverse, v.z * inverse, v.w * inverse));
  }
}

// A thread reads 16 numbers of a cache of keys and values at once, and writes 16 halves.
template <typename cache_t, __nv_fp8_interpretation_t KIND>
__global__ void dequantize_cache(const cache_t* __restrict__ cache, __half* __restrict__ out, const float* __restrict__ scale, int vectors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= vectors) return;
  const uint4 packed = reinterpret_cast<const uint4*>(cache)[i];
  const uint32_t words[4] = {packed.x, packed.y, packed.z, packed.w};
  const __half2 s = __float2half2_rn(*scale);
  union {
    __half2 pairs[8];
    uint4 vectors[2];
  } result;
#pragma unroll
  for (int k = 0; k < 8; k++) {
    __half2_raw raw = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)(words[k / 2] >> (k % 2 * 16)), KIND);
    result.pairs[k] = __hmul2(__half2(raw), s);
  }
  reinterpret_cast<uint4*>(out)[2 * i] = result.vectors[0];
  reinterpret_cast<uint4*>(out)[2 * i + 1] = result.vectors[1];
}

// Gradients in eight bits, with their loss scale, and how many of them the format cannot hold.
template <typename T> struct Pair;
template <> struct Pair<__nv_fp8_e5m2> {
  using type = __nv_fp8x2_e5m2;
  static constexpr __nv_fp8_interpretation_t kind = __NV_E5M2;
};
template <> struct Pair<__nv_fp8_e4m3> {
  using type = __nv_fp8x2_e4m3;
  static constexpr __nv_fp8_interpretation_t kind = __NV_E4M3;
};
template <typename T> __global__ void cast_gradients(const __nv_bfloat162* grads, T* out, unsigned* overflows, float loss_scale, int pairs) {
  using pair_t = typename Pair<T>::type;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
    float2 g = make_float2(__bfloat162float(grads[i].x) * loss_scale, __bfloat162float(grads[i].y) * loss_scale);
    __nv_fp8x2_storage_t exact = __nv_cvt_float2_to_fp8x2(g, __NV_NOSAT, Pair<T>::kind);
    reinterpret_cast<pair_t*>(out)[i] = pair_t(g);
    if (exact != reinterpret_cast<pair_t*>(out)[i].__x) atomicAdd(overflows, 1u);
  }
}

// A tiled product whose epilogue scales, clips and writes eight bits again; a scale of 0 leaves a tile out.
constexpr int TILE = 16;
__global__ void scaled_matmul(const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b, __nv_fp8_e4m3* c, float scale, __nv_fp8_e5m2 gate, int n) {
  __shared__ __nv_fp8_e4m3 as[TILE][TILE + 4], bs[TILE][TILE + 4];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += TILE) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int j = 0; j < TILE; j++) sum += float(as[threadIdx.y][j]) * static_cast<float>(bs[j][threadIdx.x]);
    __syncthreads();
  }
  if (gate) c[row * n + column].__x = __nv_cvt_float_to_fp8(sum * scale * float(gate), __NV_SATFINITE, __NV_E4M3);
}

int main() {
  const int n = 64;
  std::vector<float> x(n * n), scales(n);
  for (int i = 0; i < n * n; i++) x[i] = (i * 7919 % 1000 - 500) * 0.01f;
  std::vector<__nv_fp8_e4m3> q(n * n), c(n * n);
  float *dx, *ds;
  __nv_fp8_e4m3 *dq, *dc;
  cudaMalloc(&dx, n * n * sizeof(float));
  cudaMalloc(&ds, n * sizeof(float));
  cudaMalloc(&dq, n * n * sizeof(__nv_fp8_e4m3));
  cudaMalloc(&dc, n * n * sizeof(__nv_fp8_e4m3));
  cudaMemcpy(dx, x.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  quantize_rows<<<n, 64>>>(reinterpret_cast<float4*>(dx), reinterpret_cast<__nv_fp8x4_e4m3*>(dq), ds, n / 4);
  scaled_matmul<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(dq, dq, dc, 1e-4f, __nv_fp8_e5m2(2.0f), n);
  cudaMemcpy(q.data(), dq, q.size(), cudaMemcpyDeviceToHost);
  cudaMemcpy(scales.data(), ds, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(c.data(), dc, c.size(), cudaMemcpyDeviceToHost);
  double worst = 0;
  int wrong = 0;
  for (int i = 0; i < n * n; i++) {
    double error = (double)float(q[i]) * scales[i / n] - x[i];
    worst = error * error > worst * worst ? error : worst;
  }
  for (int row = 0; row < n; row++) {
    for (int column = 0; column < n; column++) {
      float sum = 0;
      for (int k = 0; k < n; k++) sum += float(q[row * n + k]) * float(q[k * n + column]);
      __nv_fp8_e4m3 expected(sum * 1e-4f * 2);
      if (expected.__x != c[row * n + column].__x) wrong++;
    }
  }
  printf("largest error %f, %d wrong products, c[1] = %f\n", worst, wrong, float(c[1]));
}
