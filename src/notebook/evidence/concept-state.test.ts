import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BOX_DAYS, conceptState, dayOf, dueText, type Evidence } from "./concept-state.ts";

const DAY_MS = 86_400_000;
const NOON = new Date(2026, 10, 2, 12).getTime();
const day = (number: number): number => NOON + number * DAY_MS;

function answer(onDay: number, isRight: boolean, kind = "retrieval", attempt?: number): Evidence {
  return { kind, source: `${kind} ${onDay}`, isRight, at: day(onDay), ...(attempt !== undefined && { attempt }) };
}

const later = (one: Evidence): Evidence => ({ ...one, at: one.at + 1 });

describe("answers, and what they say", () => {
  it.each<[string, readonly Evidence[], string, number | undefined]>([
    ["none", [], "new", undefined],
    ["a right one", [answer(0, true)], "shaky", 1],
    ["a wrong one", [answer(0, false)], "shaky", 1],
    ["right, and right again when due", [answer(0, true), answer(1, true)], "sure", 1 + 3],
    ["right three times on one day", [answer(0, true), answer(0, true), answer(0, true)], "shaky", 1],
    ["sure, then wrong", [answer(0, true), answer(1, true), answer(4, false)], "shaky", 5],
    ["right whenever due", [answer(0, true), answer(1, true), answer(4, true), answer(11, true), answer(32, true)], "sure", 32 + 60],
    ["right long after it was due", [answer(0, true), answer(40, true)], "sure", 40 + 3],
    ["an exercise passed by the first answer", [answer(0, true, "exercise", 1)], "sure", 3],
    ["an exercise passed by the fourth answer", [answer(0, true, "exercise", 4)], "shaky", 1],
    ["a wrong prediction, then the exercise at once", [answer(0, false, "prediction"), later(answer(0, true, "exercise", 1))], "shaky", 1],
    ["a wrong prediction, then the exercise next day", [answer(0, false, "prediction"), answer(1, true, "exercise", 1)], "sure", 1 + 3],
    ["sure by an exercise, then wrong in a case", [answer(0, true, "exercise", 1), later(answer(0, false, "case"))], "shaky", 1],
    ["wrong in a case, then its kernel is mended", [answer(0, false, "case"), later(answer(0, true, "case"))], "shaky", 1],
    ["a question of the placement", [answer(0, true, "placement")], "sure", 3],
    ["a case", [answer(0, true, "case")], "sure", 3],
  ])("%s", (_, evidence, standing, dueIn) => {
    const state = conceptState(evidence);
    expect(state.standing).toBe(standing);
    expect(state.dueDay).toBe(dueIn === undefined ? undefined : dayOf(NOON) + dueIn);
  });

  it("counts an exercise that is passed again once", () => {
    const pass = (onDay: number): Evidence => ({ ...answer(onDay, true, "exercise", 1), source: "row-walk" });
    expect(conceptState([pass(0), pass(5), pass(30)])).toEqual(conceptState([pass(0)]));
  });
});

const evidence = fc.array(
  fc.record({
    kind: fc.constantFrom("prediction", "quiz", "retrieval", "exercise", "placement", "case"),
    source: fc.constantFrom("a", "b", "c"),
    isRight: fc.boolean(),
    attempt: fc.integer({ min: 1, max: 3 }),
    at: fc.integer({ min: 0, max: 90 }).map(day),
  }),
  { maxLength: 12 },
);

describe("laws of a concept's state", () => {
  it("is new without evidence only, sure from the second box on, and due after the last box's days", () => {
    fc.assert(
      fc.property(evidence, (all) => {
        const { standing, box, dueDay } = conceptState(all);
        expect(standing).toBe(all.length === 0 ? "new" : box >= 2 ? "sure" : "shaky");
        expect(dueDay === undefined).toBe(all.length === 0);
        if (dueDay !== undefined) {
          const last = Math.max(...all.map(({ at }) => dayOf(at)));
          expect(all.map(({ at }) => dayOf(at) + BOX_DAYS[box]!)).toContain(dueDay);
          expect(dueDay).toBeLessThanOrEqual(last + BOX_DAYS[box]!);
        }
      }),
    );
  });

  it("doesn't depend on the order in which the evidence is given, nor on what is given twice from two browsers", () => {
    fc.assert(
      fc.property(evidence, fc.func(fc.nat()), (all, chance) => {
        const shuffled = all.toSorted((a, b) => chance(a) - chance(b));
        expect(conceptState(shuffled)).toEqual(conceptState(all));
        expect(conceptState([...all, ...shuffled])).toEqual(conceptState(all));
      }),
    );
  });

  it("falls to the first box by a wrong answer, and never falls by a right one", () => {
    fc.assert(
      fc.property(evidence, fc.constantFrom("retrieval", "placement", "quiz"), (all, kind) => {
        const before = conceptState(all);
        const later = day(91);
        expect(conceptState([...all, { kind, source: "z", isRight: false, at: later }])).toMatchObject({
          standing: "shaky",
          box: 1,
          wasMissed: true,
        });
        const right = conceptState([...all, { kind, source: "z", isRight: true, at: later }]);
        expect(right.box).toBeGreaterThanOrEqual(Math.max(1, before.box));
        expect(right.box).toBeLessThanOrEqual(Math.max(2, before.box + 1));
        expect(right.wasMissed).toBe(false);
      }),
    );
  });

  it("is asked again after a wrong answer, before it is sure, whatever else is right on that day", () => {
    fc.assert(
      fc.property(evidence, fc.constantFrom("prediction", "quiz", "case"), evidence, (all, kind, others) => {
        const wrong = { kind, source: "z", isRight: false, at: day(91) };
        const sameDay = others.map((other) => ({ ...other, isRight: true, at: day(91) + 1 }));
        const state = conceptState([...all, wrong, ...sameDay]);
        expect(state).toEqual({ standing: "shaky", box: 1, dueDay: dayOf(day(92)), wasMissed: true });
      }),
    );
  });

  it("moves on once a day at most: more right answers of a day change nothing", () => {
    fc.assert(
      fc.property(evidence, fc.integer({ min: 2, max: 5 }), (all, times) => {
        const once = conceptState([...all, answer(95, true)]);
        expect(conceptState([...all, ...Array.from({ length: times }, () => answer(95, true))])).toEqual(once);
      }),
    );
  });
});

it("says when a concept comes back", () => {
  const today = dayOf(NOON);
  expect([-3, 0, 1, 2, 13, 14].map((days) => dueText(today + days, today))).toEqual([
    "today",
    "today",
    "tomorrow",
    "in 2 days",
    "in 13 days",
    "on 16 Nov",
  ]);
});
