import { describe, expect, it } from "vitest";
import { globalAtomicCost, sharedAtomicCost, type SharedAtomic } from "#simulator/atomic-cost.ts";
import { h100 } from "#simulator";
import { measuredAtomics, type MeasuredSharedAtomic } from "./measured-atomics.ts";

const measured = measuredAtomics();
const onGlobal = measured.filter((request) => request.space === "global");
const onShared = measured.filter((request) => request.space === "shared");

function kindOf({ op, type, returns }: MeasuredSharedAtomic): SharedAtomic {
  if (type === "half2") return "asking loop";
  if (type !== "int") return "loop";
  if (op === "compare") return "compare";
  return op === "add 1" && !returns ? "counting" : "integer";
}

describe("atomics on global memory", () => {
  it("are reductions where the result is not used, but for exchange, compare and swap, and half2", () => {
    expect(onGlobal).toHaveLength(1440);
    for (const { op, type, returns, reductions, atomics } of onGlobal) {
      const reduces = !returns && op !== "exchange" && op !== "compare" && type !== "half2";
      expect([reductions, atomics]).toEqual(reduces ? [1, 0] : [0, 1]);
    }
  });

  it("count as measured", () => {
    for (const request of onGlobal) {
      const { sectors, cacheLines, tagWavefronts, pattern, op, type } = request;
      const cost = globalAtomicCost(request, op === "compare", h100.tagBanks);
      expect(cost, `${op} ${type} ${pattern}`).toEqual({ sectors, cacheLines, tagWavefronts });
    }
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
