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

test("a kernel is stepped through the machine by keyboard; the arrows, the sentence and the words say the same", async ({ page }) => {
  await page.goto("lessons/1-coalescing/01-what-one-load-costs/");
  const machine = page.locator('[data-figure="machine"]');
  const flows = machine.locator(".machine-flow");
  // Drawn at build time: what the first warp's first load does.
  await expect(machine.locator(".machine-stage")).toContainText("Warp 0 loads x[i]");
  await expect(flows).toContainText(["1 request", "4 sectors of", "2 fetches of"]);
  await machine.scrollIntoViewIfNeeded();
  // Before its script has run, a key is lost.
  await expect.poll(() => machine.evaluate((drawn) => drawn.closest("astro-island")?.hasAttribute("ssr"))).toBe(false);
  const steps = machine.getByRole("slider", { name: "Step" });
  const said = machine.locator("figcaption .said p").first();
  await steps.focus();
  for (const [title, crossing, sentence] of [
    ["Warp 1 loads x[i]", ["1 request", "4 sectors of", "2 fetches of"], "L1 has none of them"],
    ["Warp 0 loads x[i + 1]", ["1 request", "sectors of", "fetches of"], "L1 has all 5, so nothing moves below it"],
    ["Warp 1 loads x[i + 1]", ["1 request", "1 sector of", "1 fetch of"], "L1 has 4; 1 moves up from L2"],
    ["Warp 0 stores y[i]", ["1 request", "4 sectors of", "fetches of"], "DRAM doesn’t have them yet"],
  ] as const) {
    await page.keyboard.press("ArrowRight");
    await expect(machine.locator(".machine-stage")).toContainText(title);
    await expect(steps).toHaveAttribute("aria-valuetext", title);
    await expect(flows).toContainText([...crossing]);
    await expect(said).toContainText(sentence);
    await expect(machine.locator(".in-words li", { hasText: title }).last()).toContainText(sentence);
  }
  await page.keyboard.press("End");
  await expect(flows.last()).toContainText("8 sectors of");
  // Another kernel, and a lane of it.
  await machine.getByRole("radio", { name: "x[16 * i]" }).check({ force: true });
  await steps.focus();
  await page.keyboard.press("Home");
  await expect(flows).toContainText(["1 request", "32 sectors of", "32 fetches of"]);
  await machine.getByRole("option").nth(3).hover();
  await expect(machine.locator(".pointed")).toContainText("Lane 3: 4 bytes of sector 6, read from DRAM");
  await expect(machine.locator(".machine-sector .piece.lit")).toHaveCount(3);
});
