import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { SourceError, placeAt } from "../source-error.ts";
import { runHost, type HostOptions, type HostResult } from "./run-host.ts";

// Programs as courses and books have them, with the headers that they include.

function run(text: string, options: Partial<HostOptions> = {}): HostResult {
  return runHost(text, { device: h200, ...options });
}

const SCALE = `__global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}`;

/** A main with one launch of \`scale\`, around what a header gives. */
const main = (before: string, after = "") => `int main(int argc, char **argv) {
  const int n = 1000;
  float *h = (float *)malloc(n * sizeof(float)), *d;
  for (int i = 0; i < n; i++) h[i] = i;
  ${before}
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(n + 255) / 256, 256>>>(d, n);
  ${after}
  return 0;
}`;

const WB_VECTORS = `#include <wb.h>
#define wbCheck(stmt) do { cudaError_t err = stmt; if (err != cudaSuccess) { wbLog(ERROR, "Failed to run stmt ", #stmt); return -1; } } while (0)
__global__ void vecAdd(float *in1, float *in2, float *out, int len) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < len) out[i] = in1[i] + in2[i];
}
int main(int argc, char **argv) {
  wbArg_t args;
  int inputLength;
  float *hostInput1, *hostInput2, *hostOutput, *deviceInput1, *deviceInput2, *deviceOutput;
  args = wbArg_read(argc, argv);
  wbTime_start(Generic, "Importing data and creating memory on host");
  hostInput1 = (float *)wbImport(wbArg_getInputFile(args, 0), &inputLength);
  hostInput2 = (float *)wbImport(wbArg_getInputFile(args, 1), &inputLength);
  hostOutput = (float *)malloc(inputLength * sizeof(float));
  wbTime_stop(Generic, "Importing data and creating memory on host");
  wbLog(TRACE, "The input length is ", inputLength);
  wbCheck(cudaMalloc((void **)&deviceInput1, inputLength * sizeof(float)));
  wbCheck(cudaMalloc((void **)&deviceInput2, inputLength * sizeof(float)));
  wbCheck(cudaMalloc((void **)&deviceOutput, inputLength * sizeof(float)));
  cudaMemcpy(deviceInput1, hostInput1, inputLength * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceInput2, hostInput2, inputLength * sizeof(float), cudaMemcpyHostToDevice);
  vecAdd<<<ceil(inputLength / 256.0), 256>>>(deviceInput1, deviceInput2, deviceOutput, inputLength);
  cudaDeviceSynchronize();
  cudaMemcpy(hostOutput, deviceOutput, inputLength * sizeof(float), cudaMemcpyDeviceToHost);
  wbSolution(args, hostOutput, inputLength);
  return 0;
}`;

const WB_MATRICES = `#include <wb.h>
__global__ void multiply(float *A, float *B, float *C, int rows, int inner, int columns) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= columns || y >= rows) return;
  float sum = 0;
  for (int k = 0; k < inner; k++) sum += A[y * inner + k] * B[k * columns + x];
  C[y * columns + x] = sum;
}
int main(int argc, char **argv) {
  wbArg_t args = wbArg_read(argc, argv);
  int numARows, numAColumns, numBRows, numBColumns;
  float *a = (float *)wbImport(wbArg_getInputFile(args, 0), &numARows, &numAColumns);
  float *b = (float *)wbImport(wbArg_getInputFile(args, 1), &numBRows, &numBColumns), *A, *B, *C;
  assert(numAColumns == numBRows);
  cudaMalloc(&A, numARows * numAColumns * 4);
  cudaMalloc(&B, numBRows * numBColumns * 4);
  cudaMalloc(&C, numARows * numBColumns * 4);
  cudaMemcpy(A, a, numARows * numAColumns * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(B, b, numBRows * numBColumns * 4, cudaMemcpyHostToDevice);
  multiply<<<dim3((numBColumns - 1) / 16 + 1, (numARows - 1) / 16 + 1), dim3(16, 16)>>>(A, B, C, numARows, numAColumns, numBColumns);
  wbSolution(args, a, numARows, numBColumns);
}`;

