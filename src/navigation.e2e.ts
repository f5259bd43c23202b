import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { builtFiles } from "#build/built-site.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { test } from "#browser/readers.ts";

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
  await expect(link.locator(".lesson-tick")).toContainText("exercises passed, not read to its end");
  await page.locator(".pagination-links").scrollIntoViewIfNeeded();
  await expect(link.locator(".lesson-tick")).toContainText("done");
});

test("the sidebar is at the open lesson whenever it is seen", async ({ page }) => {
  await page.addInitScript(() => {
    const seen: (number | undefined)[] = [];
    Object.assign(window, { seen });
    requestAnimationFrame(function look() {
      const here = document.querySelector("lesson-ticks a[aria-current]");
      if (here?.checkVisibility({ visibilityProperty: true })) seen.push(here.getBoundingClientRect().top);
      if (seen.length < 30) requestAnimationFrame(look);
    });
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await slowDown(page);
  for (const { id } of [lesson, lessonFiles().at(-1) ?? lesson]) {
    await page.goto(`lessons/${id}/`);
    const here = page.locator("lesson-ticks a[aria-current]");
    await expect(here).toHaveAttribute("data-lesson", id);
    await expect(here).toBeInViewport({ ratio: 1 });
    await expect.poll(() => page.evaluate(() => (window as unknown as { seen: number[] }).seen.length)).toBe(30);
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    expect(
      seen.filter((top) => top < 0 || top > 720),
      id,
    ).toEqual([]);
  }
});

test("nothing moves on a page of any kind while it loads, even where all takes four times as long", async ({ page }) => {
  await page.addInitScript(() => {
    const moved = { by: 0, what: "" };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        moved.by += value;
        moved.what += `\n${value.toFixed(4)}: ${sources.map(({ node }) => node?.textContent?.trim().slice(0, 40)).join(", ")}`;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await slowDown(page);
  for (const [width, addresses] of [
    [390, [`lessons/${lesson.id}/`, "practice/straight-copy/", "lab/", "playground/"]],
    [1440, ["./", `lessons/${lesson.id}/`, "lab/", "playground/", "guide/01-a-class-in-ten-minutes/", "my-work/"]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of addresses) {
      await page.goto(address, { waitUntil: "networkidle" });
      const { by, what } = await page.evaluate(() => (window as unknown as { moved: { by: number; what: string } }).moved);
      expect.soft(by, `${address} at ${width} px:${what}`).toBeLessThan(0.001);
    }
  }
});

test("a formula of which half has come moves nothing when the rest does", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`lessons/${lesson.id}/`);
  const moved = await page.evaluate(async () => {
    const html = await (await fetch(location.href)).text();
    const middle = html.indexOf("</mn>", html.indexOf("<math")) + "</mn>".length;
    const drawn = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    document.open();
    document.write(html.slice(0, middle));
    // The styles have come, and the beginning is on the screen.
    while (document.body === null || getComputedStyle(document.body).fontFamily.includes("Times")) await drawn();
    await document.fonts.ready;
    await drawn();
    const shifts: number[] = [];
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as LayoutShift[]).map(({ value }) => value))).observe({
      type: "layout-shift",
    });
    const formula = document.querySelector("math");
    const isThere = formula !== null && formula.querySelector("annotation") === null;
    document.write(html.slice(middle));
    document.close();
    await drawn();
    await drawn();
    return { isThere, shifts };
  });
  expect(moved).toEqual({ isThere: true, shifts: [] });
});

