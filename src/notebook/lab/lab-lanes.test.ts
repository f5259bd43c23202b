import { describe, expect, it } from "vitest";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { reportLaunch } from "#cuda/profile/launch-report.ts";
import { h200 } from "#simulator";
import { leftWords, requestThatLeft } from "./lab-lanes.ts";

/** The picture of the first finding of a kernel `k(float *a)` whose array has 64 elements. */
function drawn(text: string, block: readonly [number, number, number]) {
  const array = { array: "a", type: "float", length: 64 };
  const launch = parseLaunch({ kernel: "k", grid: [1, 1, 1], block, sharedBytes: 0, arguments: [array] });
  const [finding] = reportLaunch(text, launch, h200).report.findings;
  const request = requestThatLeft(finding!);
  return { fault: request?.fault, words: request?.fault && leftWords(finding!, request.fault).replaceAll(/\s/g, " ") };
}

describe("a request that leaves its array is drawn against the bounds of what it left", () => {
  it("with all its lanes, wherever the array's neighbour begins", () => {
    const { fault, words } = drawn(
      "__global__ void k(float *a) { __shared__ float x[32], y[32]; y[threadIdx.x] = 0; x[threadIdx.x + 16] = a[0]; a[1] = y[0]; }",
      [32, 1, 1],
    );
    expect(fault).toEqual({ byteAddresses: Array.from({ length: 32 }, (_, lane) => 64 + 4 * lane), arrayBytes: 128 });
    expect(words).toBe("Lanes 16–31 are outside x, which has 128 B: the lab leaves their accesses out.");
  });

  it("and of a row with the lanes that are in it", () => {
    const { fault, words } = drawn(
      "__global__ void k(float *a) { __shared__ float t[2][16]; t[threadIdx.y][threadIdx.x + 1] = 0; a[0] = t[0][0]; }",
      [16, 2, 1],
    );
    expect(fault?.byteAddresses).toEqual([...Array.from({ length: 16 }, (_, lane) => 4 + 4 * lane), ...new Array(16).fill(null)]);
    expect(words).toBe("Lane 15 is outside the row, which has 64 B. Lanes of other rows are not drawn.");
  });

  it("but not in local memory, where each lane has an array of its own", () => {
    const text =
      "__global__ void k(float *a) { float own[4]; for (int i = 0; i < 4; i++) own[i] = i; float *p = own; for (int i = 0; i < a[0] + 5; i++) a[1] += *p++; }";
    expect(drawn(text, [1, 1, 1]).fault).toBeUndefined();
  });
});
