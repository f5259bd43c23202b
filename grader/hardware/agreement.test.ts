import { describe, expect, it } from "vitest";
import { h100, type Device } from "#simulator";
import { agreement } from "./agreement.ts";
import { measuredRequests } from "./measured-requests.ts";

describe("the simulator against the hardware", () => {
  const measured = measuredRequests();

  it("counts all 3,087 measured requests as the GPU did", () => {
    expect(agreement(measured, h100)).toEqual({ total: 3087, agreeing: 3087, mismatches: [] });
  });

  it("names the count that differs where the tag hash is not known", () => {
    const unhashed: Device = { ...h100, tagBanks: { count: 4 } };
    const { mismatches } = agreement(measured, unhashed);
    expect(new Set(mismatches.map(({ count }) => count))).toEqual(new Set(["tagWavefronts"]));
  });
});
