import { expect } from "@playwright/test";
import { test } from "#browser/kept-page.ts";

test("a part ends with five questions that are judged, different each time", async ({ page }) => {
  await page.goto("lessons/1-coalescing/08-when-indices-decide/");
  const quiz = page.getByRole("region", { name: "Quiz of part 1" });
  await quiz.scrollIntoViewIfNeeded();
  await quiz.getByRole("button", { name: "Start the quiz" }).click();
  const asked: string[] = [];
  for (let number = 1; number <= 5; number++) {
    const card = quiz.locator(".quiz-questions > li").nth(number - 1);
    asked.push((await card.locator("p").first().textContent()) ?? "");
    const code = card.locator(".read-only-code");
    if ((await code.count()) > 0) {
      await expect(code.locator(".shiki .line").first()).toBeVisible();
      expect(await code.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0);
    }
    const radio = card.getByRole("radio");
    if ((await radio.count()) > 0) await radio.first().check();
    else await card.getByRole("spinbutton").fill("1");
    await card.getByRole("button", { name: "Answer" }).click();
    await expect(card.getByText(/^(Right|Not )/).first()).toBeVisible();
    if (number < 5) await quiz.getByRole("button", { name: "Next question" }).click();
  }
  await expect(quiz.getByText(/You got \d of 5/)).toBeVisible();
  await quiz.getByRole("button", { name: "Five others" }).click();
  await expect(quiz.locator(".quiz-questions > li")).toHaveCount(1);
  expect(new Set(asked).size).toBe(5);
  expect(asked).not.toContain(await quiz.locator(".quiz-questions > li p").first().textContent());
  // What was answered is kept.
  await page.goto("my-work/");
  await expect(page.getByText(asked[0]!.replaceAll("`", "").slice(0, 60)).first()).toBeVisible();
});
