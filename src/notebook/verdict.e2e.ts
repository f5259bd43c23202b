import { expect, type Locator, type Page } from "@playwright/test";
import { CellPage } from "#browser/cell-page.ts";
import { exerciseIds, readExerciseFolder } from "#kit/folder.ts";
import { test } from "#browser/kept-page.ts";

const ids = await exerciseIds();
/** The exercises are dealt to so many tests, which can run side by side. */
const TESTS = 8;

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (let number = 0; number < TESTS; number++) {
  const dealt = ids.filter((_, i) => i % TESTS === number);

  test(`grading shows its verdict without scrolling, on a desk and on a phone that it fits: ${dealt.join(", ")}`, async ({ page }) => {
    for (const [place, id] of dealt.entries()) {
      const [first, second] = place % 2 === 0 ? sizes : sizes.toReversed();
      await page.setViewportSize(second!);
      await page.goto(`practice/${id}/`, { waitUntil: "domcontentloaded" });
      await expectNothingWider(page, id);
      await page.setViewportSize(first!);
      await expectNothingWider(page, id);
      const grade = page.getByRole("button", { name: "Grade" });
      const line = page.locator("[data-status-line]");
      await grade.scrollIntoViewIfNeeded();
      expect(["pass", "fail", "error"], id).toContain(await verdictOn(page));
      // Grading an answer that fails scrolls nothing: in the other window its verdict stands where it would have come.
      for (const size of [first!, second!]) {
        await page.setViewportSize(size);
        await grade.scrollIntoViewIfNeeded();
        await expect(line).not.toHaveText(/^(Grading…)?$/);
        await expectInView(page, line, `${id} at ${size.width} × ${size.height}`);
        await page.locator(".code-host").evaluate((code) => code.scrollIntoView({ block: "start" }));
        for (const element of [line, grade]) await expectInView(page, element, `${id} at ${size.width} × ${size.height}, at its code`);
        await expectNothingWider(page, `${id}, graded`);
      }
    }
  });
}

const index = "({ threadIdx, blockIdx, blockDim }: Thread) => blockIdx.x * blockDim.x + threadIdx.x";

/** A copy of 64 elements by two blocks of 32 threads. */
test("correctness is drawn: each element right, missing, written twice, wrong or read out of bounds, with its threads", async ({
  page,
}) => {
  await page.setViewportSize(sizes[1]!);
  await page.goto("practice/straight-copy/");
  const cell = new CellPage(page, "straight-copy");
  await cell.openEditor("light");
  const map = cell.cell.locator(".failure .element-map");
  const mistakes: [read: string, write: string, legend: RegExp, pointed: RegExp][] = [
    ["i", "(t: Thread) => (t.blockIdx.x === 0 ? null : i(t))", /right 32.*missing 32/, /Element 0 of out is never written/],
    [
      "i",
      "(t: Thread) => i(t) % 32",
      /missing 32.*written more than once 32/,
      /Element 0 of out is written twice, first by thread 0 of block 0, last by thread 0 of block 1/,
    ],
    ["(t: Thread) => i(t) ^ 1", "i", /wrong 64/, /Thread 0 of block 0 stores element 1 of in in element 0 of out/],
    [
      "(t: Thread) => i(t) - 1",
      "i",
      /wrong 63.*read out of bounds 1/,
      /Thread 0 of block 0 stores nothing in element 0 of out.*had read outside an array/,
    ],
  ];
  for (const [read, write, legend, pointed] of mistakes) {
    await cell.write(`const i = ${index};\nexport const read = ${read};\nexport const write = ${write};\n`);
    await cell.grade();
    await expect(cell.cell.locator(".element-legend")).toHaveText(legend);
    await map.press("ArrowDown");
    await expect(cell.cell.locator(`.failure figure[aria-label^="Every element"] .pointed`).first()).toHaveText(pointed);
  }
  await expect(cell.cell.locator(".failure-sentence")).toContainText("`read` leaves its array".replaceAll("`", ""));
});

