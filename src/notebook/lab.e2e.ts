import { readFileSync } from "node:fs";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { devices } from "#simulator";
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
  await expect(lab.picture).toContainText("in[i * 8 % n]: warp 0 of block");
  await lab.badges.first().click();
  await expect(lab.picture).toContainText("out[i]: warp 0 of block");
  await lab.picker("Warp").selectOption({ label: "3" });
  await expect(lab.picture).toContainText("out[i]: warp 3 of block");
  await lab.picker("Block").fill("2");
  await lab.picker("Block").blur();
  await lab.root.getByText("Table of lanes").click();
  await expect(lab.root.locator(".lane-table tbody tr").first()).toContainText("608");
  await lab.root.locator(".lab-arrays summary").first().click();
  await expect(lab.root.locator(".array-values li").first()).toContainText("0 ");
});

test("a launch has its time by estimate, with its parts and caches; other GPUs are asked", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await lab.button(/^Run/).click();
  await lab.ran();
  const costs = lab.root.locator(".lab-costs");
  await expect(costs.locator(".time-sentence")).toContainText(/About [\d.]+.µs on the NVIDIA H200 .* bound by/);
  await expect(costs.locator(".time-bars li")).toHaveCount(7);
  await expect(costs.locator(".cache-facts")).toContainText("read from DRAM");
  await expect(costs).toContainText(
    /not a measurement\. The model’s last predictions for kernels that it had never met, \d+ on an H100, were .* in the median/,
  );
  await costs.getByRole("button", { name: "And on other GPUs?" }).click();
  const rows = costs.locator("tbody tr");
  await expect(rows).toHaveCount(Object.keys(devices).length);
  await expect(rows.filter({ hasText: "A100" })).toContainText("µs");
  await costs.getByRole("button", { name: "And if L2 fetched 32 or 128 bytes?" }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: /H200 .* with L2 fetching 128.B/ })).toContainText(/µs.*\d.B$/);
  await expect(costs.getByRole("button", { name: "And on other GPUs?" })).toBeVisible();
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
  await expect(lab.root.locator(".about-kernel")).toHaveCount(0);
  await expect(lab.badges.last()).toHaveText("1-way");
  await lab.ran();
  await expect(lab.root.locator(".lab-findings")).toBeEmpty();
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

/** The part of the page with this name. */
const partOf = (lab: LabPage, name: string | RegExp): Locator => lab.root.getByRole("group", { name });

test("what costs most is ranked, with its pattern, what to do, and where the course treats it", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await writeCode(lab.root, STRIDED.replace("out[i]", "out[i * 2 % n]"));
  await expect(lab.field("kernel")).toHaveValue("gather");
  await lab.button(/^Run/).click();
  await expect(lab.badges).toHaveText(["8", "32"]);
  await lab.ran();
  const ranking = partOf(lab, "What costs most").locator("li");
  await expect(ranking).toHaveCount(2);
  await expect(ranking.first()).toContainText("in[i * 8 % n]");
  await expect(ranking.first()).toContainText("917,504 of 1,048,576 sectors above the ideal");
  await expect(ranking.first()).toContainText("stride of 8 elements");
  await ranking.nth(1).getByRole("button").click();
  await expect(lab.picture).toContainText("out[i * 2 % n]: warp 0 of block");
  const advice = lab.root.locator(".access-advice");
  await expect(advice).toContainText("Stride of 2 elements.");
  await expect(advice.getByRole("link")).toHaveText(["Measuring a stride", /./]);
  await expect(advice.getByRole("link").first()).toHaveAttribute("href", /\/lessons\/1-coalescing\/03-measuring-a-stride\/$/);
  await writeCode(lab.root, STRIDED.replace("i * 8 % n", "i"));
  await lab.button(/^Run/).click();
  await expect(partOf(lab, "What costs most")).toContainText("Nothing stands out");
  await expect(advice).toHaveCount(0);
});

test("a kernel is compared with one of the gallery, source by source and count by count", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await lab.root.getByLabel("Compare the last run with").selectOption("gallery:transpose-strided-write");
  const table = partOf(lab, "Differences in counts");
  await expect(table.getByRole("row", { name: "global stores, sectors 262,144 32,768 8 times fewer", exact: true })).toBeVisible();
  await expect(table.getByRole("row", { name: /^shared loads, bank conflicts 0 253,952 none before$/ })).toBeVisible();
  const sources = lab.root.locator(".compare-sources");
  await expect(sources).toContainText("Transpose: strided writes");
  await expect(sources.locator(".view-line", { hasText: "__syncthreads();" })).toHaveCount(1);
  // Its arrays are still those of the last run.
  await lab.root.locator(".lab-arrays summary").first().click();
  await expect(lab.root.locator(".array-values li").nth(1)).toContainText("512");
  await partOf(lab, /^Compare/)
    .getByRole("button", { name: "Close" })
    .click();
  await expect(table).toHaveCount(0);
});

