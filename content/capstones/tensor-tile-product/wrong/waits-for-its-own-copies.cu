#include <cuda_fp16.h>
#include <cstdint>

constexpr int kSide = 64;   // of the tile of c that a block computes
constexpr int kDepth = 64;  // columns of a, and of b, per step

// The half of a tile at which element (row, column) lies.
// XOR with the row: eight rows of a column lie in eight different pieces of 16 bytes.
__device__ int offset(int row, int column) { return row * kDepth + (column ^ row % 8 * 8); }

__device__ uint32_t addressOf(const half* tile, int row, int column) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(tile + offset(row, column)));
}

// Starts to fill a tile from rows that lie `pitch` halves apart.
// What is outside of the matrix is 0: a copy of 0 bytes writes zeros.
__device__ void startTile(const half* tile, const half* from, int rows, int columns, int pitch) {
  for (int i = threadIdx.x; i < kSide * kDepth / 8; i += blockDim.x) {
    int row = i / (kDepth / 8), column = i % (kDepth / 8) * 8;
    bool isInside = row < rows && column < columns;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(addressOf(tile, row, column)),
                 "l"(isInside ? from + row * pitch + column : from), "r"(isInside ? 16 : 0)
                 : "memory");
  }
}

__device__ void loadMatrices(uint32_t (&m)[4], uint32_t row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(row)
               : "memory");
}

// Adds the product of 16 x 16 of a and 16 x 8 of the transpose of b.
__device__ void multiplyAdd(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ void multiplyKernel(const half* a, const half* b, float* c, int m, int n, int k) {
  __shared__ __align__(128) half left[kSide * kDepth], right[kSide * kDepth];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.y * kSide, column = blockIdx.x * kSide;
  int top = warp / 2 * 32, side = warp % 2 * 32;  // where the warp's 32 x 32 begin in the tile
  float sums[2][4][4] = {};
  for (int first = 0; first < k; first += kDepth) {
    startTile(left, a + row * k + first, m - row, k - first, k);
    startTile(right, b + column * k + first, n - column, k - first, k);
    asm volatile("cp.async.wait_all;" ::: "memory");
    for (int i = 0; i < kDepth; i += 16) {
      uint32_t x[2][4], y[2][4];
      for (int r = 0; r < 2; r++) loadMatrices(x[r], addressOf(left, top + r * 16 + lane % 16, i + lane / 16 * 8));
      for (int s = 0; s < 2; s++)
        loadMatrices(y[s], addressOf(right, side + s * 16 + lane / 16 * 8 + lane % 8, i + lane / 8 % 2 * 8));
      for (int r = 0; r < 2; r++)
        for (int s = 0; s < 4; s++) multiplyAdd(sums[r][s], x[r], y[s / 2][s % 2 * 2], y[s / 2][s % 2 * 2 + 1]);
    }
    __syncthreads();
  }
  for (int r = 0; r < 2; r++)
    for (int s = 0; s < 4; s++)
      for (int lower = 0; lower < 2; lower++) {
        int cRow = row + top + r * 16 + lower * 8 + lane / 4;
        int cColumn = column + side + s * 8 + lane % 4 * 2;
        float2 two = make_float2(sums[r][s][lower * 2], sums[r][s][lower * 2 + 1]);
        if (cRow < m && cColumn < n) *reinterpret_cast<float2*>(c + cRow * n + cColumn) = two;
      }
}

// c = a * the transpose of b: m x k, n x k and m x n, row-major; n and k are multiples of 8.
void multiply(const half* a, const half* b, float* c, int m, int n, int k) {
  dim3 grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide);
  multiplyKernel<<<grid, 128>>>(a, b, c, m, n, k);
}
