import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { totalsOf } from "#cuda/profile/totals.ts";
import { casePoints } from "#notebook/cases/case-score.ts";
import { caseFacts, caseFiles, profileCase, targetCount } from "./case-files.ts";

it("there are six at the start and six others at the end, each concept once among each six", () => {
  const of = (set: string) => caseFiles.filter((file) => file.set === set);
  expect(of("first").map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(of("last").map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6]);
  const concepts = (set: string) => of(set).map(({ concept }) => concept.id);
  expect(concepts("first").toSorted()).toEqual(concepts("last").toSorted());
  expect(new Set(concepts("first")).size).toBe(6);
});
for (const file of caseFiles) {
  const facts = caseFacts(file);
  const { before, after, lines, prediction, atMost } = facts;
  console.log(file.id, lines, prediction, atMost);
}