test("runs are kept across visits, and an earlier one is compared or brought back", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await writeCode(lab.root, STRIDED);
  await expect(lab.field("kernel")).toHaveValue("gather");
  await lab.button(/^Run/).click();
  await expect(lab.badges).toHaveText(["4", "32"]);
  await writeCode(lab.root, STRIDED.replace("i * 8 % n", "i"));
  await lab.button(/^Run/).click();
  await expect(lab.badges).toHaveText(["4", "4"]);
  await lab.ran();
  await expect(lab.root.locator(".save-mark")).toBeVisible();
  await page.reload();
  await expect(lab.root).toHaveAttribute("data-ran");
  const history = lab.root.locator(".run-history");
  await history.locator("summary").click();
  // The kernel that the page was built with, and two of the learner's.
  await expect(history.locator("li")).toHaveCount(3);
  await expect(history.locator("li").first()).toContainText("as it is now");
  await expect(history.locator("li").nth(1)).toContainText("1,179,648 sectors (ideal 262,144)");
  await history
    .locator("li")
    .nth(1)
    .getByRole("button", { name: /^Compare/ })
    .click();
  const row = partOf(lab, "Differences in counts").getByRole("row", { name: /^global loads, sectors [\d,]+ / });
  await expect(row).toContainText("8 times fewer");
  // A text that never ran is kept, too, when an earlier one takes its place.
  await writeCode(lab.root, STRIDED.replace("i * 8 % n", "n - 1 - i"));
  await expect(lab.root.locator(".run-progress")).toContainText("Changed since the last run");
  await history
    .locator("li", { hasText: "1,179,648 sectors" })
    .getByRole("button", { name: /^Restore/ })
    .click();
  await expect(lab.badges).toHaveText(["4", "32"]);
  await expect.poll(() => codeIn(lab.root.locator(".code-host"))).toContain("i * 8 % n");
  await history
    .locator("li", { hasText: "not run" })
    .getByRole("button", { name: /^Restore/ })
    .click();
  await expect.poll(() => codeIn(lab.root.locator(".code-host"))).toContain("n - 1 - i");
});

test("who wants to guess first sees the counts after the guess, also at the next visit", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await lab.root.getByLabel("Guess first").focus();
  await page.keyboard.press("Space");
  await writeCode(lab.root, STRIDED);
  await expect(lab.field("kernel")).toHaveValue("gather");
  await page.keyboard.press("ControlOrMeta+Enter");
  const question = partOf(lab, "Which line is guilty?");
  await expect(question).toBeVisible();
  await expect(lab.badges).toHaveText(["?"]);
  await expect(partOf(lab, "What costs most")).toHaveCount(0);
  await expect(lab.root.locator(".totals")).toHaveCount(0);
  await question.getByRole("button", { name: "Line 3" }).focus();
  await page.keyboard.press("Tab");
  await expect(question.getByRole("button", { name: "None" })).toBeFocused();
  await page.keyboard.press("Enter");
  const verdict = lab.root.locator(".guess-verdict");
  await expect(verdict).toContainText("Not yet: you said that every line costs what it must.");
  await expect(verdict).toContainText("Line 3 costs most above its ideal: in[i * 8 % n], 917,504 of 1,048,576 sectors");
  await expect(lab.badges).toHaveText(["4", "32"]);
  await expect(lab.root.locator(".save-mark")).toBeVisible();
  await page.reload();
  await expect(question).toBeVisible();
  await lab.root.getByRole("button", { name: "Line 3 costs most" }).click();
  await expect(verdict).toContainText("Right: you said line 3.");
  await lab.root.getByLabel("Guess first").uncheck();
  await lab.button(/^Run/).click();
  await expect(verdict).toHaveCount(0);
  await expect(lab.badges).toHaveText(["4", "32"]);
});

const WEIGHTED = `__constant__ float weights[4];
__global__ void weigh(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = weights[i % 4] * in[i];
}
`;

