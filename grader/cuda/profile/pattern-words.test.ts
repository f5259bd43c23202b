import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import type { SiteCounts } from "../machine/request-stream.ts";
import type { Pattern } from "./pattern.ts";
import { accessPatternWords, patternCases, patternWords } from "./pattern-words.ts";
import { profileLaunch } from "./profile.ts";
import { profileSchema } from "./profile-schema.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe("a pattern in words", () => {
  it.each(patternCases.map(({ pattern, place }) => [`${patternWords(pattern, place).name} of a ${place.op}`, pattern, place] as const))(
    "%s: a lesson and an exercise that are there",
    (_, pattern, place) => {
      const { advice, lesson, exercise } = patternWords(pattern, place);
      expect(advice).not.toBe("");
      expect(existsSync(`${root}content/lessons/${lesson}/index.mdx`)).toBe(true);
      expect(existsSync(`${root}exercises/${exercise}/exercise.ts`)).toBe(true);
    },
  );

  it("has an example of every kind that costs something", () => {
    const free = ["none", "broadcast"];
    const kinds: readonly string[] = profileSchema.shape.accesses.element.options[0].shape.pattern.shape.kind.options;
    expect(new Set(patternCases.map(({ pattern }) => pattern.kind))).toEqual(new Set(kinds.filter((kind) => !free.includes(kind))));
  });
});

it.each<[Pattern, string]>([
  [{ kind: "stride", elements: 1 }, "stride of 1 element"],
  [{ kind: "stride", elements: -32 }, "stride of −32 elements"],
  [{ kind: "column-walk", strideBytes: 16384, lanesPerRow: 1 }, "column walk, 16,384 bytes from lane to lane"],
  [{ kind: "column-walk", strideBytes: 1024, lanesPerRow: 4 }, "column walk, 4 lanes to a row and 1,024 bytes to the next"],
  [{ kind: "conflict", ways: 8, strideWords: 8 }, "8-way conflict, 8 words from lane to lane"],
  [{ kind: "divergent-tail", lanes: 1 }, "1 lane of 32 active"],
])("%o is called %s", (pattern, name) => {
  expect(patternWords(pattern, { op: "load", space: "global" }).name).toBe(name);
});

it.each([
  ["a single thread", 1, 31 / 32, ""],
  ["a halo", 640, 0.02, ""],
  ["the tail of a reduction", 640, 0.11, ""],
  ["one value per warp, many times", 640, 0.4, "Full warps would save 40 % of the launch’s requests. A whole request moves one value"],
])("idle lanes of %s, %i requests of which %d could be saved: %s", (_, requests, idleShare, advice) => {
  const counts = { space: "global", requests, activeLanes: requests } as SiteCounts;
  const words = accessPatternWords({
    pattern: { kind: "divergent-tail", lanes: 1 },
    op: "load",
    counts,
    idleShare,
    bytesPerLane: 4,
    text: "in[t]",
  });
  expect(words.advice.slice(0, advice.length || undefined)).toBe(advice);
});

/** A launch of one block of 32 threads. */
function accessIn(body: string) {
  const text = `__global__ void k(const float* in, float* out) { int t = threadIdx.x; __shared__ float4 s[32]; __shared__ double d[32]; ${body} }`;
  const given = ["in", "out"].map((array) => ({ array, type: "float", length: 1024, fill: "index" }));
  return profileLaunch(text, parseLaunch({ kernel: "k", grid: [1, 1, 1], block: [32, 1, 1], arguments: given }), h200).profile.accesses;
}

const QUADS = "s[t] = ((float4*)in)[t]; __syncthreads();";
const DOUBLES = "d[t] = in[t]; __syncthreads();";

it.each([
  ["one element for all", "out[t] = in[9];", "in[9]", "lanes share addresses: 12.5% efficiency, and no fewer sectors would do"],
  ["quads stored", `${QUADS} out[t] = s[t].x;`, "s[t]", "16-byte stores go by quarters of the warp: 4 wavefronts are the least"],
  [
    "quads",
    `${QUADS} ((float4*)out)[t] = s[31 - t];`,
    "s[31 - t]",
    "16-byte loads go by quarters of the warp: 4 wavefronts are the least; 2 where lanes i and i xor 1 (or xor 2) read the same",
  ],
  [
    "quads, each for two neighbours",
    `${QUADS} ((float4*)out)[t] = s[t / 2];`,
    "s[t / 2]",
    "lanes i and i xor 1 (or xor 2) read the same: 2 wavefronts instead of 4",
  ],
  ["quads, modulo 4", `${QUADS} ((float4*)out)[t] = s[t % 4];`, "s[t % 4]", "16-byte loads go by quarters"],
  ["doubles", `${DOUBLES} out[t] = d[31 - t];`, "d[31 - t]", "8-byte loads go by halves of the warp: 2 wavefronts are the least; 1 where"],
  [
    "doubles, each for two",
    `${DOUBLES} out[t] = d[t / 2];`,
    "d[t / 2]",
    "lanes i and i xor 1 (or xor 2) read the same: 1 wavefront instead of 2",
  ],
  ["half the lanes", `${QUADS} if (t < 16) ((float4*)out)[t] = s[15 - t];`, "s[15 - t]", undefined],
  ["words", `${QUADS} out[t] = s[t / 4].x + ((float*)s)[t];`, "((float*)s)[t]", undefined],
])("%s: `%s` costs no less for a reason", (_, body, source, reason) => {
  const access = accessIn(body).find((one) => one.source === source)!;
  expect(access.pattern.advice).toBe("");
  expect(access.pattern.reason?.slice(0, reason?.length)).toBe(reason);
});

