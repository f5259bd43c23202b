import { globSync } from "node:fs";
import { expect, type ConsoleMessage, type Page } from "@playwright/test";
import { accessibilityViolations, contrastViolations, removeHidden } from "#browser/accessibility.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { strayInks, thinPictures } from "#browser/pictures.ts";
import { test } from "#browser/readers.ts";
import { ScriptWeights, scriptList, totalBytes } from "#browser/script-weights.ts";

const SCRIPT_BUDGET_BYTES = 90_000;

const lessons = lessonFiles().map(({ id }) => `lessons/${id}/`);
const figures = globSync("src/figures/*/gallery.mdx")
  .sort()
  .map((file) => `figures/${file.split("/").at(-2)}/`);
const guide = globSync("content/guide/*.mdx")
  .sort()
  .map((file) => `${file.replace(/^content\//, "").replace(/\.mdx$/, "")}/`);
const others = [
  "./",
  "404.html",
  "practice/",
  "practice/straight-copy/",
  "figures/",
  "claims/",
  "how-we-know/",
  "asked-answered/",
  "tuning/",
  "glossary/",
  "map/",
  "capstones/",
  "warm-up/",
  "placement/",
  "cases/",
  "cases/photon-dose/",
  "playground/",
  "lab/",
  "my-work/",
  "my-gpu/",
  "atlas/",
];

/** Scrolls each figure into view, and waits until its script is running. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const island of document.querySelectorAll("astro-island")) {
      // The element itself has no box: its content is observed.
      island.firstElementChild?.scrollIntoView({ block: "center", behavior: "instant" });
      while (island.hasAttribute("ssr")) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    window.scrollTo(0, 0);
  });
}

/** Animations of more than one frame that run after a step of the page's figure. */
async function animationsAfterStep(page: Page): Promise<string[]> {
  // A figure may begin at any of its steps. To look for a role and a name takes far longer: all elements of a lesson are asked.
  const step = page.locator("button:is([aria-label='Step back'], [aria-label='Step forward']):enabled:visible");
  if ((await step.count()) > 0) await step.first().press("Enter");
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration) > 1)
      .map(String),
  );
}

/** The folders of which this process has judged the header and the sidebar with axe: all pages of a folder have the same. */
const foldersWithFrame = new Set<string>();

/** The looks of text whose contrast this process has judged: colour on background, the same on every page. */
const judgedLooks = new Set<string>();

/** Empties the header and the sidebar, if those of another page in the same folder were judged. Both stay as landmarks. */
async function thinFrame(page: Page, path: string): Promise<void> {
  const folder = /^(?:lessons|figures|guide)\/(?=.)/.exec(path)?.[0] ?? path;
  if (foldersWithFrame.has(folder)) {
    await page.evaluate(() => {
      for (const part of document.querySelectorAll(".site-header > *, .sidebar-content > *")) part.remove();
    });
  }
  foldersWithFrame.add(folder);
}

/** Links in the colours that browsers give those which no style sheet mentions. */
async function unstyledLinks(page: Page): Promise<string[]> {
  return page.locator("a:any-link").evaluateAll((links) => {
    const own = new Set(["rgb(0, 0, 238)", "rgb(158, 158, 255)", "rgb(85, 26, 139)", "rgb(208, 173, 240)"]);
    return links.filter((link) => own.has(getComputedStyle(link).color)).map((link) => link.outerHTML.slice(0, 120));
  });
}

/** What happened while a page was open. */
interface Visit {
  readonly errors: readonly string[];
  /** Bytes of each script, by its URL. */
  readonly scripts: ReadonlyMap<string, number>;
}

/** Opens a page on a phone, with reduced motion, and waits until all its figures are running. */
async function visit(page: Page, path: string): Promise<Visit> {
  // The page that was open would be laid out anew for this one's window.
  await page.evaluate(() => document.body?.replaceChildren());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const errors: string[] = [];
  const weights = new ScriptWeights(page);
  const onError = (error: Error): number => errors.push(error.message);
  const onConsole = (message: ConsoleMessage): void =>
    void (/content security policy/i.test(message.text()) && errors.push(message.text()));
  page.on("pageerror", onError).on("console", onConsole);
  await page.goto(path);
  await scrollThrough(page);
  page.off("pageerror", onError).off("console", onConsole);
  return { errors, scripts: await weights.settled() };
}

