import { expect, type Locator, type Page } from "@playwright/test";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { writeCode } from "#browser/editor-text.ts";
import { test } from "#browser/kept-page.ts";

/** A learner who walks a block of the lab's through its steps. */
class Walk {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.locator("lab-page");
  }

  async visit(kernel: string): Promise<void> {
    await this.page.goto(`lab/?kernel=${kernel}`);
    await expect(this.root).toHaveAttribute("data-ran");
    await this.ran();
  }

  async ran(): Promise<void> {
    await expect(this.root.getByRole("button", { name: "Stop" })).toHaveCount(0);
    await expect(this.root.locator(".outdated")).toHaveCount(0);
    await expect(this.slider).toBeVisible();
  }

  get slider(): Locator {
    return this.root.getByRole("slider", { name: "Step" });
  }

  get sentence(): Locator {
    return this.root.locator(".step-sentence");
  }

  get lane(): Locator {
    return this.root.getByRole("group", { name: "Values of a lane" });
  }

  button(name: string): Locator {
    return this.root.getByRole("button", { name, exact: true });
  }

  picker(name: string): Locator {
    return this.root.locator("label.choose", { hasText: name }).locator("select");
  }

  /** The map of an array, with what the steps so far have done to it. */
  array(name: string): Locator {
    return this.root.getByRole("figure", { name, exact: true }).locator("figcaption");
  }
}

test("a block is walked step by step: a tile is filled, and read behind the barrier", async ({ page }) => {
  const walk = new Walk(page);
  await walk.visit("transpose-tiled");
  await walk.slider.fill("0");
  await expect(walk.sentence).toHaveText("Line 7: warp 0 loads in[y * side + x].");
  await expect(walk.array("in")).toContainText("32 read.");
  await expect(walk.array("tile")).toContainText("Untouched so far.");
  await walk.button("Step forward").click();
  await expect(walk.sentence).toHaveText("Line 7: warp 0 stores to tile[threadIdx.y][threadIdx.x].");
  await expect(walk.array("tile")).toContainText("32 written.");
  await walk.button("Barrier ›").click();
  await expect(walk.sentence).toHaveText("Line 8: barrier. All 32 warps have arrived, and go on.");
  await expect(walk.array("tile")).toContainText("1,024 written.");
  await expect(walk.root.locator(".preview .figure-title")).toHaveCount(0);
  await walk.button("Step forward").click();
  await expect(walk.array("tile")).toContainText("1,024 written, 32 of them read since.");
  // The access that the step makes is the chosen one, and its line is shown in the source.
  await expect(walk.root.locator(".access-list .chosen")).toContainText("tile[threadIdx.x][threadIdx.y]");
  await expect(walk.root.locator(".badge-line.at-step")).toHaveAttribute("data-line", "11");
  await expect(walk.root.locator(".code-host .shown-line").first()).toBeVisible();

  await test.step("with one expression in all lanes of its warp", async () => {
    const watch = walk.root.getByRole("group", { name: "One expression in 32 lanes" });
    const lanes = watch.getByRole("listitem");
    const field = watch.getByLabel("Watch in all lanes");
    await field.fill("threadIdx.x * 100 + y");
    await field.press("Enter");
    await expect(watch.locator(".watch-caption")).toHaveText("threadIdx.x * 100 + y in warp 0, before the statement in line 11");
    await expect(lanes).toHaveCount(32);
    await expect(lanes.nth(5)).toHaveText("lane 5500");
    await watch.getByRole("group", { name: "Variables here" }).getByRole("button", { name: "x", exact: true }).click();
    await expect(lanes.nth(5)).toHaveText("lane 55");
    await field.fill("elsewhere + 1");
    await field.press("Enter");
    await expect(watch.getByRole("status")).toContainText("`elsewhere` isn't declared");
    await watch.getByRole("button", { name: "Stop watching" }).click();
    await expect(lanes).toHaveCount(0);
  });
});

test("the slider and the buttons have the arrow keys, and play goes on by itself", async ({ page }) => {
  const walk = new Walk(page);
  await walk.visit("reduce-3-sequential");
  await walk.slider.fill("14");
  await walk.slider.press("ArrowRight");
  await expect(walk.sentence).toHaveText("Line 7: warp 7 stores to data[t].");
  await walk.slider.press("ArrowRight");
  await expect(walk.sentence).toContainText("barrier. All 8 warps");
  await walk.button("Step back").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(walk.sentence).toHaveText("Line 7: warp 7 stores to data[t].");
  await page.keyboard.press("End");
  await expect(walk.sentence).toHaveText("Line 13: warp 0 stores to sums[blockIdx.x].");
  await page.keyboard.press("Home");
  await expect(walk.sentence).toHaveText("Line 7: warp 0 loads in[blockIdx.x * kThreads + t].");
  await walk.picker("Speed").selectOption("30 steps/s");
  await walk.button("Play").click();
  await expect(walk.button("Pause")).toBeVisible();
  // It stops at the last step.
  await expect(walk.sentence).toHaveText("Line 13: warp 0 stores to sums[blockIdx.x].");
  await expect(walk.button("Play")).toBeVisible();
  await expect(walk.array("data")).toContainText("256 written, and read since.");
});

