import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { randomNumbers } from "#testing/cuda/random-program.ts";
import { parseLaunch } from "../launch/launch.ts";
import { compileLaunched } from "../launch/launched-kernel.ts";
import { runLaunch } from "../launch/run-launch.ts";
import type { Loop } from "../ir/loop.ts";
import { eachStep } from "../ir/walk.ts";
import { Analyses } from "./analyses.ts";
import type { Evolution, LoopEvolution } from "./scalar-evolution.ts";

/** The loops of a kernel, in the order of the text, with the addresses that it stores to. */
function evolutionOf(body: string): { loops: LoopEvolution[]; stored: (loop?: number) => Evolution } {
  const { program } = compileLaunched(
    `__global__ void k(const int* __restrict__ in, int* out, int n, unsigned u, size_t m) { int t = threadIdx.x; ${body} }`,
    "k",
  );
  const { evolution } = Analyses.of(program);
  const found: Loop[] = [];
  eachStep(program.body, (step) => step.kind === "loop" && found.push(step));
  const loops = found.map((loop) => evolution.of(loop)!);
  const stored = (at = 0): Evolution => {
    let address: Evolution | undefined;
    eachStep([found[at]!], (step) => step.kind === "store" && (address ??= loops[at]!.of(step.address)));
    return address!;
  };
  return { loops, stored };
}

const UP = "for (int i = 0; i < n; i++)";

describe("the address that a loop stores to", () => {
  it.each<[string, string, Evolution["change"], number | undefined]>([
    ["of an invariant index stays", `volatile int* v = out; ${UP} v[t * n] = i;`, "none", 0],
    ["moves by an element", `${UP} out[t + i] = n;`, "linear", 4],
    ["moves down", "for (int i = n; i > 0; i--) out[2 * i + t] = n;", "linear", -8],
    ["moves by shifts and differences", "for (int i = 0; i < n; i += 3) out[t - (i << 2)] = n;", "linear", -48],
    ["moves through registers that the loop sets once", `${UP} { int row = i * 8; int at = row + t; out[at + 1] = n; }`, "linear", 32],
    ["moves by what only the launch knows", `${UP} out[i * n] = t;`, "strided", undefined],
    ["moves with a pointer", `int* p = out; ${UP} { *p = i; p += 2; }`, "linear", 8],
    ["moves with a counter that while loops move on", "int i = 0; while (i < n) { out[i] = t; i += 4; }", "linear", 16],
    ["of a product of two counters is counted", `${UP} out[i * i] = t;`, "counted", undefined],
    ["of a remainder is counted", `${UP} out[i % 7] = t;`, "counted", undefined],
    ["of a shifted one is counted", `${UP} out[1 << i] = t;`, "counted", undefined],
    ["of a counter that doubles is counted", "for (int i = 1; i < n; i *= 2) out[i] = t;", "counted", undefined],
    ["of a switch alternates", `int from = 0; ${UP} { out[from * 32 + t] = i; from = 1 - from; }`, "alternating", undefined],
    ["of a sum that may wrap around is counted", `${UP} out[u + i * 4u] = t;`, "counted", undefined],
    ["of a 64-bit one is not", "for (size_t i = 0; i < m; i++) out[m + i] = t;", "linear", 4],
    ["of what is loaded is free", `${UP} out[in[i]] = t;`, "free", undefined],
    ["of what is carried on is free", `int s = 0; ${UP} { out[s] = t; s += in[i]; }`, "free", undefined],
    ["of a counter that only some iterations move on is free", `int c = 0; ${UP} if (in[i] > 0) { out[c] = i; c++; }`, "free", undefined],
    [
      "of a counter that a continued iteration leaves out is free",
      `int c = 0; ${UP} { if (in[i]) continue; out[c] = i; c++; }`,
      "free",
      undefined,
    ],
  ])("%s", (_, body, change, step) => {
    expect(evolutionOf(body).stored()).toMatchObject({ change, step });
  });

  it("moves with each loop by that loop's step", () => {
    const { stored } = evolutionOf(`${UP} for (int j = 0; j < 8; j++) out[i * 8 + j] = t;`);
    expect([stored(0), stored(1)].map(({ step }) => step)).toEqual([32, 4]);
  });

  it("is carried on past an inner loop that moves it", () => {
    const { stored } = evolutionOf(`int* p = out; ${UP} for (int j = 0; j < n; j++) *p++ = t;`);
    expect(stored(0).change).toBe("free");
    expect(stored(1).step).toBe(4);
  });

  it("is followed through 2,000 doublings", () => {
    const doublings = Array.from({ length: 2000 }, (_, i) => `int v${i + 1} = v${i} + v${i};`).join("");
    expect(evolutionOf(`${UP} { int v0 = t; ${doublings} out[v2000 & 63] = i; }`).stored().change).toBe("none");
  });
});

