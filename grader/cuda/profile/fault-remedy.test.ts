import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { profileHost } from "../host/profile-host.ts";
import type { HostLaunchProfile } from "./profile-schema.ts";
import { remedyWords } from "./remedy.ts";
import { withEdits } from "./text-edits.ts";

interface FaultCase {
  /** Parameters and body of the kernel; the parameters stand in line 1, the body from line 2 on. */
  readonly parameters: string;
  readonly body: string;
  /** Main's allocations and its launch. */
  readonly main: string;
  /** The remedies' first words, in order. */
  readonly remedies: readonly string[];
}

const ONE_ARRAY = "int *a; cudaMalloc(&a, 100 * sizeof(int)); cudaMemset(a, 0, 400);";
const TWO_ARRAYS = "float *in, *out; cudaMalloc(&in, 400); cudaMemset(in, 0, 400); cudaMalloc(&out, 400);";

/** Memory faults and barriers as students write them, with what ends each. */
const FAULTS: Record<string, FaultCase> = {
  "no guard": {
    parameters: "int *a, int n",
    body: "int i = blockIdx.x * blockDim.x + threadIdx.x;\na[i] = i;",
    main: `${ONE_ARRAY} k<<<4, 32>>>(a, 100);`,
    remedies: ["With `if (i < n)` before line 3 the access out of bounds in line 3 is gone."],
  },
  "no guard in a kernel of several lines": {
    parameters: "const float *in, float *out, int n",
    body: "int i = blockIdx.x * blockDim.x + threadIdx.x;\nfloat x = in[i];\nx = x * x;\nout[i] = x;",
    main: `${TWO_ARRAYS} k<<<4, 32>>>(in, out, 100);`,
    remedies: ["With `if (i >= n) return;` after line 2 the accesses out of bounds in lines 3 and 5 are gone."],
  },
  "an array whose name another one has elsewhere": {
    parameters: "const float *in, float *out, int n",
    body: "{ float in[16]; for (int k = 0; k < 16; k++) in[k] = k; out[threadIdx.x] = in[3]; }\nfloat sum = 0;\nfor (int k = 0; k < 128; k++)\nsum += in[k];\nout[threadIdx.x] = sum;",
    main: `${TWO_ARRAYS} k<<<1, 32>>>(in, out, 100);`,
    remedies: ["With `if (k < n)` before line 5 the access out of bounds in line 5 is gone."],
  },
  "a guard that lets one thread too many in": {
    parameters: "int *a, int n",
    body: "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i <= n) a[i] = i;",
    main: `${ONE_ARRAY} k<<<4, 32>>>(a, 100);`,
    remedies: ["With `<` instead of `<=` in line 3 the access out of bounds is gone."],
  },
  "a return that comes one too late": {
    parameters: "int *a, int n",
    body: "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i > n) return;\na[i] = i;",
    main: `${ONE_ARRAY} k<<<4, 32>>>(a, 100);`,
    remedies: ["With `>=` instead of `>` in line 3 the access out of bounds in line 4 is gone."],
  },
  "a loop with one pass too many": {
    parameters: "const float *in, float *out, int n",
    body: "float sum = 0;\nfor (int k = 0; k <= n; k++)\nsum += in[k];\nout[threadIdx.x] = sum;",
    main: `${TWO_ARRAYS} k<<<1, 32>>>(in, out, 100);`,
    remedies: ["With `<` instead of `<=` in line 3 the access out of bounds in line 4 is gone."],
  },
  "neighbours on both sides": {
    parameters: "const float *in, float *out, int n",
    body: "int i = threadIdx.x;\nif (i < n)\nout[i] = in[i - 1] + in[i] + in[i + 1];",
    main: `${TWO_ARRAYS} k<<<1, 128>>>(in, out, 100);`,
    remedies: ["With `if (i >= 1 && i + 1 < n)` before line 4 the accesses out of bounds in line 4 are gone."],
  },
  "rows of a matrix that begin between two pieces of 16 bytes": {
    parameters: "int *a",
    body: `__shared__ __align__(16) short h[16 * 68];
for (int i = threadIdx.x; i < 16 * 68; i += 32) h[i] = 0;
__syncthreads();
unsigned m, row = __cvta_generic_to_shared(&h[threadIdx.x % 8 * 68]);
asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m) : "r"(row));
a[threadIdx.x] = m;`,
    main: `${ONE_ARRAY} k<<<1, 32>>>(a);`,
    remedies: ["Make the rows of the tile a multiple of 16 bytes long: each row of a matrix begins at one."],
  },
  "a tile at the edge": {
    parameters: "const float *in, float *out, int n",
    body: "__shared__ float tile[32];\nint i = blockIdx.x * 32 + threadIdx.x;\ntile[threadIdx.x] = in[i];\n__syncthreads();\nif (i < n) out[i] = tile[31 - threadIdx.x];",
    main: `${TWO_ARRAYS} k<<<4, 32>>>(in, out, 100);`,
    remedies: ["With `i < n ? in[i] : 0` in line 4 the access out of bounds is gone."],
  },
  "a matrix whose last blocks stick out": {
    parameters: "int *a, int rows, int cols",
    body: "int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;\na[y * cols + x] = x;",
    main: `${ONE_ARRAY} k<<<dim3(2, 2), dim3(8, 8)>>>(a, 10, 10);`,
    remedies: ["With `if (y < rows && x < cols)` before line 3 the race in line 3 and the access out of bounds in line 3 are gone."],
  },
  "more rows of blocks than rows": {
    parameters: "int *a, int rows, int cols",
    body: "int x = threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;\na[y * cols + x] = x;",
    main: `${ONE_ARRAY} k<<<dim3(1, 2), dim3(10, 8)>>>(a, 10, 10);`,
    remedies: ["With `if (y < rows)` before line 3 the access out of bounds in line 3 is gone."],
  },
  "more threads than a shared array has elements": {
    parameters: "int *a",
    body: "__shared__ int bins[10];\nbins[threadIdx.x] = threadIdx.x;\n__syncthreads();\nif (threadIdx.x < 10) a[threadIdx.x] = bins[threadIdx.x];",
    main: `${ONE_ARRAY} k<<<1, 32>>>(a);`,
    remedies: ["With `if (threadIdx.x < 10)` before line 3 the access out of bounds in line 3 is gone."],
  },
  "the neighbour in a row of a tile": {
    parameters: "int *a",
    body: "__shared__ int tile[4][16];\ntile[threadIdx.y][threadIdx.x] = threadIdx.x;\n__syncthreads();\na[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y][threadIdx.x + 1];",
    main: `${ONE_ARRAY} k<<<1, dim3(16, 4)>>>(a);`,
    remedies: ["With `if (threadIdx.x + 1 < 16)` before line 5"],
  },
  "a shared array of half the block": {
    parameters: "int *a",
    body: "__shared__ int s[32];\ns[threadIdx.x] = a[threadIdx.x];\n__syncthreads();\na[threadIdx.x] = s[63 - threadIdx.x];",
    main: `${ONE_ARRAY} k<<<1, 64>>>(a);`,
    remedies: ["With `s[64]`, an element for each thread, in line 2 the accesses out of bounds in lines 3 and 5 are gone."],
  },
  "dynamic shared memory that the launch forgets": {
    parameters: "int *a",
    body: "extern __shared__ int s[];\ns[threadIdx.x] = a[threadIdx.x];\n__syncthreads();\na[threadIdx.x] = s[63 - threadIdx.x];",
    main: `${ONE_ARRAY} k<<<1, 64>>>(a);`,
    remedies: ["With `64 * sizeof(int)` as third argument of `<<<…>>>` in line 7 the accesses out of bounds in lines 3 and 5 are gone."],
  },
  "dynamic shared memory with a variable for the block": {
    parameters: "int *a",
    body: "extern __shared__ int s[];\ns[threadIdx.x] = a[threadIdx.x];\n__syncthreads();\na[threadIdx.x] = s[63 - threadIdx.x];",
    main: `${ONE_ARRAY} int threads = 64; k<<<1, threads>>>(a);`,
    remedies: [
      "With `threads * sizeof(int)` as third argument of `<<<…>>>` in line 7 the accesses out of bounds in lines 3 and 5 are gone.",
    ],
  },
  "dynamic shared memory that is a struct": {
    parameters: "int *a",
    body: "extern __shared__ int4 s;\n(&s.x)[threadIdx.x] = a[threadIdx.x];\n__syncthreads();\na[threadIdx.x] = (&s.x)[3 - threadIdx.x];",
    main: `${ONE_ARRAY} k<<<1, 4>>>(a);`,
    remedies: ["With `sizeof(int4)` as third argument of `<<<…>>>` in line 7 the accesses out of bounds in lines 3 and 5 are gone."],
  },
  "the size of another type": {
    parameters: "double *a, int n",
    body: "int i = threadIdx.x;\nif (i < n) a[i] = i;",
    main: "int n = 100; double *a; cudaMalloc(&a, n * sizeof(float)); cudaMemset(a, 0, n * sizeof(float)); k<<<1, 128>>>(a, n);",
    remedies: ["With `sizeof(double)` instead of `sizeof(float)` in line 5 the access out of bounds in line 3 is gone."],
  },
  "a number of elements for bytes": {
    parameters: "float *a, int n",
    body: "int i = threadIdx.x;\nif (i < n) a[i] = i;",
    main: "int n = 100; float *a; cudaMalloc(&a, n); k<<<1, 128>>>(a, n);",
    remedies: ["With `n * sizeof(float)` instead of `n` in line 5 the access out of bounds in line 3 is gone."],
  },
  "a halo that is loaded one too far": {
    parameters: "const int *in, int *out",
    body: "__shared__ int s[34];\nint t = threadIdx.x;\ns[t] = in[t];\nif (t < 2) s[t + 32 + 1] = in[t + 32];\n__syncthreads();\nout[t] = s[t] + s[t + 1] + s[t + 2];",
    main: `${ONE_ARRAY} int *out; cudaMalloc(&out, 400); k<<<1, 32>>>(a, out);`,
    remedies: ["With no `+ 1` in the subscripts of line 5 the access out of bounds in line 5 and the reads before the write in line 7"],
  },
  "a product that overflows": {
    parameters: "char *a, int n",
    body: "int i = threadIdx.x * 100000000;\nif (i < n) a[i / 10000] = 1;",
    main: "char *a; cudaMalloc(&a, 200000); k<<<1, 32>>>(a, 2000000000);",
    remedies: ["So far before the start of an array, the index has probably overflown: an `int` ends at 2,147,483,647."],
  },
  "bins that nobody zeroes": {
    parameters: "const int *a",
    body: "__shared__ int bins[10];\natomicAdd(&bins[a[threadIdx.x]], 1);",
    main: `${ONE_ARRAY} k<<<1, 64>>>(a);`,
    remedies: ["With `bins` set to 0 after line 2 the read before the write in line 3 is gone."],
  },
  "a total in memory as cudaMalloc gives it": {
    parameters: "const int *a, int *total",
    body: "atomicAdd(total, a[threadIdx.x]);",
    main: `${ONE_ARRAY} int *total; cudaMalloc(&total, sizeof(int)); k<<<1, 64>>>(a, total);`,
    remedies: ["With `cudaMemset(total, 0, sizeof(int))` after line 4 the read before the write in line 2 is gone."],
  },
  "an input that was never copied": {
    parameters: "const int *a, int *out",
    body: "out[threadIdx.x] = a[threadIdx.x];",
    main: "int *a, *out; cudaMalloc(&a, 128); cudaMalloc(&out, 128); k<<<1, 32>>>(a, out);",
    remedies: ["Copy all that is read of `a` before the launch (`cudaMemcpy`), or set it (`cudaMemset`)."],
  },
  "a word at an odd address": {
    parameters: "const char *p, unsigned int *out",
    body: "unsigned int word = *(const unsigned int *)(p + threadIdx.x);\nout[threadIdx.x] = word;",
    main: "char *p; unsigned int *out; cudaMalloc(&p, 64); cudaMemset(p, 1, 64); cudaMalloc(&out, 128); k<<<1, 32>>>(p, out);",
    remedies: ["With `memcpy` in line 2, which needs no alignment, the misaligned access in line 2 is gone."],
  },
  "a word straight into the result": {
    parameters: "const char *p, unsigned int *out",
    body: "out[0] = *reinterpret_cast<const unsigned int *>(p + 1);",
    main: "char *p; unsigned int *out; cudaMalloc(&p, 64); cudaMemset(p, 1, 64); cudaMalloc(&out, 128); k<<<1, 1>>>(p, out);",
    remedies: ["With `memcpy` in line 2"],
  },
  "a vector from the second float on": {
    parameters: "const float *in, float *out",
    body: "const float4 *four = (const float4 *)(in + 1);\nfloat4 v = four[threadIdx.x];\nout[threadIdx.x] = v.x + v.y + v.z + v.w;",
    main: `${TWO_ARRAYS} k<<<1, 8>>>(in, out);`,
    remedies: ["Start at an address that is a multiple of"],
  },
  "a barrier at the end of a branch": {
    parameters: "int *a",
    body: "__shared__ int s[64];\nif (threadIdx.x < 40) {\ns[threadIdx.x] = a[threadIdx.x];\n__syncthreads();\n}\nif (threadIdx.x < 40) a[threadIdx.x] = s[39 - threadIdx.x];",
    main: `${ONE_ARRAY} k<<<1, 64>>>(a);`,
    remedies: ["With `__syncthreads()` out of the `if` in line 3 the divergent barrier in line 5 is gone."],
  },
  "a barrier in the middle of a branch": {
    parameters: "int *a",
    body: "__shared__ int s[64];\nint t = threadIdx.x;\nif (t < 40) {\ns[t] = a[t];\n__syncthreads();\na[t] = s[39 - t];\n}",
    main: `${ONE_ARRAY} k<<<1, 64>>>(a);`,
    remedies: ["With `__syncthreads()` out of the `if` in line 4 the divergent barrier in line 6 is gone."],
  },
  "threads that have returned": {
    parameters: "int *a, int n",
    body: "__shared__ int s[64];\nint t = threadIdx.x;\nif (t >= n) return;\ns[t] = a[t];\n__syncthreads();\na[t] = s[n - 1 - t];",
    main: `${ONE_ARRAY} k<<<1, 64>>>(a, 40);`,
    remedies: [],
  },
  "a barrier that only some pass often": {
    parameters: "int *a",
    body: "for (int k = threadIdx.x; k < 100; k += 64) {\na[k] = k;\n__syncthreads();\n}",
    main: `${ONE_ARRAY} k<<<1, 64>>>(a);`,
    remedies: [],
  },
};

