// What a store costs to a cache line of which DRAM is bringing another part: columns of a matrix that are changed step by step, and lines
// that warps share. With GRANULARITY=128, DRAM brings whole lines, and no part comes later.
#include "probe.h"

constexpr int kTile = 32, kRows = 8;

enum class Does { kRead, kWrite, kMove, kChange };

// Blocks of 32 × 8 threads take a tile of `rows` to the columns of another matrix: lane x is in its row x, warp y in its column y. Each
// step moves on by 8 columns, which are 64 bytes of a row of doubles, and waits for the step before; kAtOnce steps are taken at once.
template <typename T, Does does, int kAtOnce = 1>
__global__ void columns(int side, const T* rows, T* columns, T* others) {
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  T last = 0;
#pragma unroll 1
  for (int j = 0; j < kTile / kRows; j += kAtOnce) {
    T values[kAtOnce];
#pragma unroll
    for (int k = 0; k < kAtOnce; k++) {
      // The compiler cannot know that what was loaded before is not 1.5.
      int step = (j + k) * kRows + (last == T(1.5));
      values[k] = rows[size_t(y + step) * side + x];
      if (does != Does::kWrite) values[k] += columns[size_t(x) * side + y + step];
    }
#pragma unroll
    for (int k = 0; k < kAtOnce; k++) {
      size_t place = size_t(x) * side + y + (j + k) * kRows;
      if (does == Does::kMove) others[place] = values[k];
      else if (does != Does::kRead) columns[place] = values[k];
    }
    last = values[kAtOnce - 1];
  }
  if (does == Does::kRead && last == T(1.5)) others[0] = last;
}

template <typename T>
void measure_columns(const std::string& type) {
  constexpr size_t kMost = 2176;
  T *a = probe::array<T>(kMost * kMost), *b = probe::array<T>(kMost * kMost), *c = probe::array<T>(kMost * kMost);
  for (int side : {1024, 1536, 1920, 2176}) {
    auto measured = [&](const char* name, auto kernel) {
      dim3 grid(side / kTile, side / kTile), block(kTile, kRows);
      probe::measure(("columns_" + std::string(name) + "_" + type).c_str(), side, 3.0 * sizeof(T) * side * side, [=] { kernel<<<grid, block>>>(side, a, b, c); });
    };
    measured("read", columns<T, Does::kRead>);
    measured("written", columns<T, Does::kWrite>);
    measured("moved", columns<T, Does::kMove>);
    measured("changed", columns<T, Does::kChange>);
    measured("changed_2_steps", columns<T, Does::kChange, 2>);
  }
  for (T* array : {a, b, c}) CHECK(cudaFree(array));
}

constexpr size_t kLines = size_t(1) << 20, kLineFloats = 32;

// When a warp stores, as against its second load: before it, before it and at a barrier, after it, or after it and a barrier.
enum class Stores { kBefore, kBeforeAtBarrier, kAfter, kAfterBarrier };

// `sharing` warps of a block have the same 32 lines, the lanes `row` lines apart. Each warp loads a float of its own from the first half
// of a line, and then one from the second half; and it stores to its float in the first half, or (kMove) of a line elsewhere.
template <Does does, Stores stores>
__global__ void share_lines(float* lines, float* others, int sharing, int row) {
  int warp = threadIdx.x / 32, own = warp % sharing, group = (blockIdx.x * (blockDim.x / 32) + warp) / sharing;
  size_t at = ((size_t(group / row) * 32 + threadIdx.x % 32) * row + group % row) * kLineFloats + own;
  float value = lines[at];
  float* place = (does == Does::kMove ? others : lines) + at;
  float* next = lines + at + kLineFloats / 2 + (value == 1.5f);
  auto store = [&] { asm volatile("st.global.f32 [%0], %1;" ::"l"(place), "f"(value + 1) : "memory"); };
  if (stores == Stores::kBefore || stores == Stores::kBeforeAtBarrier) store();
  if (stores == Stores::kBeforeAtBarrier) __syncthreads();
  float last;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(last) : "l"(next) : "memory");
  if (stores == Stores::kAfterBarrier) __syncthreads();
  if (stores == Stores::kAfter || stores == Stores::kAfterBarrier) store();
  if (last == 1.5f) others[0] = last;
}

int main(int count, char** words) {
  probe::start(count, words);
  measure_columns<double>("8_bytes");
  measure_columns<float>("4_bytes");
  float *lines = probe::array<float>(kLines * kLineFloats), *others = probe::array<float>(kLines * kLineFloats);
  for (int sharing : {1, 8}) {
    for (int row : {1, 96}) {
      auto measured = [&](const char* name, auto kernel) {
        int groups = kLines / 32 / row * row;
        std::string whole = "lines_" + std::string(name) + "_by_" + std::to_string(sharing);
        probe::measure(whole.c_str(), row, 64.0 * groups * 32, [=] { kernel<<<groups * sharing / 8, 256>>>(lines, others, sharing, row); });
      };
      measured("moved_before", share_lines<Does::kMove, Stores::kBefore>);
      measured("changed_before", share_lines<Does::kChange, Stores::kBefore>);
      measured("changed_before_at_barrier", share_lines<Does::kChange, Stores::kBeforeAtBarrier>);
      measured("moved_after", share_lines<Does::kMove, Stores::kAfter>);
      measured("changed_after", share_lines<Does::kChange, Stores::kAfter>);
      measured("changed_after_barrier", share_lines<Does::kChange, Stores::kAfterBarrier>);
    }
  }
}
