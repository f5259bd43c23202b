import { expect } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { CellPage } from "#browser/cell-page.ts";
import { accessibilityViolations } from "#browser/accessibility.ts";
import {
  CLOSED,
  IN_TIME,
  LATE,
  PAGE,
  alert,
  contentsOf,
  fragmentOf,
  handIn,
  leaveUnsavedDraft,
  main,
  openLink,
  row,
  textOf,
  week1,
} from "#browser/assignment-page.ts";
import { test } from "#browser/kept-page.ts";

const straightCopy = await readExerciseFolder("straight-copy");
const solution = straightCopy.files.get("solution.ts") ?? "";

test("a student follows the link to an exercise and back, and hands in a file with the text", async ({ page }) => {
  await openLink(page, IN_TIME);
  await expect(page).toHaveURL(({ hash }) => hash === "#week-1");
  await expect(main(page).locator(".schedule")).toContainText("Tuesday 20 October 2026, 23:59");
  await expect(main(page).getByRole("timer")).toHaveText("2 days 11 hours left.");
  await expect(row(page, "straight-copy")).toContainText("not started");

  await row(page, "straight-copy").getByRole("link").click();
  await expect(page.locator("assignment-note")).toHaveText(
    "Part of the assignment First steps in coalescing, where it is worth 10 points · back to the assignment",
  );
  const cell = new CellPage(page, "straight-copy");
  await expect(cell.cell.locator(".cell-kind")).toHaveText(/minutes/);
  await expect(cell.cell.locator(".own-points")).toBeHidden();
  await cell.openEditor("monaco");
  await cell.write(solution);
  await cell.grade();
  await page.getByRole("link", { name: "back to the assignment" }).click();
  await expect(row(page, "straight-copy")).toContainText("passed");
  await expect(row(page, "straight-copy")).toContainText("nothing");
  await expect(main(page)).toContainText("1 of 2 exercises are included");
  await expect(main(page)).toContainText("Not started, and left out: ");

  const fields = [main(page).getByLabel("Student id"), main(page).getByLabel("Name")];
  await fields[0]!.fill("ada 42");
  await fields[1]!.fill("Ada Lovelace");
  const [idBox, nameBox] = await Promise.all(fields.map((field) => field.boundingBox()));
  expect(nameBox!.y, "both fields stand on one line").toBe(idBox!.y);
  const download = await handIn(page);
  expect(download.suggestedFilename()).toBe("week-1-ada-42.json");
  const contents = await contentsOf(download);
  expect(contents).toMatchObject({
    assignment: "week-1",
    student: { id: "ada 42", name: "Ada Lovelace" },
    handedInAt: new Date(IN_TIME).toISOString(),
    answers: [{ exercise: "straight-copy", exerciseVersion: straightCopy.version, pageVerdict: { unverified: true, status: "pass" } }],
  });
  expect(contents.answers[0]?.source).toBe(solution);
  await expect(row(page, "straight-copy")).toContainText("this text");
  const again = page.waitForEvent("download");
  await main(page).getByRole("button", { name: "Download again" }).click();
  expect(await textOf(await again)).toBe(await textOf(download));

  await page.reload();
  await expect(main(page).getByLabel("Student id")).toHaveValue("ada 42");
  await expect(row(page, "straight-copy")).toContainText("this text");
  await expect(main(page).locator(".written li")).toHaveCount(1);
  await expect(main(page)).toContainText("1 of 2 used");
});

test("before an assignment opens, the page says when, and shows no exercise", async ({ page }) => {
  await openLink(page, "2026-09-30T08:00:00+02:00");
  await expect(main(page).getByRole("timer")).toHaveText("Opens in 1 day.");
  await expect(main(page).getByRole("table")).toHaveCount(0);
  await page.goto("practice/straight-copy/");
  await expect(page.locator("exercise-cell")).toBeVisible();
  await expect(page.locator("assignment-note")).toHaveText("");
  await page.goto(PAGE);
  await page.clock.setFixedTime(IN_TIME);
  await expect(row(page, "straight-copy")).toBeVisible();
});