type LaunchRemedy = HostLaunchProfile["remedies"][number];

const launchOf = (text: string) => profileHost(text, h200).launches[0]!;

describe("what ends a fault", () => {
  it.each(Object.entries(FAULTS))("%s", (_, { parameters, body, main, remedies }) => {
    const text = `__global__ void k(${parameters}) {\n${body}\n}\nint main() { ${main} cudaDeviceSynchronize(); }`;
    const launch = launchOf(text);
    expect(launch.remedies.map((remedy) => remedyWords(remedy, launch.findings).slice(0, 130))).toEqual(
      remedies.map((words) => expect.stringContaining(words) as string),
    );
    for (const { microseconds, insertions, ends } of launch.remedies) {
      if (microseconds === undefined) continue;
      const after = launchOf(withEdits(text, insertions));
      expect(after.findings).toHaveLength(launch.findings.length - ends.length);
      expect(after.time!.microseconds).toBe(microseconds.after);
    }
  });
});

it("an atomic in place of a sum of many threads gives the right sum", () => {
  const text = `#include <cstdio>
__global__ void count(const int *in, int *total) {
  if (in[blockIdx.x * 64 + threadIdx.x] > 0) *total += 1;
}
int main() {
  int ones[128], *in, *total, sum;
  for (int i = 0; i < 128; i++) ones[i] = 1;
  cudaMalloc(&in, 512); cudaMemcpy(in, ones, 512, cudaMemcpyHostToDevice);
  cudaMalloc(&total, 4); cudaMemset(total, 0, 4);
  count<<<2, 64>>>(in, total);
  cudaMemcpy(&sum, total, 4, cudaMemcpyDeviceToHost);
  printf("%d", sum);
}`;
  const printedBy = (source: string): string => profileHost(source, h200).result.printed.join("");
  const [{ insertions, words }] = launchOf(text).remedies as [LaunchRemedy];
  expect(words).toBe("`atomicAdd(total, 1)` instead of `*total += 1` in line 3");
  expect(printedBy(text)).not.toBe("128");
  expect(printedBy(withEdits(text, insertions))).toBe("128");
});