const WB_IMAGE = `#include <wb.h>
__constant__ float M[5 * 5];
__global__ void blur(float *in, float *out, int channels, int width, int height) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) for (int c = 0; c < channels; c++) out[(y * width + x) * channels + c] = in[(y * width + x) * channels + c] * M[12];
}
int main(int argc, char *argv[]) {
  wbArg_t arg = wbArg_read(argc, argv);
  char *inputImageFile = wbArg_getInputFile(arg, 0), *inputMaskFile = wbArg_getInputFile(arg, 1);
  int maskRows, maskColumns;
  wbImage_t inputImage = wbImport(inputImageFile);
  float *hostMask = (float *)wbImport(inputMaskFile, &maskRows, &maskColumns);
  assert(maskRows == 5);
  assert(maskColumns == 5);
  int width = wbImage_getWidth(inputImage), height = wbImage_getHeight(inputImage), channels = wbImage_getChannels(inputImage);
  wbImage_t outputImage = wbImage_new(width, height, channels);
  float *in, *out;
  size_t bytes = width * height * channels * sizeof(float);
  cudaMalloc((void **)&in, bytes);
  cudaMalloc((void **)&out, bytes);
  cudaMemcpy(in, wbImage_getData(inputImage), bytes, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(M, hostMask, 25 * sizeof(float));
  blur<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(in, out, channels, width, height);
  cudaMemcpy(wbImage_getData(outputImage), out, bytes, cudaMemcpyDeviceToHost);
  wbSolution(arg, outputImage);
  wbImage_delete(outputImage);
}`;

const WB_BOX = `#include <wb.h>
${SCALE}
int main(int argc, char *argv[]) {
  wbArg_t args = wbArg_read(argc, argv);
  int inputLength, kernelLength;
  float *hostInput = (float *)wbImport(wbArg_getInputFile(args, 0), &inputLength);
  float *hostKernel = (float *)wbImport(wbArg_getInputFile(args, 1), &kernelLength), *d;
  int z_size = hostInput[0], y_size = hostInput[1], x_size = hostInput[2];
  wbLog(TRACE, "The input size is ", z_size, "x", y_size, "x", x_size);
  assert(z_size * y_size * x_size == inputLength - 3);
  assert(kernelLength == 27);
  cudaMalloc(&d, (inputLength - 3) * sizeof(float));
  cudaMemcpy(d, &hostInput[3], (inputLength - 3) * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<4, 256>>>(d, inputLength - 3);
}`;

const WB_HISTOGRAM = `#include <wb.h>
__global__ void histogram(unsigned int *in, unsigned int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1);
}
int main(int argc, char *argv[]) {
  wbArg_t args = wbArg_read(argc, argv);
  int inputLength;
  unsigned int *hostInput = (unsigned int *)wbImport(wbArg_getInputFile(args, 0), &inputLength, "Integer"), *in, *bins;
  cudaMalloc(&in, inputLength * 4);
  cudaMalloc(&bins, 4096 * 4);
  cudaMemset(bins, 0, 4096 * 4);
  cudaMemcpy(in, hostInput, inputLength * 4, cudaMemcpyHostToDevice);
  histogram<<<4, 256>>>(in, bins, inputLength);
}`;

