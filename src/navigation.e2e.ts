import { expect, test, type Page } from "@playwright/test";
import { lessonFiles } from "#browser/lesson-files.ts";

/** The lesson with the most exercises, so that it can be done in part. */
const lesson = lessonFiles().toSorted((a, b) => (b.matter.exercises ?? []).length - (a.matter.exercises ?? []).length)[0];
if (lesson === undefined) throw new Error("the course has no lessons");
const exercises = lesson.matter.exercises ?? [];

/** Writes into the storage of the course that these exercises were passed. */
async function pass(page: Page, ids: readonly string[]): Promise<void> {
  await page.evaluate(
    (ids) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("coalesce-progress");
        opening.onupgradeneeded = () => opening.result.createObjectStore("passed");
        opening.onerror = () => reject(new Error("the storage cannot be opened"));
        opening.onsuccess = () => {
          const change = opening.result.transaction("passed", "readwrite");
          for (const id of ids) change.objectStore("passed").put({ at: 0, exerciseVersion: "" }, id);
          change.oncomplete = () => (opening.result.close(), resolve());
        };
      }),
    ids,
  );
}

test("the sidebar counts the exercises of a lesson, and ticks it once it is read to the end and all are passed", async ({ page }) => {
  const link = page.locator(`a[data-lesson="${lesson.id}"]`);
  await page.goto("glossary/");
  await expect(link.locator(".lesson-tick")).toHaveCount(0);
  await pass(page, exercises.slice(0, -1));
  await page.reload();
  await expect(link.locator(".lesson-tick")).toContainText(`${exercises.length - 1} of ${exercises.length} exercises`);
  await pass(page, exercises);
  await page.goto(`lessons/${lesson.id}/`);
  await expect(link.locator(".lesson-tick")).toContainText("✓ exercises");
  await page.locator(".pagination-links").scrollIntoViewIfNeeded();
  await expect(link.locator(".lesson-tick")).toContainText("done");
});

test("an address that does not exist leads to the page that was meant, to search, and to the main parts", async ({ page }) => {
  const response = await page.goto("practise/straight-kopy/");
  expect(response?.status()).toBe(404);
  await expect(page.locator("main")).toContainText("/practise/straight-kopy/");
  await page.getByRole("button", { name: "Search the course" }).click();
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("[data-closest] a").first().click();
  await expect(page).toHaveURL(/practice\/straight-copy\/$/);
});

