import Ajv from "ajv";
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileHost } from "#cuda/host/profile-host.ts";
import { h200 } from "#simulator";
import { arrayOfHost } from "./profile-host.ts";
import { profileJsonSchema, type Profile } from "#cuda/profile/profile-schema.ts";
import { Workplace, type CommandResult } from "#testing/workplace.ts";

/** A program as tutorials have them: a warm-up, a loop between events, two kernels, results copied back. */
const TRANSPOSE = `#include <cstdio>
#include <cuda_runtime.h>

template <int TILE> __global__ void tiled(const float *in, float *out, int n) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void naive(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

int main() {
  const int n = 64;
  float *host = new float[n * n], *d_in, *d_out;
  for (int i = 0; i < n * n; i++) host[i] = i;
  cudaMalloc(&d_in, n * n * sizeof(float));
  cudaMalloc(&d_out, n * n * sizeof(float));
  cudaMemcpy(d_in, host, n * n * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(32, 32), grid(n / 32, n / 32);
  naive<<<grid, block>>>(d_in, d_out, n);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  for (int i = 0; i < 20; i++) tiled<32><<<grid, block>>>(d_in, d_out, n);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  cudaMemcpy(host, d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.1f ms, out[1] = %g\\n", ms, host[1]);
  cudaFree(d_in);
  cudaFree(d_out);
}
`;

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await write("transpose.cu", TRANSPOSE);
});
afterAll(() => place.close());

const write = (name: string, text: string): Promise<void> => writeFile(place.path(name), text);
const profile = (...args: string[]): Promise<CommandResult> => place.coalesceHere(["profile", ...args]);
const profileApart = (...args: string[]): Promise<CommandResult> => place.coalesce(["profile", ...args]);
const profiled = async (...args: string[]): Promise<Profile> => JSON.parse((await profile(...args, "--json")).stdout) as Profile;

it("a program gets the words after its file as arguments", async () => {
  const text = `#include <cstdlib>
__global__ void k() {}
int main(int argc, char **argv) { if (argc != 3) return 1; k<<<atoi(argv[1]), -atoi(argv[2])>>>(); }`;
  await write("counted.cu", text);
  const { stdout } = await profile("--json", "counted.cu", "--", "12", "-64");
  expect(JSON.parse(stdout)).toMatchObject({ host: { exitCode: 0, launches: [{ grid: [12, 1, 1], block: [64, 1, 1] }] } });
  const without = await profile("counted.cu");
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("called without arguments: `argc` is 1")]);
});