const PROGRAMS: readonly (readonly [what: string, text: string, says: readonly string[]])[] = [
  ["wb.h: vectors", WB_VECTORS, ["wb.h: input0 is made up, 1003 floats.", "wb.h: input1 is made up, 1003 floats."]],
  ["wb.h: matrices", WB_MATRICES, ["wb.h: input0 is made up, 150 x 100 floats.", "wb.h: input1 is made up, 100 x 130 floats."]],
  ["wb.h: an image with a mask", WB_IMAGE, ["wb.h: input0 is made up, an image of 200 x 150 pixels with 3 channels."]],
  ["wb.h: a box with a mask", WB_BOX, ["wb.h: input1 is made up, 27 floats."]],
  ["wb.h: a histogram", WB_HISTOGRAM, ["wb.h: input0 is made up, 1003 ints."]],
  [
    "book.h of CUDA by Example",
    `#include "../common/book.h"\n${SCALE}\n${main("HANDLE_ERROR(cudaSetDevice(0)); HANDLE_NULL(h);", "HANDLE_ERROR(cudaGetLastError());")}`,
    ["`../common/book.h` (line 1) is the lab's stand-in: pictures are not shown, and of an animation one frame is run."],
  ],
  [
    "cpu_bitmap.h of CUDA by Example",
    `#include "../common/book.h"
#include "../common/cpu_bitmap.h"
#define DIM 64
__global__ void kernel(unsigned char *ptr) { int offset = blockIdx.x + blockIdx.y * gridDim.x; ptr[offset * 4] = 255 * (blockIdx.x > blockIdx.y); ptr[offset * 4 + 1] = ptr[offset * 4 + 2] = 0; ptr[offset * 4 + 3] = 255; }
int main(void) {
  CPUBitmap bitmap(DIM, DIM);
  unsigned char *dev_bitmap;
  HANDLE_ERROR(cudaMalloc((void **)&dev_bitmap, bitmap.image_size()));
  dim3 grid(DIM, DIM);
  kernel<<<grid, 1>>>(dev_bitmap);
  HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost));
  bitmap.display_and_exit();
  HANDLE_ERROR(cudaFree(dev_bitmap));
}`,
    ["`../common/cpu_bitmap.h` (line 2) is the lab's stand-in: pictures are not shown, and of an animation one frame is run."],
  ],
  [
    "cpu_anim.h of CUDA by Example",
    `#include "cuda.h"
#include "../common/book.h"
#include "../common/cpu_anim.h"
struct DataBlock { unsigned char *output_bitmap; float *values; CPUAnimBitmap *bitmap; };
void anim_gpu(DataBlock *d, int ticks) {
  float_to_color<<<dim3(4, 4), dim3(16, 16)>>>(d->output_bitmap, d->values);
  HANDLE_ERROR(cudaMemcpy(d->bitmap->get_ptr(), d->output_bitmap, d->bitmap->image_size(), cudaMemcpyDeviceToHost));
}
void anim_exit(DataBlock *d) { cudaFree(d->output_bitmap); }
int main(void) {
  DataBlock data;
  CPUAnimBitmap bitmap(64, 64, &data);
  data.bitmap = &bitmap;
  HANDLE_ERROR(cudaMalloc((void **)&data.output_bitmap, bitmap.image_size()));
  HANDLE_ERROR(cudaMalloc((void **)&data.values, bitmap.image_size()));
  cudaMemset(data.values, 0, bitmap.image_size());
  bitmap.anim_and_exit((void (*)(void *, int))anim_gpu, (void (*)(void *))anim_exit);
}`,
    ["`../common/cpu_anim.h` (line 3) is the lab's stand-in: pictures are not shown, and of an animation one frame is run."],
  ],
  [
    "common.h of Professional CUDA C, with functions of its own",
    `#include "../common/common.h"
#include <cuda_runtime.h>
#include <stdio.h>
void initialData(float *ip, const int size) { for (int i = 0; i < size; i++) ip[i] = (float)(rand() & 0xFF) / 10.0f; }
${SCALE}
${main("double iStart = seconds(); initialData(h, n); CHECK(cudaSetDevice(0));", 'CHECK(cudaDeviceSynchronize()); CHECK(cudaGetLastError()); printf("%f\\n", seconds() - iStart);')}`,
    ["`../common/common.h` (line 1) is the lab's stand-in."],
  ],
  [
    "freshman.h",
    `#include "freshman.h"\n${SCALE}\n${main("initDevice(0); initialData(h, n); double start = cpuSecond();", "float *r = (float *)malloc(n * 4); CHECK(cudaMemcpy(r, d, n * 4, cudaMemcpyDeviceToHost)); checkResult(h, r, n);")}`,
    [],
  ],
  [
    "gputimer.h and utils.h of Udacity's course",
    `#include <stdio.h>
#include "gputimer.h"
#include "utils.h"
${SCALE}
${main("GpuTimer timer; timer.Start();", 'timer.Stop(); checkCudaErrors(cudaGetLastError()); printf("%g ms\\n", timer.Elapsed()); float *r = (float *)malloc(n * 4); checkCudaErrors(cudaMemcpy(r, d, n * 4, cudaMemcpyDeviceToHost)); checkResultsExact(r, r, n);')}`,
    ["`gputimer.h` (line 2) is the lab's stand-in.", "`utils.h` (line 3) is the lab's stand-in."],
  ],
  [
    "support.h of Illinois's course",
    `#include "support.h"\n${SCALE}\n${main('Timer timer; startTime(&timer); if (n == 0) FATAL("Unable to allocate %d", n);', 'stopTime(&timer); printf("%f s\\n", elapsedTime(timer)); verify(h, h, h, n);')}`,
    ["`support.h` (line 1) is the lab's stand-in: `verify` compares nothing."],
  ],
  [
    "cutil.h of the first SDKs",
    `#include <cutil.h>\n${SCALE}\n${main("CUT_DEVICE_INIT(argc, argv); unsigned int timer = 0; CUT_SAFE_CALL(cutCreateTimer(&timer)); CUDA_SAFE_CALL(cudaSetDevice(0)); CUT_SAFE_CALL(cutStartTimer(timer));", 'CUT_CHECK_ERROR("Kernel execution failed"); printf("%f ms\\n", cutGetTimerValue(timer)); CUT_EXIT(argc, argv);')}`,
    ["`cutil.h` (line 1) is the lab's stand-in."],
  ],
  [
    "the helpers of NVIDIA's samples",
    `#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
__global__ void move(float3 *x, float3 by) { x[threadIdx.x] += 2.0f * by; x[threadIdx.x] = normalize(x[threadIdx.x]) + make_float3(dot(by, by)); }
int main(int argc, char **argv) {
  int dev = findCudaDevice(argc, (const char **)argv);
  StopWatchInterface *timer = NULL;
  sdkCreateTimer(&timer);
  float3 *d;
  checkCudaErrors(cudaMalloc(&d, 64 * sizeof(float3)));
  checkCudaErrors(cudaMemset(d, 0, 64 * sizeof(float3)));
  move<<<1, 64>>>(d, make_float3(1, 2, 3));
  getLastCudaError("move");
  printf("%d %f\\n", dev, sdkGetTimerValue(&timer));
}`,
    ["`helper_math.h` (line 3) is the lab's stand-in."],
  ],
  [
    "error.cuh, check.h, cuda_utils.h: macros of any name",
    `#include "error.cuh"
#include "check.h"
#include "cuda_utils.h"
${SCALE}
${main("CHECK(cudaSetDevice(0)); gpuErrchk(cudaFree(0)); CUDA_CHECK(cudaSetDevice(0));", "cudaCheckError(); CHECK_CUDA(cudaDeviceSynchronize());")}`,
    [],
  ],
];

