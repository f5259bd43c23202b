import { describe, expect, it } from "vitest";
import { h200, isActive } from "#simulator";
import { measuredAtomics, type MeasuredAtomic } from "#hardware/measured-atomics.ts";
import { parseLaunch } from "../launch/launch.ts";
import { profileLaunch } from "./profile.ts";
import type { Profile } from "./profile-schema.ts";

/** Measurements of `half2` and `float2`, except for the random patterns, in some of which the GPU counts one line more. */
const measured = measuredAtomics().filter(({ type, pattern }) => (type === "half2" || type === "float2") && !pattern.startsWith("random"));

const MOST_ELEMENTS = 16_384;

/** The same operation in CUDA C++: each active lane adds to the element that the measured lane added to. */
function profileOf({ space, type, bytesPerLane, activeMask, addresses, returns }: MeasuredAtomic): Profile {
  const elements = Array.from(addresses, (address) => address / bytesPerLane);
  const value = type === "half2" ? "__floats2half2_rn(1, 2)" : "make_float2(1, 2)";
  const target = space === "shared" ? "tile" : "a";
  const add = `atomicAdd(&${target}[e], ${value})`;
  const text = `#include <cuda_fp16.h>
${space === "shared" ? `extern __shared__ ${type} tile[];` : ""}
__global__ void k(${type}* a, const int* at, ${type}* out, unsigned mask) {
  int e = at[threadIdx.x];
  if (mask >> threadIdx.x & 1) ${returns ? `out[threadIdx.x] = ${add}` : add};
}`;
  const launch = {
    kernel: "k",
    grid: [1, 1, 1],
    block: [32, 1, 1],
    sharedBytes: space === "shared" ? bytesPerLane * (1 + Math.max(...elements)) : 0,
    arguments: [
      { array: "a", type, length: MOST_ELEMENTS },
      { array: "at", type: "int", length: 32, fill: { values: elements } },
      { array: "out", type, length: 32 },
      { value: activeMask >>> 0, type: "unsigned" },
    ],
  };
  return profileLaunch(text, parseLaunch(launch), h200).profile;
}

describe("an atomic addition to a vector", () => {
  it("was measured on both memories", () => {
    expect(new Set(measured.map(({ space, type }) => `${space} ${type}`))).toEqual(
      new Set(["global half2", "global float2", "shared half2"]),
    );
    expect(Math.max(...measured.flatMap(({ addresses, bytesPerLane }) => Array.from(addresses, (at) => at / bytesPerLane)))).toBeLessThan(
      MOST_ELEMENTS,
    );
  });

  it.each(
    measured.map((request) => [`${request.space} ${request.type}, ${request.pattern}, returns: ${request.returns}`, request] as const),
  )("is one request, counted as measured: %s", (_, request) => {
    const accesses = profileOf(request).accesses.filter(({ source }) => source.startsWith("atomicAdd"));
    expect(accesses).toHaveLength(1);
    const [access] = accesses;
    const lanes = Array.from({ length: 32 }, (_, lane) => isActive(request.activeMask, lane)).filter(Boolean).length;
    expect(access).toMatchObject({ space: request.space, bytesPerLane: request.bytesPerLane, requests: 1, activeLanesPerRequest: lanes });
    if (request.space === "shared")
      expect(access).toMatchObject({ op: "atomic", wavefronts: request.wavefronts, bankConflicts: request.bankConflicts });
    else
      expect(access).toMatchObject({
        op: request.atomics === 1 ? "atomic" : "reduction",
        sectors: request.sectors,
        cacheLines: request.cacheLines,
      });
  });
});
