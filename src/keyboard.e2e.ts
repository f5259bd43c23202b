import { expect, type Page } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { test } from "#browser/kept-page.ts";

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
      // A cell opens a moment after the key. A try cell may come first: Escape and Tab leave it.
      await page.waitForTimeout(400);
      await page.waitForFunction(() => document.activeElement?.matches(".first-strokes") === false);
      exercise = await focusedExercise(page);
      if (exercise === "") for (const key of ["Escape", "Tab"]) await page.keyboard.press(key);
      return exercise !== "";
    },
    20,
  );
  const solution = (await readExerciseFolder(exercise)).files.get("solution.ts") ?? "";
  // Pasted, because Monaco closes brackets as they are typed.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), solution);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+V");
  await page.keyboard.press("ControlOrMeta+Enter");
  const cell = page.locator(`#exercise-${exercise}`);
  await expect(cell).toHaveAttribute("data-passed", "");
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
