import { describe, expect, it } from "vitest";
import { runBoth } from "#testing/cuda/run-twice.ts";

const FIRST_SEED = Number(process.env["FIRST_SEED"] ?? 1);
const PROGRAMS = Number(process.env["PROGRAMS"] ?? 300);

describe("generated code and a lane-by-lane interpreter do the same, request by request and byte by byte", () => {
  for (const affine of [true, false]) {
    it(`for random programs, ${affine ? "with" : "without"} base and step`, () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + PROGRAMS; seed++) {
        const { ran, expected } = runBoth(seed, affine);
        if (ran.join("\n") !== expected.join("\n")) {
          const at = expected.findIndex((line, index) => line !== ran[index]);
          expect.fail(`seed ${seed}: entry ${at} is ${ran[at]} and should be ${expected[at]}`);
        }
      }
    });
  }
});
