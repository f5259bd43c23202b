import { expect, type Locator, type Page } from "@playwright/test";
import { codeIn, writeCode } from "#browser/editor-text.ts";
import { test } from "#browser/kept-page.ts";

const STRIDE_3 = "export function index({ threadIdx }: Thread) {\n  console.log(threadIdx, 3 * threadIdx.x);\n  return 3 * threadIdx.x;\n}";

/** Opens the first try cell of the second lesson: those of the first show no ideal. */
async function tryCell(page: Page): Promise<Locator> {
  await page.goto("lessons/1-coalescing/01-what-one-load-costs/");
  const cell = page.locator("try-cell").first();
  await cell.locator(".code-host").click();
  await expect(cell).toHaveAttribute("data-editor", "light");
  return cell;
}

const sectors = (cell: Locator): Locator => cell.locator(".readings > div", { hasText: /^sectors(?! per)/ }).locator("dd");

test("a try cell follows the typing, prints, shows its lanes, and keeps the text", async ({ page }) => {
  const cell = await tryCell(page);
  const starting = await codeIn(cell);
  await expect(sectors(cell)).toHaveText("4 (ideal 4)");
  await writeCode(cell, STRIDE_3);
  await expect(sectors(cell)).toHaveText("12 (ideal 4)");
  await expect(cell.locator(".printed li").nth(2)).toHaveText("index, thread 2 of block 0: (2, 0, 0) 6");

  await cell.getByText("All counts").click();
  await cell.getByText("Table of lanes").click();
  const rows = cell.locator(".lane-table tbody tr");
  await expect(rows.nth(11)).toHaveText(/11\s*11\s*33\s*132\s*4\s*1/);
  await cell.getByRole("button", { name: "sector" }).click();
  await cell.getByRole("button", { name: "sector" }).click();
  await expect(cell.getByRole("columnheader", { name: "sector" })).toHaveAttribute("aria-sort", "descending");
  await expect(rows.first().getByRole("rowheader")).toHaveText("30");
  await rows.first().hover();
  await expect(cell.locator(".lane-strip .lane.lit")).toHaveAttribute("aria-label", /^Lane 30: bytes 360/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await cell.getByRole("button", { name: "Copy as TSV" }).click();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split("\n")[1]).toBe("30\t30\t90\t360\t11\t2");

  await writeCode(cell, "export function index(thread: Thread) {\n  throw new Error(`no`);\n}");
  await expect(cell.locator(".complaint")).toContainText("Line 2: ");
  await expect(cell.locator(".outdated")).toBeVisible();
  await writeCode(cell, STRIDE_3);
  await expect(cell.locator(".outdated")).toHaveCount(0);
  await expect(cell.locator(".save-mark")).toBeVisible();

  await page.reload();
  await expect(cell.locator(".code-host")).toContainText("3 * threadIdx.x");
  await expect(sectors(cell)).toHaveText("12 (ideal 4)");
  await cell.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => codeIn(cell)).toBe(starting);
  await cell.getByRole("button", { name: "Bring back my code" }).click();
  await expect.poll(() => codeIn(cell)).toBe(STRIDE_3);

  await cell.getByRole("link", { name: "Open in the playground" }).click();
  const playground = page.locator("playground-page");
  await expect(playground).toHaveAttribute("data-editor", "monaco");
  await expect.poll(() => codeIn(playground)).toBe(STRIDE_3);
  await expect(sectors(playground)).toHaveText("12 (ideal 4)");
});