test("a student with an extension sees their own due time, and not that the class is closed", async ({ page }) => {
  const extended = { due: "2026-11-03T23:59", closes: "2026-11-03T23:59", personal: { student: "ada", classDue: week1.due, cases: {} } };
  await openLink(page, CLOSED, extended);
  await expect(main(page).locator(".schedule")).toContainText("Tuesday 3 November 2026, 23:59 (Europe/Berlin) (your extension)");
  await expect(main(page).getByRole("timer")).toHaveText("9 days 11 hours left.");
  await expect(main(page).getByLabel("Student id")).toHaveValue("ada");
});

test("a student with a sitting of their own sees in it the exercise that was drawn for them, and nothing before or after", async ({
  page,
}) => {
  // As `coalesce assignment link --roster --adjustments` makes it, where one exercise is drawn for each student.
  const sitting = { opens: "2026-10-18T11:00", due: "2026-10-18T13:00", closes: "2026-10-18T13:00" };
  const drawn = { ...sitting, exercises: week1.exercises.slice(1), personal: { student: "ada", classDue: week1.due, cases: {} } };
  await openLink(page, "2026-10-18T10:00:00+02:00", drawn);
  await expect(main(page).getByRole("timer")).toHaveText("Opens in 1 hour.");
  await expect(main(page).getByRole("table")).toHaveCount(0);

  await page.clock.setFixedTime(IN_TIME);
  await page.reload();
  await expect(main(page).getByRole("timer")).toHaveText("1 hour left.");
  await expect(main(page).locator("tr[data-exercise]")).toHaveCount(1);
  await expect(row(page, "row-walk")).toBeVisible();
  for (const [exercise, says] of [
    ["row-walk", /^Part of the assignment First steps in coalescing/],
    ["straight-copy", ""],
  ] as const) {
    await page.goto(`practice/${exercise}/`);
    await expect(page.locator("exercise-cell")).toBeVisible();
    await expect(page.locator("assignment-note")).toHaveText(says);
  }

  await page.clock.setFixedTime("2026-10-18T14:00:00+02:00");
  await page.goto(PAGE);
  await expect(main(page)).toContainText("Closed");
});

