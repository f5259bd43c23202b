import { expect } from "@playwright/test";
import { lessonFiles } from "#browser/lesson-files.ts";
import { test } from "#browser/kept-page.ts";

test("a figure with steps begins at one that shows its point; Play begins at the first", async ({ page }) => {
  await page.goto("lessons/1-coalescing/05-a-transpose-at-first-sight/");
  const figure = page.locator('[data-figure="transpose-stages"]').first();
  await expect(figure.locator("figcaption")).toContainText("32 sectors where 4 would do");
  await figure.scrollIntoViewIfNeeded();
  // Before its script has run, a click is lost.
  await expect.poll(() => figure.evaluate((drawn) => drawn.closest("astro-island")?.hasAttribute("ssr"))).toBe(false);
  await expect(figure.locator(".step-count")).toHaveText("3 / 5");
  await figure.getByRole("button", { name: "Play" }).click();
  await expect(figure.locator(".step-count")).toHaveText("1 / 5");
  await figure.getByRole("button", { name: "Pause" }).click();
  await figure.getByRole("button", { name: "Step forward" }).click();
  await figure.getByRole("button", { name: "Play" }).click();
  await expect(figure.locator(".step-count")).not.toHaveText("1 / 5");
});

test("no lesson is built with a figure that has counted nothing yet", async ({ page, request }) => {
  await page.goto("");
  for (const { id } of lessonFiles()) {
    const html = await (await request.get(`lessons/${id}/`)).text();
    const blank = await page.evaluate((text) => {
      const figures = new DOMParser().parseFromString(text, "text/html").querySelectorAll<HTMLElement>("[data-figure]:has(.step-controls)");
      return [...figures].filter((figure) => figure.textContent.includes("(ideal 0)")).map((figure) => figure.dataset["figure"]);
    }, html);
    expect(blank, id).toEqual([]);
  }
});
