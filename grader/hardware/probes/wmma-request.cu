// Runs loads and stores of wmma fragments, one by one warp a launch, for a profiler that counts their requests: wmma-requests.py.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -o wmma-request wmma-request.cu && ./wmma-request < requests
//
// A line is: load or store, global or shared, a, b or d, row or col, the type of an element, m, n, k, the leading dimension and an offset,
// both in elements.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <type_traits>

using namespace nvcuda;

constexpr int kBytes = 32768;

template <typename F>
__device__ float sum(const F& fragment) {
  float all = 0;
  for (int i = 0; i < fragment.num_elements; i++) all = all * 3 + static_cast<float>(fragment.x[i]);
  return all;
}

template <typename Fragment, typename E, bool isShared, int layout>
__global__ void loadRequest(const E* memory, int offset, int leading, float* out) {
  extern __shared__ __align__(1024) unsigned char bytes[];
  Fragment fragment;
  const E* from = isShared ? reinterpret_cast<const E*>(bytes) : memory;
  if constexpr (layout < 0) wmma::load_matrix_sync(fragment, from + offset, leading);
  else wmma::load_matrix_sync(fragment, from + offset, leading, layout == 0 ? wmma::mem_row_major : wmma::mem_col_major);
  out[threadIdx.x] = sum(fragment);
}

template <typename Fragment, typename E, bool isShared, int layout>
__global__ void storeRequest(E* memory, int offset, int leading) {
  extern __shared__ __align__(1024) unsigned char bytes[];
  Fragment fragment;
  for (int i = 0; i < fragment.num_elements; i++) fragment.x[i] = static_cast<E>(static_cast<float>(threadIdx.x * 8 + i));
  E* to = isShared ? reinterpret_cast<E*>(bytes) : memory;
  wmma::store_matrix_sync(to + offset, fragment, leading, layout == 0 ? wmma::mem_row_major : wmma::mem_col_major);
}

unsigned char* memory;
float* out;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "wmma-request: %s\n", cudaGetErrorString(status));
  exit(3);
}

struct Request {
  std::string op, space, matrix, layout, type;
  int m, n, k, leading, offset;
};

template <typename Fragment, typename E, int layout>
void run(const Request& r) {
  E* at = reinterpret_cast<E*>(memory);
  const bool isShared = r.space == "shared";
  if (r.op == "load") {
    if (isShared) loadRequest<Fragment, E, true, layout><<<1, 32, kBytes>>>(at, r.offset, r.leading, out);
    else loadRequest<Fragment, E, false, layout><<<1, 32, kBytes>>>(at, r.offset, r.leading, out);
  } else if constexpr (layout >= 0) {
    if (isShared) storeRequest<Fragment, E, true, layout><<<1, 32, kBytes>>>(at, r.offset, r.leading);
    else storeRequest<Fragment, E, false, layout><<<1, 32, kBytes>>>(at, r.offset, r.leading);
  }
  check(cudaDeviceSynchronize());
}

template <typename T, typename E, int m, int n, int k>
void operand(const Request& r) {
  if (r.matrix == "a" && r.layout == "row") run<wmma::fragment<wmma::matrix_a, m, n, k, T, wmma::row_major>, E, -1>(r);
  if (r.matrix == "a" && r.layout == "col") run<wmma::fragment<wmma::matrix_a, m, n, k, T, wmma::col_major>, E, -1>(r);
  if (r.matrix == "b" && r.layout == "row") run<wmma::fragment<wmma::matrix_b, m, n, k, T, wmma::row_major>, E, -1>(r);
  if (r.matrix == "b" && r.layout == "col") run<wmma::fragment<wmma::matrix_b, m, n, k, T, wmma::col_major>, E, -1>(r);
}
template <typename E, int m, int n, int k>
void sums(const Request& r) {
  if (r.layout == "row") run<wmma::fragment<wmma::accumulator, m, n, k, E>, E, 0>(r);
  else run<wmma::fragment<wmma::accumulator, m, n, k, E>, E, 1>(r);
}

template <int m, int n, int k>
void ofShape(const Request& r) {
  if (r.m != m || r.n != n || r.k != k) return;
  if (r.matrix == "d") {
    if (r.type == "f32") sums<float, m, n, k>(r);
    if (r.type == "f16") sums<half, m, n, k>(r);
    if (r.type == "s32") sums<int, m, n, k>(r);
    return;
  }
  if (r.type == "f16") operand<half, half, m, n, k>(r);
  if (r.type == "bf16") operand<__nv_bfloat16, __nv_bfloat16, m, n, k>(r);
  if (r.type == "s8") operand<signed char, signed char, m, n, k>(r);
  if (r.type == "u8") operand<unsigned char, unsigned char, m, n, k>(r);
}

int main() {
  check(cudaMalloc(&memory, 1 << 20));
  check(cudaMemset(memory, 0, 1 << 20));
  check(cudaMalloc(&out, 128));
  Request r;
  while (std::cin >> r.op >> r.space >> r.matrix >> r.layout >> r.type >> r.m >> r.n >> r.k >> r.leading >> r.offset) {
    ofShape<16, 16, 16>(r), ofShape<32, 8, 16>(r), ofShape<8, 32, 16>(r);
    if (r.k == 8) {
      if (r.matrix != "d") operand<wmma::precision::tf32, float, 16, 16, 8>(r);
      else sums<float, 16, 16, 8>(r);
    }
    if (r.k == 4) {
      if (r.matrix != "d") operand<double, double, 8, 8, 4>(r);
      else sums<double, 8, 8, 4>(r);
    }
  }
}
