import { describe, expect, it } from "vitest";
import { h100 } from "#simulator";
import { SourceError, placeAt } from "../source-error.ts";
import { HostStoppedError, runHost, type HostOptions } from "./run-host.ts";

const CHECK = `#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                                             \\
  do {                                                                                          \\
    cudaError_t error = (call);                                                                 \\
    if (error != cudaSuccess) {                                                                 \\
      fprintf(stderr, "%s:%d: %s\\n", __FILE__, __LINE__, cudaGetErrorString(error));           \\
      exit(EXIT_FAILURE);                                                                       \\
    }                                                                                           \\
  } while (0)
`;

function run(text: string, options: Partial<HostOptions> = {}) {
  return runHost(text, { device: h100, sanitizers: { memcheck: true, initcheck: true, racecheck: true }, ...options });
}

/** The message of the error that a text ends with, and its line. */
function errorOf(text: string, options: Partial<HostOptions> = {}): string {
  try {
    run(text, options);
  } catch (error) {
    if (error instanceof SourceError) return `${placeAt(text, error.span.from).line}: ${error.message}`;
    throw error;
  }
  return "";
}

describe("whole files", () => {
  it("adds vectors, and checks every call", () => {
    const { launches, printed, exitCode } = run(`${CHECK}
#include <cmath>
__global__ void add(const float *a, const float *b, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main(void) {
  const int n = 1000;
  size_t bytes = n * sizeof(float);
  float *a = (float *)malloc(bytes);
  float *b = (float *)malloc(bytes);
  float *sum = (float *)malloc(bytes);
  for (int i = 0; i < n; i++) {
    a[i] = rand() / (float)RAND_MAX;
    b[i] = 2.0f * i;
  }
  float *d_a = nullptr, *d_b = nullptr, *d_sum = nullptr;
  CHECK(cudaMalloc((void **)&d_a, bytes));
  CHECK(cudaMalloc((void **)&d_b, bytes));
  CHECK(cudaMalloc(&d_sum, bytes));
  CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
  int threads = 256;
  int blocks = (n + threads - 1) / threads;
  printf("%d blocks of %d threads\\n", blocks, threads);
  add<<<blocks, threads>>>(d_a, d_b, d_sum, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sum, d_sum, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    if (fabs(a[i] + b[i] - sum[i]) > 1e-5) {
      fprintf(stderr, "wrong at %d\\n", i);
      exit(EXIT_FAILURE);
    }
  }
  printf("%s\\n", "passed");
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_sum);
  free(a);
  free(b);
  free(sum);
  return 0;
}`);
    expect(printed).toEqual(["4 blocks of 256 threads", "passed"]);
    expect(exitCode).toBe(0);
    expect(launches).toMatchObject([{ kernel: "add", grid: [4, 1, 1], block: [256, 1, 1], status: "done", findings: [] }]);
    expect(launches[0]!.sites).toHaveLength(3);
  });

  it("scales and adds in managed memory", () => {
    const { printed, launches } = run(`#include <iostream>
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) y[i] = a * x[i] + y[i];
}
int main() {
  int n = 1 << 10;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; i++) { x[i] = 1.0f; y[i] = 2.0f; }
  saxpy<<<2, 128>>>(n, 3.0f, x, y);
  cudaDeviceSynchronize();
  float largest = 0.0f;
  for (int i = 0; i < n; i++) largest = fmaxf(largest, fabsf(y[i] - 5.0f));
  std::cout << "largest error: " << largest << std::endl;
  cudaFree(x);
  cudaFree(y);
}`);
    expect(printed).toEqual(["largest error: 0"]);
    expect(launches[0]!.findings).toEqual([]);
  });

  it("names a kernel with the arguments that its template itself gives", () => {
    const { launches } = run(`
template <int WIDTH = 8, typename T = float> __global__ void fill(T *out) { out[threadIdx.x] = WIDTH; }
int main() {
  float *out;
  cudaMalloc(&out, 128);
  fill<><<<1, 32>>>(out);
  fill<4><<<1, 32>>>(out);
  fill<<<1, 32>>>(out);
}`);
    expect(launches.map(({ kernel }) => kernel)).toEqual(["fill<8, float>", "fill<4, float>", "fill<8, float>"]);
  });

  it("transposes with dim3, and a template's constant", () => {
    const { printed, launches } = run(`#include <cstdio>
#include <vector>
const int TILE = 16;
template <int WIDTH, typename T> __global__ void transpose(T *out, const T *in, int columns, int rows) {
  __shared__ T tile[WIDTH][WIDTH + 1];
  int x = blockIdx.x * WIDTH + threadIdx.x, y = blockIdx.y * WIDTH + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();
  x = blockIdx.y * WIDTH + threadIdx.x;
  y = blockIdx.x * WIDTH + threadIdx.y;
  if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
int main() {
  const int columns = 40, rows = 24;
  std::vector<float> in(columns * rows), out(in.size(), 0.0f);
  for (size_t i = 0; i < in.size(); i++) in[i] = i;
  float *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&d_out, in.size() * sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(TILE, TILE);
  dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose<TILE><<<grid, block>>>(d_out, d_in, columns, rows);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++) wrong += out[x * rows + y] != in[y * columns + x];
  printf("%d wrong\\n", wrong);
  return wrong;
}`);
    expect(printed).toEqual(["0 wrong"]);
    expect(launches).toMatchObject([{ kernel: "transpose<16, float>", grid: [3, 2, 1], block: [16, 16, 1], findings: [] }]);
  });

  it("reduces in a loop of launches, each with half of the grid", () => {
    const { printed, launches } = run(`#include <cstdio>
__global__ void halve(int *data, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) data[i] += data[i + half];
}
int main() {
  const int n = 1024;
  int *host = new int[n];
  for (int i = 0; i < n; i++) host[i] = i;
  int *data;
  cudaMalloc(&data, n * sizeof(int));
  cudaMemcpy(data, host, n * sizeof(int), cudaMemcpyHostToDevice);
  for (int half = n / 2; half > 0; half /= 2) halve<<<(half + 127) / 128, 128>>>(data, half);
  int sum = 0;
  cudaMemcpy(&sum, data, sizeof(int), cudaMemcpyDeviceToHost);
  printf("sum = %d, expected %d\\n", sum, n * (n - 1) / 2);
  delete[] host;
}`);
    expect(printed).toEqual(["sum = 523776, expected 523776"]);
    expect(launches.map(({ grid }) => grid[0])).toEqual([4, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it("multiplies matrices, and verifies on the host with functions of its own", () => {
    const { printed } = run(`#include <stdio.h>
#include <math.h>
#define N 20
__global__ void multiply(const double *a, const double *b, double *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  double sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
static void fill(double *m, int n, double start) {
  for (int i = 0; i < n * n; ++i) m[i] = start + i % 7;
}
double at(const double m[], int row, int column) { return m[row * N + column]; }
bool verify(const double *a, const double *b, const double *c) {
  for (int row = 0; row < N; row++) {
    for (int column = 0; column < N; column++) {
      double sum = 0.0;
      for (int k = 0; k < N; k++) sum += at(a, row, k) * at(b, k, column);
      if (fabs(sum - at(c, row, column)) > 1e-9) return false;
    }
  }
  return true;
}
int main(int argc, char **argv) {
  double a[N * N], b[N * N], c[N * N];
  fill(a, N, 1);
  fill(b, N, -2);
  double *d[3];
  for (int i = 0; i < 3; i++) cudaMalloc((void **)&d[i], sizeof(a));
  cudaMemcpy(d[0], a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(d[1], b, sizeof b, cudaMemcpyHostToDevice);
  dim3 threads = {8, 8, 1};
  multiply<<<dim3((N + 7) / 8, (N + 7) / 8), threads>>>(d[0], d[1], d[2], N);
  cudaMemcpy(c, d[2], sizeof c, cudaMemcpyDeviceToHost);
  printf("%s: c[0] = %6.1f, %d argument\\n", verify(a, b, c) ? "ok" : "wrong", c[0], argc);
  return verify(a, b, c) ? 0 : 1;
}`);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(/^ok: c\[0\] = .*, 1 argument$/);
  });

  it("counts into a histogram that cudaMemset has set to zero", () => {
    const { printed, launches } = run(`#include <cstdio>
__global__ void count(const unsigned char *text, int n, unsigned *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[text[i]], 1u);
}
int main() {
  const char *text = "the lazy dog and the quick fox";
  int n = 30;
  unsigned char *d_text;
  unsigned int *bins, host[256];
  cudaMalloc(&d_text, n);
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 256 * sizeof(unsigned));
  count<<<1, 64>>>(d_text, n, bins);
  cudaMemcpy(host, bins, sizeof(host), cudaMemcpyDeviceToHost);
  printf("%u spaces, %u e\\n", host[' '], host['e']);
}`);
    expect(printed).toEqual(["6 spaces, 2 e"]);
    expect(launches[0]!.findings).toEqual([]);
  });

  it("copies to and from variables of the device", () => {
    const { printed } = run(`#include <cstdio>
__constant__ float weights[3];
__device__ int calls;
__global__ void smooth(const float *in, float *out, int n) {
  int i = threadIdx.x;
  if (i == 0) calls++;
  if (i > 0 && i < n - 1) out[i] = weights[0] * in[i - 1] + weights[1] * in[i] + weights[2] * in[i + 1];
}
int main() {
  float w[] = {0.25f, 0.5f, 0.25f};
  cudaMemcpyToSymbol(weights, w, sizeof(w));
  float host[32];
  for (int i = 0; i < 32; i++) host[i] = (float)(i * i);
  float *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  smooth<<<1, 32>>>(in, out, 32);
  smooth<<<1, 32>>>(in, out, 32);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int count;
  cudaMemcpyFromSymbol(&count, calls, sizeof(int));
  printf("%g after %d calls\\n", host[4], count);
}`);
    expect(printed).toEqual(["16.5 after 2 calls"]);
  });

  it("passes structs by value, and fills arrays of them", () => {
    const { printed } = run(`#include <cstdio>
struct Particle { float3 position; float mass; };
struct Range { int first, last; Particle *list; };
__host__ __device__ float weight(Particle p) { return p.mass * 9.5f; }
__global__ void move(Range range, float3 by) {
  int i = range.first + threadIdx.x;
  if (i < range.last) range.list[i].position.x += by.x * weight(range.list[i]);
}
int main() {
  Particle host[8] = {};
  for (auto i = 0; i < 8; ++i) { host[i].position = make_float3(i, 0, 0); host[i].mass = 2; }
  Particle *device;
  cudaMalloc(&device, sizeof(host));
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
  Range range = {2, 6, device};
  move<<<1, 32>>>(range, make_float3(1.0f, 0, 0));
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  for (const Particle &p : host) printf("%g ", p.position.x);
  printf("\\n%g\\n", weight(host[0]));
}`);
    expect(printed).toEqual(["0 1 21 22 23 24 6 7 ", "19"]);
  });

  it("chooses a kernel's template by its arguments, from a function that is a template itself", () => {
    const { launches, printed } = run(`#include <cstdio>
template <typename T> __global__ void fill(T *data, T value) { data[threadIdx.x] = value; }
template <typename T> T firstOf(T value) {
  T *data, result;
  cudaMalloc(&data, 32 * sizeof(T));
  fill<<<1, 32>>>(data, value);
  cudaMemcpy(&result, data, sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(data);
  return result;
}
int main() { printf("%d %.2f\\n", firstOf(7), firstOf(2.25)); }`);
    expect(printed).toEqual(["7 2.25"]);
    expect(launches.map(({ kernel }) => kernel)).toEqual(["fill<int>", "fill<double>"]);
  });

  it("runs two kernels in streams between events, and says that there are no times", () => {
    const { printed, notes, launches } = run(`${CHECK}
__global__ void first(int *data) { data[threadIdx.x] = threadIdx.x; }
__global__ void second(int *data) { data[threadIdx.x] *= 2; printf("%d|", data[threadIdx.x]); }
int main() {
  cudaStream_t stream;
  cudaEvent_t start, stop;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  int *data;
  CHECK(cudaMalloc(&data, 2 * sizeof(int)));
  CHECK(cudaEventRecord(start, stream));
  first<<<1, 2, 0, stream>>>(data);
  second<<<1, 2, 0, stream>>>(data);
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaEventSynchronize(stop));
  float ms = 1;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  printf("%.3f ms\\n", ms);
  CHECK(cudaStreamDestroy(stream));
}`);
    expect(printed).toEqual(["0|", "2|", "nan ms"]);
    expect(launches.map(({ kernel }) => kernel)).toEqual(["first", "second"]);
    expect(notes).toEqual([
      "The lab counts and does not measure: an elapsed time is not a number, and what is worked out from it prints as nan.",
    ]);
  });

  it("runs a function that is not main, and says when nothing is launched", () => {
    const text = `int square(int x) { return x <= 1 ? x : square(x - 1) + 2 * x - 1; }
int start() { static int calls = 3; switch (calls) { case 3: calls += square(5); break; default: calls = 0; } return calls; }`;
    expect(run(text, { entry: "start" })).toMatchObject({ exitCode: 28, launches: [], notes: ["`start` launched no kernel."] });
  });

  it("does with numbers, texts, structs and vectors what C++ does", () => {
    const { printed } = run(`#include <cstdio>
#include <vector>
#include <cassert>
struct Settings { int width = 4; float scale; };
float table[2][3] = {{1, 2, 3}, {4, 5, 6}};
int counter = 0;
int sumOf(std::vector<int> values) { values[0] = 100; int sum = 0; for (size_t i = 0; i < values.size(); i++) sum += values[i]; return sum; }
void bump(int &value, int by = 2) { value += by; }
int main() {
  std::vector<int> squares;
  for (int i = 0; i < 20; i++) squares.push_back(i * i);
  int sum = sumOf(squares);
  printf("%d %d %zu\\n", sum, squares[0], squares.size());
  Settings settings;
  settings.scale = table[1][2];
  bump(counter);
  bump(counter, settings.width);
  printf("%d %.1f %lu\\n", counter, settings.scale, sizeof(Settings));
  char name[16] = "lab";
  name[0] = 'L';
  printf("[%5s] %c %x %e %lld %u\\n", name, 'c', 255u, 1e-5, 1LL << 40, (unsigned)-1);
  printf("%d %d %.6f\\n", -7 / 2, -7 % 3, sqrtf(2.0f) + pow(2.0, 3));
  unsigned char byte = 300;
  size_t size = 10;
  printf("%d %d\\n", byte, size - 11 > size);
  assert(counter == 6);
  Settings *copy = (Settings *)malloc(sizeof(*copy));
  *copy = settings;
  const float &scale = copy->scale;
  auto *first = &table[0][0];
  printf("%g %g\\n", scale, first[2]);
  int left = 3;
  do { if (--left == 1) continue; } while (left > 0);
  return left;
}`);
    expect(printed).toEqual([
      "2570 0 20",
      "6 6.0 8",
      "[  Lab] c ff 1.000000e-05 1099511627776 4294967295",
      "-3 -1 9.414214",
      "44 1",
      "6 3",
    ]);
  });

  it("gives tables and texts that only a kernel uses their memory", () => {
    const { printed, launches } = run(`#include <cstdio>
template <int N> struct Steps { static constexpr int table[2] = {N, 2 * N}; };
__global__ void show(int *out) { const char *word = "xyz"; out[threadIdx.x] = word[threadIdx.x] + Steps<100>::table[threadIdx.x]; }
int main() {
  int *d, h[2];
  cudaMalloc(&d, sizeof h);
  show<<<1, 2>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\\n", h[0], h[1]);
}`);
    expect(printed).toEqual(["220 321"]);
    expect(launches[0]!.findings).toEqual([]);
  });

  it("needs a constant to be known only where a kernel needs it", () => {
    const text = (use: string) => `#include <cstdlib>
__global__ void fill(int *p, int n) { int i = threadIdx.x; if (i < n) p[i] = ${use}; }
int sizeOf(int argc) { return argc > 1 ? 5 : 1024; }
const int FROM_HOST = rand();
int main(int argc, char **argv) {
  const int N = argc > 1 ? atoi(argv[1]) : 32;
  const int blocks = (N + 31) / 32;
  int *p, h[N];
  cudaMalloc(&p, N * sizeof(int));
  fill<<<blocks, 32>>>(p, N);
  cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);
  return h[31] + sizeof(h) / sizeof(h[0]) + FROM_HOST * 0;
}`;
    expect(run(text("n")).exitCode).toBe(64);
    expect(errorOf(text("FROM_HOST"))).toContain("`FROM_HOST` is a variable of the host: pass it to the kernel, or make it `constexpr`.");
    expect(errorOf("int main(int argc, char **argv) {\n  const int N = argc > 1 ? 5 : 6;\n  std::array<int, N> a;\n}")).toContain(
      "3: `N` is only known when the host's code runs",
    );
  });

  it("needs to understand a variable outside of functions only where it is used", () => {
    const text = (use: string) => `cublasHandle_t handle;
static std::multimap<int, int> found = load("a.txt");
int known = 7;
int main() { ${use} return known; }`;
    expect(run(text("")).exitCode).toBe(7);
    expect(errorOf(text("(void)&handle;"))).toContain("The lab has none of CUDA's libraries, and so no `cublasHandle_t`");
    expect(errorOf(text("{ goto end; } { end: ; }"))).toContain("the lab jumps out of blocks, not into them");
    expect(errorOf(text("cublasCreate(&handle);"))).toContain("none of CUDA's libraries, and so no `cublasCreate`");
    expect(errorOf(text("return found[0];"))).toContain("The type `std::multimap` isn't declared");
  });

  it("brings memory back when a launch must start anew", () => {
    const { printed } = run(`#include <cstdio>
__global__ void step(unsigned long long *state, int *count) {
  count[0] += 1;
  for (int i = 0; i < 50; i++) state[0] = state[0] * 6364136223846793005ULL + 1442695040888963407ULL;
}
int main() {
  unsigned long long *state, host = 1;
  int *count, calls;
  cudaMalloc(&state, sizeof(*state));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(state, &host, 8, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, 4);
  for (int i = 0; i < 3; i++) step<<<1, 1>>>(state, count);
  for (int i = 0; i < 150; i++) host = host * 6364136223846793005ULL + 1442695040888963407ULL;
  cudaMemcpy(&calls, count, 4, cudaMemcpyDeviceToHost);
  unsigned long long found;
  cudaMemcpy(&found, state, 8, cudaMemcpyDeviceToHost);
  printf("%d %d\\n", calls, found == host);
}`);
    expect(printed).toEqual(["3 1"]);
  });

  it("runs a launch again only if memory is not as that launch left it before", () => {
    const text = (body: string) => `__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void grow(int *out) { out[threadIdx.x] += 1; printf("%d|", out[threadIdx.x]); }
int main() {
  int *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 128);
  cudaMemset(out, 0, 128);
  for (int i = 0; i < 5; i++) { ${body} }
}`;
    const repeats = (body: string) => run(text(body)).launches.map((launch) => launch.repeats);
    expect(repeats("copy<<<1, 32>>>(in, out);")).toEqual([undefined, undefined, 2, 2, 2]);
    expect(repeats("cudaMemset(in, i, 128); copy<<<1, 32>>>(in, out);")).toEqual(Array(5).fill(undefined));
    expect(repeats("copy<<<1, 16 + i>>>(in, out);")).toEqual(Array(5).fill(undefined));
    expect(repeats("if (i == 3) { int *other; cudaMalloc(&other, 4); } copy<<<1, 32>>>(in, out);")).toEqual([
      undefined,
      undefined,
      2,
      undefined,
      4,
    ]);
    expect(run(text("grow<<<1, 1>>>(out);")).printed).toEqual(["1|", "2|", "3|", "4|", "5|"]);
  });

  it("stops when it is told to, in the host and in a kernel", () => {
    const stop = (text: string) => () => run(text, { progress: () => true });
    expect(stop("int main() { for (;;) {} }")).toThrow(HostStoppedError);
    expect(stop("__global__ void spin() { for (;;) {} }\nint main() { spin<<<1, 1>>>(); }")).toThrow(HostStoppedError);
  });

  it("tells of the device", () => {
    const { printed } = run(`#include <cstdio>
int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("%s|%d|%d.%d\\n", properties.name, properties.multiProcessorCount, properties.major, properties.minor);
}`);
    expect(printed).toEqual([`${h100.name}|${h100.smCount}|9.0`]);
  });

  it("ends where exit is called, and reports a failed assertion of a kernel", () => {
    const text = `${CHECK}
#include <cassert>
__global__ void check(int n) { assert(n > 3); }
int main() {
  check<<<1, 1>>>(3);
  CHECK(cudaDeviceSynchronize());
  printf("never\\n");
}`;
    const { exitCode, printed, launches } = run(text);
    expect(exitCode).toBe(1);
    expect(printed).toEqual(["kernel.cu:16: device-side assert triggered"]);
    expect(launches[0]).toMatchObject({ status: "assertion", findings: [{ kind: "assertion" }] });
  });
});

describe("an assertion of the host that fails", () => {
  it("ends the program as abort does, and keeps the launches before it", () => {
    const { exitCode, printed, launches } = run(`__global__ void one(int *out) { *out = 1; }
int main() {
  int *out, result;
  cudaMalloc(&out, 4);
  one<<<1, 1>>>(out);
  cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost);
  assert(result == 1);
  assert(result == 2);
  printf("never");
}`);
    expect(exitCode).toBe(134);
    expect(printed).toEqual(["kernel.cu:8: Assertion `assert(result == 2)' failed."]);
    expect(launches.map(({ kernel }) => kernel)).toEqual(["one"]);
  });
});

describe("faults", () => {
  const KERNEL = "__global__ void twice(int *data) { data[threadIdx.x] *= 2; }\n";

  it("finds a kernel that follows a host's pointer", () => {
    const { launches } = run(`${KERNEL}int main() { int *data = (int *)malloc(128); twice<<<1, 32>>>(data); }`);
    expect(launches[0]!.findings[0]).toMatchObject({
      kind: "out-of-bounds",
      message: expect.stringContaining("the host's memory") as string,
    });
  });

  it("finds a kernel that uses memory after cudaFree", () => {
    const { launches } = run(
      `${KERNEL}int main() { int *data; cudaMalloc(&data, 128); cudaMemset(data, 0, 128); cudaFree(data); twice<<<1, 32>>>(data); }`,
    );
    expect(launches[0]!.findings[0]).toMatchObject({ kind: "out-of-bounds" });
  });

  it("finds memory that nothing was written to", () => {
    const text = (clear: string) => `${KERNEL}int main() { int *data; cudaMalloc(&data, 128); ${clear} twice<<<1, 32>>>(data); }`;
    expect(run(text("")).launches[0]!.findings[0]).toMatchObject({ kind: "uninitialized" });
    expect(run(text("cudaMemset(data, 0, 128);")).launches[0]!.findings).toEqual([]);
  });

  it.each([
    ["a copy that is too long", "int h[40]; int *d; cudaMalloc(&d, 128);\ncudaMemcpy(d, h, 160, cudaMemcpyHostToDevice);", "3: `cudaMemcpy` goes 32 bytes beyond the end of `d`, which has 128."], // prettier-ignore
    ["a copy in the wrong direction", "int h[4]; int *d; cudaMalloc(&d, 16);\ncudaMemcpy(d, h, 16, cudaMemcpyDeviceToHost);", "3: `cudaMemcpy` needs a pointer to the device's memory here; this one leads to the host's."], // prettier-ignore
    ["a host that follows a device's pointer", "int *d; cudaMalloc(&d, 16);\nd[0] = 1;", "3: This pointer leads to `d` in the device's memory, which the host cannot access: copy with `cudaMemcpy`."], // prettier-ignore
    ["a null pointer", "int *p = 0;\nint x = *p;", "3: The host follows a null pointer here."],
    ["a use after free", "int *p = (int *)malloc(16); free(p);\np[1] = 1;", "3: This memory was freed before, and the host still uses it."],
    ["an array's end", "int *p = (int *)malloc(16);\np[4] = 1;", "3: The host accesses memory here that it did not allocate: beyond the end of an array?"], // prettier-ignore
    ["a local array's end", "int a[4]; int i = 4;\na[i] = 1;", "3: The host uses element 4 of an array of 4."],
    [
      "freed twice",
      "int *d; cudaMalloc(&d, 16); cudaFree(d);\ncudaFree(d);",
      "3: No allocation of the device begins here: was it freed before?",
    ],
    ["the wrong free", "int *d; cudaMalloc(&d, 16);\nfree(d);", "3: This is not what `malloc` or `new` returned: `d` is the device's, use `cudaFree`."], // prettier-ignore
    ["too many threads", "\ntwice<<<1, 2048>>>(0);", "3: A block has at most 1024 threads; the launch has 2048."],
    ["an empty grid", "int n = 0;\ntwice<<<n / 256, 256>>>(0);", "3: A launch needs at least one thread: the grid is 0 × 1 × 1, the block 256 × 1 × 1."], // prettier-ignore
    [
      "a kernel that is called",
      "\ntwice(0);",
      "3: `twice` is a kernel: the host launches it with `<<<grid, block>>>`, and nothing calls it.",
    ],
    ["a division by zero", "int n = 0;\nint x = 4 / n;", "3: The host divides by zero here."],
    ["a break outside of a loop", "\nbreak;", "3: `break` stands outside of a loop or `switch`."],
    ["a continue outside of a loop", "switch (1) { default:\ncontinue; }", "3: `continue` stands outside of a loop."],
    ["a case that is no constant", "int n = 1;\nswitch (2) { case n: break; }", "3: `n` is only known when the host's code runs: an array's length and a template's argument must be constants, such as `constexpr int N = 256;`."], // prettier-ignore
    ["a constant that is set", "const int n = 1;\nn = 2;", "3: `n` is constant, and cannot be changed."],
    ["a lambda with too many arguments", "auto f = [](int x) { return x; };\nf(1, 2);", "3: This lambda takes 1 argument, not 2."],
    ["a variable that is called", "int f = 1;\nf(2);", "3: This is an `int`, not a function."],
    [
      "a lambda that is launched",
      "auto f = [](int x) { return x; };\nf<<<1, 1>>>(2);",
      "3: A lambda isn't a kernel: launch a `__global__` function.",
    ],
    ["an unknown function of CUDA", "\ncudaFooBar(0);", "3: The lab's host has no `cudaFooBar`."],
  ])("refuses %s", (_, statements, expected) => {
    expect(errorOf(`${KERNEL}int main() { ${statements} }`)).toBe(expected);
  });

  it("stops a loop that does not end", () => {
    expect(errorOf("int main() { while (true) {} }", { hostLimit: 1000 })).toContain("takes more than 1,000 steps");
  });
});
