import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Profile } from "#cuda/profile/profile-schema.ts";
import { profilerReport, reportedText } from "#testing/cuda/profiler-reports.ts";
import { Workplace, type CommandResult } from "#testing/workplace.ts";

const SCALE = `__global__ void scale(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

template <int STRIDE> __global__ void spread(const float* in, float* out, int n) {
  out[threadIdx.x] = in[threadIdx.x * STRIDE];
}
`;
const LAUNCH = {
  kernel: "scale",
  grid: [2, 1, 1],
  block: [32, 1, 1],
  arguments: [
    { array: "in", type: "float", length: 64, fill: "index" },
    { array: "out", type: "float", length: 64 },
    { value: 64, type: "int" },
  ],
};

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await write("scale.cu", SCALE);
  await write("scale.json", JSON.stringify(LAUNCH));
  await write(
    "beyond.json",
    JSON.stringify({ ...LAUNCH, arguments: [...LAUNCH.arguments.slice(0, 2), { value: 65, type: "int" }], grid: [3, 1, 1] }),
  );
});
afterAll(() => place.close());

const write = (name: string, text: string): Promise<void> => writeFile(place.path(name), text);
const profile = (...args: string[]): Promise<CommandResult> => place.coalesceHere(["profile", ...args]);
const profileApart = (...args: string[]): Promise<CommandResult> => place.coalesce(["profile", ...args]);

