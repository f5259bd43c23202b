import { readFile } from "node:fs/promises";
import Ajv from "ajv";
import draft04 from "ajv/lib/refs/json-schema-draft-04.json" with { type: "json" };
import { expect, type Locator, type Page } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { writeCode } from "#browser/editor-text.ts";
import { CellPage } from "#browser/cell-page.ts";
import { test } from "#browser/kept-page.ts";

const { files } = await readExerciseFolder("straight-copy");
const solution = files.get("solution.ts") ?? "";
const LESSON = "lessons/1-coalescing/01-what-one-load-costs/";

const GATHER = `__global__ void gather(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * 8 % n];
}
`;

interface NotebookCell {
  readonly source: string;
  readonly outputs?: readonly { readonly data: Record<string, string> }[];
}

const ajv = new Ajv({ schemaId: "auto", meta: false, unknownFormats: "ignore" });
ajv.addMetaSchema(draft04);
const validate = ajv.compile(JSON.parse(await readFile(new URL("./my-work/nbformat.v4.5.schema.json", import.meta.url), "utf8")) as object);

/** What Jupyter's own schema finds wrong. */
function notebookProblems(notebook: unknown): readonly unknown[] {
  validate(notebook);
  return validate.errors ?? [];
}

/** Writes a note at the second heading of a lesson. Returns the heading's text. */
async function writeNote(page: Page, text: string): Promise<string> {
  await page.goto(LESSON);
  const heading = page.locator(".sl-markdown-content .sl-heading-wrapper").nth(1);
  await heading.locator(".note-button").press("Enter");
  await expect(page.locator(".note-field textarea")).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.locator(".note-field [role=status]")).toHaveText("Saved in this browser");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit my note" })).toBeFocused();
  return (await heading.locator("h2").textContent()) ?? "";
}

async function exported(page: Page, button: string): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return readFile(await (await waiting).path(), "utf8");
}

test("a note is written at a paragraph, a figure and an exercise, and read as Markdown, without HTML", async ({ page }) => {
  await page.goto(LESSON);
  const write = async (block: Locator, text: string) => {
    await block.scrollIntoViewIfNeeded();
    await block.hover({ position: { x: 8, y: 8 } });
    await page.locator(".note-button.passing").click();
    await expect(page.locator(".note-field textarea:focus")).toBeVisible();
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
    await expect(page.locator(".note-field", { has: page.locator(".note-text:visible") }).last()).toBeVisible();
  };
  const content = page.locator(".sl-markdown-content");
  await write(content.locator("> p").first(), "**half** of <b>it</b>");
  await write(content.locator("figure.figure").first(), "[a](javascript:alert(1)) picture");
  await write(content.locator("exercise-cell .prompt").first(), "- a list");
  // From a heading's button, the arrow keys lead on to the paragraph below it.
  await content.locator(".sl-heading-wrapper .note-button").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".note-button.passing")).toBeFocused();
  await expect.poll(() => page.locator(".note-field [role=status]").allTextContents()).toEqual(Array(3).fill("Saved in this browser"));
  await page.reload();
  const notes = page.locator(".note-text");
  await expect(notes).toHaveCount(3);
  await expect(content.locator("> p").first().locator("xpath=following-sibling::*[1]")).toContainText("half of <b>it</b>");
  await expect(notes.first().locator("strong")).toHaveText("half");
  await expect(notes.locator("b, a[href*=javascript]")).toHaveCount(0);
  await page.goto("my-work/");
  await expect(page.locator("my-work .work-note strong")).toHaveText("half");
  expect(await exported(page, "Markdown")).toContain("> **half** of &lt;b>it&lt;/b>");
});

