import { describe, expect, it, test } from "vitest";
import { conceptsAbout, concepts, lessonsInOrder, type ConceptId } from "#notebook/evidence/concepts.ts";
import { conceptState, dayOf, type ConceptState, type Evidence } from "#notebook/evidence/concept-state.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { seededDice } from "../quiz/dice.ts";
import { PLACEMENT, byDueDay, conceptsBefore, dueConcepts, startingLesson } from "./coming-back.ts";

const DAY_MS = 86_400_000;
const NOW = new Date(2026, 10, 28, 9).getTime();
const TODAY = dayOf(NOW);
const seeds = Array.from({ length: 30 }, (_, seed) => seed);

/** States from answers: concept, days ago, whether right. */
function statesOf(...answers: readonly (readonly [ConceptId, number, boolean])[]): ReadonlyMap<string, ConceptState> {
  const evidence = Map.groupBy(answers, ([concept]) => concept);
  return new Map(
    [...evidence].map(([concept, all]) => [
      concept,
      conceptState(all.map(([, daysAgo, isRight], i): Evidence => ({ kind: "quiz", source: `${i}`, isRight, at: NOW - daysAgo * DAY_MS }))),
    ]),
  );
}

test("lessons of the concepts are the lessons of the course, in its order", () => {
  expect(lessonsInOrder).toEqual(lessonFiles().map(({ id }) => id));
});

describe("a lesson begins with concepts of earlier ones", () => {
  it.each(lessonsInOrder.map((lesson, place) => [lesson, place] as const))("%s", (lesson, place) => {
    for (const seed of seeds) {
      const drawn = conceptsBefore(lesson, new Map(), TODAY, seededDice(seed));
      expect(drawn).toHaveLength(place === 0 ? 0 : 2);
      if (place === 0) continue;
      const [recent, old] = drawn as [ConceptId, ConceptId];
      expect(lessonsInOrder.slice(Math.max(0, place - 2), place).flatMap(conceptsAbout)).toContain(recent);
      expect(lessonsInOrder.slice(0, Math.max(1, place - 2)).flatMap(conceptsAbout)).toContain(old);
      for (const concept of drawn) {
        const { lessons } = concepts.find(({ id }) => id === concept)!;
        expect(lessonsInOrder.indexOf(lessons[0])).toBeLessThan(place);
      }
      if (place > 1) expect(old).not.toBe(recent);
    }
  });

  it("asks what was missed before what is due, and what is due before what is sure", () => {
    const before = (states: ReadonlyMap<string, ConceptState>): ConceptId[] =>
      seeds.map(
        (seed) => conceptsBefore("2-bank-conflicts-and-the-transpose/02-the-clock-of-strides", states, TODAY, seededDice(seed))[1]!,
      );
    const missed = statesOf(["gather", 1, true], ["layout", 0, false], ["stride", 9, true]);
    expect(new Set(before(missed))).toEqual(new Set(["layout"]));
    expect(new Set(before(statesOf(["gather", 0, true], ["stride", 9, true])))).toEqual(new Set(["stride"]));
  });
});

test("what is due comes back, the longest overdue first, and what is not waits for its day", () => {
  const states = statesOf(["stride", 9, true], ["order", 0, true], ["gather", 2, false], ["layout", 1, true]);
  expect(dueConcepts(states, TODAY)).toEqual(["stride", "gather", "layout"]);
  expect(dueConcepts(states, TODAY - 9)).toEqual([]);
  expect(byDueDay(states)).toEqual(["stride", "gather", "layout", "order"]);
});

test("the placement asks about ten concepts in their order, and names the lesson of the first that was missed", () => {
  expect(PLACEMENT).toEqual(concepts.map(({ id }) => id).filter((id) => PLACEMENT.includes(id)));
  expect(PLACEMENT).toHaveLength(10);
  expect(startingLesson(new Set())).toBe(lessonsInOrder[0]);
  expect(startingLesson(new Set(PLACEMENT))).toBeUndefined();
  expect(startingLesson(new Set(PLACEMENT.filter((id) => id !== "layout" && id !== "banks")))).toBe("1-coalescing/04-arrays-of-what");
});
