// Whether stores to parts of a sector meet in L2 before it is written back: a matrix of 4096 × 4096 floats is written down its columns, each
// warp 32 rows of one column, and nothing is read. All that DRAM reads is of sectors that were written back in part.
// The eight columns of a sector are written by eight warps of one block (`by_block`), or by a warp each of eight blocks that follow each
// other (`by_blocks`); with `again`, each block writes the four sectors of a line one after the other. `param`: bytes from row to row.
#include "probe.h"

constexpr int kSide = 4096, kWarps = 8, kSectorsOfLine = 4;

// A store that the compiler neither moves nor joins with others.
__device__ void store(float* place, float value) { asm volatile("st.global.f32 [%0], %1;" ::"l"(place), "f"(value) : "memory"); }

__global__ void by_block(char* rows, size_t pitch) {
  int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * kWarps + threadIdx.y;
  store(reinterpret_cast<float*>(rows + row * pitch) + column, column);
}

// Eight blocks write eight sectors, each block one column of each.
__global__ void by_blocks(char* rows, size_t pitch) {
  int row = blockIdx.x / kWarps % (kSide / 32) * 32 + threadIdx.x;
  int sector = blockIdx.x / kWarps / (kSide / 32) * kWarps + threadIdx.y;
  store(reinterpret_cast<float*>(rows + row * pitch) + sector * kWarps + blockIdx.x % kWarps, sector);
}

__global__ void by_block_again(char* rows, size_t pitch) {
  int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * kWarps * kSectorsOfLine + threadIdx.y;
#pragma unroll
  for (int k = 0; k < kSectorsOfLine; k++) store(reinterpret_cast<float*>(rows + row * pitch) + column + k * kWarps, column);
}

int main(int count, char** words) {
  probe::start(count, words);
  constexpr size_t kBytes = kSide * sizeof(float);
  char* rows = probe::array<char>(kSide * (kBytes + 4096));
  auto measured = [&](const char* name, size_t pitch, dim3 grid, auto kernel) {
    probe::measure(name, long(pitch), double(kSide) * kBytes, [=] { kernel<<<grid, dim3(32, kWarps)>>>(rows, pitch); });
  };
  for (size_t pitch : {kBytes, kBytes + 32, kBytes + 128, kBytes + 512, kBytes + 4096}) {
    measured("write_sectors_by_block", pitch, dim3(kSide / 32, kSide / kWarps), by_block);
    measured("write_sectors_by_block_again", pitch, dim3(kSide / 32, kSide / kWarps / kSectorsOfLine), by_block_again);
    measured("write_sectors_by_blocks", pitch, dim3(kSide / 32 * (kSide / kWarps)), by_blocks);
  }
}
