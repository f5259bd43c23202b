import { expect, it } from "vitest";
import { mergedCase, type CaseAnswer, type CaseRecord } from "../storage/case-files.ts";
import { caseScore, type ScoredCase } from "./case-score.ts";

const cases: readonly ScoredCase[] = [
  { id: "early", set: "first" },
  { id: "late", set: "last" },
];
const answer = (at: number, isRight = true): CaseAnswer => ({ given: 1, isRight, at });
const all = { line: answer(1), cause: answer(2), counter: answer(3) };

const points = (records: Record<string, CaseRecord>): number[] =>
  cases.map((one) => caseScore([one], cases, new Map(Object.entries(records))).points);

it.each<[string, Record<string, CaseRecord>, number[]]>([
  ["nothing is answered", {}, [0, 0]],
  ["the questions are answered rightly", { early: { answers: all } }, [3, 0]],
  ["one answer is wrong", { early: { answers: { ...all, cause: answer(2, false) } } }, [2, 0]],
  ["a kernel was judged and never passed", { early: { answers: all, mending: { tries: 9 } } }, [3, 0]],
  ["a kernel was mended", { early: { answers: all, mending: { tries: 1, mendedAt: 9 } } }, [4, 0]],
  ["the remedy was looked at first", { early: { answers: all, mending: { tries: 1, mendedAt: 9, remedyAt: 8 } } }, [3, 0]],
  ["the remedy was looked at afterwards", { early: { answers: all, mending: { tries: 1, mendedAt: 9, remedyAt: 10 } } }, [4, 0]],
  [
    "an early case is mended after the last six were begun, and a late one too",
    {
      early: { answers: all, mending: { tries: 1, mendedAt: 21 } },
      late: { answers: { line: answer(20) }, mending: { tries: 1, mendedAt: 21 } },
    },
    [3, 2],
  ],
])("where %s, the points are these", (_, records, expected) => {
  expect(points(records)).toEqual(expected);
});

it("of two browsers' records, the first answer and the first mending count, whichever is merged into which", () => {
  const one: CaseRecord = { answers: { line: answer(5), cause: answer(6) }, mending: { tries: 2, mendedAt: 30 } };
  const other: CaseRecord = { answers: { line: answer(4, false) }, mending: { tries: 3, remedyAt: 20 } };
  const both = {
    answers: { line: answer(4, false), cause: answer(6) },
    mending: { tries: 3, mendedAt: 30, remedyAt: 20 },
  };
  expect(mergedCase(one, other)).toEqual(both);
  expect(mergedCase(other, one)).toEqual(both);
  expect(mergedCase(both, both)).toEqual(both);
});
