import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { CellPage } from "#browser/cell-page.ts";
import { writeCode } from "#browser/editor-text.ts";
import { readExerciseFolder } from "#kit/folder.ts";
import { test } from "#browser/kept-page.ts";

const LESSON = "lessons/1-coalescing/00-thirty-two-lanes/";
const MATRICES = "lessons/6-tiles-for-tensor-cores/01-rows-for-a-matrix-instruction/";
/** What is left of 844 when a keyboard is up, in CSS pixels. */
const ABOVE_THE_KEYBOARD = 470;
const BAR = '[data-live="bar"]';

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the first lesson is six screens long, says nothing of keys, and its first picture has the key", async ({ page }) => {
    await page.goto(LESSON);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6 * 844);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expect(page.locator("details.key[open]")).toHaveCount(1);
    await expect(page.locator("details.key .legend").first()).toBeVisible();
    await page.locator("details.counts > summary").first().tap();
    const counts = page.locator("details.counts .readings").first();
    await expect(counts).toContainText("requests");
    await expect(counts, "no count that this lesson doesn’t define").not.toContainText(/DRAM|lines|efficiency|ideal/);
    for (const words of [/Ctrl Enter/, /arrow keys/]) await expect(page.getByText(words).filter({ visible: true })).toHaveCount(0);
  });

  test("a term opens as a sheet, which the button, Escape, the way back and a swipe close: the lesson stays", async ({ page }) => {
    await page.goto(LESSON);
    const term = page.locator("a.term", { hasText: "warps" }).first();
    const sheet = page.getByRole("dialog", { name: "warps" });
    const ways: (() => Promise<unknown>)[] = [
      () => sheet.getByRole("button", { name: "Close" }).tap(),
      () => page.keyboard.press("Escape"),
      () => page.goBack(),
      () => swipeDown(page, sheet),
    ];
    for (const close of ways) {
      await term.tap();
      await expect(sheet).toBeInViewport({ ratio: 1 });
      await expect(sheet).toContainText(/\w{3}/);
      await expect(sheet.getByRole("link", { name: "More in the glossary" })).toHaveAttribute("href", /glossary\/#warp$/);
      await close();
      await expect(sheet).toHaveCount(0);
      expect(page.url()).toContain(LESSON);
    }
  });

  test("a picture above the keyboard is of the access that failed, and one of a fault can be read", async ({ page }) => {
    const padded = new CellPage(page, "column-read-padded");
    const { files } = await readExerciseFolder("column-read-padded");
    const answer = (files.get("solution.ts") ?? "").replace("pitch = 33", "pitch = 36");
    await page.goto("practice/column-read-padded/");
    await padded.openEditor("light");
    await padded.write(answer);
    await padded.grade();
    const strip = padded.cell.locator(".strip-title");
    // The cursor is in the editor: the next key brings the picture above the keyboard.
    await page.keyboard.press("Escape");
    await page.keyboard.press("End");
    await expect(strip.filter({ visible: true })).toHaveText("fromTile: warp 0");
    await page.keyboard.type(" ");
    await expect(strip.filter({ visible: true })).toHaveText("fromTile: warp 0");
    await expect(padded.cell.locator(".headline").filter({ visible: true })).toContainText("degree4");

    const copy = new CellPage(page, "straight-copy");
    await page.goto("practice/straight-copy/");
    await copy.openEditor("light");
    await copy.write(
      "export const read = ({ threadIdx, blockIdx, blockDim }: Thread) => blockIdx.x * blockDim.x + threadIdx.x;\nexport const write = read;",
    );
    await copy.grade();
    const fault = copy.cell.locator(".failure .fault-scroll");
    const { scale, inSight } = await fault.evaluate((host) => {
      const svg = host.querySelector("svg")!;
      const frame = host.getBoundingClientRect();
      const lane = host.querySelector(".connector.faulty")!.getBoundingClientRect();
      return {
        scale: svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
        inSight: lane.right > frame.left && lane.left < frame.right,
      };
    });
    expect(scale).toBeGreaterThan(0.7);
    expect(inSight).toBe(true);
    // Its map of elements answers a finger.
    const map = copy.cell.locator(".failure .figure", { has: page.locator(".element-map") });
    await expect(map.locator(".touch-hint")).toHaveText("Tap a wrong element to follow it back.");
    await map.locator(".element-map svg").tap({ position: { x: 5, y: 5 } });
    await expect(map.locator(".pointed[aria-live]")).toContainText("Row 0, column 0.");
  });

  test("while one types, picture, numbers and bar stand above the keyboard, and the line that is written above them", async ({ page }) => {
    await keyboardUp(page);
    await page.goto(LESSON);
    for (const [cell, sectors, code] of [
      [page.locator("try-cell").first(), "32", "export function index({ threadIdx }: Thread) {\n  return 32 * threadIdx.x;\n}"],
      [page.locator("exercise-cell"), "8", "export const read = ({ threadIdx }: Thread) => 2 * threadIdx.x;\nexport const write = read;"],
    ] as const) {
      await cell.locator(".code-host").tap();
      await expect(cell).toHaveAttribute("data-editor", "light");
      await writeCode(cell, code);
      await expect(cell.locator(".headline")).toContainText(`sectors${sectors}`);
      await expect(page.locator(".header").first()).toBeHidden();
      // The strip follows the keyboard a frame later.
      await expect.poll(async () => isStacked(await bottomsOf(cell, [".warp-to-memory", ".headline", BAR]))).toBe(true);
      await page.keyboard.press("End");
      await expect
        .poll(async () => (await bottomOf(cell.locator(".cm-activeLine, .cm-line").last())) - (await topOf(cell.locator(".lane-strip"))))
        .toBeLessThan(0);
      // What is wrong is said above the keyboard, too, and then beside the picture that it makes old.
      await writeCode(cell, code.replace(/\w+\.x/, "nobody"));
      await expect(cell.locator(".why-not")).toContainText("nobody");
      await expect.poll(async () => isStacked(await bottomsOf(cell, [".cm-line:last-child", ".why-not", ".lane-strip", BAR]))).toBe(true);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await expect(page.locator(".header").first()).toBeVisible();
      await expect(cell.locator(".why-not")).toBeHidden();
      expect(await topOf(cell.locator(".from-last-run"))).toBeGreaterThanOrEqual(await bottomOf(cell.locator(".complaint")));
    }
  });

  test("while one types what a GPU refuses, its picture leaves five rows of code in sight", async ({ page }) => {
    await keyboardUp(page);
    await page.goto(MATRICES);
    const cell = page.locator("#try-rows-of-four-matrices");
    await cell.locator(".code-host").tap();
    await expect(cell).toHaveAttribute("data-editor", "light");
    const code = readFileSync(new URL(`../../content/${MATRICES}rows-of-four-matrices.ts`, import.meta.url), "utf8");
    await writeCode(cell, code.replace("pitch = 40", "pitch = 30"));
    await expect(cell.locator(".fault-figure figcaption")).toContainText("misaligned");
    await expect.poll(async () => isStacked(await bottomsOf(cell, [".fault-scroll", ".fault-figure", BAR]))).toBe(true);
    const rows = (): Promise<number> =>
      cell.evaluate((host) => {
        const below = host.querySelector('[data-live="picture"]')!.getBoundingClientRect().top;
        return [...host.querySelectorAll(".cm-line")].reduce((sum, line) => {
          const { top, bottom } = line.getBoundingClientRect();
          return sum + Math.max(0, Math.min(bottom, below) - Math.max(top, 0)) / Number.parseFloat(getComputedStyle(line).lineHeight);
        }, 0);
      });
    await expect.poll(rows).toBeGreaterThanOrEqual(5);
  });
});

