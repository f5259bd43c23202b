import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import * as functions from "#cuda/numbers/functions.ts";
import { parse } from "#cuda/syntax/parse.ts";
import { asModule, slimLabWorkerPlugin } from "./vite-lab-worker.ts";

const folder = mkdtempSync(path.join(tmpdir(), "slim-lab-worker-"));
afterAll(() => rmSync(folder, { recursive: true }));

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
  const out = path.join(folder, `${path.basename(file, ".ts")}.mjs`);
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

test("a module that is written otherwise is refused", () => {
  expect(() => asModule("var a = require( './a.js' )( 1 );\nmodule.exports = a;\n", "a.js")).toThrow(
    "a.js is not written as stdlib's modules are",
  );
});
