import { describe, expect, it } from "vitest";
import { h100, type Device } from "../index.ts";
import { agreement } from "./agreement.ts";
import { measuredRequests } from "./measured-requests.ts";

describe("the simulator against the hardware", () => {
  const measured = measuredRequests();

  it("counts every measured request as the GPU did", () => {
    const { total, agreeing, mismatches } = agreement(measured, h100);
    console.log(`${agreeing} of ${total} measured requests agree with the ${h100.name}`);
    expect(mismatches).toEqual([]);
    expect(agreeing).toBe(3087);
    expect(total).toBe(3087);
  });

  it("names the request and the count that differ", () => {
    const unhashed: Device = { ...h100, tagBanks: { count: 4 } };
    const { total, agreeing, mismatches } = agreement(measured, unhashed);
    expect(agreeing).toBeLessThan(total);
    expect(new Set(mismatches.map(({ count }) => count))).toEqual(new Set(["tagWavefronts"]));
  });
});
