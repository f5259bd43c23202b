import { expect } from "@playwright/test";
import { test } from "#browser/kept-page.ts";

const PAGE = "lessons/2-bank-conflicts-and-the-transpose/07-questions-and-answers/";
const ANSWER = "33 has no factor in common with 32.\nSo 32 lanes visit 32 banks.";

test("an answer in one's own words is kept while it's written, compared point by point, and exported", async ({ page }) => {
  await page.goto(PAGE);
  const question = page.locator("interview-question").nth(4);
  const text = question.getByLabel("Your answer, as you would say it");
  const points = question.getByRole("checkbox");
  await expect(page.locator("interview-score")).toHaveText("7 questions, none answered so far.");
  await text.fill(ANSWER);
  await expect(question.getByRole("status")).toHaveText("Kept in this browser.");

  // Not compared yet: the words are there again, and the model answer is closed.
  await page.reload();
  await expect(text).toHaveValue(ANSWER);
  await expect(points.first()).toBeHidden();
  await question.getByRole("button", { name: "Compare" }).click();
  await expect(question.locator("summary")).toBeFocused();
  await expect(text).toHaveJSProperty("readOnly", true);
  await expect(points).toHaveCount(4);
  await points.nth(2).check();
  await points.nth(0).check();
  await expect(question.locator(".card-verdict")).toHaveText("2 of 4 points. Those that aren’t ticked are what to add next time.");
  await expect(page.locator("interview-score")).toHaveText("You’ve answered 1 of 7, with 2 of 4 points.");

  await page.reload();
  await expect(page.locator("interview-score")).toHaveText("You’ve answered 1 of 7, with 2 of 4 points.");
  await expect(points.nth(2)).toBeVisible();
  await expect(points.nth(2)).toBeChecked();
  await expect(points.nth(1)).not.toBeChecked();

  await page.goto("my-work/");
  const kept = page.getByRole("listitem").filter({ hasText: "Why is stride 33 free of conflicts" });
  await expect(kept).toContainText("You answered: 33 has no factor in common with 32.");
  await expect(kept).toContainText("(2 of 4 points. Missing: With stride 32 that’s the same bank for every lane.");

  // Another answer doesn't replace the first one before it is compared.
  await page.goto(PAGE);
  await question.getByRole("button", { name: "Answer again" }).click();
  await expect(text).toBeFocused();
  await expect(points.first()).toBeHidden();
  await expect(page.locator("interview-score")).toHaveText("7 questions, none answered so far.");
});