test("work is exported, and imported into a fresh profile where it is exported again byte for byte", async ({ page, browser }) => {
  const heading = await writeNote(page, "32 bytes each");
  await page.reload();
  await expect(page.locator(".note-field textarea")).toHaveValue("32 bytes each");
  const cell = new CellPage(page, "straight-copy");
  await cell.visit();
  await cell.openEditor("monaco");
  await cell.grade();
  await cell.write(solution);
  await cell.grade();
  await page.goto("my-work/");
  const work = page.locator("my-work");
  await expect(work).toContainText(`Note on ${heading}`);
  await expect(work.locator(".work-piece")).toContainText("with 2 tries.");
  await expect(work.locator(".read-only-code pre.shiki")).toContainText("export const read");
  expect(await accessibilityViolations(page)).toEqual([]);
  const file = await exported(page, "Export everything");

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto("my-work/");
  await expect(elsewhere.locator("my-work")).toContainText("There is nothing here yet.");
  const choose = elsewhere.getByLabel("Import a file that was exported");
  await choose.setInputFiles({ name: "other.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await expect(elsewhere.locator("my-work .notice.wrong")).toContainText("other.json is not work that was exported from this course");
  await choose.setInputFiles({ name: "work.json", mimeType: "application/json", buffer: Buffer.from(file) });
  await expect(elsewhere.getByRole("group", { name: "Import work.json?" })).toContainText("passed exercises: 1 new");
  await elsewhere.getByRole("button", { name: "Import", exact: true }).click();
  await expect(elsewhere.locator("my-work")).toContainText("32 bytes each");
  expect(await exported(elsewhere, "Export everything")).toBe(file);
  await elsewhere.context().close();

  const notebook: unknown = JSON.parse(await exported(page, "Notebook (.ipynb)"));
  expect(notebookProblems(notebook)).toEqual([]);
  const { cells } = notebook as { readonly cells: readonly NotebookCell[] };
  const pictures = cells.flatMap(({ outputs = [] }) => outputs.map(({ data }) => data["image/svg+xml"]));
  expect(pictures).toHaveLength(2);
  expect(pictures[0]).toContain(".picture text");
});

test("kernels of the lab are listed, drawn and counted in every document, and imported into a fresh profile", async ({ page, browser }) => {
  await page.goto("lab/");
  const lab = page.locator("lab-page");
  await expect.poll(() => lab.evaluate((root) => root.matches(":defined"))).toBe(true);
  await lab.hover();
  await expect(lab).toHaveAttribute("data-ran");
  await lab.getByLabel("Title").fill("My gather");
  await writeCode(lab, GATHER);
  await expect(lab.locator('[data-field="arguments.2"] input')).toHaveValue("1,048,576");
  await expect(lab.locator(".save-mark")).toBeVisible();

  await page.goto("my-work/");
  const work = page.locator("my-work");
  await expect(work.locator(".work-summary")).toHaveText("1 lab kernel");
  await expect(work.locator(".work-piece h3 a")).toHaveText("My gather");
  await expect(work.locator(".read-only-code pre.shiki")).toContainText("__global__ void gather");
  expect(await accessibilityViolations(page)).toEqual([]);
  const file = await exported(page, "Export everything");
  expect(JSON.parse(file)).toHaveProperty("schema", "coalesce/my-work/v4");

  const counts = "Line 3: in[i * 8 % n]: load from global memory, 32,768 requests, 32 sectors per request; 4 would do.";
  const html = await exported(page, "HTML");
  expect(html).toContain(counts);
  expect(html).toMatch(/<figure><svg[^]*in\[i \* 8 % n\]: one warp's load from in\. /);
  expect(await exported(page, "Markdown")).toContain("```cuda\n__global__ void gather");
  const notebook = JSON.parse(await exported(page, "Notebook (.ipynb)")) as { readonly cells: readonly NotebookCell[] };
  expect(notebookProblems(notebook)).toEqual([]);
  const cell = notebook.cells.find(({ source }) => source.includes("void gather"));
  expect(cell?.outputs?.map(({ data }) => Object.keys(data))).toEqual([["image/svg+xml", "text/plain"]]);

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto("my-work/");
  const choose = elsewhere.getByLabel("Import a file that was exported");
  await choose.setInputFiles({ name: "work.json", mimeType: "application/json", buffer: Buffer.from(file) });
  await expect(elsewhere.getByRole("group", { name: "Import work.json?" })).toContainText("kernels of the lab: 1 new");
  await elsewhere.getByRole("button", { name: "Import", exact: true }).click();
  await expect(elsewhere.locator(".work-piece h3 a")).toHaveText("My gather");
  expect(await exported(elsewhere, "Export everything")).toBe(file);
  await elsewhere.goto("lab/");
  await expect(elsewhere.getByLabel("Title")).toHaveValue("My gather");
  await expect(elsewhere.locator(".badge-gutter .badge")).toHaveText(["4", "32"]);
  await elsewhere.context().close();
});

test("what was written in a lab cell of a lesson is listed under the lesson, and counted with the lesson's launch", async ({ page }) => {
  await page.goto("lessons/1-coalescing/05-a-transpose-at-first-sight/");
  const cell = page.locator("lab-cell").first();
  await cell.locator(".code-host").click();
  await expect(cell).toHaveAttribute("data-ran");
  const source = await readFile(new URL("../../content/kernels/transpose-tiled/kernel.cu", import.meta.url), "utf8");
  await writeCode(cell, source.replace("[TILE][TILE]", "[TILE][TILE + 1]"));
  await expect(cell.locator(".save-mark")).toBeVisible();
  const id = await cell.getAttribute("id");
  await page.goto("my-work/");
  const link = page.locator(".work-piece h3 a");
  await expect(link).toHaveAttribute("href", new RegExp(`/05-a-transpose-at-first-sight/#${id}$`));
  await expect(page.locator(".work-piece .read-only-code")).toContainText("[TILE][TILE + 1]");
  expect(await exported(page, "Markdown")).toMatch(/Line 11: tile.*no bank conflict/s);
});

test("a version of the history is compared and restored in two clicks, and what it replaces is kept", async ({ page }) => {
  const cell = new CellPage(page, "straight-copy");
  await cell.visit();
  await cell.openEditor("monaco");
  await cell.write(solution);
  await cell.grade();
  await cell.write("// a worse idea");
  await cell.button("History").click();
  await cell.button(/^Compare .* passed/).click();
  await expect(cell.cell.locator(".history-diff")).toContainText("a worse idea");
  await cell.button(/^Restore .* passed/).click();
  await expect.poll(() => cell.text()).toContain("export const read");
  await cell.button(/^Restore .* set aside/).click();
  await expect.poll(() => cell.text()).toBe("// a worse idea");
});

test("a shared link shows its code first, and leaves the reader's own alone until it is used, and then in the history", async ({
  page,
  browser,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("practice/straight-copy/");
  const sender = new CellPage(page, "straight-copy");
  await sender.openEditor("monaco");
  await sender.write(solution);
  await sender.button("Share").click();
  await expect(sender.cell.locator(".share")).toContainText("Link copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const reader = await (await browser.newContext()).newPage();
  const own = new CellPage(reader, "straight-copy");
  await reader.goto("practice/straight-copy/");
  await own.openEditor("monaco");
  await own.write("// the reader's own");
  await expect(own.cell.locator(".save-mark")).toBeVisible();
  await reader.goto("about:blank");
  await reader.goto(link);
  const shared = reader.locator("shared-code");
  await expect(shared).toContainText("Shared with you");
  await expect(shared.locator("pre")).toContainText("export const read");
  await expect(own.cell.locator(".code-host")).toContainText("// the reader's own");
  await expect(reader.locator("iframe")).toHaveCount(0);
  await shared.getByRole("button", { name: "Run it" }).click();
  await expect(shared.locator(".preview")).toBeVisible();
  await shared.getByRole("button", { name: "Use this code" }).click();
  await expect.poll(() => own.text()).toContain("export const read");
  await own.button("History").click();
  await own.button(/^Restore .* set aside/).click();
  await expect.poll(() => own.text()).toBe("// the reader's own");

  await reader.goto("about:blank");
  await reader.goto(link.slice(0, -9));
  await expect(shared.getByRole("alert")).toContainText("This link is incomplete or was altered on its way.");
  await reader.context().close();
});
