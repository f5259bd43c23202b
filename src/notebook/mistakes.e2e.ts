import { expect } from "@playwright/test";
import { CellPage } from "#browser/cell-page.ts";
import { VERDICT_EVENT } from "./cell/verdict-event.ts";
import { test } from "#browser/kept-page.ts";

const WRITE = `
export const write = ({ threadIdx, blockIdx, blockDim }: Thread, { n }: { n: number }) => {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n ? index : null;
};`;

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("five mistakes of beginners are explained at their place, and corrected by a tap where there is one way to do it", async ({
    page,
  }) => {
    const cell = new CellPage(page, "straight-copy");
    await page.goto("practice/straight-copy/");
    await cell.openEditor("light");
    const attempt = async (read: string, words: string | RegExp): Promise<void> => {
      await cell.write(read + WRITE);
      // The preview says the same words before: whoever taps has seen the verdict, which takes its own room.
      const graded = cell.cell.evaluate(
        (host, name) =>
          new Promise<void>((resolve) => host.addEventListener(name, () => requestAnimationFrame(() => resolve()), { once: true })),
        VERDICT_EVENT,
      );
      await cell.grade();
      await graded;
      await expect(cell.cell).toContainText(words);
      await expect(cell.cell.locator(".cm-lintRange-error").first()).toBeVisible();
    };
    await attempt("export const read = (thread: Thread) =>\n  threadIdx.x;", "belongs to the thread that read is given");
    await cell.button("Write { threadIdx }: Thread").click();
    await expect.poll(() => cell.text()).toContain("({ threadIdx }: Thread) =>");
    await attempt("export const read = ({ threadIdx }: Thread) =>\n  threadIdx.x / 2;", "In CUDA, threadIdx.x / 2 divides integers");
    await cell.button("Write Math.floor(threadIdx.x / 2)").click();
    await expect.poll(() => cell.text()).toContain("Math.floor(threadIdx.x / 2);");
    await attempt("export function read({ threadIdx }: Thread) {\n  threadIdx.x;\n}", "needs return");
    await cell.button("Add return").click();
    await expect.poll(() => cell.text()).toContain("return threadIdx.x;");
    await attempt("export const read = ({ threadIdx, blockIdx }: Thread) => (threadIdx === blockIdx ? 1 : 0);", "the same object");
    await attempt(
      "export const read = ({ threadIdx, blockIdx, blockDim }: Thread) => 4 * (blockIdx.x * blockDim.x + threadIdx.x);",
      "Does read return a byte address?",
    );
    const line = cell.cell.locator("[data-status-line]");
    await expect(line).toHaveText(/^Not yet: read leaves its array\..*Line 1: Does read return a byte address\?/);
  });

  test("a button that corrects stays the same under the finger when grading offers it again", async ({ page }) => {
    const cell = new CellPage(page, "straight-copy");
    await page.goto("practice/straight-copy/");
    await cell.openEditor("light");
    await cell.write(`export const read = ({ threadIdx }: Thread) =>\n  threadIdx.x / 2;${WRITE}`);
    const offered = await cell.button("Write Math.floor(threadIdx.x / 2)").elementHandle();
    await cell.grade();
    await expect(cell.cell.locator("[data-status-line]")).toContainText("returned 0.5");
    expect(await offered!.evaluate((button) => button.isConnected)).toBe(true);
    // While it is pressed, one is still typing: an on-screen keyboard that went away would move the page under the finger.
    const writing = cell.cell.locator(".cm-content");
    await writing.focus();
    const { x, y, width, height } = (await offered!.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await expect(writing).toBeFocused();
    await page.mouse.up();
    await expect.poll(() => cell.text()).toContain("Math.floor(threadIdx.x / 2);");
  });
});

test("in Monaco a mistake is reached and corrected from the keyboard", async ({ page }) => {
  const cell = new CellPage(page, "straight-copy");
  await page.goto("practice/straight-copy/");
  await cell.openEditor("monaco");
  await cell.write(`export const read = ({ threadIdx }: Thread) =>\n  threadIdx.x / 2;${WRITE}`);
  await expect(cell.cell.locator(".squiggly-error").first()).toBeVisible();
  await page.keyboard.press("F8");
  await page.keyboard.press("ControlOrMeta+.");
  await expect(page.locator(".action-widget").getByText("Write Math.floor(threadIdx.x / 2)")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect.poll(() => cell.text()).toContain("Math.floor(threadIdx.x / 2);");
});

test("a wrong element is followed back to the function that differs, which is lit in the editor and in the picture", async ({ page }) => {
  const cell = new CellPage(page, "transpose-tiled");
  await page.goto("practice/transpose-tiled/");
  await cell.openEditor("monaco");
  await cell.write(`type Size = { rows: number; columns: number };
export function read({ threadIdx, blockIdx }: Thread, { rows, columns }: Size): number | null {
  const [row, column] = [blockIdx.y * 32 + threadIdx.y, blockIdx.x * 32 + threadIdx.x];
  return row < rows && column < columns ? row * columns + column : null;
}
export function toTile({ threadIdx }: Thread): number {
  return threadIdx.y * 32 + threadIdx.x;
}
export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.y * 32 + threadIdx.x;
}
export function write({ threadIdx, blockIdx }: Thread, { rows, columns }: Size): number | null {
  const [row, column] = [blockIdx.x * 32 + threadIdx.y, blockIdx.y * 32 + threadIdx.x];
  return row < columns && column < rows ? row * rows + column : null;
}`);
  await cell.grade();
  const followed = cell.cell.getByRole("group", { name: "Followed back" });
  await expect(followed).toContainText("The first step that differs is fromTile");
  await expect(cell.cell.locator(".failure .figure").last()).toHaveAttribute("aria-label", /fromTile/);
  await expect(cell.cell.locator(".shown-line").first()).toBeVisible();
  const map = cell.cell.getByRole("application").or(cell.cell.locator(".element-map")).first();
  await map.focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await expect(followed).toContainText("Element 2 of out");
});