describe("a loop's trip count", () => {
  it.each<[string, string, number | undefined]>([
    ["is that of a constant bound", "for (int i = 0; i < 10; i++) out[i] = t;", 10],
    ["is that of a bound in a register", "int count = 3; for (int i = 0; i < 2 * count; i++) out[i] = t;", 6],
    ["is that of steps down", "for (int i = 9; i >= 2; i -= 2) out[i] = t;", 4],
    ["is that of halvings", "for (int i = 16; i > 0; i >>= 1) out[i] = t;", 5],
    [
      "is that of a start that a loop before it ends with",
      "int i = 1; for (; i < 16; i *= 2) out[i] = t; for (; i < 20; i++) out[i] = n;",
      4,
    ],
    ["is the fewest of its ends", "for (int i = 0; i < 10; i++) { if (i == 7) break; out[i] = t; }", 7],
    ["is 0 for what is never entered", "for (int i = 3; i < 3; i++) out[i] = t;", 0],
    ["is the difference of the bound and a start of the launch's", "for (int i = n; i < n + 8; i++) out[i] = t;", 8],
    ["is that of variables", "int lo = 3 * n + t; int hi = lo + 9; for (int i = lo; i < hi; i += 2) out[i] = t;", 5],
    ["is that of products", "int w = t / 32; for (int i = 4 * w; i < (w + 1) * 4; i++) out[i] = t;", 4],
    ["is that of a start that is written twice", "for (int i = (t / 32) * 2; i < (t / 32) * 2 + 2; i++) out[i] = t;", 2],
    ["is that of a start that is loaded", "int lo = in[t]; for (int i = lo; i < lo + 6; i++) out[i] = t;", 6],
    ["is that of steps down to a difference", "for (int i = n; i > n - 8; i--) out[i] = t;", 8],
    ["is that of an unsigned difference", "for (unsigned i = u; i != u + 5; i++) out[i] = t;", 5],
    ["is that of a wider difference", "for (size_t i = m; i < m + 8; i++) out[i] = t;", 8],
    ["is unknown if the difference isn't the same for all", "int lo = n; for (int i = lo; i < t + 8; i++) out[i] = t;", undefined],
    ["is unknown if the start is another one by now", "int lo = n; int i = lo; lo = in[t]; for (; i < lo + 8; i++) out[i] = t;", undefined],
    ["is unknown if only some take another start", "int i = n; if (in[t]) i = 5; for (; i < n + 8; i++) out[i] = t;", undefined],
    ["is unknown if the loop moves the start", "int lo = n; for (int i = lo; i < lo + 8; i++) { out[i] = t; lo = in[i]; }", undefined],
    ["is unknown of a sum that wraps around and is widened", "for (size_t i = u; i < u + 8u; i++) out[i] = t;", undefined],
    ["is unknown of more than 64 iterations", "for (int i = n; i < n + 65; i++) out[i] = t;", undefined],
    ["is unknown if the launch gives the bound", `${UP} out[i] = t;`, undefined],
    ["is unknown if the loop changes the bound", "int last = 10; for (int i = 0; i < last; i++) { out[i] = t; last = in[i]; }", undefined],
    ["is unknown if what it counts isn't counted in each iteration", "for (int i = 0; i < 9;) if (in[i]) i++;", undefined],
  ])("%s", (_, body, count) => {
    expect(evolutionOf(body).loops.at(-1)!.trips?.iterations).toBe(count);
  });
});

