#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// One warp per 16 x 16 of C. Fragments come straight from global memory, and each is loaded again by every warp that needs it.
__global__ void multiply(float* C, const half* A, const half* B, int n) {
  const int row = blockIdx.y * 16, column = (blockIdx.x * 4 + threadIdx.y) * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(a, A + row * n + k, n);
    wmma::load_matrix_sync(b, B + k * n + column, n);
    wmma::mma_sync(c, a, b, c);
  }
  wmma::store_matrix_sync(C + row * n + column, c, n, wmma::mem_row_major);
}