test("a lane that is pointed at or focused shows its thread, its value and its variables", async ({ page }) => {
  const walk = new Walk(page);
  await walk.visit("matmul-tiled");
  await walk.root.locator(".access-list .badge").last().click();
  await expect(walk.lane).toContainText("Lane 0, thread (0, 0): stores");
  const lanes = walk.root.getByRole("listbox", { name: "Lanes of the warp" });
  await lanes.getByRole("option").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(walk.lane).toContainText("Lane 1, thread (1, 0): stores");
  await expect(walk.lane).toContainText("(C[1], at byte 4)");
  // What is stored is what the sum has come to.
  const stored = /stores (-?\d+)/.exec((await walk.lane.textContent()) ?? "")?.[1];
  await expect(walk.lane.locator("dl > div", { hasText: /^sum/ }).locator("dd")).toHaveText(stored ?? "none");
  await walk.root.locator("summary", { hasText: "Table of lanes" }).click();
  await expect(walk.root.locator(".lane-table tbody tr").nth(1).locator("td").last()).toHaveText(stored ?? "none");
});

test("an element says what it holds, who wrote it, and how often it was read", async ({ page }) => {
  const walk = new Walk(page);
  await walk.visit("transpose-tiled");
  await walk.slider.fill("128");
  const map = walk.root.getByRole("application", { name: /^tile/ });
  await map.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(walk.array("tile")).toContainText("tile[1][1] holds 513: written by warp 1, lane 1, then read once.");
});

test("atomics show where their lanes meet, with what that costs", async ({ page }) => {
  const walk = new Walk(page);
  await walk.visit("shared-atomic-one-counter");
  await walk.root.locator(".access-list li", { hasText: "atomicAdd" }).first().getByRole("button").click();
  const meeting = walk.root.getByRole("figure", { name: "Lanes that meet at one address" });
  await expect(meeting).toContainText("17 lanes of the warp meet at count");
  await expect(meeting.locator(".group-lane")).toHaveCount(17);
  await expect(meeting.locator(".readings")).toContainText("wavefronts");
});

const MEMORIES = `__constant__ int table[64];
__global__ void k(int* out, int n) {
  int own[8];
  int* p = n > 5 ? own : own + 0;
  for (int i = 0; i < 8; i++) p[i] = table[threadIdx.x / 8];
  out[blockIdx.x * blockDim.x + threadIdx.x] = p[threadIdx.x % 8];
}
`;

test("constant and local memory have pictures of their own", async ({ page }) => {
  const walk = new Walk(page);
  await walk.visit("copy-unit-stride");
  await writeCode(walk.root, MEMORIES);
  await expect(walk.root.locator('[data-field="kernel"] select')).toHaveValue("k");
  await page.keyboard.press("ControlOrMeta+Enter");
  await walk.ran();
  await walk.root.locator(".access-list li", { hasText: "table[threadIdx.x / 8]" }).getByRole("button").click();
  await expect(walk.root.locator(".preview")).toContainText("the request is split into 4");
  await expect(walk.root.locator(".address-groups li")).toHaveCount(4);
  await walk.root.locator(".access-list li", { hasText: "store, local" }).getByRole("button").click();
  await expect(walk.root.locator(".preview .figure-title")).toContainText("as the hardware lays it out");
  await expect(walk.root.locator(".preview .readings")).toContainText("4 (ideal 4)");
});

test("blocks of a large grid are chosen by their coordinates, and stay chosen when the kernel is run again", async ({ page }) => {
  const walk = new Walk(page);
  await walk.visit("transpose-tiled");
  await walk.root.getByRole("spinbutton", { name: "blockIdx.x" }).fill("3");
  await page.keyboard.press("Enter");
  await walk.root.getByRole("spinbutton", { name: "blockIdx.y" }).fill("2");
  await page.keyboard.press("Enter");
  await walk.picker("Warp").selectOption("5");
  await expect(walk.lane).toContainText("thread (0, 5)");
  await expect(walk.lane.locator("dl")).toContainText("x64y101");
  await page.keyboard.press("ControlOrMeta+Enter");
  await walk.ran();
  await expect(walk.root.getByRole("spinbutton", { name: "blockIdx.x" })).toHaveValue("3");
  await expect(walk.picker("Warp")).toHaveValue("5");
  await expect(walk.lane.locator("dl")).toContainText("x64y101");
});

test("a block of too many requests says what is left out", async ({ page }) => {
  const walk = new Walk(page);
  await walk.visit("copy-unit-stride");
  await writeCode(
    walk.root,
    "__global__ void k(int* out) { if (blockIdx.x + threadIdx.x > 0) return; for (int i = 0; i < 30000; i++) out[i % 64] = i; }",
  );
  await expect(walk.root.locator('[data-field="kernel"] select')).toHaveValue("k");
  await page.keyboard.press("ControlOrMeta+Enter");
  await walk.ran();
  await expect(walk.root.locator(".left-out")).toContainText("the first 20,000 are kept");
});

test("on a phone, all of it fits, and nothing hides it from assistive technology", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const walk = new Walk(page);
  await walk.visit("histogram-shared");
  await walk.button("Barrier ›").click();
  await walk.button("Step back").click();
  await expect(walk.array("own")).toContainText("256 written.");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await accessibilityViolations(page)).toEqual([]);
});
