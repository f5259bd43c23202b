import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { CellPage } from "#browser/cell-page.ts";
import { codeIn, writeCode } from "#browser/editor-text.ts";
import { ScriptWeights, scriptList, totalBytes } from "#browser/script-weights.ts";
import { readExerciseFolder } from "#kit/folder.ts";
import type { LabKernel } from "./lab/lab-kernel.ts";
import { embeddedKernelLink } from "./share/lab-links.ts";
import { test } from "#browser/kept-page.ts";

const LESSON = "lessons/1-coalescing/05-a-transpose-at-first-sight/";
const WITH_A_COPY = "lessons/2-bank-conflicts-and-the-transpose/00-two-kernels-one-mystery/";

/** The first lab cell of a lesson, opened. */
async function openCell(page: Page, lesson = LESSON): Promise<Locator> {
  await page.goto(lesson);
  const cell = page.locator("lab-cell").first();
  await cell.locator(".code-host").click();
  await ran(cell);
  return cell;
}

/** Waits until what is shown is of the text as it is now. */
async function ran(root: Locator): Promise<void> {
  await expect(
    root
      .locator("[data-ran]")
      .or(root.and(root.page().locator("[data-ran]")))
      .first(),
  ).toBeAttached();
  await expect(root.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await expect(root.locator(".outdated")).toHaveCount(0);
}

const badges = (root: Locator | FrameLocator): Locator => root.locator(".badge-gutter .badge");
const run = (root: Locator | FrameLocator): Locator => root.getByRole("button", { name: /^Run/ });

const gallery = (slug: string): LabKernel => {
  const folder = new URL(`../../content/kernels/${slug}/`, import.meta.url);
  return {
    schema: "coalesce/lab-kernel/v1",
    title: "From a blog",
    source: readFileSync(new URL("kernel.cu", folder), "utf8"),
    launch: parseLaunch(JSON.parse(readFileSync(new URL("launch.json", folder), "utf8"))),
    device: "h200",
  };
};

test("a cell with tensor maps says them, finds a reader without its key, and reaches its goal with it", async ({ page }) => {
  await page.goto("lessons/6-tiles-for-tensor-cores/04-a-tile-by-tma/");
  const cell = page.locator("#lab-the-mode-and-the-key");
  await cell.locator(".code-host").click();
  await ran(cell);
  await expect(cell.locator(".launch-line")).toContainText("swizzled[64 × 8, box 64 × 8, swizzle 128B]");
  await expect(badges(cell)).toHaveText(["32", "8-way"]);
  const file = new URL("../../content/lessons/6-tiles-for-tensor-cores/04-a-tile-by-tma/the-mode-and-the-key.cu", import.meta.url);
  const swizzled = readFileSync(file, "utf8").replace("&plain", "&swizzled");
  await writeCode(cell, swizzled);
  await run(cell).click();
  await expect(cell.locator(".lab-findings")).toContainText("The assertion fails for thread (4, 0, 0)");
  await expect(badges(cell)).toHaveText(["32", "8-way"]);
  await writeCode(cell, swizzled.replace("piece * 16", "(piece ^ row % 8) * 16"));
  await run(cell).click();
  await expect(badges(cell)).toHaveText(["32", "1-way"]);
  await expect(cell.locator(".lab-findings")).toBeEmpty();
  await expect(cell.locator(".goal[data-reached]")).toHaveCount(1);
});

test("a lesson's kernel is changed and run; the change is kept, reset, brought back and taken to the lab", async ({ page }) => {
  const cell = await openCell(page);
  await expect(cell).toHaveAttribute("data-editor", "monaco");
  await expect(badges(cell)).toHaveText(["1-way", "4", "4", "32-way"]);
  const starting = await codeIn(cell);
  const padded = gallery("transpose-tiled").source.replace("[TILE][TILE]", "[TILE][TILE + 1]");
  await writeCode(cell, padded);
  await expect(cell.getByText("Changed since the last run")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(badges(cell)).toHaveText(["1-way", "4", "4", "1-way"]);
  await ran(cell);
  await badges(cell).nth(1).click();
  await expect(cell.locator(".preview .figure-title")).toContainText("in[y * side + x]: warp 0 of block");
  await cell.locator("label.choose", { hasText: "Warp" }).locator("select").selectOption("3");
  await expect(cell.locator(".preview .figure-title")).toContainText("warp 3");
  await expect(cell.locator(".save-mark")).toBeVisible();

  await page.reload();
  await expect(cell.locator(".code-host")).toContainText("TILE + 1");
  await cell.scrollIntoViewIfNeeded();
  await expect(badges(cell)).toHaveText(["1-way", "4", "4", "1-way"]);
  await cell.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => codeIn(cell)).toBe(starting);
  await expect(badges(cell)).toHaveText(["1-way", "4", "4", "32-way"]);
  await cell.getByRole("button", { name: "Bring back my code" }).click();
  await expect(badges(cell)).toHaveText(["1-way", "4", "4", "1-way"]);

  await expect.poll(() => cell.getByRole("link", { name: "Open in the lab" }).getAttribute("href")).toContain("lab/#kernel=");
  await cell.getByRole("link", { name: "Open in the lab" }).click();
  const lab = page.locator("lab-page");
  await expect(lab).toHaveAttribute("data-ran");
  await expect.poll(() => codeIn(lab)).toContain("TILE + 1");
  await expect(badges(lab)).toHaveText(["1-way", "4", "4", "1-way"]);
});

test("what a changed kernel must not do is said, and marked; a text that is not understood is an error at its place", async ({ page }) => {
  const cell = await openCell(page, WITH_A_COPY);
  const { source: text } = JSON.parse((await cell.locator("script[data-kernel]").textContent()) ?? "") as LabKernel;
  await writeCode(cell, text.replace("= in[same]", "= in[same + 4]"));
  await run(cell).click();
  await expect(cell.locator(".complaint")).toContainText("Out of bounds, line 6");
  await expect(cell.locator(".squiggly-error")).toHaveCount(1);
  await writeCode(cell, text.replace("= in[same]", "= im[same]"));
  await expect(cell.locator(".complaint")).toContainText("Line 6, column 15");
  await writeCode(cell, text);
  await run(cell).click();
  await ran(cell);
  await expect(cell.locator(".complaint")).toHaveCount(0);
});

test("until somebody reaches for it, a lab cell is light; without scripts it shows its first run", async ({ page, browser, baseURL }) => {
  const weights = new ScriptWeights(page);
  await page.goto(LESSON);
  await page
    .locator("lab-cell")
    .first()
    .evaluate((cell) => cell.scrollIntoView());
  await page.waitForLoadState("networkidle");
  const scripts = await weights.settled();
  expect(totalBytes(scripts), scriptList(scripts)).toBeLessThanOrEqual(60_000);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${baseURL ?? ""}/${LESSON}`);
  const cell = plain.locator("lab-cell").first();
  await expect(badges(cell)).toHaveText(["1-way", "4", "4", "32-way"]);
  await expect(cell.locator(".preview .figure-title")).toContainText("tile[threadIdx.x][threadIdx.y]: warp 0");
  await expect(cell.locator(".totals").first()).toContainText("8,192");
  await context.close();
});

test("on a phone, badges beside the lines choose what is drawn, all counts wait behind a word, and a lesson's cell keeps nobody out", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const cell = await openCell(page);
  await expect(cell).toHaveAttribute("data-editor", "light");
  await expect(badges(cell).first()).toBeVisible();
  await badges(cell).nth(1).click();
  await expect(cell.locator(".preview .figure-title")).toContainText("in[y * side + x]: warp 0");
  await expect(cell.locator(".totals").first()).toBeHidden();
  await cell.getByText("All counts, and how sure the time is").click();
  await expect(cell.locator(".totals").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("a whole kernel in a lesson's text opens in the lab with its launch", async ({ page }) => {
  await page.goto("lessons/5-kernels-of-language-models/03-measure-it-yourself/");
  await page.locator(".open-in-lab a").click();
  const lab = page.locator("lab-page");
  await expect(lab).toHaveAttribute("data-ran");
  await expect(lab.getByLabel("Title")).toHaveValue("sumColumns");
  await expect(lab.locator('[data-field="arguments.3"] input')).toHaveValue("2,048");
  await expect(badges(lab)).toHaveText(["4", "4"]);
});

test("an exercise's kernel opens in the lab: a naive one, and the learner's own once it is whole", async ({ page }) => {
  const { files } = await readExerciseFolder("row-walk");
  const cell = new CellPage(page, "row-walk");
  await cell.visit();
  await expect(cell.cell.getByRole("link", { name: "Open a naive version in the lab" })).toHaveAttribute("href", /lab\/#kernel=/);
  await cell.openEditor("monaco");
  await cell.write(files.get("solution.ts") ?? "");
  const own = cell.cell.getByRole("link", { name: "Open yours in the lab" });
  await expect(own).toHaveAttribute("href", /lab\/#kernel=/);
  await own.click();
  const lab = page.locator("lab-page");
  await expect(lab).toHaveAttribute("data-ran");
  await expect(lab.getByLabel("Title")).toHaveValue("Walk along the row");
  await expect(badges(lab)).toHaveText(["4", "4"]);
});

test.describe("on another site", () => {
  const blog = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const sandbox = searchParams.has("sandbox") ? ` sandbox="${searchParams.get("sandbox")}"` : "";
    response.setHeader("Content-Type", "text/html");
    response.end(
      `<!doctype html><title>A blog</title><iframe src="${searchParams.get("show") ?? ""}" title="From Coalesce" width="1100" height="900"${sandbox}></iframe>`,
    );
  });
  test.beforeAll(() => new Promise<void>((resolve) => void blog.listen(0, "127.0.0.1", resolve)));
  test.afterAll(() => new Promise<void>((resolve) => void blog.close(() => resolve())));

  /** The course is at 127.0.0.1: for a browser, localhost is another site. */
  async function embedElsewhere(page: Page, address: string, sandbox?: string): Promise<FrameLocator> {
    const { port } = blog.address() as AddressInfo;
    const parameters = new URLSearchParams({ show: address, ...(sandbox !== undefined && { sandbox }) });
    await page.goto(`http://localhost:${port}/?${parameters.toString()}`);
    return page.frameLocator("iframe");
  }

  test("the lab's embed code shows the kernel, in the theme that was asked for, and it runs there as it is edited", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("lab/?kernel=transpose-tiled");
    await expect(page.locator("lab-page")).toHaveAttribute("data-ran");
    await page.getByRole("button", { name: "Copy embed code" }).click();
    await expect(page.getByText("frame with this kernel is copied")).toBeVisible();
    const src = /src="([^"]+)"/.exec(await page.evaluate(() => navigator.clipboard.readText()))?.[1] ?? "";
    expect(src).toContain(`${baseURL ?? ""}/embed/lab/#kernel=`);

    const frame = await embedElsewhere(page, src.replace("#", "?theme=dark&size=small#"));
    await expect(badges(frame)).toHaveText(["1-way", "4", "4", "32-way"]);
    await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(frame.locator("html")).toHaveAttribute("data-size", "small");
    await expect(frame.locator("header.header")).toBeHidden();
    const cell = frame.locator("embedded-lab");
    await cell.locator(".view-line, .cm-line").first().waitFor();
    await frame.locator(":is(.monaco-editor, .cm-content)").first().click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("// mine");
    await run(frame).click();
    await expect(frame.locator(".outdated")).toHaveCount(0);
    await expect(frame.getByRole("link", { name: "Open in the lab" })).toHaveAttribute("target", "_blank");
  });

  test("a kernel of the gallery is shown by its name", async ({ page, baseURL }) => {
    const frame = await embedElsewhere(page, `${baseURL ?? ""}/embed/lab/?kernel=transpose-padded`);
    await expect(badges(frame)).toHaveText(["1-way", "4", "4", "1-way"]);
  });

  test("in a frame that may do no more than run scripts, a kernel runs, and the cell says that nothing is kept", async ({
    page,
    baseURL,
  }) => {
    const frame = await embedElsewhere(page, await embeddedKernelLink(`${baseURL ?? ""}/`, gallery("transpose-padded")), "allow-scripts");
    await expect(badges(frame)).toHaveText(["1-way", "4", "4", "1-way"]);
    await expect(frame.getByText("This frame keeps nothing")).toBeVisible();
  });

  test("an address without a kernel, or with a damaged one, says so", async ({ page }) => {
    for (const address of ["embed/lab/", "embed/lab/?kernel=none", "embed/lab/#kernel=nonsense"]) {
      await page.goto("about:blank");
      await page.goto(address);
      await expect(page.getByRole("alert").filter({ hasText: "can’t be shown" })).toBeVisible();
    }
  });
});

