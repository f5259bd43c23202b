import { describe, expect, it } from "vitest";
import { OneWarp } from "#testing/cuda/one-warp.ts";
import { ConstantRequests } from "./constant-requests.ts";

const SITE = { number: 0, op: "load", span: { from: 0, to: 0 } } as const;
const FULL = -1;
const same = (address: number): number[] => Array.from({ length: 32 }, () => address);

function loads(bytesPerLane: 4 | 8 | 16, requests: readonly (readonly number[])[], mask = FULL) {
  const constants = new ConstantRequests([{ ...SITE, bytesPerLane }]);
  for (const addresses of requests) constants.add(0, mask, addresses);
  return constants.loads;
}

const numbers = (count: number, apart = 4) => Array.from({ length: count }, (_, i) => same(apart * i));

/** hardware/data/constants-h100.csv */
describe("requests to constant memory", () => {
  it("are operands for the next number of a short array, and take nothing", () => {
    expect(loads(4, numbers(64))).toEqual({ constantPasses: 0, farConstants: 0 });
  });

  it("are far in a long one: 128 numbers do not stay near", () => {
    expect(loads(4, numbers(128))).toEqual({ constantPasses: 0, farConstants: 128 });
  });

  it("take a pass for each 8 bytes of a wider load", () => {
    expect(loads(8, numbers(10, 8)).constantPasses).toBe(10);
    expect(loads(16, numbers(10, 16)).constantPasses).toBe(20);
  });

  it("take half a pass for each member of a struct", () => {
    expect(loads(4, numbers(128, 28))).toEqual({ constantPasses: 64, farConstants: 0 });
  });

  it("take a pass for each address that the active lanes want", () => {
    const different = Array.from({ length: 32 }, (_, lane) => 4 * (lane % 8));
    expect(loads(4, [different]).constantPasses).toBe(8);
    expect(loads(4, [different], 0b11).constantPasses).toBe(2);
  });

  it("are part of a launch's cost", () => {
    const warp = new OneWarp(
      "float* out, int n",
      [
        { array: "out", type: "float", length: 32 },
        { value: 200, type: "int" },
      ],
      "__constant__ float c[256];",
    );
    expect(warp.work("float s = 0; for (int i = 0; i < n; i++) s += c[i]; out[t] = s;").farConstants).toBe(200);
  });
});
