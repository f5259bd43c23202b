import { expect, test } from "vitest";
import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
import type { Capstone } from "#kit";
import { judgeCapstone } from "#judge/cuda/grade-cuda.ts";
import type { CapstoneData } from "./capstone-data.ts";
import { guiltyLine } from "./capstone-session.ts";
import { lineOf } from "./capstone-view.tsx";
import { ownPageMarkdown } from "./own-page.tsx";

const { exercise, files } = await readExerciseFolder("saxpy-down-columns");
const verdictOn = (source: string) => judgeCapstone(exercise, { source, wrongSources: {} }, () => undefined).verdict;

test("the verdict's line says what comes first, and the line of the text that is guilty", () => {
  const wrong = wrongSources(files);
  const said = (source: string): [string, number | undefined] => {
    const verdict = verdictOn(source);
    return [lineOf(verdict), verdict.status === "error" ? verdict.line : guiltyLine(verdict.cases, verdict.budgets)];
  };
  expect(said("void saxpyColumns() {")).toEqual([expect.stringMatching(/^Line 1: /), 1]);
  expect(said(wrong["factor-of-the-row"]!)).toEqual([expect.stringMatching(/^Not yet, with 16 × 64: `out\[1\]` is /), 12]);
  expect(said(wrong["vectors-down-the-column"]!)).toEqual(["Right, and too dear: 2 budgets are not met.", expect.any(Number)]);
  expect(said(files.get("solution.cu")!)).toEqual([expect.stringMatching(/^Passed/), undefined]);
});

test("the learner's page has what moved, both texts, and the sentences", () => {
  const { title, moves } = exercise as Capstone;
  const data = { title, starter: "before();", caseTitles: { full: "128 × 256" }, moves } as unknown as CapstoneData;
  const moved = [{ case: "full", count: "sectors", before: 99_328, after: 12_416, allowed: 12_416 }] as const;
  const page = ownPageMarkdown(data, { after: "after();\n", moved, why: " Because. " });
  expect(page.split("\n").slice(0, 9)).toEqual([
    `# ${title}`,
    "",
    "Because.",
    "",
    "## What moved, with 128 × 256",
    "",
    "| Count | Before | After | Fewer by a factor of |",
    "|---|---:|---:|---:|",
    "| sectors of global memory | 99,328 | 12,416 | 8 |",
  ]);
  expect(page).toContain("```cuda\nafter();\n```");
});
