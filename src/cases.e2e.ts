import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { writeCode } from "#browser/editor-text.ts";
import { test } from "#browser/kept-page.ts";

const CASE = "flip-spectrogram";
const textOf = (file: string): string => readFileSync(new URL(`../content/cases/${CASE}/${file}`, import.meta.url), "utf8");

test("a case is asked question by question, judged, kept, and scored beside the other six", async ({ page }) => {
  await page.goto(`cases/${CASE}/`);
  const stage = (name: string) => page.locator(`[data-stage="${name}"]`);
  const verdict = (name: string) => stage(name).locator(".case-verdict");
  await expect(page.getByRole("heading", { name: /^[234]/ })).toHaveCount(0);

  await stage("line").getByRole("radio").nth(0).check();
  await stage("line").getByRole("button", { name: "Commit" }).click();
  await expect(verdict("line")).toHaveText("Not that one. Line 8. Its requests move only what they must.");
  await expect(stage("line").locator("details")).toContainText("Line 10. Store requests: 32,768 sectors where 4,096 would do.");

  await stage("cause").getByLabel("Along a warp the frequency changes.").check();
  await stage("cause").getByRole("button", { name: "Commit" }).click();
  await expect(verdict("cause")).toContainText("Right.");

  const given = stage("counter").getByLabel("My answer:");
  await stage("counter").getByRole("button", { name: "Commit" }).click();
  await expect(stage("counter").getByRole("alert")).toHaveText("Type a number first.");
  await given.fill("16384");
  await given.press("Enter");
  await expect(verdict("counter")).toContainText("you said 16,384 sectors. Half would mean that two lanes share a sector.");
  await expect(stage("counter").locator("details")).toContainText("4,096: 1,024 requests, 4 sectors each.");
  expect(await accessibilityViolations(page)).toEqual([]);

  const judge = page.getByRole("button", { name: "Judge my kernel" });
  const judged = page.locator(".case-judged");
  const cell = page.locator("lab-cell");
  // The lab's advice would be the answer; the badges stand beside their lines before the editor is open.
  await expect(cell.locator(".access-sentence")).toBeVisible();
  await expect(cell.locator(".access-advice")).toBeHidden();
  const tops = await cell.locator(".badge-line").evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(tops.length);
  await cell.locator(".code-host").click();
  await expect(cell).toHaveAttribute("data-editor", "monaco");
  await writeCode(cell, textOf("wrong/square-tile.cu"));
  await judge.click();
  await expect(judged).toContainText("Not mended yet.");
  await expect(judged).toContainText("The tile has 32 columns, so that a column of it lies in one bank.");
  await expect(judged).toContainText(/bank conflicts, 0 allowed; tile\[threadIdx\.x\]\[threadIdx\.y\] in line 12 has/);
  await writeCode(cell, textOf("remedy.cu"));
  await judge.click();
  await expect(judged).toContainText("Mended.");
  await expect(page.locator("case-steps")).toHaveAttribute("data-advised", "");
  await expect(page.locator(".case-points")).toContainText("2 of 4 points");
  await expect(cell.locator(".outdated")).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.reload();
  await expect(verdict("line")).toContainText("Not that one.");
  await expect(page.locator(".case-remedy-note")).toContainText("You mended it on");
  await page.goto("cases/");
  await expect(page.locator(`[data-case="${CASE}"]`)).toHaveText(/2 of 4/);
  await expect(scoreRow(page, "Sides of a transpose")).toHaveText(["2", "–"]);
  await expect(scoreRow(page, "All, of 24")).toHaveText(["2", "–"]);
  expect(await accessibilityViolations(page)).toEqual([]);
});

function scoreRow(page: Page, name: string) {
  return page.getByRole("row", { name }).getByRole("cell");
}
