import { expect, test, type Page } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";

/** Presses a key until the page says that it is enough; fails after `most` presses. */
async function pressUntil(page: Page, key: string, isEnough: () => Promise<boolean>, most: number): Promise<number> {
  for (let presses = 1; presses <= most; presses++) {
    await page.keyboard.press(key);
    if (await isEnough()) return presses;
  }
  throw new Error(`${most} times ${key} were not enough`);
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
/** The exercise whose editor has the keyboard; empty outside of exercises. */
const focusedExercise = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>("exercise-cell[data-editor]")?.dataset["exercise"] ?? "");

test("with the keyboard only, from the landing page to a passed exercise", async ({ page }) => {
  await page.goto("./");
  await page.waitForFunction(() => customElements.get("keyboard-help") !== undefined);
  await pressUntil(page, "Tab", async () => (await focusedText(page)).startsWith("Start with"), 15);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/lessons\/1-coalescing\//);
  await page.waitForFunction(() => customElements.get("keyboard-help") !== undefined);
  let exercise = "";
  await pressUntil(
    page,
    "e",
    async () => {
      // A cell opens a moment after the key; a try cell may take the keyboard first, and gives it back with Escape and Tab.
      await page.waitForTimeout(300);
      await expect.poll(() => page.locator("exercise-cell, try-cell").count()).toBeGreaterThan(0);
      exercise = await focusedExercise(page);
      if (exercise === "") await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      return exercise !== "";
    },
    20,
  );
  const solution = (await readExerciseFolder(exercise)).files.get("solution.ts") ?? "";
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(solution);
  await page.keyboard.press("ControlOrMeta+Enter");
  const cell = page.locator(`#exercise-${exercise}`);
  await expect(cell).toHaveAttribute("data-passed", "", { timeout: 20_000 });
});

test("the list of shortcuts opens with ?, and its switch turns single keys off, also for the next page", async ({ page }) => {
  await page.goto("practice/");
  await page.waitForFunction(() => customElements.get("keyboard-help") !== undefined);
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await expect(list).toBeVisible();
  await page.keyboard.press("?");
  await expect(list).toBeHidden();
  await page.getByLabel("Words").focus();
  await page.keyboard.press("?");
  await expect(list).toBeHidden();
  await page.getByRole("button", { name: "Keys" }).press("Enter");
  await list.getByRole("checkbox").press("Space");
  await page.keyboard.press("Escape");
  await page.reload();
  await page.waitForFunction(() => customElements.get("keyboard-help") !== undefined);
  await page.keyboard.press("?");
  await expect(list).toBeHidden();
});