describe("coalesce profile", () => {
  it("shows each line with its accesses, totals, findings, and what to do", async () => {
    const { code, stdout } = await profile("scale.cu", "--kernel", "spread<2>");
    expect(code).toBe(0);
    expect(stdout).toContain("spread<2> on h200: 2 × 1 × 1 blocks of 32 × 1 × 1 threads");
    expect(stdout).toMatch(/2 +16 \(8\) +8\.00 +32\.0 +│ +↳ global load of 4 bytes, in\[threadIdx\.x \* STRIDE\]: stride of 2 elements/);
    expect(stdout).toMatch(/7 │ +out\[threadIdx\.x\] = in\[threadIdx\.x \* STRIDE\];/);
    expect(stdout).toMatch(/global load +2 +16 \(8\) +8\.00 +50% +4 +2$/m);
    expect(stdout).toContain("lesson 1-coalescing/03-measuring-a-stride, exercise strided-to-unit");
  });

  it("prints the same JSON every time, and nothing else", async () => {
    const first = await profileApart("scale.cu", "--json");
    const second = await profileApart("scale.cu", "--json");
    const printed = JSON.parse(first.stdout) as object;
    expect(printed).toMatchObject({ schema: "coalesce/profile/v1", kernel: "scale", device: "h200", findings: [] });
    expect(printed).toMatchObject({ totals: { global: { load: { requests: 2, sectors: 8 }, store: { requests: 2, sectors: 8 } } } });
    expect(second.stdout).toBe(first.stdout);
  });

  it("has L2 read as many bytes at a time as it is told", async () => {
    await write("sparse.cu", SCALE.replace("spread(", "sparse("));
    const read = async (...args: string[]): Promise<number> => {
      const launch = {
        ...LAUNCH,
        kernel: "sparse<32>",
        arguments: [{ ...LAUNCH.arguments[0], length: 2048 }, ...LAUNCH.arguments.slice(1)],
      };
      await write("sparse.json", JSON.stringify({ ...launch, grid: [1, 1, 1] }));
      const { stdout } = await profile("sparse.cu", "--json", ...args);
      return (JSON.parse(stdout) as { memory: { dramReadBytes: number } }).memory.dramReadBytes;
    };
    expect(await read()).toBe(32 * 64);
    expect(await read("--fetch-granularity", "32")).toBe(32 * 32);
    expect(await read("--fetch-granularity", "128", "--device", "h100")).toBe(32 * 128);
  });

  it("writes arrays as bytes, JSON and CSV", async () => {
    const { code } = await profile("scale.cu", "--out", "out=out.bin", "--out", "out=out.json", "--out", "in=in.csv");
    expect(code).toBe(0);
    const bytes = await readFile(place.path("out.bin"));
    expect(bytes).toHaveLength(256);
    expect(bytes.readFloatLE(4 * 63)).toBe(126);
    expect((JSON.parse(await readFile(place.path("out.json"), "utf8")) as number[]).slice(0, 3)).toEqual([0, 2, 4]);
    expect(await readFile(place.path("in.csv"), "utf8")).toMatch(/^index,in\n0,0\n1,1\n/);
  });

  it("exits with 0 for a kernel with findings, or with 1 by --fail-on-finding", async () => {
    const shown = await profile("scale.cu", "--launch", "beyond.json");
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("scale.cu:3:27 out-of-bounds: Thread (0, 0, 0) of block (2, 0, 0) reads 4 bytes");
    expect((await profile("scale.cu", "--launch", "beyond.json", "--fail-on-finding")).code).toBe(1);
    expect((await profile("scale.cu", "--fail-on-finding")).code).toBe(0);
  });

  it.each([
    ["no file", ["nowhere.cu"], "nowhere.cu"],
    ["no launch", ["alone.cu"], "there is no launch for alone.cu"],
    ["a launch that is no JSON", ["scale.cu", "--launch", "scale.cu"], "scale.cu: "],
    ["a launch without a grid", ["scale.cu", "--launch", "no-grid.json"], "`grid`"],
    ["a kernel that the text does not have", ["scale.cu", "--kernel", "sclae"], "`scale`, `spread`"],
    ["an array that the launch does not have", ["scale.cu", "--out", "result=r.bin"], 'no array "result"; it has in, out'],
    ["an output without a file", ["scale.cu", "--out", "out"], "array=file"],
    ["an unknown device", ["scale.cu", "--device", "voodoo"], "--help"],
    ["a fetch granularity that no GPU has", ["scale.cu", "--fetch-granularity", "16"], "--help"],
    ["more memory than the lab has", ["scale.cu", "--launch", "huge.json"], "the lab's memory holds"],
  ])("%s is a usage error", async (_, args, message) => {
    await write("alone.cu", SCALE);
    await write("no-grid.json", JSON.stringify({ ...LAUNCH, grid: undefined }));
    await write(
      "huge.json",
      JSON.stringify({ ...LAUNCH, arguments: [{ array: "in", type: "float", length: 2 ** 40 }, ...LAUNCH.arguments.slice(1)] }),
    );
    const { code, stderr } = await profile(...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("compares with a report of the profiler: as text, in few words, and as JSON", async () => {
    await writeFile(place.path("multiply.ncu-rep"), profilerReport("matmul-tiled.ncu-rep"));
    await write("multiply.cu", reportedText("matmul-tiled"));
    await write("multiply.json", await readFile("content/kernels/matmul-tiled/launch.json", "utf8"));
    const joined = "nvcc joined loads of 4 bytes per lane into ones of 16 bytes: 1,048,576 loads became 655,360, as the lab estimates.";
    const text = await profile("multiply.cu", "--ncu", "multiply.ncu-rep");
    expect(text.stdout).toContain("Counted and measured are the same for 5 of 6 accesses.");
    expect(text.stdout).toMatch(/^ +13 +shared load +requests +1,048,576 +655,360 +nvcc joined/m);
    const brief = await profile("multiply.cu", "--ncu", "multiply.ncu-rep", "--brief");
    expect(brief.stdout).toContain("- line 13, shared load: requests 1,048,576 counted, 655,360 measured");
    const { measured } = JSON.parse((await profile("multiply.cu", "--ncu", "multiply.ncu-rep", "--json")).stdout) as Profile;
    expect(measured).toMatchObject({ launch: 0, gpu: "NVIDIA H200", notes: [] });
    expect(measured?.rows.flatMap(({ reason }) => reason ?? [])).toEqual([{ kind: "joined", words: joined }]);

    // A report of some of a program's launches is compared with those.
    await writeFile(place.path("several.ncu-rep"), profilerReport("several-kernels.ncu-rep"));
    await write("several.cu", reportedText("several-kernels.cu"));
    const several = await profile("several.cu", "--ncu", "several.ncu-rep", "--ncu-id", "3");
    expect(several.stdout.match(/^Compared with .*$/gm)).toEqual([
      "Compared with several.ncu-rep, launch 3 of 4: append(int *, int *, const int *, int), 16 blocks of 256 threads on an NVIDIA H200. Counted and measured are the same for 1 of 3 accesses.",
    ]);

    const stranger = await profile("scale.cu", "--ncu", "multiply.ncu-rep");
    expect([stranger.code, stranger.stderr]).toEqual([2, expect.stringContaining("no launch of scale; it has multiply")]);
    const nothing = await profile("scale.cu", "--ncu", "scale.json");
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining("ncu --set full")]);
    const beyond = await profile("multiply.cu", "--ncu", "multiply.ncu-rep", "--ncu-id", "3");
    expect([beyond.code, beyond.stderr]).toEqual([2, expect.stringContaining("there is no launch 3")]);
  });

  it("shows the place of an error", async () => {
    await write("typo.cu", "__global__ void scale(const float* in, float* out, int n) {\n\tout[0] = inn[0];\n}\n");
    const { code, stderr } = await profile("typo.cu", "--launch", "scale.json");
    expect(code).toBe(2);
    expect(stderr).toContain("typo.cu:2:11: `inn` isn't declared");
    expect(stderr).toContain("    2 │ \tout[0] = inn[0];\n      │ \t         ^~~\n");
  });

  const wrapped = (body: string): string => `__global__ void scale(const float* in, float* out, int n) { ${body} }`;
  it.each([
    ["deep nesting", wrapped(`out[0] = ${"(".repeat(20_000)}1${")".repeat(20_000)};`), "nested"],
    ["a long sum", wrapped(`out[0] = ${Array(20_000).fill("1").join("+")};`), "Split the expression"],
    [
      "macros that multiply",
      `#define A0 1+1\n${doublings(40, (i) => `#define A${i} A${i - 1}+A${i - 1}`)}${wrapped("out[0] = A39;")}`,
      "macros",
    ],
    [
      "calls that multiply",
      `__device__ float f0(float x) { return x; }\n${doublings(40, (i) => `__device__ float f${i}(float x) { return f${i - 1}(x) + f${i - 1}(x); }`)}${wrapped("out[0] = f39(1);")}`,
      "too large",
    ],
    ["a call of itself", `__device__ int f(int x) { return f(x); }${wrapped("out[0] = f(1);")}`, "calls itself"],
    [
      "a template without an end",
      `template <int N> __device__ int f() { return f<N + 1>(); }${wrapped("out[0] = f<0>();")}`,
      "calls itself",
    ],
    ["an enormous array", wrapped("float all[100000000]; out[0] = all[n];"), "100000000"],
  ])("refuses %s", async (name, text, message) => {
    const file = `${name.replaceAll(" ", "-")}.cu`;
    await write(file, text);
    const { code, stderr } = await profile(file, "--launch", "scale.json");
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("stops a loop without an end, with exit code 3", async () => {
    await write("endless.cu", wrapped("for (;;) out[0] += 1;"));
    const { code, stdout, stderr } = await profileApart("endless.cu", "--launch", "scale.json", "--seconds", "1");
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("stopped after 1 s");
  });

  it("takes names of JavaScript for names", async () => {
    await write(
      "names.cu",
      wrapped(
        "float constructor = 1, __proto__ = 2, this_ = 3, arguments = 4; out[threadIdx.x] = constructor + __proto__ + this_ + arguments;",
      ),
    );
    const { code } = await profile("names.cu", "--launch", "scale.json", "--out", "out=names.json");
    expect(code).toBe(0);
    expect((JSON.parse(await readFile(place.path("names.json"), "utf8")) as number[])[0]).toBe(10);
  });
});

function doublings(count: number, line: (i: number) => string): string {
  return Array.from({ length: count - 1 }, (_, i) => `${line(i + 1)}\n`).join("");
}
