import { globSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { accessibilityViolations, contrastViolations } from "#browser/accessibility.ts";
import { strayInks, thinPictures } from "#browser/pictures.ts";
import { test } from "#browser/readers.ts";
import { ScriptWeights, listOf, totalOf } from "#browser/script-weights.ts";

const SCRIPT_BUDGET_BYTES = 90_000;

const lessons = globSync("content/lessons/*/*.mdx")
  .sort()
  .map((file) => `${file.replace(/^content\//, "").replace(/\.mdx$/, "")}/`);
const figures = globSync("src/figures/*/gallery.mdx")
  .sort()
  .map((file) => `figures/${file.split("/").at(-2)}/`);
const guide = globSync("content/guide/*.mdx")
  .sort()
  .map((file) => `${file.replace(/^content\//, "").replace(/\.mdx$/, "")}/`);
const others = ["./", "practice/", "practice/straight-copy/", "figures/", "claims/", "glossary/", "map/"];

/** Brings each figure into view, and waits until its script has made it live. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const island of document.querySelectorAll("astro-island")) {
      // The element itself has no box: what is inside is watched.
      island.firstElementChild?.scrollIntoView({ block: "center", behavior: "instant" });
      while (island.hasAttribute("ssr")) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    window.scrollTo(0, 0);
  });
}

/** Animations that a step of the page's figure sets going, of more than a frame. */
async function movingAfterStep(page: Page): Promise<string[]> {
  const step = page.getByRole("button", { name: "Step back" });
  if ((await step.count()) > 0 && (await step.first().isEnabled())) await step.first().press("Enter");
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration) > 1)
      .map(String),
  );
}

/** What went on while a page was open. */
interface Visit {
  readonly errors: readonly string[];
  /** Bytes of its scripts, by their addresses. */
  readonly scripts: ReadonlyMap<string, number>;
}

/** Opens a page on a phone, as somebody who asked for reduced motion, and brings all of it to life. */
async function visit(page: Page, path: string): Promise<Visit> {
  const errors: string[] = [];
  const weights = new ScriptWeights(page);
  const onError = (error: Error): number => errors.push(error.message);
  page.on("pageerror", onError);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(path);
  await scrollThrough(page);
  page.off("pageerror", onError);
  return { errors, scripts: await weights.settled() };
}

test.describe("every page", () => {
  for (const path of [...lessons, ...figures, ...guide, ...others]) {
    // Opened once for all demands; each that is not met is named.
    test(`${path} works, fits a phone, and can be read by everyone`, async ({ reader }) => {
      const { errors, scripts } = await visit(reader, path);
      expect.soft(errors, "comes alive without an error").toEqual([]);
      expect.soft(await movingAfterStep(reader), "keeps still for somebody who asked for reduced motion").toEqual([]);
      expect.soft(await reader.evaluate(() => document.documentElement.scrollWidth), "fits a phone").toBeLessThanOrEqual(390);
      expect.soft(await strayInks(reader), "draws words in the course's inks").toEqual([]);
      await thinPictures(reader);
      await reader.setViewportSize({ width: 1280, height: 720 });
      expect.soft(await accessibilityViolations(reader), "axe finds nothing, in light").toEqual([]);
      await reader.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await expect.soft(reader.locator("html"), "follows the browser into the dark").toHaveAttribute("data-theme", "dark");
      expect.soft(await contrastViolations(reader), "words stand out in the dark").toEqual([]);
      if (lessons.includes(path)) {
        expect.soft(scripts.size, "has scripts").toBeGreaterThan(0);
        expect.soft(totalOf(scripts), `weighs little:\n${listOf(scripts)}`).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
      }
    });
  }
});

test.describe("with scripts off", () => {
  for (const path of lessons) {
    test(`${path} reads well and shows its figures`, async ({ readerWithoutScripts: page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const figure of await page.locator("main figure.figure").all()) {
        await expect(figure.locator("figcaption p").first()).not.toBeEmpty();
        await expect(figure.locator(":is(svg, table):visible").first()).toBeVisible();
      }
      await expect(page.locator("predict-first summary").first()).toBeVisible();
    });
  }
});

test.describe("claims", () => {
  const shown = (page: Page) => page.locator(".claim-row:visible");

  test("can be narrowed, and the address brings the choice back", async ({ page }) => {
    await page.goto("claims/");
    const all = await shown(page).count();
    expect(all).toBeGreaterThan(100);
    await page.getByLabel("Verdict").selectOption("corrected");
    await expect(page.locator('.claim-row[data-verdict="confirmed"]:visible')).toHaveCount(0);
    const corrected = await shown(page).count();
    expect(corrected).toBeGreaterThanOrEqual(24);
    expect(corrected).toBeLessThan(all);
    await expect(page.getByRole("status").filter({ hasText: "claims" })).toHaveText(`${corrected} of ${all} claims`);
    await page.getByLabel("Words").fill("stride 32");
    await expect.poll(() => shown(page).count()).toBeLessThan(corrected);
    const narrowed = await shown(page).count();
    expect(narrowed).toBeGreaterThan(0);
    await page.reload();
    await expect(shown(page)).toHaveCount(narrowed);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(shown(page)).toHaveCount(all);
  });

  test("lead to the lesson that touches them, and back", async ({ page }) => {
    await page.goto("claims/");
    await shown(page).locator(".claim-source a").first().click();
    await page.locator("aside.claim .claim-source a").first().click();
    await expect(page).toHaveURL(/\/claims\/#\d-/);
  });
});