test("the playground takes CUDA, with the kernels and the launch form of the lab", async ({ page }) => {
  await page.goto("playground/");
  const playground = page.locator("playground-page");
  await expect.poll(() => playground.evaluate((root) => root.matches(":defined"))).toBe(true);
  await playground.hover();
  await expect(playground).toHaveAttribute("data-editor", /monaco|light/);
  await playground.getByLabel("Language").selectOption({ label: "CUDA C++" });
  await expect(page).toHaveURL(/language=cuda/);
  const cell = playground.locator(".lab-cell");
  await expect(cell).toHaveAttribute("data-ran");
  // The sketch that was open, in CUDA.
  await expect(playground.getByLabel("Title")).toHaveValue("Straight copy");
  await expect(badges(cell)).toHaveText(["4", "4"]);
  await expect(playground.getByRole("heading", { name: "Index functions" })).toBeHidden();
  await page.goto("playground/?language=cuda");
  await expect(badges(cell)).toHaveText(["4", "32"]);
  await cell.locator('[data-field="arguments.3"] input').fill("2");
  await run(cell).click();
  await expect(badges(cell)).toHaveText(["4", "8"]);
  await playground.getByLabel("Title").fill("Every second");
  await expect(playground.locator(".save-mark")).toBeVisible();
  await page.reload();
  await expect(playground.getByLabel("Title")).toHaveValue("Every second");
  await expect(badges(cell)).toHaveText(["4", "8"]);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.goto("lab/");
  const lab = page.locator("lab-page");
  await expect(lab.getByLabel("Title")).toHaveValue("Every second");
  await page.goto("playground/?language=cuda");
  await expect(cell).toHaveAttribute("data-ran");
  await expect.poll(() => cell.getByRole("link", { name: "Open in the lab" }).getAttribute("href")).toContain("#kernel=");
  await cell.getByRole("link", { name: "Open in the lab" }).click();
  await expect(lab.locator(".notice", { hasText: "Shared with you" })).toBeVisible();
  await expect(lab.locator('[data-field="arguments.3"] input')).toHaveValue("2");
  await page.goto("playground/?language=cuda");
  await playground.getByLabel("Language").selectOption({ label: "TypeScript index functions" });
  await expect(playground.getByRole("heading", { name: "Index functions" })).toBeVisible();
});

test("on a phone, the playground's CUDA fits", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("playground/?language=cuda");
  const cell = page.locator("playground-page .lab-cell");
  await expect(cell).toHaveAttribute("data-ran");
  await expect(cell).toHaveAttribute("data-editor", "light");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
