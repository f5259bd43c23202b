import { expect, type Locator, type Page } from "@playwright/test";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { codeIn, writeCode } from "#browser/editor-text.ts";
import { playgroundLink } from "#figures/drawing/playground-link.ts";
import { presets } from "./playground/presets.ts";
import { test } from "#browser/kept-page.ts";

/** A learner in the playground. */
class PlaygroundPage {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.locator("playground-page");
  }

  async visit(address = "playground/"): Promise<void> {
    await this.page.goto(address);
    await expect.poll(() => this.root.evaluate((root) => root.matches(":defined"))).toBe(true);
    // Without anything of one's own, it is opened by reaching for it.
    await this.root.hover();
    await expect(this.root).toHaveAttribute("data-editor", /monaco|light/);
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole("button", { name });
  }

  field(place: string): Locator {
    return this.root.locator(`[data-field="${place}"]`).locator("input, select");
  }

  /** The line of an access in the tables of totals. */
  totals(access: string): Locator {
    return this.root.locator(".totals tbody tr", { hasText: access }).first();
  }

  get sketches(): Promise<string[]> {
    return this.root.getByLabel("My sketches").locator("option").allInnerTexts();
  }
}

test("a kernel is built from scratch, judged by the simulator and kept", async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.visit();
  for (const _ of ["read", "write"]) await playground.button(/^Remove step 1/).click();
  await expect(playground.root.locator(".playground-picture")).toContainText("The kernel accesses no memory yet");
  for (const _ of ["input", "output"])
    await playground
      .button(/^Remove array/)
      .first()
      .click();
  await writeCode(playground.root, "");
  await playground.button("Add an array").click();
  await playground.field("arrays.0.name").fill("from");
  await playground.field("arrays.0.length").fill("512");
  await playground.button("Add an array").click();
  await playground.field("arrays.1.name").fill("to");
  await playground.field("arrays.1.contents").selectOption("empty");
  await playground.button("Add a load").click();
  await playground.button("Add a store").click();
  await expect.poll(() => codeIn(playground.root)).toContain("export function write(");
  await expect(playground.field("steps.1.array")).toHaveValue("to");
  await expect(playground.totals("read")).toContainText("64 (64)");
  await expect(playground.root.locator(".time-sentence")).toContainText(/About [\d.]+.µs on the NVIDIA/);

  await playground.field("arrays.0.length").fill("500 or so");
  await expect(playground.root.locator('[data-field="arrays.0.length"] .field-problem')).toContainText("whole number from 1");
  await expect(playground.root.locator(".outdated")).toBeVisible();
  await playground.field("arrays.0.length").fill("500");
  await expect(playground.root.locator(".complaint").first()).toContainText("read leaves its array");
  await playground.root.getByText("Show the warp that did it").first().click();
  await expect(playground.root.locator(".complaint .figure-title").first()).toContainText("read: warp 3 of block 3");

  await playground.button(/^Move step 2, write, up/).click();
  await expect(playground.field("steps.0.name")).toHaveValue("write");
  await expect(playground.root.locator(".complaint").first()).toContainText("write stores nothing");
  await playground.root.getByLabel("Title").fill("Built from scratch");
  await expect(playground.root.locator(".save-mark")).toBeVisible();
  await page.reload();
  await expect(playground.root.getByLabel("Title")).toHaveValue("Built from scratch");
  await expect(playground.field("arrays.0.length")).toHaveValue("500");
});

test("a shared link leaves one's own sketches alone; what is deleted comes back", async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.visit();
  await playground.root.getByLabel("Title").fill("My own");
  await expect(playground.root.locator(".save-mark")).toBeVisible();
  const theirs = { ...presets[1]!, title: "From a friend" };
  await page.goto("about:blank");
  await playground.visit(await playgroundLink("", theirs));
  await expect(playground.root.locator(".notice")).toContainText("Shared with you");
  await expect(playground.totals("read")).toContainText("512 (64)");
  expect((await playground.sketches).filter((title) => title !== "choose…")).toEqual(["My own"]);
  await playground.button("Keep a copy").click();
  await expect.poll(() => playground.sketches).toEqual(["From a friend", "My own"]);
  await playground.field("size.0.value").fill("2");
  await expect(playground.totals("read")).toContainText("128 (64)");
  await playground.button("Delete").click();
  await expect(playground.root.getByLabel("Title")).toHaveValue("My own");
  await playground.button("Undo").click();
  await expect(playground.root.getByLabel("Title")).toHaveValue("From a friend");
  await expect(playground.field("size.0.value")).toHaveValue("2");
});

