import { describe, expect, test } from "vitest";
import { kernelCounters, kernelTimings } from "#simulator/hardware/kernel-timings.ts";
import { headingOf } from "../course/documents.ts";
import { claims } from "./all-claims.ts";
import type { Claim } from "./claim.ts";
import { measuredNumber } from "./measured.ts";
import { simulatedNumber } from "./simulated.ts";

const files = { timings: kernelTimings(), counters: { h100: kernelCounters("h100"), h200: kernelCounters("h200") } };

describe.each([1, 2, 3, 4, 5])("the claims of part %i", (part) => {
  const ofPart = claims.filter((claim) => claim.part === part);

  test.each(ofPart.filter((claim) => claim.simulated.length > 0).map((claim) => [claim.id, claim] as const))(
    "%s: the simulator gives its numbers",
    (_, claim) => {
      for (const entry of claim.simulated) {
        expect(simulatedNumber(entry), entry.label ?? JSON.stringify(entry)).toBeCloseTo(entry.gives, 6);
      }
    },
  );

  test("stand in sections that their document has", () => {
    expect(ofPart.length).toBeGreaterThan(0);
    for (const claim of ofPart) expect(headingOf(`${part}/${claim.section}`), claim.id).not.toBe("");
  });

  test("quote measurements that were made", () => {
    for (const claim of ofPart)
      for (const entry of claim.measured) expect(measuredNumber(entry, files), claim.id).toBeGreaterThanOrEqual(0);
  });
});

test("no two claims have one name", () => {
  expect(new Set(claims.map((claim) => claim.name)).size).toBe(claims.length);
});

test("there are over a hundred claims, and two dozen that do not hold as they stand", () => {
  expect(claims.length).toBeGreaterThan(100);
  expect(claims.filter(({ verdict }) => verdict !== "confirmed").length).toBeGreaterThanOrEqual(24);
});

test("a claim that does not hold is answered by numbers, or by what a document or its code says itself", () => {
  const bare = claims.filter(({ verdict, simulated, measured }) => verdict === "corrected" && simulated.length + measured.length === 0);
  expect(bare.filter(({ kind }) => kind === "number" || kind === "table" || kind === "output")).toEqual([]);
});

/** Sizes of the machine that every reader of the course knows: bytes of sector and line, lanes, widths. */
const MACHINE = new Set([0, 1, 2, 4, 8, 16, 31, 32, 33, 64, 128]);
const numerals = (text: string) =>
  (text.match(/(?<![A-Za-z])\d[\d,]*(?:\.\d+)?/g) ?? []).map((numeral) => Number(numeral.replaceAll(",", "")));

function numbersOf(claim: Claim): number[] {
  const computed = [...claim.simulated.map(simulatedNumber), ...claim.measured.map((entry) => measuredNumber(entry, files))];
  const labels = [...claim.simulated, ...claim.measured].flatMap(({ label = "" }) => numerals(label));
  return [...computed, ...computed.map((number) => number * 100), ...labels, ...numerals(claim.says)];
}

test("a reason repeats numbers that were computed, and brings none of its own", () => {
  for (const claim of claims) {
    const known = numbersOf(claim);
    for (const number of numerals(claim.why).filter((number) => !MACHINE.has(number))) {
      const near = known.some((other) => Math.abs(other - number) <= 0.05 * Math.abs(number));
      expect(near, `${claim.name} says ${number}, which is none of its numbers`).toBe(true);
    }
  }
});
