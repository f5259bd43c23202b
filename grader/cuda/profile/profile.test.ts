import Ajv from "ajv";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { launchJsonSchema, parseLaunch } from "../launch/launch.ts";
import { SourceError } from "../source-error.ts";
import { StoppedError } from "./launch-report.ts";
import { profileLaunch } from "./profile.ts";
import { profileJsonSchema, type Profile } from "./profile-schema.ts";

/** Two warps in one block, and an array of 64 floats, `a`, before other arguments. */
function launchOf(kernel: string, more: object = {}): object {
  return { kernel, grid: [1, 1, 1], block: [64, 1, 1], arguments: [{ array: "a", type: "float", length: 64 }], ...more };
}

function profileOf(text: string, launch: object = launchOf("k")): Profile {
  return profileLaunch(text, parseLaunch(launch), h200).profile;
}

const kernel = (body: string): string => `__global__ void k(float* a) {\n${body}\n}`;

describe("accesses", () => {
  it("stand at the place of their expression, in the order of the text", () => {
    const { accesses } = profileOf(kernel("  a[threadIdx.x] =\n    a[63 - threadIdx.x] + 1;"));
    expect(accesses.map(({ line, column, source, op }) => ({ line, column, source, op }))).toEqual([
      { line: 2, column: 3, source: "a[threadIdx.x]", op: "store" },
      { line: 3, column: 5, source: "a[63 - threadIdx.x]", op: "load" },
    ]);
  });

  it.each([
    ["a unit stride", "a[threadIdx.x] = 1;", { requests: 2, sectors: 8, idealSectors: 8, cacheLines: 2, efficiency: 1 }],
    ["every other element", "if (threadIdx.x < 32) a[2 * threadIdx.x] = 1;", { requests: 1, sectors: 8, idealSectors: 4, efficiency: 0.5 }],
    ["one lane", "if (threadIdx.x == 40) a[0] = 1;", { requests: 1, sectors: 1, idealSectors: 1, activeLanesPerRequest: 1 }],
    ["a loop of three", "for (int i = 0; i < 3; i++) a[(threadIdx.x + i) % 64] = i;", { requests: 6, sectors: 28 }],
    ["a loop of three, of which the last counts", "for (int i = 0; i < 3; i++) a[threadIdx.x] = i;", { requests: 2, sectors: 8 }],
    ["a reduction", "atomicAdd(&a[threadIdx.x], 1.0f);", { op: "reduction", requests: 2, sectors: 8 }],
  ])("%s", (_, body, counts) => {
    expect(profileOf(kernel(body)).accesses).toMatchObject([{ space: "global", bytesPerLane: 4, ...counts }]);
  });

  it.each([
    ["int i = threadIdx.x; a[i] = a[63 - i];", ["store a[i]", "load a[63 - i]"]],
    ["a[threadIdx.x > 9 ? 1 : 0] += 2;", ["load a[threadIdx.x > 9 ? 1 : 0]", "store a[threadIdx.x > 9 ? 1 : 0]"]],
    ["float* p = a + threadIdx.x; *p = 1;", ["store *p"]],
    ["a[threadIdx.x]++;", ["load a[threadIdx.x]", "store a[threadIdx.x]"]],
  ])("of `%s` are %j", (body, accesses) => {
    expect(profileOf(kernel(body)).accesses.map(({ op, source }) => `${op} ${source}`)).toEqual(accesses);
  });

  it("of shared memory count wavefronts, and name their conflict", () => {
    const text = kernel("__shared__ float t[32 * 32]; t[threadIdx.x % 32 * 32] = 1; __syncthreads(); a[threadIdx.x] = t[threadIdx.x];");
    const [store] = profileOf(text).accesses;
    expect(store).toMatchObject({ space: "shared", op: "store", requests: 2, wavefronts: 64, bankConflicts: 62, conflictDegree: 32 });
    expect(store!.pattern).toMatchObject({ kind: "conflict", exercise: "column-read-padded" });
  });

  it("of a function that is called twice are one access of the text", () => {
    const text = `__device__ float at(float* p, int i) { return p[i]; }\n${kernel("int i = threadIdx.x; a[i] = at(a, i) + at(a, 63 - i);")}`;
    const { accesses, totals } = profileOf(text);
    expect(accesses.map(({ source, requests }) => ({ source, requests }))).toEqual([
      { source: "p[i]", requests: 4 },
      { source: "a[i]", requests: 2 },
    ]);
    expect(totals.global.load).toMatchObject({ requests: 4, sectors: 16 });
    expect(totals.global.store).toMatchObject({ requests: 2, sectors: 8 });
  });

  it("have no pattern where nothing costs more than it must", () => {
    expect(profileOf(kernel("a[threadIdx.x] = 1;")).accesses[0]!.pattern).toEqual({ kind: "none", name: "none", advice: "" });
  });
});

