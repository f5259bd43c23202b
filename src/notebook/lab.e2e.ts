import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { devices } from "#simulator";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { codeIn, writeCode } from "#browser/editor-text.ts";
import { ScriptWeights, scriptList, totalBytes } from "#browser/script-weights.ts";
import type { LabKernel } from "./lab/lab-kernel.ts";
import { encodeFragment } from "#classroom/assignment/fragment.ts";
import { SHARED_KERNEL, sharedKernelLink } from "./share/lab-links.ts";
import { test } from "#browser/kept-page.ts";

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

  get run(): Locator {
    return this.root.locator(".run-bar").getByRole("button", { name: /^Run/ });
  }

  field(place: string): Locator {
    return this.root.locator(`[data-field="${place}"]`).locator("input, select");
  }

  /** A long list to choose from. */
  menu(label: string): Locator {
    return this.root.locator(".start-menu", { hasText: label });
  }

  /** Chooses from it by searching. */
  async choose(label: string, words: string, title: string): Promise<void> {
    const menu = this.menu(label);
    await menu.locator("summary").click();
    await menu.getByRole("searchbox").fill(words);
    await menu.getByRole("button", { name: title, exact: true }).click();
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

/** The part of the page with this name. */
const partOf = (lab: LabPage, name: string | RegExp): Locator => lab.root.getByRole("group", { name });

const STRIDED = `__global__ void gather(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * 8 % n];
}
`;

/** Neighbours read what others write, and what nobody has written. */
const RACING = `__global__ void sums(const float* in, float* out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  s[t] += s[(t + 33) % 256];
  if (t == 0) out[blockIdx.x] = s[0];
}
`;

test("a kernel is pasted, run, and drawn where a badge is clicked; what costs most is ranked", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await test.step("pasted, run and drawn", async () => {
    await expect(lab.badges).toHaveText(["1-way", "4", "4", "32-way"]);
    await expect(lab.picture).toContainText("tile[threadIdx.x][threadIdx.y]: warp 0");
    await writeCode(lab.root, STRIDED);
    await expect(lab.field("arguments.2")).toHaveValue("1,048,576");
    await expect(lab.field("kernel")).toHaveValue("gather");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(lab.badges).toHaveText(["4", "32"]);
    await lab.ran();
    // It is a work of its own, beside the example.
    await expect(lab.root.getByLabel("Title")).toHaveValue("gather");
    await expect(lab.root.getByLabel("My kernels").locator("option")).toHaveText(["gather"]);
    await expect(lab.root.locator(".about-kernel")).toHaveCount(0);
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
  await test.step("ranked, with its pattern, what to do, and where the course treats it", async () => {
    await writeCode(lab.root, STRIDED.replace("out[i]", "out[i * 2 % n]"));
    await expect(lab.field("kernel")).toHaveValue("gather");
    await lab.run.click();
    await expect(lab.badges).toHaveText(["8", "32"]);
    await lab.ran();
    const ranking = partOf(lab, "What costs most").locator("li");
    await expect(ranking).toHaveCount(2);
    await expect(ranking.first()).toContainText("in[i * 8 % n]");
    await expect(ranking.first()).toContainText("1,048,576 sectors where 131,072 would do");
    await expect(ranking.first()).toContainText("stride of 8 elements");
    await ranking.nth(1).getByRole("button").click();
    await expect(lab.picture).toContainText("out[i * 2 % n]: warp 0 of block");
    const advice = lab.root.locator(".access-advice");
    await expect(advice).toContainText("Stride of 2 elements.");
    await expect(advice.getByRole("link")).toHaveText(["Measuring a stride", /./]);
    await expect(advice.getByRole("link").first()).toHaveAttribute("href", /\/lessons\/1-coalescing\/03-measuring-a-stride\/$/);
    // The same for an assistant, in plain text.
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await partOf(lab, "What costs most").getByRole("button", { name: "Copy for my assistant" }).click();
    await expect(partOf(lab, "What costs most").getByRole("status")).toContainText("Copied");
    const brief = await page.evaluate(() => navigator.clipboard.readText());
    expect(brief).toContain("kernel gather");
    expect(brief).toMatch(/- global load at \d+:\d+, `if .*stride of 8 elements; 32 sectors per request, 4 would do/);
    await writeCode(lab.root, STRIDED.replace("i * 8 % n", "i"));
    await lab.run.click();
    await expect(partOf(lab, "What costs most")).toContainText("Nothing stands out");
    await expect(advice).toHaveCount(0);
  });
});

/** How far the middle of the first badge is below the middle of a line of the editor, in pixels. */
/** An error's link leads to its entry in the list of errors. */
async function leadsToItsEntry(page: Page, complaint: Locator): Promise<void> {
  const link = complaint.getByRole("link", { name: "When this comes, and what to do" });
  const entry = new URL((await link.getAttribute("href")) ?? "", page.url());
  const list = await page.request.get(entry.href);
  expect(await list.text()).toContain(`id="${entry.hash.slice(1)}"`);
}

async function badgeBelow(lab: LabPage, line: string): Promise<number> {
  const [badge, text] = await Promise.all([
    lab.badges.first().boundingBox(),
    lab.root.locator(".view-line", { hasText: line }).first().boundingBox(),
  ]);
  return badge!.y + badge!.height / 2 - text!.y - text!.height / 2;
}

test("badges keep beside their lines as the text is edited; counts that are not of the text are greyed and say so", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await writeCode(lab.root, STRIDED);
  await expect(lab.badges).toHaveText(["4", "32"]);
  await lab.ran();
  const headline = lab.root.locator(".run-headline");
  await expect(headline).toContainText("1,179,648 sectors (ideal 262,144)");
  await expect(headline).toContainText("on an NVIDIA H200 141GB SXM, by the model.");
  await lab.root.getByLabel("Run as I type").uncheck();
  const before = await badgeBelow(lab, "in[i * 8 % n]");
  expect(Math.abs(before)).toBeLessThan(4);
  await lab.root.locator(".view-line").first().click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("// What does the stride cost?\n// 8 elements.\n");
  await expect.poll(async () => Math.round((await badgeBelow(lab, "in[i * 8 % n]")) - before)).toBe(0);
  await expect(headline).toHaveText(/These counts are of the text as it was at the last run\.\s*Run again/);
  await expect(lab.root.locator(".outdated")).toHaveCount(4);
  await headline.getByRole("button", { name: "Run again" }).click();
  await lab.ran();
  await expect(headline).toContainText("1,179,648 sectors");

  // A second kernel that is broken leaves the counts of the first one, greyed, with its name.
  await page.keyboard.press("Escape");
  await writeCode(lab.root, `${STRIDED}__global__ void parent(float* out) { out[0] = missing; }\n`);
  await lab.field("kernel").selectOption("parent");
  await lab.run.click();
  await expect(lab.root.locator(".complaint")).toContainText("missing isn't declared");
  await leadsToItsEntry(page, lab.root.locator(".complaint"));
  await expect(headline).toContainText("These counts are of gather, which ran last, not of parent.");
  await expect(lab.root.locator(".outdated")).toHaveCount(4);

  // A shorter kernel in the place of all that has none of the former badges, and undo brings the former work back.
  await writeCode(lab.root, `__global__ void one(float* out) { out[threadIdx.x] = 1; }\n`);
  await expect(lab.root.getByLabel("Title")).toHaveValue("one");
  await expect(lab.badges).toHaveText(["4"]);
  await lab.ran();
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(lab.root.getByLabel("Title")).toHaveValue("gather");
});

test("what takes no time runs as one types, if one wants it, and the wish is kept", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  const small = "__global__ void one(float* out) { if (blockIdx.x == 0) out[threadIdx.x * 2] = 1; }\n";
  await writeCode(lab.root, small);
  await expect(lab.badges).toHaveText(["8"]);
  await lab.field("grid.x").fill("1");
  await lab.run.click();
  await lab.ran();
  await page.keyboard.press("Escape");
  await writeCode(lab.root, small.replace("* 2", "* 4"));
  await expect(lab.badges).toHaveText(["16"]);
  await lab.root.getByLabel("Run as I type").uncheck();
  await writeCode(lab.root, small.replace("* 2", "* 8"));
  await expect(lab.root.locator(".run-progress")).toContainText("Changed since the last run");
  await expect(lab.root.locator(".save-mark")).toBeVisible();
  await page.reload();
  await expect(lab.root).toHaveAttribute("data-ran");
  await expect(lab.root.getByLabel("Run as I type")).not.toBeChecked();
});

const FAULTY = [
  {
    code: `__global__ void gather(float* out, const float* in) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = in[i];
  out[i] = s[255 - t];
}
`,
    says: [
      "Race, line 4: ",
      "reads in line 5 (s[255 - t]): no barrier stands between them",
      "The same barrier would order 5:12 s[255 - t]",
    ],
    remedy:
      "With __syncthreads() after line 4 the races in lines 4 and 5 and the read before the write in line 5 are gone. The launch was run",
    puts: "= in[i]; __syncthreads();",
  },
  {
    code: STRIDED.replace(/in\[i[^\]]*\]/, "in[i + 4]"),
    says: ["Out of bounds, line 3: "],
    remedy: "With if (i + 4 < n) before line 3 the access out of bounds in line 3 is gone. The launch was run",
    puts: "if (i + 4 < n)",
  },
  {
    code: `__global__ void total(int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[0] += i;
}
`,
    says: ["Race, line 3: ", "of the same block reads in line 3 (sum[0])"],
    remedy: "With atomicAdd(&sum[0], i) instead of sum[0] += i in line 3 the race is gone. The launch was run",
    puts: "atomicAdd(&sum[0], i)",
  },
];

test("what a launch must not do is said with its line, marked, and drawn; what ends it comes with it, and a click puts it in", async ({
  page,
}) => {
  const lab = new LabPage(page);
  await lab.visit();
  await test.step("said, marked and drawn", async () => {
    await writeCode(lab.root, STRIDED.replace("if (i < n) ", "").replace("i * 8 % n", "i + 4"));
    await expect(lab.field("kernel")).toHaveValue("gather");
    await lab.run.click();
    const finding = lab.root.locator(".complaint");
    await expect(finding).toContainText("Out of bounds, line 3");
    const worst = lab.root.getByRole("group", { name: "What costs most" }).locator("p, li").first();
    await expect(worst).toContainText("Out of bounds at line 3. Correct this first");
    await expect(finding).toContainText("after the end of `in`".replaceAll("`", ""));
    await finding.getByText("Show the warp that did it").click();
    await expect(finding.locator(".figure-title")).toContainText("in[i + 4]");
    await expect(finding.locator(".array-end")).toHaveCount(1);
    await expect(finding.locator("figcaption")).toContainText(/outside in, which has .*leaves their accesses out/);
    await expect(lab.root.locator(".squiggly-error")).toHaveCount(1);
    await leadsToItsEntry(page, finding);
  });
  await test.step("a remedy, and a click puts it in", async () => {
    const remedy = lab.root.locator(".finding-remedy");
    for (const { code, says, remedy: words, puts } of FAULTY) {
      await writeCode(lab.root, code);
      await expect(lab.field("kernel")).toHaveValue(/__global__ void (\w+)/.exec(code)![1]!);
      await lab.run.click();
      for (const part of says) await expect(lab.root.locator(".complaint").filter({ hasText: part })).toHaveCount(1);
      await expect(remedy).toContainText(words);
      await remedy.getByRole("button", { name: "Put it in" }).click();
      await expect.poll(() => codeIn(lab.root)).toContain(puts);
      await lab.run.click();
      await expect(lab.badges.first()).toBeVisible();
      await expect(lab.root.locator(".complaint")).toHaveCount(0);
    }
    // What has no place in the kernel is said.
    await writeCode(
      lab.root,
      "__global__ void turn(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = a[n - 1 - i]; }\n",
    );
    await expect(lab.field("kernel")).toHaveValue("turn");
    await lab.run.click();
    await expect(remedy.filter({ hasText: "Write to a second array instead of a: other blocks still have to read this one." })).toHaveCount(
      1,
    );
    await expect(remedy.getByRole("button")).toHaveCount(0);
  });
});

test("a text that is not understood is an error at its place, and an endless loop can be stopped", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await writeCode(lab.root, STRIDED.replace("in[i", "im[i"));
  await expect(lab.root.locator(".complaint")).toContainText("Line 3, column 23");
  await writeCode(lab.root, STRIDED.replace("if (i < n)", "while (n > 0)"));
  await expect(lab.root.locator(".complaint")).toHaveCount(0);
  await lab.run.click();
  // After a second, where it is; nobody can know whether it ends.
  const still = lab.root.locator(".still-running");
  await expect(still).toContainText(/Still in the loop at line 3: block 0 has made \S+ (million )?steps and not ended\./);
  await expect(lab.root.locator(".shown-line")).toHaveCount(1);
  await still.getByRole("button", { name: "Keep going" }).click();
  await expect(still).toHaveCount(0);
  await lab.button("Stop").click();
  await expect(lab.root.locator(".lab-findings")).toContainText("Stopped");
  // Coming back to it, nobody has to stop it.
  await page.reload();
  await expect(lab.root.locator(".lab-findings")).toContainText(/was stopped after 3 seconds.*still in the loop at line 3/);
  await expect(lab.button("Stop")).toHaveCount(0);
  await expect.poll(() => codeIn(lab.root)).toContain("while (n > 0)");
  await writeCode(lab.root, STRIDED);
  await lab.run.click();
  await expect(lab.badges).toHaveText(["4", "32"]);
});

test("the learner's own kernel survives a reload, and a shared link leaves it alone", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await lab.root.getByLabel("Title").fill("My own");
  await writeCode(lab.root, STRIDED);
  await expect(lab.field("arguments.2")).toHaveValue("1,048,576");
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

test("a kernel of the gallery is opened with what to look at in it, and with no word of one that still runs", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await test.step("it is found by its words, with the arrow keys too", async () => {
    await lab.choose("Start from", "through a tile", "Transpose through a tile");
    await expect(lab.root.locator(".about-kernel a")).toHaveCount(2);
    // The list is searched, in what the kernels are about too, and walked with the arrow keys.
    const menu = lab.menu("Start from");
    await menu.locator("summary").click();
    await menu.getByRole("searchbox").fill("no such kernel");
    await expect(menu.getByRole("status")).toHaveText("None has these words.");
    await menu.getByRole("searchbox").fill("stride-th");
    await expect(menu.getByRole("status")).toHaveText("1 found.");
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("button")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(menu.getByRole("searchbox")).toBeHidden();
    await expect(lab.badges.first()).toBeVisible();
    await expect.poll(() => codeIn(lab.root)).not.toContain("tile");
  });
  await test.step("one that is opened while another one runs leaves no word of it", async () => {
    for (const slug of ["matmul-naive", "copy-strided"]) {
      const menu = lab.menu("Start from");
      await menu.locator("summary").click();
      await menu.locator(`[data-value="${slug}"]`).click();
    }
    await expect.poll(() => codeIn(lab.root.locator(".code-host"))).not.toContain("multiply");
    await lab.ran();
    await expect(lab.badges.first()).toBeVisible();
    await expect(lab.root.locator(".lab-findings")).toBeEmpty();
  });
});

test("a kernel with tensor maps keeps them when its text changes, and the form says what they map", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await lab.choose("Start from", "TMA 64 bytes", "Tiles by TMA, swizzled in 64 bytes");
  await expect(lab.badges).toHaveCount(4);
  await lab.ran();
  await expect(lab.field("arguments.1.swizzle")).toHaveValue("64B");
  await expect(lab.field("arguments.1.sizes")).toHaveValue("1,024 × 1,024");
  const text = readFileSync(new URL("../../content/kernels/tiles-by-tma-64b/kernel.cu", import.meta.url), "utf8");
  await writeCode(lab.root, `${text}// mine\n`);
  await lab.run.click();
  await lab.ran();
  await expect(lab.root.locator(".lab-findings")).toBeEmpty();
  await expect(lab.field("arguments.1.box")).toHaveValue("32 × 64");
  expect(await accessibilityViolations(page)).toEqual([]);
  // The driver refuses what doesn't fit, and the field says what is no list of lengths.
  await lab.field("arguments.1.box").fill("64 x 64");
  await lab.run.click();
  await expect(lab.root.getByText("a row of the box has 128 bytes, and with the swizzle of 64B at most 64")).toBeVisible();
  await lab.field("arguments.1.box").fill("64 by 64");
  await expect(lab.root.locator(".field-problem")).toHaveText(
    "in, box must be 1 to 5 whole numbers, the innermost first, such as 64 × 128.",
  );
});