test("an exercise of the instructor's own is read, written and handed in; nothing of it is run, nor its HTML", async ({ page }) => {
  const starter = "export function write(thread: Thread): number | null {\n  return null;\n}";
  const hotPlate = {
    id: "hot-plate",
    title: "A plate that cools",
    version: "v1",
    starter,
    cases: ["16 × 64"],
    hints: ["Which **one** runs?"],
    prompt: "A plate of `rows` cells. <img src=x onerror=\"document.title = 'run'\"> [script](javascript:alert(1))",
  };
  // What a link says of an exercise of the course's is not heard.
  const changes = { exercises: [...week1.exercises, { id: "hot-plate", points: 30 }], own: [hotPlate, { ...hotPlate, id: "row-walk" }] };
  await openLink(page, IN_TIME, changes);
  const own = main(page).locator(".own-exercise");
  await expect(own.getByRole("heading")).toHaveText(["A plate that cools"]);
  await expect(row(page, "row-walk").getByRole("link")).toHaveAttribute("href", /practice\/row-walk/);
  await expect(own.locator(".prompt")).toContainText("<img src=x");
  await expect(own.locator(".prompt img, .prompt a[href^=javascript]")).toHaveCount(0);
  await row(page, "hot-plate").getByRole("button", { name: "A plate that cools" }).click();
  await own.locator(".code-host").click();
  await expect(own.locator("[data-editor]")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText("export const write = () => 1;");
  await expect(own.locator(".save-mark")).toBeVisible();
  await expect(row(page, "hot-plate")).toContainText("draft, graded by your instructor");
  await page.reload();
  await expect(own.locator(".code-host")).toContainText("export const write = () => 1;");
  await main(page).getByLabel("Student id").fill("ada");
  expect(await accessibilityViolations(page)).toEqual([]);
  const { answers } = await contentsOf(await handIn(page));
  expect(answers).toMatchObject([{ exercise: "hot-plate", exerciseVersion: "v1", source: "export const write = () => 1;" }]);
  expect(answers[0]).not.toHaveProperty("pageVerdict");
  await expect(main(page)).not.toContainText("could not be graded on this page");
});

test.describe("an invalid link or file", () => {
  test("says that it is invalid, and saved assignments stay", async ({ page }) => {
    await openLink(page, IN_TIME);
    const fragment = await fragmentOf();
    await page.goto(PAGE + fragment.slice(0, fragment.length - 20));
    await expect(alert(page)).toContainText("This link is incomplete or was altered on its way.");
    await expect(row(page, "straight-copy")).toBeVisible();
    await page.goto(`${PAGE}#week-9`);
    await expect(alert(page)).toContainText("No assignment week-9 is saved in this browser.");
  });

  test("that contains the secret is refused, and the student is told why", async ({ page }) => {
    await page.goto(PAGE);
    const yaml = JSON.stringify({ ...week1, secret: "correct horse battery staple" });
    const field = main(page).getByLabel("Open a public copy");
    await field.setInputFiles({ name: "week-1.yaml", mimeType: "application/yaml", buffer: Buffer.from(yaml) });
    await expect(alert(page)).toContainText("week-1.yaml is the instructor's own file");
    await expect(main(page).getByRole("heading", { level: 2 })).toHaveCount(0);
    await page.reload();
    await expect(main(page)).toContainText("An assignment comes as a link");
    await field.setInputFiles({ name: "week-1.public.yaml", mimeType: "application/yaml", buffer: Buffer.from(JSON.stringify(week1)) });
    await expect(main(page).getByRole("heading", { level: 2 })).toHaveText(week1.title);
  });
});

test("several assignments are listed, a changed copy can be undone, and one can be removed", async ({ page }) => {
  await openLink(page, IN_TIME);
  await openLink(page, IN_TIME, { id: "week-2", title: "Second steps" });
  const list = main(page).getByRole("navigation", { name: "Your assignments" });
  await expect(list.getByRole("link")).toHaveCount(2);
  await list.getByRole("link", { name: week1.title }).click();
  await expect(main(page).getByRole("heading", { level: 2 })).toHaveText(week1.title);
  await openLink(page, IN_TIME, { due: "2026-10-21T23:59" });
  await expect(main(page).getByRole("timer")).toHaveText("3 days 11 hours left.");
  await main(page).getByRole("button", { name: "Go back to the other copy" }).click();
  await expect(main(page).getByRole("timer")).toHaveText("2 days 11 hours left.");
  await main(page).getByRole("button", { name: "Remove this assignment" }).click();
  await main(page).getByRole("button", { name: "Remove", exact: true }).click();
  await expect(main(page).getByRole("heading", { level: 2 })).toHaveText("Second steps");
  await page.reload();
  await expect(main(page).getByRole("heading", { level: 2 })).toHaveText("Second steps");
  await expect(list).toHaveCount(0);
});

test.describe("offline, after the first visit", () => {
  test.use({ serviceWorkers: "allow" });

  test("the assignment is there, and is graded when it is handed in", async ({ page, context }) => {
    await openLink(page, IN_TIME);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await leaveUnsavedDraft(page, "straight-copy", solution);
    await context.setOffline(true);
    await page.goto(PAGE);
    await page.reload();
    await expect(row(page, "straight-copy")).toContainText("draft");
    await main(page).getByLabel("Student id").fill("ada");
    const { answers } = await contentsOf(await handIn(page));
    expect(answers.map(({ source, pageVerdict }) => [source, pageVerdict?.status])).toEqual([[solution, "pass"]]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what it is for and what it needs", async ({ page }) => {
    await page.goto(PAGE);
    await expect(main(page)).toContainText("An assignment comes as a link from your instructor.");
    await expect(main(page).getByText("handing it in need JavaScript")).toBeVisible();
    await expect(main(page).getByLabel("Open a public copy")).toBeHidden();
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing before, during and after a hand-in, ${colorScheme}; no state is wider than a phone`, async ({ page }) => {
    const holds = async (): Promise<void> => {
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(PAGE);
    await holds();
    await openLink(page, LATE);
    await openLink(page, LATE, { title: "A corrected copy of the first steps in coalescing" });
    await expect(row(page, "row-walk")).toBeVisible();
    await holds();
    await main(page).getByLabel("Student id").fill("ada");
    await main(page).getByRole("button", { name: "Hand in", exact: true }).click();
    await holds();
    await main(page).getByRole("button", { name: "Write the file" }).click();
    await expect(main(page).locator(".written li")).toHaveCount(1);
    await main(page).getByRole("button", { name: "Remove this assignment" }).click();
    await holds();
  });
}
