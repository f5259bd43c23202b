import { describe, expect, it } from "vitest";
import type { LoadOrder } from "#memory/load-rounds.ts";
import type { Program } from "../ir/program.ts";
import { compileLaunched } from "../launch/launched-kernel.ts";
import { Analyses } from "./analyses.ts";
import { loadOrder } from "./load-order.ts";

function programOf(body: string) {
  return compileLaunched(
    `struct Particle { float x, y, z, vx; };
     __global__ void k(const int* __restrict__ in, int* out, int n, size_t m, Particle* p, Particle* q) { int s = 0; ${body} out[threadIdx.x] = s; }`,
    "k",
  ).program;
}

function orderIn(program: Program, isRestrict: boolean): LoadOrder {
  return loadOrder(program, isRestrict, Analyses.of(program));
}

describe("the order of loads", () => {
  /** The loads of each site that are under way together, and the sites that each waits for. */
  const orderOf = (body: string) => {
    return orderIn(programOf(body), false);
  };

  it("knows how many passes load together", () => {
    expect(orderOf("for (int i = 0; i < n; i++) s += in[i];").passes).toEqual([4, 1]);
    expect(orderOf("for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += in[i * n + j];").passes).toEqual([12, 1]);
    expect(orderOf("for (int i = 0; i < n; i++) if (in[i] > 9) out[i + n] = s;").passes).toEqual([1, 1, 1]);
  });

  it.each([
    ["an index that is loaded", "s = in[in[threadIdx.x]];", [[1], [], []]],
    ["a test of what is loaded", "if (in[threadIdx.x] > 0) s = in[threadIdx.x + 32];", [[], [0], []]],
    ["nothing, for a sum", "s = in[threadIdx.x] + in[threadIdx.x + 32];", [[], [], []]],
    ["itself, in a chain", "for (int i = 0; i < n; i++) s = in[s];", [[0], []]],
    ["what ended the loop before", "for (int i = 0; i < n; i++) { if (in[i] < 0) break; s += in[i + n]; }", [[], [0]]],
  ])("comes after %s", (_, body, after) => {
    const order = orderOf(body);
    expect(order.after.map((sites) => sites.toSorted((a, b) => a - b)).slice(0, after.length)).toEqual(after);
  });

  /** The passes of the first load that load together where no two pointers reach the same place. */
  const passesIfRestrict = (body: string): number => {
    const program = programOf(body);
    const { number } = program.sites.find(({ op }) => op === "load")!;
    return orderIn(program, true).passes[number]!;
  };

  it.each<[string, string, number]>([
    ["in an array of their own", "for (int i = 0; i < 4; i++) out[8 * i] = in[8 * i];", 4],
    ["in the array that the loop changes, each pass at another place", "for (int i = 0; i < 4; i++) out[8 * i + n] += 1;", 4],
    ["in it, where a wide index tells the places apart", "for (size_t i = 0; i < 4; i++) out[m + 8 * i] += 1;", 4],
    ["in it, where a sum without a sign may begin again at 0", "for (int i = 0; i < 4; i++) out[threadIdx.x + 8 * i] += 1;", 1],
    ["in it, in steps that only the launch knows", "for (int i = 0; i < 4; i++) out[i * n] += 1;", 1],
    ["in it, but stored elsewhere", "for (int i = 0; i < 4; i++) out[i * n] = out[8 * i];", 1],
  ])("has loads of several passes together, or one: %s", (_, body, passes) => {
    expect(passesIfRestrict(body)).toBe(passes);
  });

  /** Whether the first load of a field can go before the first store. */
  it.each<[string, string, boolean]>([
    ["another field of the same struct", "p[n].x = 1; float a = p[n].y; out[n] = a;", true],
    ["the same field", "p[n].x = 1; float a = p[n + 1].x; out[n] = a;", false],
    ["a field of a struct that may be the same", "p[n].x = 1; float a = q[n].y; out[n] = a;", false],
    ["another field in each pass of a loop", "for (int i = 0; i < n; i += 32) { p[i].x = 1; s += p[i].y; }", true],
    ["another field, if the pointer has changed meanwhile", "p[n].x = 1; p = p + 1; s = p[n].y;", false],
    ["another field, if the index has changed meanwhile", "int i = n; p[i].x = 1; if (n > 3) i = n + 1; s = p[i].y;", false],
  ])("lets a load go before a store to %s: %s", (_, body, goes) => {
    const program = programOf(body);
    const { independentStores } = orderIn(program, false);
    const site = (op: string) => program.sites.find((own) => own.op === op)!.number;
    expect(independentStores[site("load")]!.has(site("store"))).toBe(goes);
  });
});