test("on a phone, results are right below Run, controls wait behind a word, and the list of accesses chooses what is drawn", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lab = new LabPage(page);
  await lab.visit();
  await expect(lab.root).toHaveAttribute("data-editor", "light");
  // Badges stand beside their lines, in a gutter of one badge's width.
  await expect(lab.badges).toHaveCount(4);
  const [gutter, code] = await Promise.all([lab.root.locator(".badge-gutter").boundingBox(), lab.root.locator(".code-host").boundingBox()]);
  expect([gutter!.width < 40, gutter!.x >= code!.x + code!.width]).toEqual([true, true]);
  await expect(lab.root.locator(".run-bar kbd")).toBeVisible({
    visible: !(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)),
  });
  // What came of a run is right below Run.
  await lab.run.click();
  await lab.ran();
  const headline = lab.root.locator(".run-headline");
  await expect(headline).toContainText("253,952 bank conflicts");
  await expect(headline).toBeInViewport();
  const [run, said] = await Promise.all([lab.run.boundingBox(), headline.boundingBox()]);
  expect(said!.y - run!.y).toBeLessThan(300);
  await lab.root.locator(".access-list .badge").nth(1).click();
  await expect(lab.picture).toContainText("in[y * side + x]: warp 0");
  // What is wrong takes a line each until it is asked for.
  await expect(lab.button("Duplicate")).toBeHidden();
  await lab.button("More").click();
  await expect(lab.button("Duplicate")).toBeVisible();
  await writeCode(lab.root, RACING);
  await lab.run.click();
  const findings = lab.root.locator(".finding");
  await expect(findings.nth(1)).toBeInViewport();
  for (const finding of await findings.all()) expect((await finding.boundingBox())!.height).toBeLessThan(50);
  await findings.first().locator("summary").first().click();
  expect((await findings.first().locator("summary").first().boundingBox())!.height).toBeGreaterThan(50);
  await expect(lab.run).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("what the page opens with: badges by keyboard, its time by estimate, a comparison, and nothing that keeps anyone out", async ({
  page,
}) => {
  const lab = new LabPage(page);
  await lab.visit();
  await test.step("badges and pickers work from the keyboard", async () => {
    await lab.badges.first().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(lab.badges.nth(1)).toHaveAttribute("aria-pressed", "true");
    await expect(lab.picture).toContainText("in[y * side + x]: warp 0");
  });
  await test.step("a launch has its time by estimate, with its parts and caches; other GPUs are asked", async () => {
    await lab.run.click();
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
  await test.step("a kernel is compared with one of the gallery, source by source and count by count", async () => {
    await lab.choose("Compare the last run with", "strided writes", "Transpose: strided writes");
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
  await test.step("nothing on the open page keeps anyone out", async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

test("before somebody reaches for it, the page is light; the compiler and the machine are in the worker", async ({ page }) => {
  const before = new ScriptWeights(page);
  await page.goto("lab/");
  await expect(page.locator("lab-page .badge-gutter .badge")).toHaveText(["1-way", "4", "4", "32-way"]);
  const scripts = await before.settled();
  expect(totalBytes(scripts), scriptList(scripts)).toBeLessThan(60_000);
});

test("runs are kept across visits, and an earlier one is compared or brought back", async ({ page }) => {
  const lab = new LabPage(page);
  await lab.visit();
  await writeCode(lab.root, STRIDED);
  await expect(lab.field("kernel")).toHaveValue("gather");
  await lab.run.click();
  await expect(lab.badges).toHaveText(["4", "32"]);
  await writeCode(lab.root, STRIDED.replace("i * 8 % n", "i"));
  await lab.run.click();
  await expect(lab.badges).toHaveText(["4", "4"]);
  await lab.ran();
  await expect(lab.root.locator(".save-mark")).toBeVisible();
  await page.reload();
  await expect(lab.root).toHaveAttribute("data-ran");
  const history = lab.root.locator(".run-history");
  await history.locator("summary").click();
  // Two of the learner's: the kernel that the page was built with is another work.
  await expect(history.locator("li")).toHaveCount(2);
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
  await lab.root.getByLabel("Run as I type").uncheck();
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
  await expect(verdict).toContainText("Line 3 costs most above its ideal: in[i * 8 % n], 1,048,576 sectors where 131,072 would do");
  await expect(lab.badges).toHaveText(["4", "32"]);
  await expect(lab.root.locator(".save-mark")).toBeVisible();
  await page.reload();
  await expect(question).toBeVisible();
  await lab.root.getByRole("button", { name: "Line 3 costs most" }).click();
  await expect(verdict).toContainText("Right: you said line 3.");
  await lab.root.getByLabel("Guess first").uncheck();
  await lab.run.click();
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
  await lab.run.click();
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

test("on a phone, versions are compared and lines are guessed, too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lab = new LabPage(page);
  await lab.visit();
  await lab.root.getByLabel("Guess first").check();
  await lab.run.click();
  await partOf(lab, "Which line is guilty?").getByRole("button", { name: "Line 11" }).click();
  await expect(lab.root.locator(".guess-verdict")).toContainText("Right: you said line 11.");
  await lab.menu("Compare the last run with").locator("summary").click();
  await lab.menu("Compare the last run with").locator('[data-value="gallery:transpose-padded"]').click();
  await expect(partOf(lab, "Differences in counts")).toContainText("none before");
  await expect(lab.root.locator(".compare-sources .cm-content")).toContainText("TILE");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityViolations(page)).toEqual([]);
});

/** A link to the lab with a text, of which no length is checked. */
async function hostileLink(source: string): Promise<string> {
  const kernel = { schema: "coalesce/lab-kernel/v1", title: "Long", source, launch: LONG_LAUNCH, device: "h200" };
  return `lab/${SHARED_KERNEL}${await encodeFragment(kernel)}`;
}

const LONG_LAUNCH = parseLaunch({ kernel: "k", grid: [1, 1, 1], block: [32, 1, 1], arguments: [{ array: "p", type: "int", length: 32 }] });

/** What a hostile link may take of the page's thread, of what the lab's own kernel takes: today 1.4 times; an editor that laid it out, 10. */
const TIMES_AS_MUCH = 4;

/** Begins to measure the processor time that the page's thread takes, in seconds: other work on the machine doesn't count. */
async function watchThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
}

test("a link with one line of 8,000 statements is refused with its line, and keeps the page's thread hardly longer than any", async ({
  page,
  context,
}) => {
  const usual = await watchThread(page);
  await new LabPage(page).visit();
  const usually = await usual();
  await page.close();
  page = await context.newPage();
  const taken = await watchThread(page);
  const link = await hostileLink(`__global__ void k(int* p) { ${"p[0]=1;".repeat(8000)} }`);
  expect(link.split("#")[1]!.length).toBeLessThan(500);
  await page.goto(link);
  const lab = new LabPage(page);
  await expect(lab.root.locator(".notice")).toContainText(
    "This link could not be opened. Line 1 has 56,030 characters; the lab takes lines of 2,000 at most.",
  );
  await expect(lab.root).toHaveAttribute("data-ran");
  await lab.ran();
  // It can be looked at, as text.
  await lab.root.getByText("What the link holds, as plain text").click();
  await expect(lab.root.locator(".refused-text pre")).toHaveText(/^__global__ void k\(int\* p\) .{100,250}…$/);
  expect(await taken()).toBeLessThan(TIMES_AS_MUCH * usually);

  // As many statements in lines that are short enough: what is listed of their accesses is bounded.
  const many = await context.newPage();
  const takenByMany = await watchThread(many);
  await many.goto(await hostileLink(`__global__ void k(int* p) {\n${`${"p[threadIdx.x]=1;".repeat(100)}\n`.repeat(80)}}\n`));
  const other = new LabPage(many);
  await expect(other.root).toHaveAttribute("data-ran", "", { timeout: 30_000 });
  expect(await other.badges.count()).toBeLessThanOrEqual(4 * 400);
  expect(await other.root.locator(".access-list li").count()).toBeLessThanOrEqual(201);
  expect(await takenByMany()).toBeLessThan(TIMES_AS_MUCH * usually);

  // Nor is such a line pasted.
  await writeCode(other.root, `__global__ void k(int* p) { ${"p[0]=1;".repeat(8000)} }`);
  await expect(other.root.locator(".notice").last()).toContainText("This was not pasted. Line 1 has 56,030 characters");
});
