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
  await expect(link.locator(".lesson-tick")).toContainText(`${exercises.length - 1} of ${exercises.length}`);
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

test("search finds the lesson about a thing before exercises and claims about it", async ({ page }) => {
  await page.goto("glossary/");
  const found = await page.evaluate(async () => {
    interface Pagefind {
      search(words: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>;
    }
    const pagefind = (await import(new URL("../pagefind/pagefind.js", location.href).href)) as Pagefind;
    const firstOf = async (words: string) => {
      const { results } = await pagefind.search(words);
      const pages = await Promise.all(results.map((result) => result.data()));
      return { words, first: pages[0]?.url ?? "", claims: pages.findIndex(({ url }) => url.includes("/claims/")) };
    };
    return Promise.all(["coalescing", "stride", "padding", "bank conflict", "profiler", "alignment", "sector"].map(firstOf));
  });
  for (const { words, first, claims } of found) {
    expect.soft(first, words).toContain("/lessons/");
    expect.soft(claims, `${words}: the claims come later`).not.toBe(0);
  }
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
