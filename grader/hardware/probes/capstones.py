#!/usr/bin/env python3
"""Times the starter and the solution of every capstone, and checks that both give the same.

    python3 capstones.py [folder of capstones] > capstones-h200.csv

Each text is compiled as it stands, in a namespace of its own, and called as the capstone's driver calls it, at a size that keeps the GPU
busy. The time is that of everything between two events: all launches of one call. Median of 15 calls after three that are not counted.
"""
import os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = sys.argv[1] if len(sys.argv) > 1 else HERE + '/../../../content/capstones'
ARCH = os.environ.get('ARCH', 'native')

# For each capstone: its size in words, its inputs and results (name, elements, and their type if it is not float), and the call, with ANSWER
# for the namespace.
CAPSTONES = {
    'particle-layout': ('4,194,304 particles, 8 steps', [('in', 8 << 22)], [('out', 8 << 22), ('data', 8 << 22)],
        'ANSWER::pack(in, data, 1 << 22); for (int s = 0; s < 8; s++) ANSWER::step(data, 1 << 22, 0.125f); ANSWER::unpack(data, out, 1 << 22);'),
    'transpose-any-shape': ('8,190 × 8,170, and 510 × 33 × 1,030', [('matrix', 8190 * 8170), ('cube', 510 * 33 * 1030)],
        [('transposed', 8190 * 8170), ('swapped', 510 * 33 * 1030)],
        'ANSWER::transpose(matrix, transposed, 8190, 8170); ANSWER::swapAxes(cube, swapped, 510, 33, 1030);'),
    'saxpy-down-columns': ('8,192 × 8,192', [('a', 8192), ('x', 1 << 26), ('y', 1 << 26)], [('out', 1 << 26)],
        'ANSWER::saxpyColumns(a, x, y, out, 8192, 8192);'),
    'tiled-product': ('2,048 × 2,048 times 2,048 × 2,048', [('a', 1 << 22), ('b', 1 << 22)], [('c', 1 << 22)],
        'ANSWER::multiply(a, b, c, 2048, 2048, 2048);'),
    'layer-norm-one-pass': ('65,536 rows of 1,024', [('x', 1 << 26), ('gain', 1024), ('bias', 1024)], [('y', 1 << 26)],
        'ANSWER::layerNorm(x, gain, bias, y, 65536, 1024);'),
    'tensor-tile-product': ('4,096 × 4,096 times 4,096 × 4,096', [('a', 1 << 24, 'half'), ('b', 1 << 24, 'half')], [('c', 1 << 24)],
        'ANSWER::multiply(a, b, c, 4096, 4096, 4096);'),
}

MAIN = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("error: %%s\n", cudaGetErrorString(e)); return 1; } } while (0)
namespace starter {
%(starter)s
}
namespace solution {
%(solution)s
}
__device__ void set(float* to, unsigned random) { *to = random / 4294967296.0f; }
__device__ void set(half* to, unsigned random) { *to = __float2half((int)(random %% 9) - 4); }  // sums of products are exact
template <typename T> __global__ void fill(T* to, size_t count, unsigned seed) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
    unsigned s = (unsigned)i * 2654435761u + seed;
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    set(to + i, s);
  }
}
__global__ void differing(const float* one, const float* other, size_t count, unsigned long long* wrong) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
    if (!(fabsf(one[i] - other[i]) <= 1e-3f + 1e-3f * fabsf(other[i]))) atomicAdd(wrong, 1ull);
}
template <typename Call> float median(Call call) {
  cudaEvent_t from, to;
  cudaEventCreate(&from); cudaEventCreate(&to);
  std::vector<float> times;
  for (int i = 0; i < 18; i++) {
    cudaEventRecord(from); call(); cudaEventRecord(to); cudaEventSynchronize(to);
    float ms; cudaEventElapsedTime(&ms, from, to);
    if (i >= 3) times.push_back(1000 * ms);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}
int main() {
%(allocations)s
  float before = median([&] { %(callStarter)s });
  CHECK(cudaDeviceSynchronize());
%(save)s
  float after = median([&] { %(callSolution)s });
  CHECK(cudaDeviceSynchronize());
  unsigned long long* wrong; CHECK(cudaMallocManaged(&wrong, 8)); *wrong = 0;
%(compare)s
  CHECK(cudaDeviceSynchronize());
  if (*wrong > 0) { fprintf(stderr, "%(name)s: %%llu elements differ\n", *wrong); return 1; }
  printf("%(name)s,%%.1f,%%.1f,\"%(size)s\"\n", before, after);
}
'''


def program(name, size, inputs, results, call):
    text = lambda answer: open('%s/%s/%s.cu' % (FOLDER, name, answer)).read()
    lines = []
    for seed, (array, count, *given) in enumerate(inputs):
        kind = given[0] if given else 'float'
        lines.append('  %s* %s; CHECK(cudaMalloc(&%s, %dul * sizeof(%s))); fill<<<1024, 256>>>(%s, %dul, %du);'
                     % (kind, array, array, count, kind, array, count, 77 + seed))
    for array, count in results: lines.append('  float* %s; CHECK(cudaMalloc(&%s, %dul * 4));' % (array, array, count))
    kept = [(array, count) for array, count in results if array != 'data']
    save = ['  float* %s0; CHECK(cudaMalloc(&%s0, %dul * 4)); CHECK(cudaMemcpy(%s0, %s, %dul * 4, cudaMemcpyDeviceToDevice)); CHECK(cudaMemset(%s, 0, %dul * 4));'
            % (array, array, count, array, array, count, array, count) for array, count in kept]
    compare = ['  differing<<<1024, 256>>>(%s, %s0, %dul, wrong);' % (array, array, count) for array, count in kept]
    return MAIN % {
        'starter': text('starter'), 'solution': text('solution'), 'name': name, 'size': size, 'allocations': '\n'.join(lines),
        'callStarter': call.replace('ANSWER', 'starter'), 'callSolution': call.replace('ANSWER', 'solution'),
        'save': '\n'.join(save), 'compare': '\n'.join(compare),
    }


print('capstone,starter_us,solution_us,size', flush=True)
with tempfile.TemporaryDirectory() as work:
    builds = []
    for name, what in CAPSTONES.items():
        source, binary = '%s/%s.cu' % (work, name), '%s/%s' % (work, name)
        with open(source, 'w') as file: file.write(program(name, *what))
        builds.append((binary, subprocess.Popen(['nvcc', '-O3', '-std=c++17', '-arch=' + ARCH, '-o', binary, source])))
    for binary, build in builds:
        if build.wait() != 0: sys.exit('%s was not built' % binary)
        subprocess.run([binary], check=True)
