import { describe, expect, test } from "vitest";
import { kernelCounters, kernelTimings } from "#hardware/kernel-timings.ts";
import { headingOf } from "../course/documents.ts";
import { measuredNumber, simulatedNumber } from "./claim-numbers.ts";
import { claims, type Claim } from "./claims.ts";

const files = {
  timings: kernelTimings(),
  timingsH200: kernelTimings("h200"),
  counters: { h100: kernelCounters("h100"), h200: kernelCounters("h200") },
};

/** Half a unit of the sixth decimal. */
const TOLERANCE = 5e-7;

describe.each([1, 2, 3, 4, 5])("the claims of part %i", (part) => {
  const ofPart = claims.filter((claim) => claim.part === part);

  test("have the numbers that the simulator gives", () => {
    const problems = ofPart.flatMap(({ id, simulated }) =>
      simulated
        .map((entry) => ({ entry, given: simulatedNumber(entry) }))
        .filter(({ entry, given }) => !(Math.abs(given - entry.gives) < TOLERANCE))
        .map(({ entry, given }) => `${id}: the simulator gives ${given} for ${entry.label ?? JSON.stringify(entry)}, not ${entry.gives}`),
    );
    expect(problems).toEqual([]);
  });

  test("belong to sections that their document has", () => {
    expect(ofPart.length).toBeGreaterThan(0);
    expect(ofPart.filter(({ section }) => headingOf(`${part}/${section}`) === "").map(({ id }) => id)).toEqual([]);
  });

  test("quote measurements that were made", () => {
    const problems = ofPart.flatMap(({ id, measured }) =>
      measured.filter((entry) => !(measuredNumber(entry, files) >= 0)).map((entry) => `${id}: ${JSON.stringify(entry)}`),
    );
    expect(problems).toEqual([]);
  });
});

test("no two claims have the same name", () => {
  expect(new Set(claims.map((claim) => claim.name)).size).toBe(claims.length);
});

test("there are over a hundred claims, and two dozen that do not hold as stated", () => {
  expect(claims.length).toBeGreaterThan(100);
  expect(claims.filter(({ verdict }) => verdict !== "confirmed").length).toBeGreaterThanOrEqual(24);
});

test("a corrected claim about a number comes with numbers", () => {
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

test("a reason contains only numbers that were computed", () => {
  const problems = claims.flatMap((claim) => {
    const known = numbersOf(claim);
    return numerals(claim.why)
      .filter((number) => !MACHINE.has(number))
      .filter((number) => !known.some((other) => Math.abs(other - number) <= 0.05 * Math.abs(number)))
      .map((number) => `${claim.name} says ${number}, which is not one of its numbers`);
  });
  expect(problems).toEqual([]);
});
