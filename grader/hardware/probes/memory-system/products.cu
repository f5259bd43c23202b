// Matrix products of the gallery on matrices that L2 holds, and on larger ones: what tiles in shared memory gain, and what tiles in
// registers gain beyond them.
#include "probe.h"

namespace naive {
#include "content/kernels/matmul-naive/kernel.cu"
}
namespace tiled {
#include "content/kernels/matmul-tiled/kernel.cu"
}
namespace registers {
#include "content/kernels/matmul-register-tile/kernel.cu"
}

int main(int count, char** words) {
  probe::start(count, words);
  for (int n : {1024, 4096}) {
    float* c = probe::array<float>(size_t(n) * n);
    float* a = probe::array<float>(size_t(n) * n);
    float* b = probe::array<float>(size_t(n) * n);
    double bytes = 12.0 * n * n;
    probe::measure("product_naive", n, bytes, [&] { naive::multiply<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(c, a, b, n); });
    probe::measure("product_tiled", n, bytes, [&] { tiled::multiply<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(c, a, b, n); });
    probe::measure("product_register_tile", n, bytes, [&] { registers::multiply<<<dim3(n / 64, n / 64), dim3(16, 16)>>>(c, a, b, n); });
    CHECK(cudaFree(c));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
  }
}
