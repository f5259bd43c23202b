import { globSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";

const SCRIPT_BUDGET_BYTES = 90_000;

const lessons = globSync("content/lessons/*/*.mdx")
  .sort()
  .map((file) => `${file.replace(/^content\//, "").replace(/\.mdx$/, "")}/`);
const figures = globSync("src/widgets/*/gallery.mdx")
  .sort()
  .map((file) => `figures/${file.split("/").at(-2)}/`);
const reference = ["figures/", "claims/", "glossary/", "map/"];

/** Scrolls through the page, so that all of its figures come alive. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 700) {
      window.scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    window.scrollTo(0, 0);
  });
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
}

async function violations(page: Page, ...rules: string[]) {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.target) }));
}

test.describe("every page", () => {
  test.use({ serviceWorkers: "block" });

  for (const path of [...lessons, ...figures, ...reference]) {
    test(`${path} comes alive without an error, weighs little, fits a phone, and axe finds nothing in light and dark`, async ({ page }) => {
      const errors: string[] = [];
      const scripts = new Map<string, number>();
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("response", async (response) => {
        if (response.request().resourceType() === "script")
          scripts.set(response.url(), brotliCompressSync(await response.body()).byteLength);
      });
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await page.goto(path);
      await scrollThrough(page);
      expect(errors).toEqual([]);
      expect(await violations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      // Colours are all that the other theme changes.
      expect(await violations(page, "color-contrast")).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      if (lessons.includes(path)) {
        const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
        expect(total, [...scripts].map(([url, bytes]) => `${bytes} ${url}`).join("\n")).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
      }
    });
  }
});

test.describe("a reader who asked for reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  for (const path of figures) {
    test(`sees ${path} told in steps that do not move`, async ({ page }) => {
      await page.goto(path);
      await scrollThrough(page);
      const step = page.getByRole("button", { name: "Step back" });
      if ((await step.count()) > 0 && (await step.first().isEnabled())) await step.first().click();
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration) > 1)
          .map(String),
      );
      expect(moving).toEqual([]);
    });
  }
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of lessons) {
    test(`${path} reads well and shows its figures`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const figure of await page.locator("main figure.figure").all()) {
        await expect(figure.locator("figcaption p").first()).not.toBeEmpty();
        await expect(figure.locator(":is(svg, table)").first()).toBeVisible();
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
    const corrected = await shown(page).count();
    expect(corrected).toBeGreaterThanOrEqual(24);
    await expect(page.getByRole("status").filter({ hasText: "claims" })).toHaveText(`${corrected} of ${all} claims`);
    await page.getByLabel("Words").fill("stride 32");
    const narrowed = await shown(page).count();
    expect(narrowed).toBeGreaterThan(0);
    expect(narrowed).toBeLessThan(corrected);
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
