// What `__restrict__` is worth to a copy and to transposes: each kernel with and without it, and nothing else different. Without it, a
// thread's load can't be moved before the store that stands above it, because the two might name the same element.
#include "probe.h"

namespace plain {
#include "transposes.h"
}
#undef RESTRICT
#define RESTRICT __restrict__
namespace restricted {
#include "transposes.h"
}

int main(int count, char** words) {
  probe::start(count, words);
  for (int side : {4096, 8192, 16384}) {
    float* in = probe::array<float>(size_t(side) * side);
    float* out = probe::array<float>(size_t(side) * side);
    dim3 grid(side / plain::kTile, side / plain::kTile), block(plain::kTile, plain::kRows);
    using Kernel = void (*)(const float*, float*, int);
    auto run = [&](const char* name, Kernel withoutIt, Kernel withIt) {
      for (bool restricts : {false, true}) {
        std::string label = std::string(name) + (restricts ? "_restrict" : "_plain");
        probe::measure(label.c_str(), side, 8.0 * side * side, [&] { (restricts ? withIt : withoutIt)<<<grid, block>>>(in, out, side); });
      }
    };
    run("copy", plain::copy_square, restricted::copy_square);
    run("strided_write", plain::transpose_strided_write, restricted::transpose_strided_write);
    run("strided_read", plain::transpose_strided_read, restricted::transpose_strided_read);
    run("tile", plain::transpose_tile<0, false>, restricted::transpose_tile<0, false>);
    run("tile_pad1", plain::transpose_tile<1, false>, restricted::transpose_tile<1, false>);
    run("tile_pad2", plain::transpose_tile<2, false>, restricted::transpose_tile<2, false>);
    run("swizzle", plain::transpose_tile<0, true>, restricted::transpose_tile<0, true>);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
}
