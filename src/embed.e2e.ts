import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { CellPage } from "#browser/cell-page.ts";
import { embeddedCellLink } from "#notebook/share/sketch-links.ts";
import { stridedRead } from "#testing/sketches.ts";
import { test } from "#browser/kept-page.ts";

/** Another site, whose page shows what it is told to in a frame. */
const blog = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  const address = searchParams.get("show") ?? "";
  const width = searchParams.get("width") ?? "";
  const sandbox = searchParams.has("sandbox") ? ` sandbox="${searchParams.get("sandbox")}"` : "";
  response.setHeader("Content-Type", "text/html");
  response.end(
    `<!doctype html><title>A blog</title><iframe src="${address}" title="From Coalesce" width="${width}" height="900"${sandbox}></iframe>`,
  );
});

test.beforeAll(() => new Promise<void>((resolve) => void blog.listen(0, "127.0.0.1", resolve)));
test.afterAll(() => new Promise<void>((resolve) => void blog.close(() => resolve())));

/** Opens the other site with an address of the course in its frame. */
async function embedElsewhere(page: Page, address: string, width = 1100, sandbox?: string): Promise<FrameLocator> {
  const { port } = blog.address() as AddressInfo;
  // The course is at 127.0.0.1: for a browser, localhost is another site.
  const parameters = new URLSearchParams({ width: String(width), show: address, ...(sandbox !== undefined && { sandbox }) });
  await page.goto(`http://localhost:${port}/?${parameters.toString()}`);
  return page.frameLocator("iframe");
}

test("a figure's link opens it as it was set; its embed code shows it on another site, in the theme that was asked for", async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto("figures/warp-to-memory/");
  const second = page.locator('[data-figure="warp-to-memory"]').nth(1);
  await second.scrollIntoViewIfNeeded();
  // Before the figure's script has run, what is done to it is lost.
  await expect.poll(() => second.evaluate((figure) => figure.closest("astro-island")?.hasAttribute("ssr"))).toBe(false);
  await second.getByRole("slider", { name: "Stride" }).fill("7");
  await second.getByRole("radio", { name: "sectors" }).check();
  await second.getByRole("button", { name: "Copy link" }).click();
  await expect(second.getByText("The link is copied")).toBeVisible();
  const link = await copied();
  await second.getByRole("button", { name: "Copy embed code" }).click();
  await expect(second.getByText("frame with this figure is copied")).toBeVisible();
  const src = /src="([^"]+)"/.exec(await copied())?.[1] ?? "";

  await page.goto("about:blank");
  await page.goto(link);
  await expect(second.getByRole("slider", { name: "Stride" })).toHaveValue("7");
  await expect(second.getByRole("radio", { name: "sectors" })).toBeChecked();

  const frame = await embedElsewhere(page, src.replace("#", "?theme=dark#"));
  await expect(frame.getByRole("slider", { name: "Stride" }).first()).toHaveValue("7");
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(frame.locator("header.header")).toBeHidden();
  await expect(frame.locator("figure:visible")).toHaveCount(1);
  expect(src).toContain(`${baseURL ?? ""}/embed/figures/warp-to-memory/`);
});

test("a link that asks for what a figure cannot show says so, and sets the rest", async ({ page }) => {
  await page.goto("figures/warp-to-memory/#figure=warp-to-memory&stride=9999&offset=3&colour=red");
  await expect(page.getByRole("alert")).toContainText("Stride goes from");
  await expect(page.getByRole("alert")).toContainText("no control “colour”");
  await expect(page.getByRole("slider", { name: "Offset" }).first()).toHaveValue("3");
});

test("an exercise on another site is graded there", async ({ page, baseURL }) => {
  const { files } = await readExerciseFolder("straight-copy");
  const frame = await embedElsewhere(page, `${baseURL ?? ""}/embed/exercises/straight-copy/`, 380);
  const cell = new CellPage(page, "straight-copy", frame);
  await cell.openEditor("light");
  await cell.write(files.get("solution.ts") ?? "");
  await cell.grade();
  await expect(cell.status).toHaveText(/^(\d+) of \1 checks passed/);
});

test("a try cell on another site runs as it is edited there", async ({ page, baseURL }) => {
  const sketch = stridedRead("export const read = ({ threadIdx }: Thread) => threadIdx.x * 2;");
  const frame = await embedElsewhere(page, await embeddedCellLink(`${baseURL ?? ""}/`, sketch));
  await expect(frame.getByText("16 (ideal 4)").or(frame.getByText("8 (ideal 4)")).first()).toBeVisible();
  await expect(frame.locator(".readings").first()).toContainText("8");
});

test("in a frame that may do no more than run scripts, a figure works", async ({ page, baseURL }) => {
  const frame = await embedElsewhere(
    page,
    `${baseURL ?? ""}/embed/figures/warp-to-memory/#figure=warp-to-memory&stride=2`,
    1100,
    "allow-scripts",
  );
  const stride = frame.getByRole("slider", { name: "Stride" }).first();
  await expect(stride).toHaveValue("2");
  await stride.fill("8");
  await expect(frame.locator(".readings").first()).toContainText("32");
  await expect(frame.getByRole("alert").filter({ hasText: "sandbox" })).toBeHidden();
});

test("in a frame that may do no more than run scripts, an exercise is graded, and says that nothing is kept", async ({ page, baseURL }) => {
  const { files } = await readExerciseFolder("straight-copy");
  const frame = await embedElsewhere(page, `${baseURL ?? ""}/embed/exercises/straight-copy/`, 1100, "allow-scripts");
  const cell = new CellPage(page, "straight-copy", frame);
  await cell.openEditor("light");
  await expect(frame.getByText("This frame keeps nothing")).toBeVisible();
  await cell.write(files.get("solution.ts") ?? "");
  await cell.grade();
  await expect(cell.status).toHaveText(/^(\d+) of \1 checks passed/);
});

test("in a frame that may do no more than run scripts, a try cell runs, and says that nothing is kept", async ({ page, baseURL }) => {
  const sketch = stridedRead("export const read = ({ threadIdx }: Thread) => threadIdx.x * 2;");
  const frame = await embedElsewhere(page, await embeddedCellLink(`${baseURL ?? ""}/`, sketch), 1100, "allow-scripts");
  await expect(frame.locator(".readings").first()).toContainText("8");
  await expect(frame.getByText("This frame keeps nothing")).toBeVisible();
});

test("where the course’s host lets no sandboxed frame load scripts, the frame says what its attribute must allow", async ({
  page,
  baseURL,
}) => {
  await page.route("**/_astro/*.js", (route) => route.abort());
  const frame = await embedElsewhere(page, `${baseURL ?? ""}/embed/exercises/straight-copy/`, 1100, "allow-scripts");
  await expect(frame.getByRole("alert").filter({ hasText: "allow-same-origin" })).toBeVisible();
});

test("a frame whose cell is damaged says so", async ({ page }) => {
  await page.goto("embed/cell/#sketch=nonsense");
  await expect(page.getByRole("alert")).toContainText("can’t be shown");
});