describe("a loop in a loop", () => {
  it("has a trip count from where the outer one is", () => {
    const { loops } = evolutionOf("for (int h = 0; h < 4; h++) for (int i = 2 * h; i < 2 * h + 2; i++) out[i] = t;");
    expect(loops.map(({ trips }) => [trips?.iterations, trips?.start])).toEqual([
      [4, "constant"],
      [2, "iterations"],
    ]);
  });

  it("moves an address from iteration to iteration of both", () => {
    const { stored } = evolutionOf("for (int h = 0; h < 4; h++) for (int i = 2 * h; i < 2 * h + 2; i++) out[i] = t;");
    expect([stored(0).step, stored(1).step]).toEqual([8, 4]);
  });
});

/** A loop whose loads are at random sums, products and shifts of its counter, its pointer and of what the launch gives. */
function randomLoop(below: (limit: number) => number): string {
  const one = (...ways: string[]): string => ways[below(ways.length)]!;
  const whole = (depth: number, names: readonly string[]): string => {
    if (depth === 0) return one(...names, `${below(9)}`, "t", "n");
    const left = whole(depth - 1, names);
    const right = whole(below(depth), names);
    return one(
      `(${left} + ${right})`,
      `(${left} - ${right})`,
      `(${left} * ${right})`,
      `(${left} << ${below(4)})`,
      `(${left} % 7)`,
      `(int)(${left} + u)`,
      `-(${left})`,
    );
  };
  const step = one("i++", "i += 3", "i--", "i = 2 + i", "i += n", "i = (char)(i + 1)", "i *= 2");
  const temporaries = ["a", "b"].map((name, at) => `int ${name} = ${whole(2, at === 0 ? ["i", "c"] : ["i", "a", "c"])};`).join(" ");
  const moves = one("c += 2;", "if (i & 1) c++;", "c = 5 - c;", "c = in[c & 63];", "");
  return `const int* p = in; int c = ${below(5)}; int i = ${1 + below(4)}; for (int pass = 0; pass < 6; pass++) {
    ${temporaries} s += in[${whole(2, ["i", "a", "b", "c"])}]; s += *p; s += p[${whole(1, ["a", "c"])}]; p += ${one("1", "n", "-2", "i")}; ${moves} ${step}; }`;
}

describe("the steps of random loops", () => {
  it("are those of the addresses that the loops load from", () => {
    const below = randomNumbers(7);
    const launch = parseLaunch({
      kernel: "k",
      grid: [1, 1, 1],
      block: [32, 1, 1],
      arguments: [
        { array: "in", type: "int", length: 4096 },
        { array: "out", type: "int", length: 32 },
        { value: 5, type: "int" },
        { value: 4_294_967_290, type: "unsigned" },
      ],
    });
    const seen = { none: 0, linear: 0, strided: 0, alternating: 0, counted: 0, free: 0 };
    for (let round = 0; round < 60; round++) {
      const text = `__global__ void k(const int* __restrict__ in, int* out, int n, unsigned u) { int t = threadIdx.x; int s = 0; ${randomLoop(below)} out[t] = s; }`;
      const kernel = compileLaunched(text, "k");
      const addresses = kernel.program.sites.map((): number[] => []);
      runLaunch(kernel, launch, { device: h200, observe: () => (site, _, lanes) => void addresses[site]!.push(lanes[3]!) });
      const { evolution } = Analyses.of(kernel.program);
      eachStep(kernel.program.body, (loop) => {
        if (loop.kind !== "loop") return;
        const values = evolution.of(loop)!;
        eachStep([loop], (load) => {
          if (load.kind !== "load") return;
          const { change, step, mayWrap } = values.of(load.address);
          // Addresses outside of the array are not told.
          const told = addresses[load.site.number]!;
          if (told.length < 2) return;
          seen[change]++;
          const moves = [...new Set(told.slice(1).map((address, at) => address - told[at]!))];
          if (step !== undefined) expect(moves, text).toEqual([step]);
          else if (change === "strided" && !mayWrap) expect(moves.length, text).toBe(1);
        });
      });
    }
    expect(Math.min(seen.linear, seen.strided, seen.counted, seen.free)).toBeGreaterThan(5);
  });
});