it.each([
  ["four matrices without conflicts", 4, 72, "", "each of the 4 matrices takes a wavefront of its own: 4 are the least"],
  ["two matrices without conflicts", 2, 72, "", "each of the 2 matrices takes a wavefront of its own: 2 are the least"],
  ["one matrix without conflicts", 1, 72, "", undefined],
  ["rows that begin between two pieces", 4, 68, "Make the rows of the tile a multiple of 16 bytes long", undefined],
])("%s", (_, matrices, pitch, advice, reason) => {
  const registers = Array.from({ length: matrices }, (_, i) => `%${i}`);
  const body = `__shared__ __align__(16) short h[16 * ${pitch}]; for (int i = t; i < 16 * ${pitch}; i += 32) h[i] = 0; __syncthreads();
    unsigned a[4]; unsigned row = __cvta_generic_to_shared(&h[t % 16 * ${pitch} + t / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x${matrices}.shared.b16 {${registers.join(", ")}}, [%${matrices}];"
                 : ${registers.map((_, i) => `"=r"(a[${i}])`).join(", ")} : "r"(row)); out[t] = a[0];`;
  const { pattern } = accessIn(body).find(({ source }) => source.startsWith("ldmatrix"))!;
  expect(pattern.advice.slice(0, advice.length || undefined)).toBe(advice);
  expect(pattern.reason).toBe(reason);
});

it("shows an instruction in pieces, and an expression on several lines, on one line", () => {
  const asm = `unsigned a; unsigned row = __cvta_generic_to_shared(&d[t % 8 * 2]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 \\n\\t"
                 "{%0}, [%1];" : "=r"(a) : "r"(row));`;
  const sources = accessIn(`d[t] = 0; __syncthreads(); ${asm} out[t +\n    (int)a] = 1;`).map(({ source }) => source);
  expect(sources).toEqual(["d[t]", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1]", "out[t + (int)a]"]);
});

it.each([
  ["a row, unrolled", "float sum = 0; for (int k = 0; k < 32; k++) sum += f[t / 32 * 32 + k];", 32, 8],
  ["a row where the data say so", "float sum = 0; for (int k = 0; k < 32; k++) if (in[k] > 0) sum += f[t / 32 * 32 + k];", 31, undefined],
  ["a column", "float sum = 0; for (int k = 0; k < 32; k++) sum += f[k * 32 + t];", 32, undefined],
])("loads of %s are compiled into fewer, or not", (_, loop, requests, compiled) => {
  const body = `__shared__ float f[1024]; for (int i = 0; i < 32; i++) f[i * 32 + t] = in[t + 32]; __syncthreads(); ${loop} out[t] = sum;`;
  const load = accessIn(body).find(({ space, op }) => space === "shared" && op === "load")!;
  expect(load).toMatchObject({ requests, ...(compiled !== undefined && { compiledRequests: compiled }) });
  expect("compiledRequests" in load).toBe(compiled !== undefined);
});

it.each([
  ["a place each", "out[atomicAdd(n, 1)] = in[t];", "Let one lane add for its warp"],
  ["a sum", "float before = atomicAdd(out, in[t]); out[t + 32] = before;", "Atomics on one address are carried out one after the other."],
])("lanes that take %s from one counter are advised to %s", (_, body, advice) => {
  const atomic = accessIn(`int* n = (int*)out + 512; ${body}`).find(({ op }) => op === "atomic")!;
  expect(atomic.pattern.advice.slice(0, advice.length)).toBe(advice);
});

it("says of which rows no padding helps, and why", () => {
  const [load] = accessIn("int i = in[0]; out[t] = in[t + 3 + i * 8] + in[t + 6];").filter(({ pattern }) => pattern.kind === "offset");
  expect(load!.pattern.reason).toBe(
    "5 sectors per request instead of 4, because it starts mid-sector; no other start or row length of `in` saves most of that",
  );
});

it("is silent about accesses without excess", () => {
  for (const kind of ["none", "broadcast"] as const)
    expect(patternWords({ kind }, { op: "load", space: "global" })).toEqual({ name: kind, advice: "" });
});
