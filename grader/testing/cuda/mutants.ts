import type { FindingKind } from "#cuda/errors/findings.ts";
import type { Coordinates } from "#cuda/machine/findings.ts";

/** A kernel without faults, and faults that one edit puts into it. */
export interface GoodKernel {
  readonly name: string;
  readonly text: string;
  readonly launch: { readonly grid: readonly number[]; readonly block: readonly number[]; readonly arguments: readonly object[] };
  readonly mutants: readonly Mutant[];
}

export interface Mutant {
  readonly fault: string;
  /** A part of the good text, and its replacement. */
  readonly edit: readonly [from: string, to: string];
  /** The kind of the first finding, which is in the line that this text begins in. */
  readonly kind: FindingKind;
  readonly line: string;
  readonly thread: Coordinates;
  readonly block?: Coordinates;
  /** The other thread of a race. */
  readonly other?: Coordinates;
}

const floats = (array: string, length: number) => ({ array, type: "float", length, fill: "index" });
const ints = (array: string, length: number, fill: object | string = "index") => ({ array, type: "int", length, fill });
const int = (value: number) => ({ value, type: "int" });

export const KERNELS: readonly GoodKernel[] = [
  {
    name: "doubles each element",
    text: `
      __global__ void kernel(const float* in, float* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) {
          out[i] = 2 * in[i];
        }
      }`,
    launch: { grid: [2, 1, 1], block: [64, 1, 1], arguments: [floats("in", 100), floats("out", 100), int(100)] },
    mutants: [
      {
        fault: "an off-by-one guard",
        edit: ["i < n", "i <= n"],
        kind: "out-of-bounds",
        line: "out[i] =",
        thread: [36, 0, 0],
        block: [1, 0, 0],
      },
      {
        fault: "no guard",
        edit: ["if (i < n)", ""],
        kind: "out-of-bounds",
        line: "out[i] =",
        thread: [36, 0, 0],
        block: [1, 0, 0],
      },
      {
        fault: "a negative index",
        edit: ["in[i]", "in[i - 1]"],
        kind: "out-of-bounds",
        line: "out[i] =",
        thread: [0, 0, 0],
      },
      {
        fault: "two lanes of a store at one place",
        edit: ["out[i] =", "out[i / 2] ="],
        kind: "race",
        line: "out[i / 2]",
        thread: [0, 0, 0],
        other: [1, 0, 0],
      },
      {
        fault: "the block's index is ignored",
        edit: ["out[i] =", "out[threadIdx.x] ="],
        kind: "race",
        line: "out[threadIdx.x]",
        thread: [0, 0, 0],
        block: [1, 0, 0],
        other: [0, 0, 0],
      },
    ],
  },
  {
    name: "averages over three neighbours",
    text: `
      __global__ void kernel(const float* in, float* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i > 0 && i < n - 1) {
          out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
        }
      }`,
    launch: { grid: [2, 1, 1], block: [64, 1, 1], arguments: [floats("in", 128), floats("out", 128), int(128)] },
    mutants: [
      {
        fault: "a halo that is too narrow",
        edit: ["i < n - 1", "i < n"],
        kind: "out-of-bounds",
        line: "out[i] =",
        thread: [63, 0, 0],
        block: [1, 0, 0],
      },
      {
        fault: "the input is overwritten while neighbours read it",
        edit: ["out[i] =", "const_cast<float*>(in)[i] ="],
        kind: "race",
        line: "const_cast",
        thread: [1, 0, 0],
        other: [2, 0, 0],
      },
    ],
  },
  {
    name: "adds a row's number to a matrix with a pitch",
    text: `
      __global__ void kernel(float* matrix, int pitch, int columns, int rows) {
        int x = blockIdx.x * blockDim.x + threadIdx.x;
        int y = blockIdx.y * blockDim.y + threadIdx.y;
        if (x < columns && y < rows) {
          matrix[y * pitch + x] += y;
        }
      }`,
    launch: { grid: [2, 2, 1], block: [32, 4, 1], arguments: [floats("matrix", 320), int(40), int(33), int(8)] },
    mutants: [
      {
        fault: "a wrong pitch",
        edit: ["y * pitch", "y * (pitch + 6)"],
        kind: "out-of-bounds",
        line: "+= y",
        thread: [0, 3, 0],
        block: [0, 1, 0],
      },
      {
        fault: "rows and columns changed over",
        edit: ["y * pitch + x", "x * pitch + y"],
        kind: "out-of-bounds",
        line: "+= y",
        thread: [8, 0, 0],
      },
      {
        fault: "columns without their guard, so that rows overlap",
        edit: ["x < columns && y", "y"],
        kind: "race",
        line: "+= y",
        thread: [8, 0, 0],
        block: [1, 0, 0],
        other: [0, 1, 0],
      },
    ],
  },
  {
    name: "copies four floats per thread",
    text: `
      __global__ void kernel(const float* in, float* out) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        const float4* from = reinterpret_cast<const float4*>(in);
        float4 four = from[i];
        reinterpret_cast<float4*>(out)[i] = four;
      }`,
    launch: { grid: [1, 1, 1], block: [64, 1, 1], arguments: [floats("in", 260), floats("out", 260)] },
    mutants: [
      {
        fault: "a float4 at an odd offset",
        edit: ["<const float4*>(in)", "<const float4*>(in + 1)"],
        kind: "misaligned",
        line: "four = from",
        thread: [0, 0, 0],
      },
      {
        fault: "an index of floats for vectors",
        edit: ["from[i]", "from[4 * i]"],
        kind: "out-of-bounds",
        line: "four = from",
        thread: [17, 0, 0],
      },
    ],
  },
  {
    name: "sums windows of a row in registers",
    text: `
      __global__ void kernel(const float* in, float* out) {
        float window[4];
        for (int k = 0; k < 4; k++) window[k] = in[threadIdx.x + k];
        float sum = 0;
        for (int k = 0; k < 4; k++) sum += window[k];
        out[threadIdx.x] = sum;
      }`,
    launch: { grid: [1, 1, 1], block: [32, 1, 1], arguments: [floats("in", 35), floats("out", 32)] },
    mutants: [
      {
        fault: "a loop that leaves a local array",
        edit: ["for (int k = 0; k < 4; k++) sum", "for (int k = 0; k <= 4; k++) sum"],
        kind: "out-of-bounds",
        line: "sum += window",
        thread: [0, 0, 0],
      },
    ],
  },
  {
    name: "reverses a block through shared memory",
    text: `
      __global__ void kernel(const float* in, float* out) {
        __shared__ float tile[64];
        int t = threadIdx.x;
        tile[t] = in[t];
        __syncthreads();
        out[t] = tile[63 - t];
      }`,
    launch: { grid: [1, 1, 1], block: [64, 1, 1], arguments: [floats("in", 64), floats("out", 64)] },
    mutants: [
      {
        fault: "one past the end of shared memory",
        edit: ["tile[63 - t]", "tile[64 - t]"],
        kind: "out-of-bounds",
        line: "out[t] =",
        thread: [0, 0, 0],
      },
      {
        fault: "a tile that is read before it is written",
        edit: ["tile[t] = in[t];", ""],
        kind: "uninitialized",
        line: "out[t] =",
        thread: [0, 0, 0],
      },
      {
        fault: "only half of the tile is written",
        edit: ["tile[t] = in[t];", "if (t < 32) tile[t] = in[t];"],
        kind: "uninitialized",
        line: "out[t] =",
        thread: [0, 0, 0],
      },
      {
        fault: "every other element is written",
        edit: ["tile[t] = in[t];", "tile[t & ~1] = in[t & ~1];"],
        kind: "uninitialized",
        line: "out[t] =",
        thread: [0, 0, 0],
      },
      {
        fault: "no __syncthreads",
        edit: ["__syncthreads();", ""],
        kind: "race",
        line: "tile[t] =",
        thread: [32, 0, 0],
        other: [31, 0, 0],
      },
      {
        fault: "__syncthreads in a divergent branch",
        edit: ["__syncthreads();", "if (t < 48) __syncthreads();"],
        kind: "divergent-barrier",
        line: "__syncthreads",
        thread: [48, 0, 0],
      },
      {
        fault: "two different barriers",
        edit: ["__syncthreads();", "if (t < 32) __syncthreads(); else __syncthreads();"],
        kind: "divergent-barrier",
        line: "else __syncthreads",
        thread: [32, 0, 0],
      },
      {
        fault: "__syncthreads_count in a divergent branch",
        edit: ["__syncthreads();", "if (t % 2 == 0) __syncthreads_count(t > 3);"],
        kind: "divergent-barrier",
        line: "__syncthreads_count",
        thread: [1, 0, 0],
      },
    ],
  },
  {
    name: "sums a block in shared memory",
    text: `
      __global__ void kernel(const int* in, int* out) {
        __shared__ int partial[64];
        int t = threadIdx.x;
        partial[t] = in[blockIdx.x * 64 + t];
        __syncthreads();
        for (int step = 32; step > 0; step /= 2) {
          if (t < step) partial[t] += partial[t + step];
          __syncthreads();
        }
        if (t == 0) out[blockIdx.x] = partial[0];
      }`,
    launch: { grid: [2, 1, 1], block: [64, 1, 1], arguments: [ints("in", 128), ints("out", 2)] },
    mutants: [
      {
        fault: "a guard that leaves the last element out",
        edit: ["partial[t] = in", "if (t < 63) partial[t] = in"],
        kind: "uninitialized",
        line: "if (t < step)",
        thread: [31, 0, 0],
      },
      {
        fault: "no barrier in the loop",
        edit: ["+ step];\n          __syncthreads();", "+ step];"],
        kind: "race",
        line: "if (t < step)",
        thread: [0, 0, 0],
        other: [16, 0, 0],
      },
      {
        fault: "a barrier for those that add only",
        edit: [
          "if (t < step) partial[t] += partial[t + step];\n          __syncthreads();",
          "if (t < step) { partial[t] += partial[t + step]; __syncthreads(); }",
        ],
        kind: "divergent-barrier",
        line: "if (t < step)",
        thread: [16, 0, 0],
      },
      {
        fault: "a first step that is too wide",
        edit: ["step = 32", "step = 64"],
        kind: "out-of-bounds",
        line: "if (t < step)",
        thread: [0, 0, 0],
      },
      {
        fault: "the sum of all blocks goes to one place, without an atomic",
        edit: ["out[blockIdx.x] =", "out[0] +="],
        kind: "race",
        line: "if (t == 0)",
        thread: [0, 0, 0],
        block: [1, 0, 0],
        other: [0, 0, 0],
      },
      {
        fault: "as many passes as the thread's number says",
        edit: ["step > 0;", "step > t / 16;"],
        kind: "divergent-barrier",
        line: "__syncthreads();\n        }",
        thread: [16, 0, 0],
      },
    ],
  },
  {
    name: "smooths with a tile and its halo",
    text: `
      __global__ void kernel(const float* in, float* out) {
        __shared__ float tile[66];
        int t = threadIdx.x;
        tile[t + 1] = in[t + 1];
        if (t == 0) tile[0] = in[0];
        if (t == 63) tile[65] = in[65];
        __syncthreads();
        out[t] = tile[t] + tile[t + 1] + tile[t + 2];
      }`,
    launch: { grid: [1, 1, 1], block: [64, 1, 1], arguments: [floats("in", 66), floats("out", 64)] },
    mutants: [
      {
        fault: "no right halo",
        edit: ["if (t == 63) tile[65] = in[65];", ""],
        kind: "uninitialized",
        line: "out[t] =",
        thread: [63, 0, 0],
      },
      {
        fault: "the left halo in the wrong place",
        edit: ["tile[0] = in[0]", "tile[1] = in[1]"],
        kind: "uninitialized",
        line: "out[t] =",
        thread: [0, 0, 0],
      },
    ],
  },
  {
    name: "counts what is positive",
    text: `
      __global__ void kernel(const int* in, int* out) {
        __shared__ int count;
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        if (in[threadIdx.x] > 0) atomicAdd(&count, 1);
        __syncthreads();
        if (threadIdx.x == 0) out[0] = count;
      }`,
    launch: { grid: [1, 1, 1], block: [64, 1, 1], arguments: [ints("in", 64), ints("out", 1)] },
    mutants: [
      {
        fault: "a counter that starts from nothing",
        edit: ["if (threadIdx.x == 0) count = 0;", ""],
        kind: "uninitialized",
        line: "atomicAdd",
        thread: [1, 0, 0],
      },
      {
        fault: "an accumulation that is not atomic",
        edit: ["atomicAdd(&count, 1)", "count++"],
        kind: "race",
        line: "count++",
        thread: [1, 0, 0],
        other: [31, 0, 0],
      },
      {
        fault: "the counter is read while others still count",
        edit: ["1);\n        __syncthreads();", "1);"],
        kind: "race",
        line: "out[0] = count",
        thread: [0, 0, 0],
        other: [31, 0, 0],
      },
    ],
  },
  {
    name: "walks through a row with two buffers",
    text: `
      __global__ void kernel(const float* in, float* out) {
        __shared__ float tile[2][64];
        int t = threadIdx.x;
        float sum = 0;
        tile[0][t] = in[t];
        for (int pass = 0; pass < 4; pass++) {
          __syncthreads();
          if (pass < 3) tile[(pass + 1) % 2][t] = in[64 * (pass + 1) + t];
          sum += tile[pass % 2][63 - t];
        }
        out[t] = sum;
      }`,
    launch: { grid: [1, 1, 1], block: [64, 1, 1], arguments: [floats("in", 256), floats("out", 64)] },
    mutants: [
      {
        fault: "two buffers without a barrier",
        edit: ["__syncthreads();", ""],
        kind: "race",
        line: "tile[0][t] =",
        thread: [32, 0, 0],
        other: [31, 0, 0],
      },
      {
        fault: "the buffer that is being read is filled",
        edit: ["tile[(pass + 1) % 2][t] =", "tile[pass % 2][t] ="],
        kind: "race",
        line: "if (pass < 3)",
        thread: [32, 0, 0],
        other: [31, 0, 0],
      },
      {
        fault: "the first buffer is never filled",
        edit: ["tile[0][t] = in[t];", ""],
        kind: "uninitialized",
        line: "sum += tile",
        thread: [0, 0, 0],
      },
      {
        fault: "buffers that change one pass too late",
        edit: ["tile[pass % 2][63", "tile[(pass + 3) / 2 % 2][63"],
        kind: "race",
        line: "if (pass < 3)",
        thread: [32, 0, 0],
        other: [31, 0, 0],
      },
    ],
  },
  {
    name: "multiplies matrices in tiles",
    text: `
      __global__ void kernel(const float* A, const float* B, float* C) {
        __shared__ float a[8][8], b[8][8];
        int row = blockIdx.y * 8 + threadIdx.y;
        int column = blockIdx.x * 8 + threadIdx.x;
        float sum = 0;
        for (int first = 0; first < 16; first += 8) {
          a[threadIdx.y][threadIdx.x] = A[row * 16 + first + threadIdx.x];
          b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * 16 + column];
          __syncthreads();
          for (int k = 0; k < 8; k++) {
            sum += a[threadIdx.y][k] *
              b[k][threadIdx.x];
          }
          __syncthreads();
        }
        C[row * 16 + column] = sum;
      }`,
    launch: { grid: [2, 2, 1], block: [8, 8, 1], arguments: [floats("A", 256), floats("B", 256), floats("C", 256)] },
    mutants: [
      {
        fault: "no barrier before the tile is read",
        edit: ["column];\n          __syncthreads();", "column];"],
        kind: "race",
        line: "sum += a",
        thread: [1, 0, 0],
        other: [0, 0, 0],
      },
      {
        fault: "no barrier before the tile is filled again",
        edit: ["}\n          __syncthreads();", "}"],
        kind: "race",
        line: "a[threadIdx.y][threadIdx.x] =",
        thread: [0, 0, 0],
        other: [7, 0, 0],
      },
      {
        fault: "a tile with room for one row less",
        edit: ["b[8][8]", "b[7][8]"],
        kind: "out-of-bounds",
        line: "b[threadIdx.y][threadIdx.x] =",
        thread: [0, 7, 0],
      },
    ],
  },
  {
    name: "sums within a warp, in shared memory",
    text: `
      __global__ void kernel(const int* in, int* out) {
        __shared__ int partial[32];
        int lane = threadIdx.x;
        partial[lane] = in[lane];
        __syncwarp();
        for (int step = 16; step > 0; step /= 2) {
          int other = lane < step ? partial[lane + step] : 0;
          __syncwarp();
          partial[lane] += other;
          __syncwarp();
        }
        out[lane] = partial[0];
      }`,
    launch: { grid: [1, 1, 1], block: [32, 1, 1], arguments: [ints("in", 32), ints("out", 32)] },
    mutants: [
      {
        fault: "no __syncwarp after the first store",
        edit: ["in[lane];\n        __syncwarp();", "in[lane];"],
        kind: "race",
        line: "int other",
        thread: [0, 0, 0],
        other: [16, 0, 0],
      },
      {
        fault: "a __syncwarp of half of the warp",
        edit: ["in[lane];\n        __syncwarp();", "in[lane];\n        if (lane < 16) __syncwarp(0xffff);"],
        kind: "race",
        line: "int other",
        thread: [0, 0, 0],
        other: [16, 0, 0],
      },
      {
        fault: "a __syncwarp that names lanes of another branch",
        edit: ["in[lane];\n        __syncwarp();", "in[lane];\n        if (lane < 16) __syncwarp(); else __syncwarp(0xffff0000);"],
        kind: "mismatched-mask",
        line: "if (lane < 16)",
        thread: [16, 0, 0],
      },
    ],
  },
  {
    name: "sums within a warp, by shuffles and votes",
    text: `
      __global__ void kernel(const int* in, int* out) {
        int lane = threadIdx.x % 32;
        int value = in[threadIdx.x];
        for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffff, value, step);
        unsigned positive = __ballot_sync(0xffffffff, value > 0);
        int all = __reduce_add_sync(0xffffffff, value);
        if (lane == 0) out[threadIdx.x / 32] = value + all + __popc(positive);
      }`,
    launch: { grid: [1, 1, 1], block: [64, 1, 1], arguments: [ints("in", 64), ints("out", 2)] },
    mutants: [
      {
        fault: "a mask that names absent lanes",
        edit: ["value += __shfl_down", "if (lane < step) value += __shfl_down"],
        kind: "mismatched-mask",
        line: "__shfl_down_sync",
        thread: [16, 0, 0],
      },
      {
        fault: "a shuffle by lanes that its mask leaves out",
        edit: ["__shfl_down_sync(0xffffffff", "__shfl_down_sync(0x0000ffff"],
        kind: "mismatched-mask",
        line: "__shfl_down_sync",
        thread: [16, 0, 0],
      },
      {
        fault: "a vote in a divergent branch",
        edit: ["unsigned positive = __ballot", "unsigned positive = 0; if (lane > 9) positive = __ballot"],
        kind: "mismatched-mask",
        line: "__ballot_sync",
        thread: [0, 0, 0],
      },
      {
        fault: "a reduction of lanes that have gone elsewhere",
        edit: ["int all = __reduce", "int all = 0; if (lane != 7) all = __reduce"],
        kind: "mismatched-mask",
        line: "__reduce_add_sync",
        thread: [7, 0, 0],
      },
    ],
  },
  {
    name: "chooses one of a thread's two lists",
    text: `
      __global__ void kernel(const int* in, int* out) {
        int small[4], large[4];
        for (int i = 0; i < 4; i++) {
          small[i] = in[threadIdx.x + i];
          large[i] = 100 * in[threadIdx.x + i];
        }
        const int* chosen = in[threadIdx.x] % 2 == 0 ? small : large;
        int sum = 0;
        for (int i = 0; i < 4; i++) sum += chosen[i];
        out[threadIdx.x] = sum;
      }`,
    launch: { grid: [1, 1, 1], block: [32, 1, 1], arguments: [ints("in", 36), ints("out", 32)] },
    mutants: [
      {
        fault: "the last local element is never set",
        edit: ["i < 4; i++) {", "i < 3; i++) {"],
        kind: "uninitialized",
        line: "sum += chosen",
        thread: [0, 0, 0],
      },
      {
        fault: "one of the lists is never set",
        edit: ["large[i] = 100 * in[threadIdx.x + i];", ""],
        kind: "uninitialized",
        line: "sum += chosen",
        thread: [1, 0, 0],
      },
      {
        fault: "a loop that leaves the chosen list",
        edit: ["i < 4; i++) sum", "i < 40; i++) sum"],
        kind: "out-of-bounds",
        line: "sum += chosen",
        thread: [0, 0, 0],
      },
    ],
  },
  {
    name: "finds the largest element by a loop around atomicCAS",
    text: `
      __device__ float atomicMaxFloat(float* address, float value) {
        int* word = (int*)address;
        int old = *word, assumed;
        do {
          assumed = old;
          if (__int_as_float(assumed) >= value) break;
          old = atomicCAS(word, assumed, __float_as_int(value));
        } while (assumed != old);
        return __int_as_float(old);
      }
      __global__ void kernel(const float* in, float* largest, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n && in[i] > *largest) atomicMaxFloat(largest, in[i]);
      }`,
    launch: {
      grid: [4, 1, 1],
      block: [64, 1, 1],
      arguments: [floats("in", 256), { array: "largest", type: "float", length: 1, fill: { constant: 0 } }, int(256)],
    },
    mutants: [
      {
        fault: "the largest element is stored without an atomic",
        edit: ["atomicMaxFloat(largest, in[i]);", "*largest = in[i];"],
        kind: "race",
        line: "if (i < n &&",
        thread: [1, 0, 0],
        other: [31, 0, 0],
      },
    ],
  },
];
