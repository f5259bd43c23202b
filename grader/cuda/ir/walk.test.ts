import { describe, expect, it } from "vitest";
import { randomProgram } from "#testing/cuda/random-program.ts";
import type { Register, Step, Value } from "./program.ts";
import { eachRead, eachStep, operandsOf, partsOf, setBy, valuesOf, withOperands, withParts, withValues } from "./walk.ts";

const span = { from: 0, to: 0 };
const lane: Value = { kind: "special", type: "u32", special: "lane" };
/** Steps that random programs do not have. */
const quiet: readonly Step[] = [
  { kind: "print", format: 0, operands: [lane, { kind: "negate", type: "u32", operand: lane }], span },
  { kind: "assert", test: { kind: "comparison", type: "bool", operator: "<", left: lane, right: lane }, text: "assert", span },
  { kind: "fence", span },
];
const steps = [...Array.from({ length: 60 }, (_, seed) => randomProgram(seed).program.body).flat(), ...quiet];

const KINDS: readonly Step["kind"][] = ["set", "setElement", "load", "store", "atomic", "if", "loop", "block", "leave", "again", "exit", "barrier", "warpBarrier", "shuffle", "vote", "fence", "print", "assert"]; // prettier-ignore

/** All objects within a step or value that have a kind, found through all its properties: the slow way that misses nothing. */
function kindsIn(node: unknown, isOwn = false): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  const own = isOwn && "kind" in node ? [node] : [];
  return [...own, ...Object.values(node).flatMap((inner) => kindsIn(inner, true))];
}

function valuesIn(value: Value): Value[] {
  return [value, ...operandsOf(value).flatMap(valuesIn)];
}

/** A step, the steps in it, and all their values. */
function all(step: Step): unknown[] {
  const inner = partsOf(step).flatMap((part) => part.flatMap((within) => [within, ...all(within)]));
  return [...valuesOf(step).flatMap(valuesIn), ...inner];
}

describe("a walk through random programs", () => {
  it("meets every kind of step", () => {
    const kinds = new Set<string>();
    eachStep(steps, ({ kind }) => kinds.add(kind));
    expect(kinds).toEqual(new Set(KINDS));
  });

  it("meets each step and value in a step as often as it is there", () => {
    for (const step of steps) {
      const met = all(step);
      expect(met.length).toBe(kindsIn(step).length);
      expect(new Set(met)).toEqual(new Set(kindsIn(step)));
    }
  });

  it("finds what a step sets in `register`, `array` and `into`", () => {
    eachStep(steps, (step) => {
      const given =
        "register" in step ? [step.register] : "into" in step ? [step.into].flat() : step.kind === "setElement" ? [step.array] : [];
      expect(setBy(step)).toEqual(given.filter((set) => set !== undefined));
    });
  });

  it("counts a register as often as it is read", () => {
    const reads: Register[] = [];
    eachRead(steps, (register) => reads.push(register));
    const values = steps.flatMap((step) => kindsIn(step)).filter((node) => (node as Value).kind === "register");
    expect(reads.map(({ number }) => number).toSorted()).toEqual(
      values.map((value) => (value as Value & { kind: "register" }).register.number).toSorted(),
    );
  });
});

it("a step with its own parts is the same, and with none has none", () => {
  for (const step of steps) {
    expect(withParts(step, (part) => part)).toEqual(step);
    expect(partsOf(withParts(step, () => [])).flat()).toEqual([]);
  }
});

it("a step with other values computes these, and one with its own is the same", () => {
  eachStep(steps, (step) => {
    expect(withValues(step, (value) => value)).toEqual(step);
    expect(valuesOf(withValues(step, () => lane))).toEqual(valuesOf(step).map(() => lane));
  });
});

it("a value with other operands has these, and one with its own is the same", () => {
  eachStep(steps, (step) => {
    for (const value of valuesOf(step).flatMap(valuesIn)) {
      expect(withOperands(value, (operand) => operand)).toEqual(value);
      expect(operandsOf(withOperands(value, () => lane))).toEqual(operandsOf(value).map(() => lane));
    }
  });
});