describe("programs as pasted", () => {
  it.each(PROGRAMS)("%s", (_, text, says) => {
    const { launches, exitCode, notes } = run(text);
    expect(exitCode).toBe(0);
    expect(launches).toHaveLength(1);
    expect(launches[0]!.findings).toEqual([]);
    expect(notes).toEqual(expect.arrayContaining([...says]));
  });

  it.each<[given: readonly string[], printed: string]>([
    [["-wA=128", "--device=2", "-x=1.5", "--file=a.bin", "n=9"], "1 0 1, 128 2 0, 1.5, a.bin, 1 9"],
    [["-wAB=5", "file"], "0 0 0, 5 0 0, 0, , 0 100"],
    [[], "0 0 0, 0 0 0, 0, none, 0 100"],
  ])("the samples' flags %j", (given, printed) => {
    const text = `#include <helper_string.h>
#define MIN(a, b) ((b) < (a) ? (b) : (a))
${SCALE}
${main(
  `const char **v = (const char **)argv; char *file; unsigned count = 7; bool has = getCmdLineArgumentString(argc, v, "file", &file), got = getCmdLineArgumentValue(argc, v, "n", &count);
  printf("%d %d %d, ", checkCmdLineFlag(argc, v, "wA"), checkCmdLineFlag(argc, v, "w"), checkCmdLineFlag(argc, v, "device"));
  printf("%d %d %d, ", getCmdLineArgumentInt(argc, v, "WAB") + getCmdLineArgumentInt(argc, v, "wa="), getCmdLineArgumentInt(argc, v, "device="), getCmdLineArgumentInt(argc, v, "none"));
  printf("%g, %s, %d %u", getCmdLineArgumentFloat(argc, v, "x"), has ? file : "none", got, got ? MIN(count, 20) : MAX(count, 100));`,
)}`;
    expect(run(text, { arguments: given }).printed.join("")).toBe(printed);
  });

  it("keep what they define themselves, and the line of an error in their own text", () => {
    const text = `#include "common.h"\n#define CHECK(x) x\ndouble seconds() { return 5; }\n${SCALE}\n${main('printf("%g\\n", seconds()); CHECK(cudaSetDevice(0)); nowhere();')}`;
    const error = errorOf(text);
    expect(error.message).toContain("nowhere");
    expect(placeAt(text, error.span.from).line).toBe(12);
    expect(run(text.replace("nowhere();", "")).printed).toEqual(["5"]);
  });

  it("stop at the host's own mistakes with pinned and managed memory", () => {
    const loop = (allocation: string, access: string) =>
      errorOf(`int main() {\n  float *h;\n  ${allocation};\n  for (int i = 0; i < 5; i++) ${access};\n}`).message;
    expect(loop("cudaHostAlloc(&h, 4 * sizeof(float), cudaHostAllocDefault)", "h[i] = i")).toBe(
      "The host writes element 4 of `h`, a host array of 4 floats.",
    );
    expect(loop("cudaMallocHost((void **)&h, 4 * sizeof(float)); h[0] = h[1] = h[2] = h[3] = 1", 'printf("%f", h[i])')).toBe(
      "The host reads element 4 of `h`, a host array of 4 floats.",
    );
    expect(loop("cudaMallocManaged(&h, 16)", "h[i] = i")).toBe("The host writes element 4 of `h`, a managed array of 4 floats.");
  });
});

