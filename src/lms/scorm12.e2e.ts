import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test, type Page } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { CellPage } from "#browser/cell-page.ts";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { serveLms } from "#browser/lms/lms-server.ts";
import { examplePackage } from "#browser/lms/example-package.ts";

/** The page of the LMS: scorm-again provides the API, and the package runs in a frame. */
const PLAYER = "/lms/player.html";
const player = `<!doctype html><title>LMS</title><script src="scorm12.js"></script>
<script>
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  const former = sessionStorage.getItem("cmi");
  if (former) API.loadFromJSON(JSON.parse(former));
  API.on("LMSCommit", () => sessionStorage.setItem("cmi", JSON.stringify(API.renderCMIToJSONObject().cmi)));
</script>
<iframe title="Course" src="courses/42/content/index.html" style="width: 1200px; height: 800px"></iframe>`;

interface Core {
  readonly lesson_status: string;
  readonly session_time: string;
  readonly score: { readonly raw: string; readonly min: string; readonly max: string };
}

let lms: Awaited<ReturnType<typeof serveLms>>;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  // The first package after a change of the course has to be built.
  test.setTimeout(300_000);
  // `require` resolves to the build for script elements.
  const script = await readFile(createRequire(import.meta.url).resolve("scorm-again/scorm12/min"), "utf8");
  const own = [
    [PLAYER, player],
    ["/lms/scorm12.js", script],
  ] as const;
  lms = await serveLms(await examplePackage("--scorm", "1.2"), new Map(own));
});
test.afterAll(() => lms.close());

/** The data that the LMS has stored about the student. */
const core = (page: Page): Promise<Core> =>
  page.evaluate(
    () => (window as unknown as { API: { renderCMIToJSONObject(): { cmi: { core: Core } } } }).API.renderCMIToJSONObject().cmi.core,
  );

async function solutionOf(exercise: string): Promise<string> {
  return (await readExerciseFolder(exercise)).files.get("solution.ts") ?? "";
}

test("an LMS receives the score and the status, and returns them on the next visit", async ({ page }) => {
  const requested: string[] = [];
  const missing: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  page.on("response", (response) => response.status() >= 400 && missing.push(response.url()));
  await page.goto(lms.origin + PLAYER);
  const frame = page.frameLocator("iframe");
  const status = frame.locator(".connection");
  await expect(status).toContainText("is connected");
  await expect(frame.locator("exercise-cell")).toHaveCount(2);
  expect(await core(page)).toMatchObject({ lesson_status: "incomplete" });

  const copy = new CellPage(page, "straight-copy", frame);
  await copy.openEditor("monaco");
  await expect(copy.button("Solution")).toBeHidden();
  await copy.write(await solutionOf("straight-copy"));
  await copy.grade();
  await expect(status).toContainText("has these points");
  expect(await core(page)).toMatchObject({ lesson_status: "incomplete", score: { raw: "33.33", min: "0", max: "100" } });

  const walk = new CellPage(page, "row-walk", frame);
  await walk.openEditor("monaco");
  await walk.grade();
  await expect.poll(async () => (await core(page)).lesson_status).toBe("completed");
  await walk.write(await solutionOf("row-walk"));
  await walk.grade();
  await expect.poll(() => core(page)).toMatchObject({ lesson_status: "passed", score: { raw: "100" } });

  await page.locator("iframe").evaluate((element: HTMLIFrameElement) => (element.src = "about:blank"));
  await expect.poll(() => page.evaluate(() => (window as unknown as { API: { isTerminated(): boolean } }).API.isTerminated())).toBe(true);
  const final = await core(page);
  expect(final.lesson_status).toBe("passed");
  expect(final.session_time).toMatch(/^\d\d:\d\d:\d\d/);
  expect(final.session_time).not.toMatch(/^[0:.]*$/);

  await page.reload();
  await expect(frame.locator("#standing tfoot")).toContainText("30 of 30");
  expect(requested.filter((url) => /^https?:/.test(url) && !url.startsWith(`${lms.origin}/lms/`))).toEqual([]);
  expect(missing.filter((url) => !url.endsWith("/favicon.ico"))).toEqual([]);
});

test("without an LMS the page says that points are not reported, and a file can still be handed in", async ({ page }) => {
  await page.goto(`${lms.content}index.html`);
  await expect(page).toHaveTitle("Coalescing & its cost");
  await expect(page.locator(".connection")).toContainText("without a learning management system");
  await expect(page.locator("#standing")).toContainText("unverified");
  const cell = new CellPage(page, "straight-copy");
  await cell.openEditor("monaco");
  await cell.write(await solutionOf("straight-copy"));
  await cell.grade();
  await page.getByLabel("Student id").fill("ada");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Hand in" }).click();
  const handIn = JSON.parse(await readFile(await (await download).path(), "utf8")) as {
    assignment: string;
    answers: { exercise: string }[];
  };
  expect([handIn.assignment, handIn.answers.map(({ exercise }) => exercise)]).toEqual(["week-1", ["straight-copy"]]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the page of a package, ${colorScheme}, and it fits a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${lms.content}index.html`);
    await expect(page.locator(".connection")).toContainText("without");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
}