/** A shift of the layout, as browsers that measure it report it. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node?: Node }[];
}

/** Gives the page a quarter of the processor. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

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

  const openSearch = async (page: Page) => {
    await page.goto("glossary/");
    await page.getByRole("button", { name: "Search" }).click();
    const dialog = page.getByRole("dialog", { name: "Search" });
    const find = async (words: string) => {
      await dialog.getByRole("searchbox").fill(words);
      await expect(dialog.getByRole("status")).toHaveText(/result/);
      await expect(dialog.locator("mark").first()).toBeVisible();
    };
    const addresses = (kind: string) =>
      dialog
        .locator("section", { has: page.getByRole("heading", { name: kind, exact: true }) })
        .locator("li > a")
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname + (link as HTMLAnchorElement).hash));
    return { dialog, find, addresses };
  };

  test("a lesson about a subject comes first, and excerpts are prose", async ({ page }) => {
    const { dialog, find } = await openSearch(page);
    const results = dialog.locator("li > a");
    for (const words of [
      ...[
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
      ],
      "why is my kernel slow",
    ]) {
      await dialog.getByRole("searchbox").fill("");
      await expect(results).toHaveCount(0);
      await find(words);
      await expect
        .soft(results.first(), words)
        .toHaveAttribute("href", words === "swizzle" ? /03-after-padding\/|02-pad-or-swizzle\// : /\/lessons\//);
      const excerpts = await dialog.locator("li > p:not(.search-places)").allInnerTexts();
      expect
        .soft(
          excerpts.filter((excerpt) => furniture.test(excerpt)),
          words,
        )
        .toEqual([]);
    }
  });

  test("exercises, figures and kernels of the lab are found beside lessons; arrow keys and Enter open them", async ({ page }) => {
    const { dialog, find, addresses } = await openSearch(page);
    await find("transpose");
    expect(await addresses("Exercises")).toContainEqual(expect.stringMatching(/^\/practice\/transpose-/));
    expect(await addresses("Figures")).toContainEqual(expect.stringMatching(/^\/figures\/transpose-/));
    expect(await addresses("Kernels of the lab")).toContainEqual(expect.stringMatching(/^\/lab\/kernels\/#transpose-/));
    const first = await dialog.locator("li > a").first().getAttribute("href");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.href.endsWith(first ?? "?"));
  });

  test("where the index can't be loaded, the search says so, and tries again", async ({ page, context }) => {
    const { dialog, find } = await openSearch(page);
    await context.setOffline(true);
    await dialog.getByRole("searchbox").fill("swizzle");
    await expect(dialog.getByRole("status")).toContainText("You are offline");
    await context.setOffline(false);
    await find("swizzles");
  });
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

test("blocks share their edges: text and cards end at one width, all that is wider at the column's end", async ({ page }) => {
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
      const edges = [Math.min(left + 40 * rem, end), end];
      const blocks = document.querySelectorAll(".sl-markdown-content > *, .sl-markdown-content astro-island > *, .practice-exercise > *");
      return [...blocks]
        .filter(
          (block) => !["inline", "contents", "none"].includes(getComputedStyle(block).display) && block.getBoundingClientRect().height > 1,
        )
        .filter((block) => {
          const box = block.getBoundingClientRect();
          return Math.abs(box.left - left) > 1 || !edges.some((edge) => Math.abs(edge - box.right) <= 1);
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
  const beside = await code.boundingBox();
  const besidePicture = await picture.boundingBox();
  expect(beside?.width, "code has room beside its picture").toBeGreaterThan(700);
  expect(besidePicture?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0));
  await page.getByRole("button", { name: "Picture below the code" }).click();
  await page.goto("practice/transpose-padded/");
  const below = await code.boundingBox();
  const belowPicture = await picture.boundingBox();
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

test("numbers on pages are rounded: none has more digits than a float has", async () => {
  const pages = (await builtFiles("dist")).filter((file) => file.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(100);
  for (const file of pages) {
    const html = await readFile(`dist/${file}`, "utf8");
    const text = html.replaceAll(/<(script|style|template)\b.*?<\/\1>/gs, " ").replaceAll(/<[^>]+>/g, " ");
    // A float's shortest text, which C++ would print, has at most nine significant digits.
    const numbers = [...text.matchAll(/(?<![\w.,])\d+(?:,\d{3})*\.\d+(?![\w.])/g)].map(([number]) => number);
    const unrounded = numbers.filter((number) => number.replaceAll(/[,.]/g, "").replace(/^0+/, "").length > 9);
    expect.soft(unrounded, file).toEqual([]);
  }
});