test("after a pass: what was achieved, the access that changed, a measured factor, all counts and the way on, now and on the next visit", async ({
  page,
}) => {
  await page.setViewportSize(sizes[1]!);
  await page.goto("practice/transpose-padded/");
  const cell = new CellPage(page, "transpose-padded");
  await cell.openEditor("light");
  await cell.write((await readExerciseFolder("transpose-padded")).files.get("solution.ts") ?? "");
  await cell.grade();
  const panel = cell.cell.getByRole("group", { name: "Passed" });
  await expect(panel.locator(".achieved")).toHaveText(
    "Passed. fromTile takes 1 wavefront per request in every case, instead of up to 32 as in a costlier version.",
  );
  const slider = panel.getByRole("slider");
  // It plays once by itself.
  await expect(slider).toHaveAttribute("aria-valuetext", "32 of 32 lanes: 1 wavefront", { timeout: 15_000 });
  await slider.press("Home");
  await expect(slider).toHaveAttribute("aria-valuetext", "0 of 32 lanes: 32 wavefronts");
  await expect(panel.locator(".moved")).toHaveText("32 wavefronts (ideal 1)");
  await panel.getByRole("button", { name: "Side by side" }).click();
  await expect(panel.locator(".moved")).toHaveText(["32 wavefronts (ideal 1)", "1 wavefront (ideal 1)"]);
  await expect(panel.locator(".times-as-fast")).toHaveText(/^[\d.]+× as fast, measured on an H100$/);
  await panel.getByText("All counts").click();
  await expect(panel.getByRole("columnheader", { name: "naive version" })).toBeVisible();
  await panel.getByRole("button", { name: /Compare/ }).click();
  await expect(panel.locator(".comparison-host")).toContainText("pitch");
  const isSideBySide = await panel.locator(".comparison-host").evaluate((host) => host.clientWidth >= 1000);
  await expect(panel.locator(isSideBySide ? ".diff-labels" : ".diff-legend")).toContainText("Your answer");
  await expect(panel.locator(".ways-on")).toHaveText(/Next exercise: .+Its lesson: The transpose in full/);
  // The times of both versions are known by now, and the success is saved.
  await expect.poll(() => page.evaluate(savedSuccesses)).toEqual(["transpose-padded"]);
  await page.reload();
  await expect(panel.locator(".achieved")).toHaveText(/^Passed\. fromTile takes 1 wavefront/);
  await expect(panel.locator("figure svg").first()).toBeVisible();
  await expect(cell.status).toHaveText(/^(\d+) of \1 checks passed/);
  await expect(page.locator('iframe[title="Sandbox"]')).toHaveCount(0);
});

test("in a lesson on a phone, nothing covers the verdict's bar, nor what a pass achieved, wherever one graded", async ({ page }) => {
  await page.setViewportSize(sizes[1]!);
  const { files } = await readExerciseFolder("value-tile-transposed");
  const cell = new CellPage(page, "value-tile-transposed");
  await cell.visit();
  await cell.openEditor("light");
  const picture = cell.cell.locator(".cell-picture");
  for (const below of [350, 100, 50, -150]) {
    await cell.write(files.get("starter.ts") ?? "");
    await cell.grade();
    await cell.write(files.get("solution.ts") ?? "");
    await picture.evaluate((element, top) => scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" }), below);
    const where = `with the picture ${below} px below the window's top`;
    await expectUncovered(cell.button("Grade"), where);
    expect(await verdictOn(page)).toBe("pass");
    for (const element of [cell.button("Grade"), cell.cell.locator(".achieved strong")]) await expectUncovered(element, `passed ${where}`);
  }
});

/** Ids of the exercises whose success is saved in this browser. */
async function savedSuccesses(): Promise<IDBValidKey[]> {
  const opening = indexedDB.open("coalesce-successes");
  const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
  const keys = database.transaction("successes").objectStore("successes").getAllKeys();
  return new Promise((resolve) => (keys.onsuccess = () => resolve(keys.result)));
}

/** Presses "Grade" as the keyboard does, without scrolling, and gives the status of the verdict that it led to. */
function verdictOn(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        addEventListener("exercise-verdict", (event) => resolve((event as CustomEvent<{ status: string }>).detail.status), { once: true });
        document.querySelector<HTMLElement>("[data-intent=grade]")?.click();
      }),
  );
}

async function expectNothingWider(page: Page, what: string): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content, what).toBeLessThanOrEqual(window!);
}

async function expectInView(page: Page, element: Locator, what: string): Promise<void> {
  const { height } = page.viewportSize()!;
  const box = await element.boundingBox();
  expect(box, what).not.toBeNull();
  expect(box!.height, what).toBeGreaterThan(0);
  expect(box!.y, what).toBeGreaterThanOrEqual(0);
  expect(box!.y + box!.height, what).toBeLessThanOrEqual(height);
}

/** Expects that what is seen at the top, the middle and the bottom of an element is the element, once the page has scrolled to it. */
async function expectUncovered(element: Locator, what: string): Promise<void> {
  const seen = (): Promise<boolean[]> =>
    element.evaluate((one) => {
      const { left, top, bottom, width } = one.getBoundingClientRect();
      return [top + 2, (top + bottom) / 2, bottom - 2].map((y) => one.contains(document.elementFromPoint(left + width / 2, y)));
    });
  await expect.poll(seen, { message: what, timeout: 15_000 }).toEqual([true, true, true]);
}
