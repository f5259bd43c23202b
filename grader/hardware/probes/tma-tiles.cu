// Where TMA puts the 16-byte pieces of a tile, by box and swizzle mode: see tma-tiles.py.
//
//   nvcc -O3 -std=c++17 -arch=sm_90a -o tma-tiles tma-tiles.cu && ./tma-tiles
//
// A tensor of two dimensions, each 16-bit element of which holds 256 × its row + its column, is copied by cp.async.bulk.tensor into shared memory
// that was filled with ones, at an offset from an address that is a multiple of 1,024. It prints a line for each tile: `places[i]` is the number of
// the piece of the box that lies at byte 16 i from the offset on (row by row, as many to the row as the box is wide), -1 where nothing landed, -2
// where it is none of the box. "direction": "store" is the way back, from shared memory whose pieces hold their own numbers. With numbers of tiles as
// arguments, it only copies these, for ncu.

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

constexpr int kWarpSize = 32;
constexpr int kPieceBytes = 16;
constexpr int kTensorColumns = 256, kTensorRows = 64;
constexpr uint32_t kSharedBytes = 40 * 1024;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "tma-tiles: %s\n", cudaGetErrorString(status));
  exit(3);
}

__device__ uint32_t sharedAddress(const void* place) { return static_cast<uint32_t>(__cvta_generic_to_shared(place)); }

__device__ void waitFor(uint32_t barrier) {
  uint32_t done = 0;
  while (!done)
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(barrier) : "memory");
}

__global__ void tensorLoad(const __grid_constant__ CUtensorMap map, int column, int row, uint32_t offset, uint32_t bytes, uint16_t* out) {
  extern __shared__ __align__(1024) unsigned char memory[];
  __shared__ __align__(8) uint64_t arrived;
  unsigned char* tile = memory + (1024 - sharedAddress(memory) % 1024) % 1024 + offset;
  if (out != nullptr)
    for (uint32_t i = threadIdx.x; i < bytes / 2; i += kWarpSize) reinterpret_cast<uint16_t*>(tile)[i] = 0xffff;
  const uint32_t barrier = sharedAddress(&arrived);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(sharedAddress(tile)), "l"(&map),
                 "r"(column), "r"(row), "r"(barrier)
                 : "memory");
  }
  __syncwarp();
  waitFor(barrier);
  if (out != nullptr)
    for (uint32_t i = threadIdx.x; i < bytes / 2; i += kWarpSize) out[i] = reinterpret_cast<uint16_t*>(tile)[i];
}

__global__ void tensorStore(const __grid_constant__ CUtensorMap map, int column, int row, uint32_t offset, uint32_t bytes, bool fills) {
  extern __shared__ __align__(1024) unsigned char memory[];
  unsigned char* tile = memory + (1024 - sharedAddress(memory) % 1024) % 1024 + offset;
  if (fills)
    for (uint32_t i = threadIdx.x; i < bytes / 2; i += kWarpSize) reinterpret_cast<uint16_t*>(tile)[i] = static_cast<uint16_t>(i * 2 / kPieceBytes);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(column), "r"(row), "r"(sharedAddress(tile)) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}

using Encode = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*, const cuuint32_t*,
                            CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

Encode encode() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found));
  return reinterpret_cast<Encode>(function);
}

struct Mode {
  const char* name;
  CUtensorMapSwizzle swizzle;
};

struct Case {
  Mode mode;
  int boxBytes, boxRows;
  uint32_t offset;
  int column, row;
  bool store;
};

std::vector<Case> cases() {
  const Mode none{"none", CU_TENSOR_MAP_SWIZZLE_NONE}, by32{"32B", CU_TENSOR_MAP_SWIZZLE_32B}, by64{"64B", CU_TENSOR_MAP_SWIZZLE_64B}, by128{"128B", CU_TENSOR_MAP_SWIZZLE_128B};
  std::vector<Case> all, narrow;
  for (const bool store : {false, true}) {
    for (const uint32_t offset : {0u, 128u, 256u, 384u, 512u, 640u, 896u, 1024u}) {
      all.push_back({by128, 128, 16, offset, 0, 0, store});
      all.push_back({by64, 64, 16, offset, 0, 0, store});
      all.push_back({by32, 32, 16, offset, 0, 0, store});
    }
    for (const uint32_t offset : {0u, 128u})
      for (const int boxBytes : {16, 32, 64, 128, 256}) all.push_back({none, boxBytes, 16, offset, 0, 0, store});
    // Boxes that are narrower than the swizzle, or no power of two.
    for (const uint32_t offset : {0u, 256u}) {
      for (const int boxBytes : {16, 32, 48, 64, 96, 112}) narrow.push_back({by128, boxBytes, 16, offset, 0, 0, store});
      for (const int boxBytes : {16, 32, 48}) narrow.push_back({by64, boxBytes, 16, offset, 0, 0, store});
      narrow.push_back({by32, 16, 16, offset, 0, 0, store});
      narrow.push_back({none, 48, 16, offset, 0, 0, store});
    }
    // Other rows, and a corner that isn't a multiple of the swizzle.
    all.push_back({by128, 128, 7, 0, 8, 3, store});
    all.push_back({by64, 64, 9, 0, 8, 5, store});
    all.push_back({by128, 128, 64, 0, 64, 0, store});
  }
  const Mode atom32{"128B, atoms of 32B", static_cast<CUtensorMapSwizzle>(4)}, flip{"128B, atoms of 32B, flipped by 8B", static_cast<CUtensorMapSwizzle>(5)},
      atom64{"128B, atoms of 64B", static_cast<CUtensorMapSwizzle>(6)};
  all.insert(all.end(), narrow.begin(), narrow.end());
  for (const Mode& mode : {atom32, flip, atom64}) all.push_back({mode, 128, 16, 0, 0, 0, false});
  return all;
}

