import { expect } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { CellPage } from "#browser/cell-page.ts";
import { codeIn, writeCode } from "#browser/editor-text.ts";
import { test } from "#browser/kept-page.ts";

const { files } = await readExerciseFolder("transpose-tiled");
const solution = files.get("solution.ts") ?? "";

test("a faded example: four answered questions and what they do, two functions to fill in, then the exercise", async ({ page }) => {
  const cell = new CellPage(page, "transpose-tiled");
  await page.setViewportSize({ width: 390, height: 844 });
  await cell.visitPractice();
  const example = page.locator("faded-example");
  await example.locator("summary").first().click();
  await expect(example.locator(".faded-steps > li")).toHaveCount(4);
  await expect(example.locator(".faded-steps")).toContainText("Who takes it back?");
  await example.getByRole("button", { name: "Run it", exact: true }).click();
  await expect(example.getByText("4 sectors").first()).toBeVisible();

  await example.getByRole("button", { name: "Fill in two of its functions" }).click();
  await expect.poll(() => codeIn(example)).toContain("export function fromTile");
  await example.getByRole("button", { name: "Check" }).click();
  await expect(example.getByRole("status").filter({ hasText: "Ask yourself" })).toContainText("Which element does it take");
  const filled = solution.slice(solution.indexOf("/** Rows become columns"));
  await writeCode(example, filled);
  await example.getByRole("button", { name: "Check" }).click();
  await expect(example.getByRole("status").filter({ hasText: "Both are right" })).toBeVisible();
  await example.getByRole("button", { name: "Now write all of it" }).click();
  await expect(example.getByRole("link", { name: "The exercise is below." })).toBeVisible();

  // What was filled in is there on the next visit, and the exercise is as it was.
  await page.reload();
  await page.locator("faded-example summary").first().click();
  await example.getByRole("button", { name: "2. Fill in two" }).click();
  await expect.poll(() => codeIn(example)).toContain("threadIdx.x * TILE + threadIdx.y");
  await expect(cell.cell.locator(".cell-writing .code-host")).toContainText("return null;");
});
