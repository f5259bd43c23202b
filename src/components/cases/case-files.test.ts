import { describe, expect, it } from "vitest";
import { complaintOf, judgeCase, thoughtOf } from "#notebook/cases/case-task.ts";
import { caseFacts, caseFiles } from "./case-files.ts";

it("there are six at the start and six others at the end, with the same concepts, each once", () => {
  for (const set of ["first", "last"]) {
    const six = caseFiles.filter((file) => file.set === set);
    expect(six.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(six.map(({ concept }) => concept))).toEqual(new Set(caseFiles.map(({ concept }) => concept)));
    expect(new Set(six.map(({ concept }) => concept)).size).toBe(6);
  }
});

describe.each(caseFiles.map((file) => [file.id, file] as const))("%s", (_, file) => {
  const { lines, prediction, judging, wrong } = caseFacts(file);

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
    expect(budgets.filter(({ counted, allowed }) => allowed > 0 && (counted ?? 0) < 0.95 * allowed)).toEqual([]);
    expect(complaintOf(judgeCase(judging, file.kernel.source))).toBe(file.targets[0]);
    for (const [name, text] of file.wrongTexts) {
      const verdict = judgeCase(judging, text);
      expect([name, complaintOf(verdict), thoughtOf(verdict, wrong)]).toEqual([name, file.wrong[name]?.fails, file.wrong[name]?.says]);
    }
  });
});
