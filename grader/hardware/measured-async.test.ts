import { describe, expect, it } from "vitest";
import { copyCost, h100, matrixCost } from "#simulator";
import { measuredAsync, type MeasuredAsync } from "./measured-async.ts";

function simulated(measured: MeasuredAsync): object {
  if (!("matrices" in measured)) {
    const { requests, sectors, tagWavefronts, wavefronts, bankConflicts } = copyCost(
      { ...measured, cache: measured.instruction === "cp.async.ca" ? "ca" : "cg" },
      h100,
    );
    return { requests, sectors, tagWavefronts, wavefronts, bankConflicts };
  }
  const op = measured.instruction.startsWith("ld") ? "load" : "store";
  const { wavefronts, bankConflicts } = matrixCost({ op, matrices: measured.matrices, sharedAddresses: measured.sharedAddresses });
  return { wavefronts, bankConflicts };
}

describe("loads and stores of matrices, and copies to shared memory", () => {
  it.each([
    ["NVIDIA H100 80GB HBM3", 778],
    ["NVIDIA H200", 888],
  ])("count as the %s counted, all %i", (device, requests) => {
    const measured = measuredAsync().filter((request) => request.device === device);
    expect(measured).toHaveLength(requests);
    for (const request of measured) expect(request).toMatchObject(simulated(request));
  });
});