test.describe("search", () => {
  /** What is on pages besides prose: labels of buttons and controls, heads of tables, code of cells. */
  const furniture =
    /Copy link|Copy embed code|Open in the playground|Open in the lab|Point at a lane|My answer|Commit|The answer|export function|checks passed|plus exercises|bytes [\d,]+ to|sectors per request\d|The exercise\./;

  for (const words of [
    "stride",
    "sector",
    "coalescing",
    "padding",
    "swizzle",
    "bank conflict",
    "float4",
    "transpose",
    "efficiency",
    "profiler",
    "alignment",
  ]) {
    test(`${words}: a lesson about it comes first, neither claims nor glossary come early, and excerpts are prose`, async ({ page }) => {
      await page.goto("glossary/");
      await page.getByRole("button", { name: "Search" }).click();
      const dialog = page.getByRole("dialog", { name: "Search" });
      await dialog.getByRole("textbox").fill(words);
      const results = dialog.locator(".pagefind-ui__result-title:not(.pagefind-ui__result-nested .pagefind-ui__result-title) a");
      await expect(results).toHaveCount(5);
      const addresses = await results.evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
      expect(addresses[0]).toContain("/lessons/");
      expect(addresses.filter((address) => /^\/(claims|glossary)\//.test(address))).toEqual([]);
      const excerpts = await dialog.locator(".pagefind-ui__result-excerpt").allInnerTexts();
      expect(excerpts.filter((excerpt) => furniture.test(excerpt))).toEqual([]);
    });
  }
});

test("search finds the lesson that teaches swizzles before those that use one", async ({ page }) => {
  await page.goto("glossary/");
  await page.getByRole("button", { name: "Search" }).click();
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByRole("textbox").fill("swizzle");
  await expect(dialog.locator(".pagefind-ui__result-title a").first()).toHaveAttribute("href", /03-after-padding\//);
});

test("a word filters the glossary, and an address opens its entry", async ({ page }) => {
  await page.goto("glossary/#bank-conflict");
  await expect(page.locator("#bank-conflict > p").first()).toBeVisible();
  const shown = page.locator(".glossary-entry:visible");
  const all = await shown.count();
  await page.getByLabel("Words").fill("wavefront");
  await expect.poll(() => shown.count()).toBeLessThan(all);
  await expect(page.getByRole("status").filter({ hasText: "terms" })).toHaveText(/^\d+ of \d+ terms$/);
});

test("blocks share their edges: text and cards end at one width, figures and tables at a second, cells at the column's end", async ({
  page,
}) => {
  for (const [path, width] of [
    ["lessons/2-bank-conflicts-and-the-transpose/01-thirty-two-banks/", 1440],
    ["lessons/4-alignment-and-tiling/02-diagnosis-and-layout/", 1920],
    ["practice/transpose-padded/", 1920],
    ["figures/sweep/", 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    const stray = await page.evaluate(() => {
      const title = document.querySelector("main h1");
      const column = title?.closest(".sl-container");
      if (!title || !column) throw new Error("the page has no title");
      const { left } = title.getBoundingClientRect();
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const end = column.getBoundingClientRect().right;
      const edges = [40, 62].map((width) => Math.min(left + width * rem, end));
      const blocks = document.querySelectorAll(".sl-markdown-content > *, .sl-markdown-content astro-island > *, .practice-exercise > *");
      return [...blocks]
        .filter(
          (block) => !["inline", "contents", "none"].includes(getComputedStyle(block).display) && block.getBoundingClientRect().height > 1,
        )
        .filter((block) => {
          const box = block.getBoundingClientRect();
          const ends = block.matches(".exercise-cell, .try-cell, .practice-exercise, .practice-exercise > *") ? [...edges, end] : edges;
          return Math.abs(box.left - left) > 1 || !ends.some((edge) => Math.abs(edge - box.right) <= 1);
        })
        .map(
          (block) =>
            `${block.tagName.toLowerCase()}.${block.className}: ${block.getBoundingClientRect().left} to ${block.getBoundingClientRect().right}`,
        );
    });
    expect.soft(stray, `${path} at ${width} px`).toEqual([]);
  }
});

test("the learner chooses whether the picture stands beside the code or below it, for all pages", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.goto("practice/straight-copy/");
  const code = page.locator(".code-host").first();
  const picture = page.locator(".cell-picture").first();
  const [beside, besidePicture] = [await code.boundingBox(), await picture.boundingBox()];
  expect(beside?.width, "code has room beside its picture").toBeGreaterThan(700);
  expect(besidePicture?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0));
  await page.getByRole("button", { name: "Picture below the code" }).click();
  await page.goto("practice/transpose-padded/");
  const [below, belowPicture] = [await code.boundingBox(), await picture.boundingBox()];
  expect(below?.width).toBeGreaterThan(beside?.width ?? 0);
  expect(belowPicture?.y).toBeGreaterThan((below?.y ?? 0) + (below?.height ?? 0) - 1);
});

test("on a phone, the menu is the same button on pages with and without a sidebar", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const boxes = [];
  for (const path of ["", "playground/", `lessons/${lesson.id}/`, "figures/sweep/"]) {
    await page.goto(path);
    const button = page.getByRole("button", { name: "Menu", exact: true });
    await expect(button).toHaveText("Menu");
    boxes.push(await button.boundingBox());
    await button.click();
    const menu = page.getByRole("navigation", { name: "Site, menu" });
    await expect(menu.getByRole("link", { name: "Practice" })).toBeVisible();
    await button.click();
    await expect(menu).toBeHidden();
  }
  for (const box of boxes) expect(box).toEqual(boxes[0]);
});

test("on paper, a page is light, shows its answers, cuts no table, and has no controls", async ({ page }) => {
  await page.setViewportSize({ width: 680, height: 960 });
  await page.emulateMedia({ colorScheme: "dark" });
  for (const path of ["lessons/4-alignment-and-tiling/02-diagnosis-and-layout/", "figures/memory-table/", "practice/transpose-padded/"]) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    expect.soft(await page.locator("main .lane-table:not([open])").filter({ visible: true }).count(), path).toBe(0);
    expect.soft(await page.locator("main .lane-numbers .crowded").filter({ visible: true }).count(), path).toBe(0);
    const { cut, controls, closed } = await page.evaluate(() => ({
      cut: [...document.querySelectorAll("main table")]
        .filter((table) => table.checkVisibility() && table.getBoundingClientRect().right > document.documentElement.clientWidth)
        .map((table) => table.textContent?.slice(0, 60)),
      controls: [...document.querySelectorAll("main :is(button, select, textarea, input:not([type='radio'], [type='checkbox']))")]
        .filter((control) => control.checkVisibility() && control.closest("table") === null)
        .map((control) => control.outerHTML),
      closed: [...document.querySelectorAll("main details")]
        .filter((details) => details.checkVisibility())
        .filter((details) => [...details.querySelectorAll(":scope > :not(summary)")].every((part) => part.getClientRects().length === 0))
        .map((details) => details.textContent),
    }));
    expect.soft(cut, path).toEqual([]);
    expect.soft(controls, path).toEqual([]);
    expect.soft(closed, path).toEqual([]);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.emulateMedia({ media: "screen" });
  }
});
