import { expect } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { CellPage } from "#browser/cell-page.ts";
import { test } from "#browser/kept-page.ts";

const { files } = await readExerciseFolder("straight-copy");

test("the kernel in CUDA follows the learner's text and cursor, says what it cannot show, and is copied whole", async ({ page }) => {
  const cell = new CellPage(page, "straight-copy");
  await cell.visit();
  const panel = cell.cell.locator("details.cuda");
  const hole = (name: string) => panel.locator(`[data-hole="${name}"]`);
  await expect(hole("read")).toHaveText("read()");

  await cell.openEditor("monaco");
  await cell.write(
    "export const read = (t: Thread) => 2 * t.threadIdx.x;\n\nexport function write(t: Thread, { n }: { n: number }) {\n  return t.threadIdx.x < n ? t.threadIdx.x : null;\n}",
  );
  await expect(hole("read")).toHaveText("2 * threadIdx.x");
  await expect(hole("write")).toHaveText("threadIdx.x < n ? threadIdx.x : -1");
  await expect(hole("write")).toHaveAttribute("data-lit");
  await expect(hole("read")).not.toHaveAttribute("data-lit");
  await page.keyboard.press("ControlOrMeta+Home");
  await expect(hole("read")).toHaveAttribute("data-lit");
  await expect(hole("write")).not.toHaveAttribute("data-lit");
  // A click into a hole leads to what fills it.
  await hole("write").click();
  await expect(hole("write")).toHaveAttribute("data-lit");
  await page.keyboard.type(" // here");
  await expect.poll(() => cell.text()).toContain("{ n: number }) { // here");

  await cell.write("export const read = (t: Thread) => Math.random();\nexport const write = (t: Thread) => t.threadIdx.x;");
  await expect(panel.locator(".cuda-missing")).toHaveText("read cannot be shown in CUDA: line 1 calls Math.random.");
  await expect(hole("read")).toHaveText("read()");
  await cell.write("export const read = (");
  await expect(panel.locator(".cuda-remark")).toContainText("cannot be read at the moment");

  await cell.write(files.get("solution.ts") ?? "");
  await expect(hole("read")).toHaveText("element(n)");
  await panel.getByRole("button", { name: "Copy as CUDA" }).click();
  await expect(panel.getByRole("status")).toHaveText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`__device__ int element(int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : -1;
}

${(files.get("kernel.cu") ?? "").replace(/\{\{(read|write)\(\)\}\}/g, "element(n)")}`);
});
