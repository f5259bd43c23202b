import { readFileSync } from "node:fs";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { codeIn, writeCode } from "#browser/editor-text.ts";
import { thinPictures } from "#browser/pictures.ts";
import { ScriptWeights, scriptList, totalBytes } from "#browser/script-weights.ts";
import type { LabKernel } from "./lab/lab-kernel.ts";
import { sharedKernelLink } from "./share/lab-links.ts";

/** A learner in the lab. */
class LabPage {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.locator("lab-page");
  }

  async visit(address = "lab/"): Promise<void> {
    await this.page.goto(address);
    await expect.poll(() => this.root.evaluate((root) => root.matches(":defined"))).toBe(true);
    // Without anything of one's own, it is opened by reaching for it.
    await this.root.hover();
    await expect(this.root).toHaveAttribute("data-editor", /monaco|light/);
    await expect(this.root).toHaveAttribute("data-ran");
    await this.ran();
  }

  /** Waits until what is shown is of the text and launch as they are now. */
  async ran(): Promise<void> {
    await expect(this.root.getByRole("button", { name: "Stop" })).toHaveCount(0);
    await expect(this.root.locator(".outdated")).toHaveCount(0);
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole("button", { name });
  }

  field(place: string): Locator {
    return this.root.locator(`[data-field="${place}"]`).locator("input, select");
  }

  /** The badges beside the source, as they are written. */
  get badges(): Locator {
    return this.root.locator(".badge-gutter .badge");
  }

  /** What chooses the block, warp or pass that is drawn. */
  picker(name: string): Locator {
    return this.root.locator("label.choose", { hasText: name }).locator("select, input");
  }

  get picture(): Locator {
    return this.root.locator(".preview .figure-title");
  }
}

const STRIDED = `__global__ void gather(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * 8 % n];
}
`;

test("a kernel is pasted, run, and drawn where a badge is clicked", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await expect(lab.badges).toHaveText(["1-way", "4", "4", "32-way"]);
  await expect(lab.picture).toContainText("tile[threadIdx.x][threadIdx.y]: warp 0");
  await writeCode(lab.root, STRIDED);
  await expect(lab.field("arguments.2")).toHaveValue("1048576");
  await expect(lab.field("kernel")).toHaveValue("gather");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(lab.badges).toHaveText(["4", "32"]);
  await lab.ran();
  await expect(lab.picture).toContainText("in[i * 8 % n]: warp 0 in in");
  await lab.badges.first().click();
  await expect(lab.picture).toContainText("out[i]: warp 0 in out");
  await lab.picker("Warp").selectOption({ label: "3" });
  await expect(lab.picture).toContainText("out[i]: warp 3 in out");
  await lab.picker("Block").fill("2");
  await lab.picker("Block").blur();
  await lab.root.getByText("Table of lanes").click();
  await expect(lab.root.locator(".lane-table tbody tr").first()).toContainText("512");
  await lab.root.locator(".lab-arrays summary").first().click();
  await expect(lab.root.locator(".array-values li").first()).toContainText("0 ");
});

test("what a launch must not do is said with its line, marked, and drawn", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await writeCode(lab.root, STRIDED.replace("if (i < n) ", "").replace("i * 8 % n", "i + 4"));
  await expect(lab.field("kernel")).toHaveValue("gather");
  await lab.button(/^Run/).click();
  const finding = lab.root.locator(".complaint");
  await expect(finding).toContainText("Out of bounds, line 3");
  await expect(finding).toContainText("after the end of `in`".replaceAll("`", ""));
  await finding.getByText("Show the warp that did it").click();
  await expect(finding.locator(".figure-title")).toContainText("in[i + 4]");
  await expect(lab.root.locator(".squiggly-error")).toHaveCount(1);
});

test("a text that is not understood is an error at its place, and an endless loop can be stopped", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await writeCode(lab.root, STRIDED.replace("in[i", "im[i"));
  await expect(lab.root.locator(".complaint")).toContainText("Line 3, column 23");
  await writeCode(lab.root, STRIDED.replace("if (i < n)", "while (n > 0)"));
  await expect(lab.root.locator(".complaint")).toHaveCount(0);
  await lab.button(/^Run/).click();
  await lab.button("Stop").click();
  await expect(lab.root.locator(".lab-findings")).toContainText("Stopped");
  await writeCode(lab.root, STRIDED);
  await lab.button(/^Run/).click();
  await expect(lab.badges).toHaveText(["4", "32"]);
});

test("the learner's own kernel survives a reload, and a shared link leaves it alone", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await lab.root.getByLabel("Title").fill("My own");
  await writeCode(lab.root, STRIDED);
  await expect(lab.field("arguments.2")).toHaveValue("1048576");
  await lab.field("block.x").fill("128");
  await expect(lab.root.locator(".save-mark")).toBeVisible();
  await page.reload();
  await expect(lab.root.getByLabel("Title")).toHaveValue("My own");
  await expect(lab.field("block.x")).toHaveValue("128");
  await expect(lab.badges).toHaveText(["4", "32"]);

  const folder = new URL("../../content/kernels/transpose-padded/", import.meta.url);
  const theirs: LabKernel = {
    schema: "coalesce/lab-kernel/v1",
    title: "From a friend",
    source: readFileSync(new URL("kernel.cu", folder), "utf8"),
    launch: parseLaunch(JSON.parse(readFileSync(new URL("launch.json", folder), "utf8"))),
    device: "h200",
  };
  await page.goto("about:blank");
  await page.goto(await sharedKernelLink("", theirs));
  await expect(lab.root.locator(".notice", { hasText: "Shared with you" })).toBeVisible();
  await expect(lab.root.getByLabel("Title")).toHaveValue("From a friend");
  await expect(lab.badges.last()).toHaveText("1-way");
  await lab.root.getByLabel("My kernels").selectOption({ label: "My own" });
  await expect.poll(() => codeIn(lab.root)).toContain("gather");
});

test("a kernel of the gallery is opened with what to look at in it", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await lab.root.getByLabel("Start from").selectOption({ label: "Transpose through a tile" });
  await expect(lab.root.locator(".about-kernel a")).toHaveCount(2);
  await lab.root.getByLabel("Start from").selectOption("copy-strided");
  await expect(lab.badges.first()).toBeVisible();
  await expect.poll(() => codeIn(lab.root)).not.toContain("tile");
});

test("on a phone, the list of accesses chooses what is drawn", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lab = new LabPage(page);
  await lab.visit();
  await expect(lab.root).toHaveAttribute("data-editor", "light");
  await expect(lab.badges.first()).toBeHidden();
  await lab.root.locator(".access-list .badge").nth(1).click();
  await expect(lab.picture).toContainText("in[y * side + x]: warp 0");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await thinPictures(page);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("badges and pickers work from the keyboard, and nothing on the open page keeps anyone out", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await lab.badges.first().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(lab.badges.nth(1)).toHaveAttribute("aria-pressed", "true");
  await expect(lab.picture).toContainText("in[y * side + x]: warp 0");
  await thinPictures(page);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("before somebody reaches for it, the page is light; the compiler and the machine are in the worker", async ({ page }) => {
  const before = new ScriptWeights(page);
  await page.goto("lab/");
  await expect(page.locator("lab-page .badge-gutter .badge")).toHaveText(["1-way", "4", "4", "32-way"]);
  const scripts = await before.settled();
  expect(totalBytes(scripts), scriptList(scripts)).toBeLessThan(60_000);
});