describe("a program with a launch that is too large for the lab", () => {
  const LARGE = (n: number, after: string) => `__global__ void sgemm(const float *a, const float *b, float *c, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y + 1;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}
__global__ void fill(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
  const int n = ${n};
  float *a, *b, *c, *h = (float *)malloc(n * n * sizeof(float));
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMemset(a, 0, n * n * sizeof(float));
  cudaMemset(b, 0, n * n * sizeof(float));
  sgemm<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
  ${after}
}`;

  it("finds in a sample of blocks what goes wrong in the last ones, and says which size would be run", () => {
    const { launches, notes } = run(LARGE(2048, ""));
    const [launch] = launches;
    expect(launch!.findings.map(({ kind, span }) => [kind, placeAt(LARGE(2048, ""), span.from).line])).toEqual([
      ["out-of-bounds", 4],
      ["out-of-bounds", 5],
    ]);
    expect(launch!.sample).toMatchObject({ ofBlocks: 16_384, isUniform: true, smaller: [{ name: "n", value: 2048, smaller: 1024 }] });
    expect(notes.join()).not.toContain("loop");
  }, 60_000);

  it("takes nothing for unwritten that the other blocks may have written", () => {
    const text = `__global__ void chain(float *x, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int pass = 0; pass < 400; pass++) x[i] = pass + (i < 256 ? 0 : x[i - 256]);
  if (blockIdx.x == 77) found[0] = i;
}
int main() {
  float *x;
  int *found, h;
  cudaMalloc(&x, 256 * 256 * sizeof(float));
  cudaMalloc(&found, sizeof(int));
  chain<<<256, 256>>>(x, found, 256 * 256);
  cudaMemcpy(&h, found, sizeof(int), cudaMemcpyDeviceToHost);
}`;
    const { launches, ended, unwritten } = run(text, { wholeSteps: 1_000_000 });
    expect(launches[0]!.sample).toBeDefined();
    expect(launches[0]!.findings.filter(({ kind }) => kind === "uninitialized")).toEqual([]);
    expect(unwritten).toEqual([]);
    expect(ended?.array).toBe("found");
  });

  it.each([
    ["copies the result", 'cudaMemcpy(h, c, n * n * sizeof(float), cudaMemcpyDeviceToHost); printf("%f\\n", h[0]);', 1, "c"],
    ["launches a kernel that reads it", "sgemm<<<1, 64>>>(c, b, a, n);", 1, "c"],
    [
      "launches others first",
      "fill<<<4, 64>>>(b); sgemm<<<1, 64>>>(a, b, c, 16); cudaMemcpy(h, b, 256, cudaMemcpyDeviceToHost); cudaMemcpy(h, c, 256, cudaMemcpyDeviceToHost);",
      3,
      "c",
    ],
    [
      "overwrites it",
      "cudaMemset(c, 0, n * n * sizeof(float)); cudaMemcpy(h, c, n * n * sizeof(float), cudaMemcpyDeviceToHost);",
      1,
      undefined,
    ],
  ])("goes on until it needs what the other blocks would have written: %s", (_, after, made, array) => {
    const text = LARGE(256, after).replace("threadIdx.y + 1", "threadIdx.y");
    const { launches, ended, notes, printed } = run(text, { wholeSteps: 1_000_000 });
    expect(launches).toHaveLength(made);
    expect(printed).toEqual([]);
    expect(ended?.array).toBe(array);
    if (array !== undefined) expect(notes[0]).toMatch(/^`main` was ended at line 17, which needs `c`: of launch 1, only a sample/);
  });
});

function errorOf(text: string): SourceError {
  try {
    run(text);
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
  throw new Error("the program ran");
}
