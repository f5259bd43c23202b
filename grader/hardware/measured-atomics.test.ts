import { describe, expect, it } from "vitest";
import { globalAtomicCost, sharedAtomicCost, type SharedAtomic } from "#simulator/atomic-cost.ts";
import { h100 } from "#simulator";
import { measuredAtomics, type MeasuredSharedAtomic } from "./measured-atomics.ts";

const measured = measuredAtomics();
const onGlobal = measured.filter((request) => request.space === "global");
const onShared = measured.filter((request) => request.space === "shared");

function kindOf({ op, type, returns }: MeasuredSharedAtomic): SharedAtomic {
  if (type === "half2") return "loop of pairs";
  if (type !== "int") return "loop";
  if (op === "compare") return "compare";
  return op === "add 1" && !returns ? "counting" : "integer";
}

describe("atomics on global memory", () => {
  it("are reductions where the result is not used, but for exchange, compare and swap, and half2", () => {
    expect(onGlobal).toHaveLength(820);
    for (const { op, type, returns, reductions, atomics } of onGlobal) {
      const reduces = !returns && op !== "exchange" && op !== "compare" && type !== "half2";
      expect([reductions, atomics]).toEqual(reduces ? [1, 0] : [0, 1]);
    }
  });

  it("count as measured, but for one line more in some random patterns", () => {
    const { masks } = h100.tagBanks;
    const tagBanks = { ...h100.tagBanks, masks: masks! };
    const beyond = onGlobal.map((request) => {
      const { sectors, cacheLines, tagWavefronts } = globalAtomicCost(request, request.op === "compare", tagBanks);
      const { pattern } = request;
      return {
        pattern,
        more: [request.sectors - sectors, request.cacheLines - cacheLines, request.tagWavefronts - tagWavefronts] as const,
      };
    });
    const differing = beyond.filter(({ more }) => more.some((count) => count !== 0));
    expect(
      differing.filter(({ pattern, more }) => !pattern.startsWith("random") || more.some((count) => count !== 0 && count !== 1)),
    ).toEqual([]);
    expect([0, 1, 2].map((count) => differing.filter(({ more }) => more[count] !== 0).length)).toEqual([28, 34, 24]);
  });
});

describe("atomics on shared memory", () => {
  it("count as measured", () => {
    expect(onShared).toHaveLength(486);
    for (const request of onShared) {
      const { atomics, wavefronts, bankConflicts, loads, loadWavefronts, pattern, op, type } = request;
      const cost = sharedAtomicCost(request, kindOf(request));
      expect(cost, `${op} ${type} ${pattern}`).toEqual({
        atomics,
        wavefronts,
        bankConflicts,
        loads,
        loadWavefronts,
      });
    }
  });
});
