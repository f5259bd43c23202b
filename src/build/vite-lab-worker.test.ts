import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { brotliCompressSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { parseLaunch } from "#cuda/launch/launch.ts";
import type { LabMessage, LabQuestion } from "#notebook/lab/lab-messages.ts";
import * as functions from "#cuda/numbers/functions.ts";
import { parse } from "#cuda/syntax/parse.ts";
import { profileRun, type LabRun } from "#notebook/lab/profile.ts";
import { idiomLaunches, idioms } from "#testing/cuda/idioms/launches.ts";
import { randomProgram } from "#testing/cuda/texts/random-program.ts";
import { differentialLaunch } from "#testing/cuda/texts/run-text.ts";
import { EFFECTLESS, asModule, slimLabWorkerPlugin } from "./vite-lab-worker.ts";

/**
 * The scripts that compile, run and report a launch, compressed: the worker's own and all that it needs to start. The page and the command
 * line run the same modules, those of tensor cores, bulk copies, barriers and clusters among them.
 */
const LAB_WORKER_BYTES = 285_000;

const GALLERY = fileURLToPath(new URL("../../content/kernels", import.meta.url));

const tests = mkdtempSync(path.join(tmpdir(), "slim-lab-worker-"));
afterAll(() => rmSync(tests, { recursive: true }));

/** A module of the grader, bundled as for the lab's worker. */
async function bundled<T>(file: string): Promise<{ readonly exports: T; readonly code: string }> {
  const result = (await build({
    configFile: false,
    logLevel: "error",
    plugins: [slimLabWorkerPlugin()],
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL(`../../grader/cuda/${file}`, import.meta.url)), formats: ["es"], fileName: "bundled" },
    },
  })) as Rolldown.RolldownOutput[];
  const { code } = result[0]!.output[0];
  const out = path.join(tests, `${path.basename(file, ".ts")}.mjs`);
  writeFileSync(out, code);
  return { exports: (await import(pathToFileURL(out).href)) as T, code };
}

/** From tiny to huge, on both sides of 0, and what is no ordinary number. */
const NUMBERS = [0, -0, 5e-324, 1e-300, 0.1, 0.5, 1, 1.5, Math.PI, 10, 33.25, 170, 709, 1e5, 1e22, 1e300, Infinity, NaN].flatMap((x) => [
  x,
  -x,
]);

describe("functions of numbers, bundled for the worker,", () => {
  let slim: typeof functions;
  let code = "";
  beforeAll(async () => ({ exports: slim, code } = await bundled<typeof functions>("numbers/functions.ts")));

  it.each(Object.keys(functions))("%s gives the same bits", (name) => {
    const [own, expected] = [slim, functions].map((all) => all[name as keyof typeof functions] as (...operands: number[]) => number);
    for (const x of NUMBERS)
      for (const y of NUMBERS.slice(0, own!.length > 1 ? NUMBERS.length : 1))
        expect(own!(x, y, 0.5, 2), `${name}(${x}, ${y})`).toBe(expected!(x, y, 0.5, 2));
  });

  it("bring the notice of their licence once", () => {
    expect(code.match(/Apache License/g)).toHaveLength(1);
    expect(code.match(/@license/g)).toBeNull();
  });
});

test("the parser without its colours reads a text as the whole one does", async () => {
  const { exports, code } = await bundled<{ parse: typeof parse }>("syntax/parse.ts");
  const text = "template <int N> __global__ void k(float* a) { __shared__ float t[N][33]; t[0][threadIdx.x] = a[0] >> 1 ? 7 : 2.5e3f; }";
  expect(exports.parse(text)).toEqual(parse(text));
  expect(code).not.toContain("tok-");
});

/** The scripts of an entry, built as for the lab's worker. */
async function built(name: string, file: string): Promise<Rolldown.RolldownOutput["output"]> {
  const result = (await build({
    configFile: false,
    logLevel: "error",
    plugins: [slimLabWorkerPlugin()],
    build: {
      write: false,
      minify: true,
      lib: { entry: { [name]: file }, formats: ["es"] },
      rolldownOptions: {
        treeshake: { moduleSideEffects: EFFECTLESS },
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs", minify: true },
      },
    },
  })) as Rolldown.RolldownOutput[];
  return result[0]!.output;
}

/** The names of the scripts that a script is fetched with: all that it imports, and what these import. */
function startedWith(files: Rolldown.RolldownOutput["output"], entry: string): ReadonlySet<string> {
  const chunks = files.filter((file) => file.type === "chunk");
  const found = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || found.has(chunk.name)) return;
    found.add(chunk.name);
    for (const fileName of chunk.imports) visit(chunks.find((one) => one.fileName === fileName));
  };
  visit(chunks.find(({ name }) => name === entry));
  return found;
}