describe("coalesce profile of a whole program", () => {
  it("lists its launches, those that do the same once, and shows the first of each kernel line by line", async () => {
    const { code, stdout, stderr } = await profileApart("transpose.cu");
    expect(code).toBe(0);
    expect(stdout).toContain("main() made 21 launches on h200");
    expect(stdout).toMatch(/^1 +1 +naive +2 × 2 × 1 +32 × 32 × 1 +27 +256 +4,608 \(1,024\) +0$/m);
    expect(stdout).toMatch(/^2 +20 +tiled<32> +2 × 2 × 1 +32 × 32 × 1 +32 +256 +1,024 \(1,024\) +4,224 \(3,968\) +0$/m);
    expect(stdout).toMatch(/Launch 1: naive on h200: 2 × 2 × 1 blocks of 32 × 32 × 1 threads[^]*Launch 2: tiled<32> on h200/);
    expect(stdout).toContain("global store of 4 bytes, out[x * n + y]: column walk, 256 bytes from lane to lane");
    expect(stderr).toContain("nan ms, out[1] = 64\n");
    expect(stderr).toContain("does not measure");
  });

  it("shows the launch with findings of a kernel, not its first", async () => {
    const text = `__global__ void inc(int *a) { a[threadIdx.x]++; }
int main() { int *d; cudaMalloc(&d, 128); cudaMemset(d, 0, 128); inc<<<1, 32>>>(d); cudaFree(d);
inc<<<1, 32>>>(d); }`;
    await write("freed.cu", text);
    const { stdout } = await profile("freed.cu", "--brief");
    expect(stdout).toContain("Thread (0, 0, 0) of block (0, 0, 0) uses `d`, which was freed in line 2, before the launch.");
    expect(stdout).not.toContain("Findings: none");
  });

  it("prints a profile of the first launch as JSON, with all launches under `host`, as the schema says", async () => {
    const printed = await profiled("transpose.cu");
    expect(printed).toMatchObject({ schema: "coalesce/profile/v1", device: "h200", kernel: "naive", findings: [] });
    expect(printed.totals.global.store).toMatchObject({ requests: 128, sectors: 4096 });
    const { host } = printed;
    expect(host).toMatchObject({ function: "main", launch: 1, exitCode: 0, printed: ["nan ms, out[1] = 64"] });
    expect(host!.launches.map(({ number, times, kernel, line }) => ({ number, times, kernel, line }))).toEqual([
      { number: 1, times: 1, kernel: "naive", line: 27 },
      { number: 2, times: 20, kernel: "tiled<32>", line: 32 },
    ]);
    expect(host!.launches[0]).toMatchObject({ totals: printed.totals, accesses: printed.accesses });
    const validate = new Ajv().compile(profileJsonSchema());
    expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    [["--launch-number", "2"], { kernel: "tiled<32>", launch: 2 }],
    [["--launch-number", "15"], { kernel: "tiled<32>", launch: 2 }],
    [["--kernel", "tiled"], { kernel: "tiled<32>", launch: 2 }],
    [["--kernel", "tiled<32>"], { kernel: "tiled<32>", launch: 2 }],
    [["--kernel", "naive"], { kernel: "naive", launch: 1 }],
    [["--host"], { kernel: "naive", launch: 1 }],
    [["--host", "main"], { kernel: "naive", launch: 1 }],
  ])("%j chooses a launch", async (args, { kernel, launch }) => {
    expect(await profiled("transpose.cu", ...args)).toMatchObject({ kernel, host: { launch } });
  });

  it("writes arrays by the names of their variables, as they were when they were freed", async () => {
    expect((await profile("transpose.cu", "--out", "d_out=out.json", "--out", "d_in=in.bin")).code).toBe(0);
    expect((JSON.parse(await readFile(place.path("out.json"), "utf8")) as number[]).slice(0, 3)).toEqual([0, 64, 128]);
    expect((await readFile(place.path("in.bin"))).readFloatLE(4)).toBe(1);
  });

  it("lists launches of one place apart where they do something else", async () => {
    await write(
      "reduce.cu",
      `__global__ void halve(int *data, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) data[i] += data[i + half];
}
int main() {
  int *data;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  for (int half = 512; half > 64; half /= 2) halve<<<2, 256>>>(data, half);
}`,
    );
    const { host } = await profiled("reduce.cu");
    expect(host!.launches.map(({ number, times, totals }) => [number, times, totals.global.store.requests])).toEqual([
      [1, 1, 16],
      [2, 1, 8],
      [3, 1, 4],
    ]);
  });

  it("runs another function of the host, and finds what is wrong in any of its launches", async () => {
    await write(
      "faults.cu",
      `__global__ void fill(int *data) { data[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void good() { int *data; cudaMalloc(&data, 256); fill<<<2, 32>>>(data); }
void bad() { good(); int *data; cudaMalloc(&data, 128); fill<<<1, 32>>>(data); fill<<<2, 32>>>(data); }
int main() { return 3; }
void given(int n) {}`,
    );
    expect((await profile("faults.cu", "--host", "good", "--fail-on-finding")).code).toBe(0);
    expect((await profile("faults.cu", "--host", "bad")).code).toBe(0);
    expect((await profile("faults.cu", "--host", "bad", "--fail-on-finding")).code).toBe(1);
    expect((await profile("faults.cu", "--host", "bad", "--launch-number", "1", "--fail-on-finding")).code).toBe(0);
    const found = await profiled("faults.cu", "--host", "bad", "--launch-number", "3");
    expect(found).toMatchObject({ findings: [{ kind: "out-of-bounds", line: 1 }], host: { function: "bad", launch: 3 } });
  });

  it.each([
    ["no launch in it", ["faults.cu"], "main launched no kernel"],
    ["no such function", ["faults.cu", "--host", "nowhere"], "has no function nowhere"],
    [
      "an argument for main",
      ["faults.cu", "--host", "1000"],
      "has no function 1000; what main is called with stands behind --: coalesce profile faults.cu -- 1000",
    ],
    ["a function with arguments", ["faults.cu", "--host", "given"], "faults.cu:5:6: `given` takes arguments"],
    ["a kernel as the function", ["faults.cu", "--host", "fill"], "`fill` runs on the device"],
    ["a launch that is not made", ["transpose.cu", "--launch-number", "22"], "main made 21 launches: there is no launch 22"],
    ["a kernel that is not launched", ["transpose.cu", "--kernel", "padded"], "main does not launch padded; it launches naive, tiled<32>"],
    [
      "two choices that don't meet",
      ["transpose.cu", "--kernel", "naive", "--launch-number", "2"],
      "launch 2 is of tiled<32>, not of naive",
    ],
    ["a launch that is none", ["transpose.cu", "--launch-number", "0"], "from 1 on"],
    ["a file and host code", ["transpose.cu", "--host", "--launch", "some.json"], "not both"],
    ["an array that is not allocated", ["transpose.cu", "--out", "out=o.bin"], 'no array "out" on the device; by the names of their variables, there are: d_in, d_out'], // prettier-ignore
    ["a mistake of the host", ["null.cu"], "null.cu:1:33: The host follows a null pointer here."],
  ])("%s is a usage error", async (_, args, message) => {
    await write("null.cu", "int main() { int *p = 0; return *p; }");
    const { code, stderr } = await profile(...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it.each([
    ["host", "int main() { for (;;) {} }"],
    ["kernel", "__global__ void spin(int *p) { for (;;) p[0] += 1; }\nint main() { int *p; cudaMalloc(&p, 4); spin<<<1, 32>>>(p); }"],
  ])("stops a loop without an end in the %s after so much processor time, with exit code 3", async (name, text) => {
    await write(`endless-${name}.cu`, text);
    const { code, stdout, stderr } = await profileApart(`endless-${name}.cu`, "--seconds", "1");
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("main was stopped after 1 s of processor time");
  });
});

describe("a program that cannot be run as it is", () => {
  it("names what is missing, and proposes a launch of its kernel that can be given back", async () => {
    await write(
      "camera.cu",
      `#include <opencv2/opencv.hpp>
__global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() { cv::Mat image; scale<<<1, 32>>>(nullptr, 0); }
`,
    );
    const { code, stderr } = await profile("camera.cu");
    expect(code).toBe(2);
    expect(stderr).toContain("camera.cu:6:14: The type `cv::Mat` isn't declared.");
    expect(stderr).toContain("if `opencv2/opencv.hpp` (line 1) declares `cv::Mat`");
    const [, file, launch] = /To profile scale alone, save this as (\S+); its sizes are guesses, correct them:\n(.*)/s.exec(stderr)!;
    await write(file!, launch!.replaceAll("1048576", "4096"));
    const alone = await profile(file!.replace(/json$/, "cu"));
    expect(alone.code).toBe(0);
    expect(alone.stdout).toContain("scale on h200");
  });

  it("is told where main stands when the time is up", async () => {
    await write(
      "spin.cu",
      "#include <cstdio>\n__global__ void spin(int *x) {\n  while (x[0] == 0) x[1]++;\n}\nint main() { int *x; cudaMalloc(&x, 8); cudaMemset(x, 0, 8); spin<<<4, 32>>>(x); }\n",
    );
    const { code, stderr } = await profile("spin.cu", "--seconds", "1");
    expect(code).toBe(3);
    expect(stderr).toBe(
      "coalesce: main was stopped after 1 s of processor time (--seconds allows more): it was at line 3, 0 launches had ended, 0 of 4 blocks of spin had ended\n",
    );
  });
});

describe("a program that is too large for the lab", () => {
  const LARGE = `__global__ void sgemm(const float *a, const float *b, float *c, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}
int main() {
  const int n = 2048;
  float *a, *c, *h = (float *)malloc(n * n * 4);
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  cudaMemset(a, 0, n * n * 4);
  sgemm<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, a, c, n);
  cudaMemcpy(h, c, n * n * 4, cudaMemcpyDeviceToHost);
}
`;

  it("is counted by a sample of blocks, which the text and the JSON say", async () => {
    await write("large.cu", LARGE);
    const { code, stdout, stderr } = await profile("large.cu");
    expect(code).toBe(0);
    expect(stderr).toContain("`main` was ended at line 14, which needs `c`: of launch 1, only a sample of the blocks was run.");
    expect(stdout).toContain("sgemm (sample)");
    expect(stdout).toMatch(
      /A sample: \d+ of 16,384 blocks, corners and edges of the grid among them, counted whole, scaled to all\. .* with `n` = 1,024 instead of 2,048, it would run whole\./,
    );
    expect(stdout).toMatch(/Nothing found in these \d+ of 16,384 blocks/);
    expect(stdout).not.toMatch(/By estimate|From cold caches/);
    const json = JSON.parse((await profile("large.cu", "--json")).stdout) as Profile;
    expect(new Ajv().validate(profileJsonSchema(), json)).toBe(true);
    expect(json.sample).toMatchObject({ ofBlocks: 16_384, isUniform: true, smaller: [{ name: "n", value: 2048, smaller: 1024 }] });
    expect([json.time, json.memory]).toEqual([undefined, undefined]);
    expect(json.totals.global.load.requests).toBe((2 * 2048 ** 3) / 32);
    expect(json.host?.ended).toEqual({ line: 14, column: 3, array: "c", launch: 1 });
  }, 120_000);

  it("has no array to write that only a sample of the blocks has written to", () => {
    const profiled = profileHost(LARGE.replace("2048", "256"), h200, { wholeSteps: 1_000_000, keep: ["c"] });
    expect(() => arrayOfHost("c", { profiled, shown: profiled.launches }, true)).toThrow('"c" is not whole');
  });
});
