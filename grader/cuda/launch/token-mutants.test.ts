import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost } from "../host/run-host.ts";
import { SourceError } from "../source-error.ts";
import { tokenize } from "../text/token.ts";
import { compileLaunched } from "./launched-kernel.ts";

const GALLERY = new URL("../../../content/kernels/", import.meta.url);
const kernels = readdirSync(GALLERY).map((slug) => ({
  slug,
  text: readFileSync(new URL(`${slug}/kernel.cu`, GALLERY), "utf8"),
  kernel: (JSON.parse(readFileSync(new URL(`${slug}/launch.json`, GALLERY), "utf8")) as { kernel: string }).kernel,
}));

/** Tokens that learners mistype, and that compilers stumble over. */
const WORDS = [
  "08", "09", "0x", "0b2", "1e", "0.", "99999999999999999999", "1ull", "'a'", "''", '"a', "#", "#if", "...", "::", "->", "<<<", ">>>",
  "(", ")", "{", "}", "[", "]", "[]", "<", ">", ",", ";", "*", "&", "?", ":", "=", "float", "int", "auto", "const", "unsigned", "template",
  "typename", "struct", "operator", "using", "namespace", "static", "extern", "volatile", "sizeof", "if", "for", "return", "case", "break",
  "goto", "__global__", "__shared__", "__syncthreads()", "threadIdx", "nullptr", "true", "-1", "x",
]; // prettier-ignore

/** A text with one or two of its tokens deleted, doubled, replaced or joined by another; or one that ends early. */
function mutant(text: string, random: (below: number) => number): string {
  const tokens = tokenize(text);
  const places = Array.from({ length: 1 + random(2) }, () => random(tokens.length)).sort((one, other) => other - one);
  return places.reduce((mutated, place) => {
    const { span } = tokens[place]!;
    const before = mutated.slice(0, span.from);
    const own = mutated.slice(span.from, span.to);
    const after = mutated.slice(span.to);
    const other = random(2) === 0 ? WORDS[random(WORDS.length)]! : tokens[random(tokens.length)]!.text;
    const mutants = [before, `${before}${after}`, `${before}${own} ${own}${after}`, `${before}${other} ${own}${after}`];
    return mutants[random(mutants.length + 2)] ?? `${before} ${other} ${after}`;
  }, text);
}

/** @param seed any integer: the same one gives the same numbers */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("a mistyped text ends in an error that a learner can read, never in one of the lab's own", () => {
  it("2,000 mutants of the gallery's kernels", () => {
    const random = seeded(23);
    const failed: string[] = [];
    let refused = 0;
    for (let number = 0; number < 2000; number++) {
      const { slug, text, kernel } = kernels[random(kernels.length)]!;
      try {
        compileLaunched(mutant(text, random), kernel);
      } catch (error) {
        const isOurs = error instanceof SourceError || (error instanceof RangeError && !error.message.includes("call stack"));
        const { name, message } = error as Error;
        if (!isOurs || /\bundefined\b|\bNaN\b|\[object/.test(message)) failed.push(`${slug}, mutant ${number}: ${name}: ${message}`);
        refused++;
      }
    }
    expect(failed).toEqual([]);
    // If most of them compiled, this would test nothing.
    expect(refused).toBeGreaterThan(1500);
  }, 20_000);
});

describe("a number that begins with 0 has octal digits:", () => {
  const MESSAGE = /^`0[89]` begins with 0, so it is octal: write `[89]`\.$/;
  it.each([
    ["in a kernel", "__global__ void k(int* p) { p[0] = 08; }"],
    ["as the size of an array", "__global__ void k(int* p) { int a[09]; a[0] = 1; p[0] = a[0]; }"],
    ["as the size of shared memory", "__global__ void k(int* p) { __shared__ int s[08]; s[threadIdx.x] = 1; p[0] = s[0]; }"],
    ["as an argument of a template", "template <int N> __device__ int f() { return N; } __global__ void k(int* p) { p[0] = f<08>(); }"],
    ["in a condition", "#if 08\n#endif\n__global__ void k(int* p) { p[0] = 1; }"],
    ["in a macro", "#define N 09\n__global__ void k(int* p) { p[0] = N; }"],
  ])("%s", (_, text) => {
    expect(() => compileLaunched(text, "k")).toThrow(expect.objectContaining({ message: expect.stringMatching(MESSAGE) as unknown }));
  });

  it.each([
    ["in main", "int n = 08;"],
    ["as the size of an array of main", "int a[08]; a[0] = 1;"],
    ["in a launch", "k<<<1, 08>>>(nullptr);"],
  ])("%s", (_, body) => {
    const text = `__global__ void k(int* p) {}\nint main() { ${body} }`;
    expect(() => runHost(text, { device: h200 })).toThrow(expect.objectContaining({ message: expect.stringMatching(MESSAGE) as unknown }));
  });

  it("and what is octal is", () =>
    expect(() => compileLaunched("__global__ void k(int* p) { int a[017]; a[14] = 0; p[0] = a[14]; }", "k")).not.toThrow());
});
