import { describe, expect, it } from "vitest";
import type { CudaVerdict } from "#judge/cuda/cuda-verdict.ts";
import { judgeCase } from "#notebook/cases/case-task.ts";
import { caseFacts, caseFiles } from "./case-files.ts";

it("there are six at the start and six others at the end, with the same concepts, each once", () => {
  for (const set of ["first", "last"]) {
    const six = caseFiles.filter((file) => file.set === set);
    expect(six.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(six.map(({ concept }) => concept))).toEqual(new Set(caseFiles.map(({ concept }) => concept)));
    expect(new Set(six.map(({ concept }) => concept)).size).toBe(6);
  }
});

/** The first thing that a verdict holds against a text: "values", "findings" or the name of a count; undefined where nothing. */
function complaint(verdict: CudaVerdict): string | undefined {
  if (verdict.status === "error") return verdict.message;
  if (verdict.cases.some(({ values, findings }) => values.verdict === "fail" && findings.length === 0)) return "values";
  if (verdict.cases.some(({ findings }) => findings.length > 0)) return "findings";
  return verdict.budgets.find((budget) => budget.verdict === "fail")?.count;
}

describe.each(caseFiles.map((file) => [file.id, file] as const))("%s", (_, file) => {
  const { lines, prediction, judging } = caseFacts(file);

  it("has one guilty line, or none where every sector is wanted, and one cause", () => {
    expect(lines.filter(({ isGuilty }) => isGuilty)).toHaveLength(1);
    expect(lines.at(-1)).toEqual(expect.objectContaining({ line: 0, isGuilty: file.concept.id === "wide-lanes" }));
    expect(file.causes.filter(({ right }) => right)).toHaveLength(1);
    expect(prediction.mistakes.length).toBeGreaterThan(3);
  });

  it("is mended by the remedy, just so, and by nothing wrong, for the reason that is stated", () => {
    const remedied = judgeCase(judging, file.remedy);
    expect(remedied).toEqual(expect.objectContaining({ status: "pass" }));
    const budgets = remedied.status === "error" ? [] : remedied.budgets;
    expect(budgets.filter(({ counted, allowed }) => allowed > 0 && counted < 0.95 * allowed)).toEqual([]);
    expect(complaint(judgeCase(judging, file.kernel.source))).toBe(file.targets[0]);
    const wrong = [...file.wrongTexts].map(([name, text]) => [name, complaint(judgeCase(judging, text))]);
    expect(Object.fromEntries(wrong)).toEqual(Object.fromEntries(Object.entries(file.wrong).map(([name, { fails }]) => [name, fails])));
  });
});