test("on a desk nothing scrolls within the page, and no cell stands half empty", async ({ page }) => {
  for (const [width, lesson] of [
    [1440, LESSON],
    [1920, "lessons/2-bank-conflicts-and-the-transpose/02-the-clock-of-strides/"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(lesson);
    const { scrolling, emptiness } = await page.evaluate(() => {
      const main = document.querySelector("main")!;
      const shown = <T extends Element>(elements: Iterable<T>): T[] => [...elements].filter((element) => element.checkVisibility());
      return {
        scrolling: shown(main.querySelectorAll("*"))
          .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1)
          .map(({ className }) => className),
        emptiness: shown(main.querySelectorAll("try-cell .cell-work")).map((work) => {
          const [code, picture] = [".cell-writing > [data-live='bar']", ".cell-picture > *"].map((part) => work.querySelector(part)!);
          return picture!.getBoundingClientRect().bottom - code!.getBoundingClientRect().bottom;
        }),
      };
    });
    expect(scrolling).toEqual([]);
    expect(Math.max(...emptiness)).toBeLessThan(300);
  }
});

test("on a desk a click keeps a term's definition open, and leads on only by its link", async ({ page }) => {
  await page.goto(LESSON);
  const term = page.locator("a.term", { hasText: "warps" }).first();
  const definition = page.getByRole("dialog", { name: "warps" });
  await term.click();
  await page.mouse.move(5, 5);
  await expect(definition).toBeVisible();
  const [below, above] = await Promise.all([topOf(definition), bottomOf(term)]);
  expect(below - above).toBeLessThan(20);
  await page.keyboard.press("Escape");
  await expect(definition).toHaveCount(0);
  await expect(term).toBeFocused();
  await page.keyboard.press("Enter");
  await page.locator("h1").click();
  await expect(definition).toHaveCount(0);
  expect(page.url()).toContain(LESSON);
  await term.click();
  await definition.getByRole("link").click();
  await expect(page).toHaveURL(/glossary\/#warp$/);
});

/** Has the page believe that an on-screen keyboard covers the lower part of the window. */
async function keyboardUp(page: Page): Promise<void> {
  await page.addInitScript((height) => {
    const seen = Object.assign(new EventTarget(), { offsetTop: 0, offsetLeft: 0, pageTop: 0, pageLeft: 0, width: 390, height, scale: 1 });
    Object.defineProperty(window, "visualViewport", { value: seen });
  }, ABOVE_THE_KEYBOARD);
}

/** The bottoms of parts of a cell, all at one moment. */
function bottomsOf(cell: Locator, parts: readonly string[]): Promise<number[]> {
  return cell.evaluate((host, all) => all.map((part) => host.querySelector(part)!.getBoundingClientRect().bottom), parts);
}

/** Whether each part ends below the one before, and the last one above the keyboard. */
function isStacked(bottoms: readonly number[]): boolean {
  return [...bottoms, ABOVE_THE_KEYBOARD].every((bottom, place, all) => place === 0 || all[place - 1]! <= bottom);
}

async function bottomOf(part: Locator): Promise<number> {
  return part.first().evaluate((element) => element.getBoundingClientRect().bottom);
}

async function topOf(part: Locator): Promise<number> {
  return part.first().evaluate((element) => element.getBoundingClientRect().top);
}

/** A finger goes down along the sheet. */
async function swipeDown(page: Page, sheet: Locator): Promise<void> {
  const box = await sheet.boundingBox();
  const finger = await page.context().newCDPSession(page);
  const x = Math.round(box!.x + box!.width / 2);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  const top = Math.round(box!.y + 12);
  await touch("touchStart", top);
  for (const by of [20, 60, 110]) await touch("touchMove", top + by);
  await touch("touchEnd");
}
