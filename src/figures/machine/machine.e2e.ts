import { expect } from "@playwright/test";
import { test } from "#browser/kept-page.ts";

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
