import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { SourceError } from "../source-error.ts";
import { remedyOf, type Remedy } from "./missing-definition.ts";
import { runHost } from "./run-host.ts";

const run = (text: string) => runHost(text, { device: h200 });

/** The message for a text that lacks a definition. */
function remedyFor(text: string): Remedy | undefined {
  try {
    run(text);
  } catch (error) {
    if (error instanceof SourceError) return remedyOf(error, text);
    throw error;
  }
  throw new Error("nothing is missing");
}

const main = (body: string): string => `__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; }\nint main() { ${body} }\n`;

describe("a name that headers of books and samples define alike", () => {
  it.each([
    ["CHECK", main("int *p; CHECK(cudaMalloc(&p, 128)); k<<<1, 32>>>(p); CHECK(cudaGetLastError()); CHECK(cudaFree(p));")],
    ["gpuErrchk", main("int *p; gpuErrchk( cudaMalloc(&p, 128) ); k<<<1, 32>>>(p);")],
    ["cudaCheck", main("int *p; cudaCheck(cudaMalloc(&p, 128)); k<<<1, 32>>>(p);")],
    ["HANDLE_ERROR", `#include "our_book.h"\n${main("int *p; HANDLE_ERROR(cudaMalloc((void**)&p, 128)); k<<<1, 32>>>(p);")}`],
    [
      "CUDA_1D_KERNEL_LOOP",
      "__global__ void k(int *p, int n) { CUDA_1D_KERNEL_LOOP(i, n) { p[i] = i; } }\nint main() { int *p; cudaMalloc(&p, 128); k<<<1, 32>>>(p, 32); }",
    ],
    ["seconds", main("double start = seconds(); int *p; cudaMalloc(&p, 128); k<<<1, 32>>>(p); start = seconds() - start;")],
    [
      "MAX",
      `__global__ void f(int *p) { p[0] = MAX(p[0], 1); }\n${main("int *p; cudaMalloc(&p, 128); k<<<1, 32>>>(p); int n = 3 * MAX(1 + 1, 2); ")}`,
    ],
    ["CEIL_DIV", main("int *p; cudaMalloc(&p, 128); k<<<dim3(CEIL_DIV(1, 32)), 32>>>(p);")],
    ["StartTimer", main("int *p; StartTimer(); cudaMalloc(&p, 128); k<<<1, 32>>>(p); double ms = GetTimer();")],
  ])("comes with a definition that mends the text: %s", (name, text) => {
    const remedy = remedyFor(text);
    expect(remedy?.definition).toContain(name);
    expect(run(`${remedy!.definition!}${text}`)).toMatchObject({ exitCode: 0, launches: [{ kernel: "k" }] });
  });

  it("ends the program with the place and CUDA's words once it is defined", () => {
    const text = `__global__ void f() { assert(false); }\n${main("f<<<1, 1>>>(); CHECK(cudaDeviceSynchronize());")}`;
    const { exitCode, printed } = run(`${remedyFor(text)!.definition!}${text}`);
    expect({ exitCode, printed }).toEqual({
      exitCode: 1,
      printed: [expect.stringMatching(/^kernel\.cu:\d+: device-side assert triggered$/)],
    });
  });

  it.each([
    ["is no check where nothing of CUDA's is checked", main("CHECK(1 + 1);")],
    ["is no clock under another name", main("double start = second_hand();")],
    ["is no check in a comment or a string", main('int x = 1; // CHECK(cudaFree(0))\n printf("CHECK(cudaFree(0))"); CHECK(x);')],
    ["is not a part of another name", main("int x = 1; NOT_CHECK(x); } void other() { CHECK_NOT(cudaMalloc(0, 1));")],
  ])("%s", (_, text) => {
    expect(remedyFor(text)).toBeUndefined();
  });
});

describe("a name of something that the lab lacks", () => {
  it.each([
    ["cudaGraphLaunch(0);", "launch the kernels one by one"],
    ["cudaLaunchCooperativeKernel(nullptr, 1, 1, nullptr);", "split the kernel where its grid synchronizes"],
    ["cudaGraph_t graph;", "launch the kernels one by one"],
    ["omp_set_num_threads(4);", "The lab's host is one thread"],
    ['std::ifstream in("data.txt");', "The lab reads no files"],
    ["fseek(nullptr, 0, 0);", "The lab reads no files"],
    ["cudaArray *array;", "read from an array in global memory"],
    ["testing::InitGoogleTest();", "write a `main`"],
  ])("is refused with what to do instead, and not looked for in a header: %s", (statement, advice) => {
    const text = `#include "own.h"\n${main(statement)}`;
    expect(() => run(text)).toThrow(advice);
    expect(remedyFor(text)).toBeUndefined();
  });
});

describe("a name that a header of the text's own may declare", () => {
  it.each([
    ["a function", main("int *p = big_random_block(64);"), "big_random_block"],
    ["a type", main("CPUBitmap bitmap(4, 4);"), "CPUBitmap"],
    ["a name of a kernel", `__global__ void f(int *p) { p[0] = OFFSET; }\n${main("int *p; cudaMalloc(&p, 4); f<<<1, 1>>>(p);")}`, "OFFSET"],
  ])("is looked for there: %s", (_, text, name) => {
    expect(remedyFor(text)).toBeUndefined();
    expect(remedyFor(`/*\n#include "old.h"\n*/\n${text}`)).toBeUndefined();
    const { advice, definition } = remedyFor(`#include <cstdio>\n#include "../common/our_book.h"\n${text}`)!;
    expect(advice).toContain(`if \`../common/our_book.h\` (line 2) declares \`${name}\`, paste what it says`);
    expect(definition).toBeUndefined();
    expect(remedyFor(`#include <vector>\n#include <cuda_runtime.h>\n#include <opencv2/opencv.hpp>\n${text}`)!.advice).toContain(
      "if `opencv2/opencv.hpp` (line 3) declares",
    );
    expect(remedyFor(`#include "a.h"\n  # include  "b.h"\n${text}`)!.advice).toContain("if `a.h` (line 1) or `b.h` (line 2) declares");
  });
});