/** The lab's worker as it is built, and what a page would talk to. */
class BuiltWorker {
  /** Bytes of each script, compressed by Brotli as the course is served, by name. */
  readonly bytes: ReadonlyMap<string, number>;
  readonly #worker: Worker;

  constructor(files: Rolldown.RolldownOutput["output"]) {
    const folder = mkdtempSync(path.join(tests, "worker-"));
    for (const file of files) if (file.type === "chunk") writeFileSync(path.join(folder, file.fileName), file.code);
    this.bytes = new Map(
      files.flatMap((file) => (file.type === "chunk" ? [[file.name, brotliCompressSync(file.code).byteLength] as const] : [])),
    );
    // What a browser's worker has and Node's does not.
    const shim = `
      import { parentPort } from "node:worker_threads";
      globalThis.postMessage = (data) => parentPort.postMessage(data);
      globalThis.addEventListener = (_, listen) => parentPort.on("message", (data) => listen({ data }));
      await import("./lab-worker.mjs");`;
    writeFileSync(path.join(folder, "start.mjs"), shim);
    this.#worker = new Worker(path.join(folder, "start.mjs"));
  }

  ask(question: LabQuestion): Promise<LabMessage> {
    return new Promise((resolve, reject) => {
      this.#worker.once("error", reject);
      const listen = (message: LabMessage): void => {
        if (message.kind === "progress") return;
        this.#worker.off("message", listen);
        this.#worker.off("error", reject);
        resolve(message);
      };
      this.#worker.on("message", listen);
      this.#worker.postMessage(question);
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

describe("the lab's worker, as it is built,", () => {
  let scripts: Rolldown.RolldownOutput["output"];
  let worker: BuiltWorker;
  beforeAll(async () => {
    scripts = await built("lab-worker", fileURLToPath(new URL("../notebook/lab/lab-worker.ts", import.meta.url)));
    worker = new BuiltWorker(scripts);
  });
  afterAll(() => worker.stop());

  /** A launch of this kernel, with 64 threads. */
  const run = (body: string) => ({
    source: `__global__ void k(float* out) { int i = threadIdx.x; ${body} }`,
    launch: parseLaunch({ kernel: "k", grid: [1, 1, 1], block: [64, 1, 1], arguments: [{ array: "out", type: "float", length: 64 }] }),
    device: "h200",
  });

  it.each<[what: string, body: string, values: string[]]>([
    ["a kernel that needs nothing else", "out[i] = 2 * i;", ["0", "2", "4"]],
    ["one that calls transcendental functions", "out[i] = expf(i) + sinf(0.0f);", ["1", "2.718282", "7.389056"]],
    ["one after it that calls others", "out[i] = powf(i, 3.0f);", ["0", "1", "8"]],
  ])("runs %s", async (_what, body, values) => {
    const asked = run(body);
    const { answer } = (await worker.ask({ kind: "run", run: asked })) as LabMessage & { kind: "answer" };
    expect(answer).toMatchObject({ kind: "profile", status: "done", findings: [] });
    expect(await worker.ask({ kind: "values", array: 0, from: 0, most: 3 })).toEqual({ kind: "answer", answer: values });
  });

  it("compares an array with a formula that calls functions", async () => {
    const other = new BuiltWorker(scripts);
    await other.ask({ kind: "run", run: run("out[i] = 1;") });
    const expected = { kind: "formula", formula: "expf(0.0f * i)" } as const;
    const { answer } = (await other.ask({ kind: "comparison", array: 0, expected, tolerance: 0 })) as LabMessage & { kind: "answer" };
    await other.stop();
    expect(answer).toMatchObject({ elements: 64, differing: 0 });
  });

  it("runs a kernel of cooperative groups", async () => {
    const body =
      "auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block()); out[i] = tile.thread_rank();";
    const { answer } = (await worker.ask({ kind: "run", run: run(body) })) as LabMessage & { kind: "answer" };
    expect(answer).toMatchObject({ kind: "profile", status: "done" });
    expect(await worker.ask({ kind: "values", array: 0, from: 7, most: 2 })).toEqual({ kind: "answer", answer: ["7", "0"] });
  });

  it("runs a kernel of packed numbers", async () => {
    const { answer } = (await worker.ask({ kind: "run", run: run("out[i] = __vadd4(i, 0x0101);") })) as LabMessage & { kind: "answer" };
    expect(answer).toMatchObject({ kind: "profile", status: "done" });
    expect(await worker.ask({ kind: "values", array: 0, from: 0, most: 2 })).toEqual({ kind: "answer", answer: ["257", "258"] });
  });

  it.each([
    ["traits of types", "out[i] = std::is_same_v<decltype(i), int> ? 1 : 2;", "1"],
    ["halves", "half h = __float2half(1.5f); out[i] = __half2float(__hadd(h, h));", "3"],
    ["function objects", "std::plus<float> add; out[i] = add(i, 2);", "2"],
    ["packs", "auto sum = [](auto... x) { return (x + ...); }; out[i] = sum(1, 2, 3);", "6"],
    ["limits of types", "out[i] = std::numeric_limits<short>::max();", "32767"],
    ["numbers of headers", "out[i] = CHAR_BIT + (__INT_MAX__ > 5 && M_PI < 4);", "9"],
    ["text", 'printf("%d", i); out[i] = 1;', "1"],
    ["functions of whole numbers", "out[i] = lround(2.5) + __dp4a(make_char4(1, 1, 1, 1), make_char4(1, 2, 3, 4), 0);", "13"],
  ])("runs a kernel of %s", async (_what, body, first) => {
    const { answer } = (await worker.ask({ kind: "run", run: run(body) })) as LabMessage & { kind: "answer" };
    expect(answer).toMatchObject({ kind: "profile", status: "done" });
    expect(await worker.ask({ kind: "values", array: 0, from: 0, most: 1 })).toEqual({ kind: "answer", answer: [first] });
  });

  it("runs a main with the headers that it includes", async () => {
    const source = `#include <map>\n#include <cstdio>\n__global__ void k() {} int main() { std::map<int, int> m; m[3] = 4; puts(""); k<<<m[3], 32>>>(); }`;
    const { answer } = (await worker.ask({ kind: "run", run: { ...run(""), source, host: 1 } })) as LabMessage & { kind: "answer" };
    expect(answer).toMatchObject({ kind: "profile", status: "done", host: { launches: [{ grid: [4, 1, 1] }] } });
  });

  it("says what is wrong with a text", async () => {
    const { answer } = (await worker.ask({ kind: "run", run: run("out[i] = expf(nothing);") })) as LabMessage & { kind: "answer" };
    expect(answer).toMatchObject({ kind: "error", error: { message: expect.stringContaining("nothing") as string, line: 1 } });
  });

  it("shows a block's requests of a kernel that it has not run", async () => {
    const other = new BuiltWorker(scripts);
    const told = await other.ask({ kind: "requests", run: run("out[i] = logf(1 + i);"), block: 0 });
    await other.stop();
    expect(told).toMatchObject({ kind: "answer", answer: { block: 0 } });
  });

  /** A local array behind the name of a pointer: registers hold it, as nvcc has it. */
  const alias = run("float own[4] = {i, 1, 2, 3}; typedef float4* V; V v = (V)own; out[i] = v->x + v->y;");
  const kernels = globSync("*/kernel.cu", { cwd: GALLERY });
  const everyKernel: [name: string, run: LabRun][] = [
    ["a local array under the name of a pointer", alias],
    ...kernels.map((file): [string, LabRun] => {
      const launch = parseLaunch(JSON.parse(readFileSync(path.join(GALLERY, path.dirname(file), "launch.json"), "utf8")));
      return [file, { source: readFileSync(path.join(GALLERY, file), "utf8"), launch: { ...launch, grid: [1, 1, 1] }, device: "h200" }];
    }),
    ...idiomLaunches().map(({ name, launch }): [string, LabRun] => [name, { source: idioms, launch, device: "h200" }]),
    ...[1, 2, 3, 4, 5].map((seed): [string, LabRun] => [
      `random program ${seed}`,
      { source: randomProgram(seed), launch: differentialLaunch(seed), device: "h200" },
    ]),
  ];

  it("says of every kernel what the command line says", async () => {
    expect(everyKernel.length).toBeGreaterThan(120);
    for (const [name, asked] of everyKernel) {
      const { answer } = (await worker.ask({ kind: "run", run: asked })) as LabMessage & { kind: "answer" };
      expect(answer, name).toEqual(structuredClone(profileRun(asked).outcome));
    }
  }, 300_000);

  it("is within its budget; what comes after a launch, and the host's side, are fetched when they are asked for", () => {
    const weights = [...worker.bytes].map(([name, bytes]) => `${name}: ${bytes} bytes`).join("\n");
    const atStart = startedWith(scripts, "lab-worker");
    const bytes = [...atStart].reduce((sum, name) => sum + worker.bytes.get(name)!, 0);
    expect(bytes, weights).toBeLessThanOrEqual(LAB_WORKER_BYTES);
    expect(["array-answers", "block-requests", "host-run"].filter((name) => atStart.has(name))).toEqual([]);
    expect([...worker.bytes.keys()], weights).toEqual(expect.arrayContaining(["array-answers", "block-requests", "host-run"]));
  });
});

test("a module that is written otherwise is refused", () => {
  expect(() => asModule("var a = require( './a.js' )( 1 );\nmodule.exports = a;\n", "a.js")).toThrow(
    "a.js is not written as stdlib's modules are",
  );
});
