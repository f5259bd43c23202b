import { expect, type Locator, type Page } from "@playwright/test";
import { codeIn, writeCode } from "#browser/editor-text.ts";
import { test } from "#browser/kept-page.ts";

const FIRST_LESSON = "lessons/1-coalescing/00-thirty-two-lanes/";
const A_WHOLE_PRODUCT = "lessons/6-tiles-for-tensor-cores/07-a-product-on-tensor-cores/";
const WITH_A_LAB_CELL = "lessons/1-coalescing/05-a-transpose-at-first-sight/";

/** The words of a cell's text that are done. */
const done = (cell: Locator): Locator => cell.locator(".goal[data-reached] .goal-words");
/** The request that is drawn, by its name. */
const drawn = (cell: Locator): Locator => cell.locator(".preview figure").first();
const chosenWarp = (cell: Locator): Promise<string> =>
  cell.locator("label.choose", { hasText: "Warp" }).evaluate((label) => label.querySelector("select")?.selectedOptions[0]?.text ?? "");

async function opened(page: Page, id: string): Promise<Locator> {
  const cell = page.locator(`#try-${id}`);
  await cell.locator(".code-host").click();
  await expect(cell).toHaveAttribute("data-editor", "light");
  return cell;
}

/** The cell's code with a piece replaced. */
async function change(cell: Locator, piece: string | RegExp, by: string): Promise<void> {
  const before = await codeIn(cell);
  const after = before.replace(piece, by);
  expect(after).not.toBe(before);
  await writeCode(cell, after);
}

test("what a text asks for is ticked beside its words when the code does it, however it is written, and stays ticked", async ({ page }) => {
  await page.goto(FIRST_LESSON);
  const first = await opened(page, "your-first-warp");
  await expect(first.locator(".goal")).toHaveCount(3);
  await expect(done(first)).toHaveCount(0);
  const starting = await codeIn(first);
  await change(first, /return [^;]*/, "return threadIdx.x + threadIdx.x");
  await expect(done(first)).toHaveText(["return 2 * threadIdx.x;"]);
  await expect(first.getByRole("status").filter({ hasText: "Done" })).toHaveText("Done, 1 of 3: return 2 * threadIdx.x;");
  await change(first, /return [^;]*/, "return 5 * threadIdx.x");
  await expect(first.locator(".headline").first()).toContainText("20");
  await change(first, /return [^;]*/, "return 4 * threadIdx.x");
  await expect(done(first)).toHaveText(["return 2 * threadIdx.x;", "4"]);
  await expect(first.locator(".save-mark")).toBeVisible();
  await page.reload();
  await expect(done(first)).toHaveText(["return 2 * threadIdx.x;", "4"]);
  await first.scrollIntoViewIfNeeded();
  await first.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => codeIn(first)).toBe(starting);
  await expect(done(first)).toHaveCount(2);
});

test("the picture goes to the warp that a change concerns, unless the learner has chosen another", async ({ page }) => {
  await page.goto(FIRST_LESSON);
  const cell = await opened(page, "two-blocks");
  await expect(drawn(cell)).toHaveAccessibleName("index: warp 0 of block 0");
  await expect(cell.getByText("Warp 0 of block 1 shows")).toBeVisible();
  await change(cell, /return [^;]*/, "return blockIdx.x * blockDim.x + threadIdx.x");
  await expect(drawn(cell)).toHaveAccessibleName("index: warp 0 of block 1");
  expect(await chosenWarp(cell)).toBe("warp 0 of block 1");
  await expect(done(cell)).toHaveText(["block 1 the next 32 elements"]);

  await cell.locator("label.choose", { hasText: "Warp" }).locator("select").selectOption("warp 0 of block 0");
  await change(cell, "blockDim.x", "blockDim.x + threadIdx.x");
  await expect(cell.locator(".readings > div", { hasText: /^sectors/ }).locator("dd")).toHaveText("8");
  await expect(drawn(cell)).toHaveAccessibleName("index: warp 0 of block 0");

  const guarded = await opened(page, "your-first-guard");
  await change(guarded, "return i;", "if (i >= 50) return null;\n  return i;");
  await expect(done(guarded)).toHaveText(["Stop them"]);
  await expect(drawn(guarded)).toHaveAccessibleName("index: warp 0 of block 1");
});

test("a lab cell ticks what a run of it does", async ({ page }) => {
  await page.goto(WITH_A_LAB_CELL);
  const cell = page.locator("lab-cell").first();
  await cell.locator(".code-host").click();
  await expect(cell).toHaveAttribute("data-editor", "monaco");
  await change(cell, "[TILE][TILE]", "[TILE][TILE + 1]");
  await expect(done(cell)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(done(cell)).toHaveText(["tile[TILE][TILE + 1]"]);
  await page.reload();
  await expect(done(cell)).toHaveText(["tile[TILE][TILE + 1]"]);
});

test("a lab cell whose counts are there says which result is wrong", async ({ page }) => {
  await page.goto(A_WHOLE_PRODUCT);
  const cell = page.locator("#lab-product-of-two-tiles");
  await cell.locator(".code-host").click();
  await expect(cell).toHaveAttribute("data-editor", "monaco");
  // The editor shows long lines in pieces.
  const { source: given } = JSON.parse((await cell.locator("script[data-kernel]").textContent()) ?? "") as { readonly source: string };
  // The key of the row, in the reads alone.
  const read = given
    .replace("piece + lane / 16)", "(piece + lane / 16) ^ (lane % 8))")
    .replace("piece + lane / 8 % 2)", "(piece + lane / 8 % 2) ^ (lane % 8))");
  await writeCode(cell, read);
  await page.keyboard.press("ControlOrMeta+Enter");
  const missed = cell.locator(".missed-goal");
  await expect(missed).toContainText("“get rid of all conflicts” isn't done yet: the counts are there, but c[1] is");
  await expect(done(cell)).toHaveCount(0);
  await writeCode(cell, given.replace("piece * 8;", "(piece ^ (row % 8)) * 8;"));
  await expect(missed).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(done(cell)).toHaveText(["get rid of all conflicts"]);
});