test.describe("every page", () => {
  for (const path of [...lessons, ...figures, ...guide, ...others]) {
    // The page is opened once for all expectations, which are soft: each failure is reported.
    test(`${path} works, fits a phone, and is accessible`, async ({ reader }) => {
      const { errors, scripts } = await visit(reader, path);
      expect.soft(errors, "runs without an error").toEqual([]);
      expect.soft(await animationsAfterStep(reader), "has no animation with reduced motion").toEqual([]);
      expect.soft(await reader.evaluate(() => document.documentElement.scrollWidth), "fits a phone").toBeLessThanOrEqual(390);
      expect.soft(await strayInks(reader), "draws text in the course's colours").toEqual([]);
      expect.soft(await unstyledLinks(reader), "gives each link a colour in light mode").toEqual([]);
      await reader.setViewportSize({ width: 1280, height: 720 });
      await removeHidden(reader);
      await thinPictures(reader);
      await thinFrame(reader, path);
      expect.soft(await accessibilityViolations(reader, judgedLooks), "axe finds nothing in light mode").toEqual([]);
      await reader.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await expect.soft(reader.locator("html"), "follows the browser into dark mode").toHaveAttribute("data-theme", "dark");
      expect.soft(await unstyledLinks(reader), "gives each link a colour in dark mode").toEqual([]);
      expect.soft(await contrastViolations(reader, judgedLooks), "text has enough contrast in dark mode").toEqual([]);
      if (lessons.includes(path)) {
        expect.soft(scripts.size, "has scripts").toBeGreaterThan(0);
        expect.soft(totalBytes(scripts), `is within its script budget:\n${scriptList(scripts)}`).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
      }
    });
  }
});

for (const path of [
  ...["practice/transpose-padded/", "lab/kernels/", "lab/errors/", "measurements/", "assignment/", "programs/stride-benchmark/"],
  ...["embed/exercises/straight-copy/", "embed/figures/sweep/"],
]) {
  test(`${path} gives each link a colour, in light and dark`, async ({ reader }) => {
    await reader.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await reader.goto(path);
    for (const colorScheme of ["light", "dark"] as const) {
      await reader.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expect(reader.locator("html")).toHaveAttribute("data-theme", colorScheme);
      expect(await unstyledLinks(reader), colorScheme).toEqual([]);
    }
  });
}

for (const path of ["lab/errors/", "lab/kernels/", "asked-answered/"]) {
  // One that comes later isn't used.
  test(`${path} fetches the font of its code with the page`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('link[rel="preload"][href*="jetbrains-mono"]')).toHaveCount(1);
  });
}

test.describe("without JavaScript", () => {
  for (const path of lessons) {
    test(`${path} can be read and shows its figures`, async ({ readerWithoutScripts: page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const figure of await page.locator("main figure.figure").all()) {
        await expect(figure.locator("figcaption p").first()).not.toBeEmpty();
        await expect(figure.locator(":is(svg, table, .address-groups):visible").first()).toBeVisible();
      }
      await expect(page.locator("predict-first summary").first()).toBeVisible();
    });
  }
});

test.describe("claims", () => {
  const shown = (page: Page) => page.locator(".claim-row:visible");

  test("can be filtered, and the address restores the filters", async ({ page }) => {
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

  test("are folded document by document on a phone, and unfold for what is looked for", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("claims/");
    await expect(shown(page)).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3 * 844);
    const parts = page.locator(".claims-part");
    await parts.nth(1).locator("summary").first().press("Enter");
    await expect(parts.nth(1).locator(".claim-row").first()).toBeVisible();
    await expect(parts.nth(0).locator(".claim-row").first()).toBeHidden();
    await page.getByLabel("Words").fill("stride 32");
    await expect(shown(page).first()).toBeVisible();
    const found = await shown(page).count();
    await expect(page.getByRole("status").filter({ hasText: "claims" })).toHaveText(new RegExp(`^${found} of`));
    const id = await page.locator(".claim-row").last().getAttribute("id");
    await page.goto("about:blank");
    await page.goto(`claims/#${id}`);
    await expect(page.locator(".claim-row:target .claim-more")).toBeVisible();
    await page.goto("about:blank");
    await page.goto("claims/");
    await page.locator(".claims-index a").nth(2).click();
    await expect(parts.nth(2).locator(".claim-row").first()).toBeVisible();
  });

  test("link to the lesson that discusses them, and back", async ({ page }) => {
    await page.goto("claims/");
    const discussed = shown(page).filter({ has: page.locator('.claim-source a[href*="/lessons/"]') });
    await discussed.first().locator("summary").click();
    await discussed.first().locator('.claim-source a[href*="/lessons/"]').first().click();
    await page.waitForURL(/\/lessons\//);
    const folded = page.locator("details.folded-claims > summary");
    if ((await folded.count()) > 0) await folded.first().click();
    await page.locator("aside.claim:visible .claim-source a").first().click();
    await expect(page).toHaveURL(/\/claims\/#\d-/);
    await expect(page.locator(".claim-row:target .claim-more"), "the claim that the address names is open").toBeVisible();
  });
});