test("constants are filled by the launch, and what comes out is compared with a formula, values and a file, and saved", async ({
  page,
}) => {
  const lab = new LabPage(page);
  await lab.visit();
  await writeCode(lab.root, WEIGHTED);
  const weights = lab.field("symbols.weights");
  await expect(lab.root.getByText("__constant__ float weights[4] holds")).toBeVisible();
  await weights.selectOption("values");
  await lab.field("symbols.weights.values").fill("1, 10, 100, 1000");
  for (const length of ["arguments.0.length", "arguments.1.length", "arguments.2"]) await lab.field(length).fill("8");
  await lab.field("arguments.1.fill").selectOption("index");
  await lab.field("grid.x").fill("1");
  await lab.button(/^Run/).click();
  await lab.ran();
  await lab.root.locator(".lab-arrays summary", { hasText: "out" }).click();
  await expect(lab.root.locator(".array-values li")).toHaveText(["0 0", "1 10", "2 200", "3 3000", "4 4", "5 50", "6 600", "7 7000"]);
  const form = lab.root.getByRole("form", { name: "Compare out with what it should hold" });
  await form.getByLabel(/^Element i/).fill("weights[i % 4] * i");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("status")).toHaveText("All 8 elements are as expected.");
  await form.getByLabel(/^Element i/).fill("10 * in[i]");
  await form.getByRole("button", { name: "Compare" }).click();
  await expect(form.getByRole("status")).toContainText("5 of 8 elements differ");
  await expect(form.getByRole("row", { name: "2 200 20", exact: true })).toBeVisible();
  await form.getByLabel(/^Element i/).fill("10 * im[i]");
  await form.getByRole("button", { name: "Compare" }).click();
  await expect(form.getByRole("status")).toContainText("The formula cannot be used");
  await form.getByLabel("Should equal").selectOption("another array");
  await form.getByRole("button", { name: "Compare" }).click();
  await expect(form.getByRole("status")).toContainText("6 of 8 elements differ");
  await form.getByLabel("Should equal").selectOption("values");
  await form.getByLabel(/^Values/).fill("1 2 3");
  await form.getByRole("button", { name: "Compare" }).click();
  await expect(form.getByRole("status")).toContainText("3 expected numbers are given");

  const saved = page.waitForEvent("download");
  await partOf(lab, "Save out").getByRole("button", { name: ".csv" }).click();
  const file = await (await saved).path();
  expect(readFileSync(file, "utf8")).toBe("index,out\n0,0\n1,10\n2,200\n3,3000\n4,4\n5,50\n6,600\n7,7000\n");
  await form.getByLabel("Load the values from a file").setInputFiles({ name: "out.csv", mimeType: "text/csv", buffer: readFileSync(file) });
  await expect(form.getByLabel(/^Values/)).toHaveValue(/^index,out/);
  await form.getByRole("button", { name: "Compare" }).click();
  await expect(form.getByRole("status")).toHaveText("All 8 elements are as expected.");
  const bytes = page.waitForEvent("download");
  await partOf(lab, "Save out").getByRole("button", { name: ".bin" }).click();
  const floats = readFileSync(await (await bytes).path());
  expect([floats.length, floats.readFloatLE(12)]).toEqual([32, 3000]);
});

test("a kernel that is opened while another one runs leaves no word of it", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await lab.root.getByLabel("Start from").selectOption("matmul-naive");
  await lab.root.getByLabel("Start from").selectOption("copy-strided");
  await expect.poll(() => codeIn(lab.root.locator(".code-host"))).not.toContain("multiply");
  await lab.ran();
  await expect(lab.badges.first()).toBeVisible();
  await expect(lab.root.locator(".lab-findings")).toBeEmpty();
});

test("on a phone, versions are compared and lines are guessed, too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lab = new LabPage(page);
  await lab.visit();
  await lab.root.getByLabel("Guess first").check();
  await lab.button(/^Run/).click();
  await partOf(lab, "Which line is guilty?").getByRole("button", { name: "Line 11" }).click();
  await expect(lab.root.locator(".guess-verdict")).toContainText("Right: you said line 11.");
  await lab.root.getByLabel("Compare the last run with").selectOption("gallery:transpose-padded");
  await expect(partOf(lab, "Differences in counts")).toContainText("none before");
  await expect(lab.root.locator(".compare-sources .cm-content")).toContainText("TILE");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await thinPictures(page);
  expect(await accessibilityViolations(page)).toEqual([]);
});
