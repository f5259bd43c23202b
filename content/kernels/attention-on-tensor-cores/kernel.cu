#include <cuda_fp16.h>
#include <cstdint>

constexpr int kDim = 64;   // of a head: rows of 128 bytes
constexpr int kKeys = 64;  // per tile

__device__ uint32_t place(const half* tile, int row, int column) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(tile + row * kDim + (column ^ row % 8 * 8)));
}

__device__ void loadTile(const half* tile, const half* from) {
  for (int i = threadIdx.x; i < kKeys * 8; i += blockDim.x) {
    const int row = i / 8, column = i % 8 * 8;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place(tile, row, column)), "l"(from + row * kDim + column) : "memory");
  }
}

__device__ void loadMatrices(uint32_t (&m)[4], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3]) : "r"(address) : "memory");
}

__device__ void loadTransposed(uint32_t (&m)[4], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3]) : "r"(address) : "memory");
}

__device__ void multiplyAdd(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ uint32_t packed(float low, float high) {
  const half2 pair = __floats2half2_rn(low, high);
  return *reinterpret_cast<const uint32_t*>(&pair);
}

// Four lanes share a row.
__device__ float rowMax(float v) {
  v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, 1));
  return fmaxf(v, __shfl_xor_sync(0xffffffff, v, 2));
}
__device__ float rowSum(float v) {
  v += __shfl_xor_sync(0xffffffff, v, 1);
  return v + __shfl_xor_sync(0xffffffff, v, 2);
}

// 16 queries per warp, 64 per block; blockIdx.y is the head. Scores and weights never leave the registers.
__global__ void attend(float* __restrict__ out, const half* __restrict__ Q, const half* __restrict__ K, const half* __restrict__ V, int length) {
  __shared__ __align__(128) half q[64 * kDim], k[kKeys * kDim], v[kKeys * kDim];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int head = blockIdx.y * length * kDim, query = blockIdx.x * 64;
  loadTile(q, Q + head + query * kDim);
  float o[8][4] = {}, largest[2] = {-INFINITY, -INFINITY}, sum[2] = {};
  for (int first = 0; first < length; first += kKeys) {
    loadTile(k, K + head + first * kDim);
    loadTile(v, V + head + first * kDim);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    float s[8][4] = {};
    #pragma unroll
    for (int d = 0; d < kDim; d += 16) {
      uint32_t a[4];
      loadMatrices(a, place(q, warp * 16 + lane % 16, d + lane / 16 * 8));
      #pragma unroll
      for (int j = 0; j < 8; j += 2) {
        uint32_t b[4];
        loadMatrices(b, place(k, j * 8 + lane / 16 * 8 + lane % 8, d + lane / 8 % 2 * 8));
        multiplyAdd(s[j], a, b[0], b[1]);
        multiplyAdd(s[j + 1], a, b[2], b[3]);
      }
    }
    #pragma unroll
    for (int half = 0; half < 2; half++) {
      float top = largest[half];
      for (int j = 0; j < 8; j++) top = fmaxf(top, fmaxf(s[j][half * 2], s[j][half * 2 + 1]) * 0.125f);
      top = rowMax(top);
      const float shrink = __expf(largest[half] - top);
      largest[half] = top;
      float added = 0;
      for (int j = 0; j < 8; j++)
        for (int i = 0; i < 2; i++) {
          float& score = s[j][half * 2 + i];
          score = __expf(score * 0.125f - top);
          added += score;
          o[j][half * 2 + i] *= shrink;
        }
      sum[half] = sum[half] * shrink + rowSum(added);
    }
    #pragma unroll
    for (int key = 0; key < kKeys; key += 16) {
      // What came out of one product goes into the next as it lies.
      const float (&left)[4] = s[key / 8], (&right)[4] = s[key / 8 + 1];
      const uint32_t a[4] = {packed(left[0], left[1]), packed(left[2], left[3]), packed(right[0], right[1]), packed(right[2], right[3])};
      #pragma unroll
      for (int j = 0; j < 8; j += 2) {
        uint32_t b[4];
        loadTransposed(b, place(v, key + lane % 16, j * 8 + lane / 16 * 8));
        multiplyAdd(o[j], a, b[0], b[1]);
        multiplyAdd(o[j + 1], a, b[2], b[3]);
      }
    }
    __syncthreads();
  }
  for (int half = 0; half < 2; half++)
    for (int j = 0; j < 8; j++) {
      const int row = query + warp * 16 + half * 8 + lane / 4;
      *reinterpret_cast<float2*>(&out[head + row * kDim + j * 8 + lane % 4 * 2]) = make_float2(o[j][half * 2] / sum[half], o[j][half * 2 + 1] / sum[half]);
    }
}