// The number of the piece that eight elements are; -1 where they are the ones of before.
int pieceOf(const uint16_t* elements, const Case& one) {
  const int row = elements[0] / 256 - one.row, column = elements[0] % 256 - one.column;
  bool untouched = true, whole = true;
  for (int i = 0; i < 8; i++) untouched &= elements[i] == 0xffff, whole &= elements[i] == elements[0] + i;
  if (untouched) return -1;
  if (!whole || row < 0 || row >= one.boxRows || column < 0 || column % 8 || column * 2 >= one.boxBytes) return -2;
  return row * (one.boxBytes / kPieceBytes) + column / 8;
}

void run(const Case& one, uint16_t* tensor, bool only) {
  CUtensorMap map;
  const cuuint64_t sizes[] = {kTensorColumns, kTensorRows}, pitches[] = {kTensorColumns * 2};
  const cuuint32_t box[] = {static_cast<cuuint32_t>(one.boxBytes / 2), static_cast<cuuint32_t>(one.boxRows)}, steps[] = {1, 1};
  const CUresult made = encode()(&map, CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, tensor, sizes, pitches, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, one.mode.swizzle,
                                 CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (!only)
    printf("{\"direction\":\"%s\",\"swizzle\":\"%s\",\"boxBytes\":%d,\"boxRows\":%d,\"sharedOffset\":%u,\"column\":%d,\"row\":%d,", one.store ? "store" : "load", one.mode.name,
           one.boxBytes, one.boxRows, one.offset, one.column, one.row);
  if (made != CUDA_SUCCESS) {
    if (!only) printf("\"error\":\"cuTensorMapEncodeTiled returned %d\"}\n", made);
    return;
  }
  const uint32_t bytes = one.boxBytes * one.boxRows;
  std::vector<uint16_t> elements(kTensorColumns * kTensorRows, 0xffff);
  if (!one.store)
    for (size_t i = 0; i < elements.size(); i++) elements[i] = static_cast<uint16_t>(i);
  check(cudaMemcpy(tensor, elements.data(), elements.size() * 2, cudaMemcpyHostToDevice));
  uint16_t* out = nullptr;
  check(cudaMalloc(&out, bytes));
  if (one.store) tensorStore<<<1, kWarpSize, kSharedBytes>>>(map, one.column, one.row, one.offset, bytes, !only);
  else tensorLoad<<<1, kWarpSize, kSharedBytes>>>(map, one.column, one.row, one.offset, bytes, only ? nullptr : out);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  if (only) return;
  const int perRow = one.boxBytes / kPieceBytes;
  std::vector<int> places(bytes / kPieceBytes, -1);
  if (one.store) {
    check(cudaMemcpy(elements.data(), tensor, elements.size() * 2, cudaMemcpyDeviceToHost));
    for (int row = 0; row < one.boxRows; row++)
      for (int piece = 0; piece < perRow; piece++) {
        const uint16_t* stored = &elements[(one.row + row) * kTensorColumns + one.column + piece * 8];
        bool whole = stored[0] < places.size();
        for (int i = 1; i < 8; i++) whole &= stored[i] == stored[0];
        if (whole) places[stored[0]] = row * perRow + piece;
      }
  } else {
    std::vector<uint16_t> landed(bytes / 2);
    check(cudaMemcpy(landed.data(), out, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < places.size(); i++) places[i] = pieceOf(&landed[i * 8], one);
  }
  printf("\"places\":[");
  for (size_t i = 0; i < places.size(); i++) printf("%s%d", i ? "," : "", places[i]);
  printf("]}\n");
  check(cudaFree(out));
}

int main(int count, char** words) {
  uint16_t* tensor = nullptr;
  check(cudaMalloc(&tensor, kTensorColumns * kTensorRows * 2));
  const std::vector<Case> all = cases();
  if (count > 1) {
    for (int i = 1; i < count; i++) run(all.at(std::stoi(words[i])), tensor, true);
    return 0;
  }
  for (const Case& one : all) run(one, tensor, false);
}
