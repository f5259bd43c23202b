import { describe, expect, it } from "vitest";
import { measuredAsync, simulatedCounts } from "./measured-async.ts";

describe("loads and stores of matrices, and copies to shared memory", () => {
  it.each([
    ["NVIDIA H100 80GB HBM3", 778],
    ["NVIDIA H200", 888],
  ])("count as the %s counted, all %i", (device, requests) => {
    const measured = measuredAsync().filter((request) => request.device === device);
    expect(measured).toHaveLength(requests);
    for (const request of measured) expect(request).toMatchObject(simulatedCounts(request));
  });
});