it("says how often warps executed each line, and with how many lanes", () => {
  const { lines } = profileOf(kernel("  int i = threadIdx.x;\n  if (i < 8)\n    a[i] = 1;"));
  expect(lines).toContainEqual({ line: 4, executions: 1, lanes: 8 });
});

it("names the fault, the place and the thread", () => {
  const { findings } = profileOf(kernel("  a[threadIdx.x + 1] = 1;"));
  expect(findings).toMatchObject([
    { kind: "out-of-bounds", line: 2, column: 3, thread: [63, 0, 0], block: [0, 0, 0], space: "global", further: 0 },
  ]);
});

it("keeps what the kernel prints", () => {
  expect(profileOf(kernel(`if (threadIdx.x == 5) printf("%d\\n", 7);`)).printed).toEqual([
    { text: "7", thread: [5, 0, 0], block: [0, 0, 0] },
  ]);
});

describe("the launch's kernel", () => {
  const text = `#define SIDE 16\nstruct Twice { __device__ float operator()(float x) const { return 2 * x; } };
template <int N, typename T> __global__ void fill(float* a) { a[threadIdx.x] = T(N); }
__global__ void plain(float* a) { a[threadIdx.x] = 0; }`;

  it.each(["plain", "fill<16, float>", "fill<SIDE, int>", "fill<(3 > 2) ? 4 : 5, float>"])("%s runs", (name) => {
    expect(profileOf(text, launchOf(name))).toMatchObject({ kernel: name, status: "done" });
  });

  it.each([
    ["fill<16", "does not name a kernel"],
    ["plain; int x", "does not name a kernel"],
    ["plain; using y = plain", "does not name a kernel"],
    ["1 + 2", "does not name a kernel"],
    ["absent", "`fill`, `plain`"],
  ])("%s is refused", (name, message) => {
    expect(() => profileOf(text, launchOf(name))).toThrow(message);
  });

  it("does not hide an error of the text", () => {
    expect(() => profileOf(kernel("a[0] = absent;"))).toThrow(SourceError);
    expect(() => profileOf("__global__ void k(float* a) { a[0] = 1 }")).toThrow(SourceError);
  });
});

it("is equal for equal launches", () => {
  const text = kernel("for (int i = 0; i < 500; i++) a[(threadIdx.x * 37 + i * i) % 64] += 1;");
  expect(profileOf(text)).toEqual(profileOf(text));
});

it("has nothing to say of a kernel that was stopped", () => {
  const stopped = (): unknown => profileLaunch(kernel("for (;;);"), parseLaunch(launchOf("k")), h200, { progress: () => true });
  expect(stopped).toThrow(StoppedError);
});

describe("the JSON schemas", () => {
  const ajv = new Ajv();

  it("describe a profile", () => {
    const isProfile = ajv.compile(profileJsonSchema());
    const text = kernel("__shared__ float t[64]; t[threadIdx.x] = a[threadIdx.x + 1]; atomicAdd(&a[0], t[63 - threadIdx.x]);");
    expect(isProfile(profileOf(text)), ajv.errorsText(isProfile.errors)).toBe(true);
    expect(isProfile({ ...profileOf(text), schema: "coalesce/profile/v0" })).toBe(false);
  });

  it("describe a launch", () => {
    const isLaunch = ajv.compile(launchJsonSchema());
    expect(isLaunch(launchOf("k")), ajv.errorsText(isLaunch.errors)).toBe(true);
    expect(isLaunch(launchOf("k", { grid: [1, 1] }))).toBe(false);
  });
});