test("an exercise opens with its kernel, on a phone too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const playground = new PlaygroundPage(page);
  await playground.visit("playground/?exercise=row-walk");
  await expect(playground.root).toHaveAttribute("data-editor", "light");
  await expect(playground.root).toContainText("those of the exercise");
  await expect(playground.root.locator(".totals").first()).toContainText("whole launch");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("a figure opens in the playground as it is set, with the counts that it shows", async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await page.goto("figures/warp-to-memory/");
  const figure = page.locator('[data-figure="warp-to-memory"]').first();
  await figure.scrollIntoViewIfNeeded();
  // Before the figure's script has run, what is done to it is lost.
  await expect.poll(() => figure.evaluate((figure) => figure.closest("astro-island")?.hasAttribute("ssr"))).toBe(false);
  await figure.getByRole("slider", { name: "Stride" }).fill("3");
  await expect(figure.locator(".readings")).toContainText("sectors12");
  const counts = await figure.locator(".readings").textContent();
  await figure.getByRole("link", { name: "Open in the playground" }).click();
  await expect(page).toHaveURL(/playground\/#sketch=/);
  await expect.poll(() => codeIn(playground.root)).toContain("return 3 * threadIdx.x;");
  await expect(playground.root.locator(".readings").first()).toHaveText(counts ?? "no readings");
});

test("a kernel is written from nothing, and the page says what to add", async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.visit();
  const menu = playground.root.locator(".start-menu");
  await menu.locator("summary").click();
  await menu.getByRole("button", { name: "Nothing" }).click();
  await expect(playground.root.getByLabel("Title")).toHaveValue("New kernel");
  await expect(playground.root.locator(".what-is-missing")).toContainText("Add an array");
  await playground.button("Add an array").click();
  await playground.button("Add a load").click();
  await expect(playground.root.locator(".what-is-missing")).toHaveCount(0);
  await expect(playground.root.locator(".lane-strip").first()).toBeVisible();
});

test("with CUDA as the language, the sketch is there in CUDA; where it cannot be, the page says why", async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.visit();
  await playground.root.getByLabel("Title").fill("Every second one");
  await writeCode(
    playground.root,
    "export function read(t: Thread) {\n  return 2 * t.threadIdx.x;\n}\n\nexport function write(t: Thread) {\n  return t.threadIdx.x;\n}\n",
  );
  await expect(playground.totals("read")).toContainText("128 (64)");
  await playground.root.getByLabel("Language").selectOption("CUDA C++");
  await expect(page).toHaveURL(/language=cuda$/);
  await expect(playground.root).toHaveAttribute("data-editor", /monaco|light/);
  await expect(playground.root.getByLabel("Title")).toHaveValue("Every second one");
  await expect.poll(() => codeIn(playground.root.locator(".in-cuda"))).toContain("const int readIndex = 2 * threadIdx.x;");
  await expect(playground.root.locator(".in-cuda .badge-gutter .badge")).toHaveText(["8", "4"]);
  await expect(playground.root.locator(".in-cuda .preview .figure-title")).toHaveText(/^input\[readIndex\]: warp 0 of block/);

  await playground.root.getByLabel("Language").selectOption("TypeScript index functions");
  await expect(playground.root.getByLabel("Title")).toHaveValue("Every second one");
  await expect(playground.root).toHaveAttribute("data-editor", /monaco|light/);
  await writeCode(playground.root, "export const read = () => Math.random();\nexport const write = (t: Thread) => t.threadIdx.x;\n");
  await expect(playground.root.locator(".complaint").first()).toBeVisible();
  await playground.root.getByLabel("Language").selectOption("CUDA C++");
  await expect(playground.root.locator(".notice")).toContainText("“Every second one” cannot be written in CUDA, so here is another kernel");
  await expect(playground.root.locator(".notice")).toContainText("read has no counterpart in CUDA: line 1 calls Math.random.");
});
