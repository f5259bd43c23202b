import { expect, test } from "@playwright/test";
import { readExerciseFolder, wrongSources } from "../../grader/exercise/folder.ts";
import { CellPage } from "../notebook/testing/cell-page.ts";
import { accessibilityViolations } from "../testing/accessibility.ts";
import {
  PAGE,
  alert,
  contentsOf,
  fragmentOf,
  handIn,
  leaveLastWords,
  main,
  openLink,
  row,
  textOf,
  week1,
  write,
} from "./testing/assignment-page.ts";

const straightCopy = await readExerciseFolder("straight-copy");
const solution = straightCopy.files.get("solution.ts") ?? "";
const wrong = Object.values(wrongSources(straightCopy.files))[0];

const IN_TIME = "2026-10-18T12:00:00+02:00";
const LATE = "2026-10-22T12:00:00+02:00";
const CLOSED = "2026-10-25T12:00:00+01:00";

test("from the link to an exercise, back, and to a file with its text", async ({ page }) => {
  await openLink(page, IN_TIME);
  await expect(page).toHaveURL(({ hash }) => hash === "#week-1");
  await expect(main(page).locator(".schedule")).toContainText("Tuesday 20 October 2026, 23:59");
  await expect(main(page).getByRole("timer")).toHaveText("2 days 11 hours left.");
  await expect(row(page, "straight-copy")).toContainText("not begun");

  await row(page, "straight-copy").getByRole("link").click();
  await expect(page.locator("assignment-note")).toHaveText(
    "Part of the assignment First steps in coalescing · 10 points · back to the assignment",
  );
  const cell = new CellPage(page, "straight-copy");
  await cell.openEditor("monaco");
  await cell.write(solution);
  await cell.grade();
  await page.getByRole("link", { name: "back to the assignment" }).click();
  await expect(row(page, "straight-copy")).toContainText("passed");
  await expect(row(page, "straight-copy")).toContainText("nothing");
  await expect(main(page)).toContainText("1 of 2 exercises go in");
  await expect(main(page)).toContainText("Not begun, and left out: ");

  await main(page).getByLabel("Student id").fill("ada 42");
  await main(page).getByLabel("Name").fill("Ada Lovelace");
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

test("what was not graded is graded as it is handed in; a later text makes the hand-in an older one", async ({ page }) => {
  await openLink(page, IN_TIME);
  await write(page, "straight-copy", wrong ?? "");
  await write(page, "row-walk", "this is no program (");
  await page.goto(PAGE);
  await expect(main(page)).toContainText("Not passed on this page as the code is now: ");
  await main(page).getByLabel("Student id").fill("ada");
  const { answers } = await contentsOf(await handIn(page));
  expect(answers.map(({ exercise, pageVerdict }) => [exercise, pageVerdict?.status])).toEqual([
    ["straight-copy", "fail"],
    ["row-walk", "error"],
  ]);
  await write(page, "straight-copy", solution);
  await page.getByRole("link", { name: "back to the assignment" }).click();
  await expect(row(page, "straight-copy")).toContainText("an older text");
  await expect(row(page, "row-walk")).toContainText("this text");
});

test("a text that its page could not save any more is handed in too", async ({ page }) => {
  await openLink(page, IN_TIME);
  await write(page, "straight-copy", "// saved");
  await leaveLastWords(page, "straight-copy", "// the last words");
  await page.goto(PAGE);
  await main(page).getByLabel("Student id").fill("ada");
  const { answers } = await contentsOf(await handIn(page));
  expect(answers.map(({ source }) => source)).toEqual(["// the last words"]);
});

test("whoever leaves as soon as the file is there has handed in", async ({ page }) => {
  await openLink(page, IN_TIME);
  await leaveLastWords(page, "straight-copy", solution);
  await page.reload();
  await main(page).getByLabel("Student id").fill("ada");
  await page.evaluate(() => {
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      IDBObjectStore.prototype.put = () => {
        throw new Error("the page is gone");
      };
      click.call(this);
    };
  });
  await handIn(page);
  await page.reload();
  await expect(main(page).locator(".written li")).toHaveCount(1);
  await expect(row(page, "straight-copy")).toContainText("this text");
});

test("a browser that cannot keep the hand-in grades and writes the file, and says so", async ({ page }) => {
  await openLink(page, IN_TIME);
  await leaveLastWords(page, "straight-copy", solution);
  await page.reload();
  await main(page).getByLabel("Student id").fill("ada");
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new Error("no room is left");
    };
  });
  const { answers } = await contentsOf(await handIn(page));
  expect(answers.map(({ pageVerdict }) => pageVerdict?.status)).toEqual(["pass"]);
  await expect(main(page)).toContainText("this browser does not remember it (no room is left): keep the file.");
});

test("whoever hands in before the page has read the drafts and the name hands in all the same", async ({ page }) => {
  await openLink(page, IN_TIME);
  await main(page).getByLabel("Student id").fill("somebody else");
  await leaveLastWords(page, "straight-copy", solution);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const form = document.querySelector<HTMLFormElement>("form.hand-in");
      const id = form?.querySelector<HTMLInputElement>("[name=student-id]");
      if (!form || !id) return;
      observer.disconnect();
      id.value = "ada";
      id.dispatchEvent(new InputEvent("input", { bubbles: true }));
      form.requestSubmit();
    }).observe(document, { childList: true, subtree: true });
  });
  const download = page.waitForEvent("download");
  await page.reload();
  const { student, answers } = await contentsOf(await download);
  expect([student.id, answers.map(({ source }) => source)]).toEqual(["ada", [solution]]);
  await expect(main(page).getByLabel("Student id")).toHaveValue("ada");
});

test.describe("whoever is late", () => {
  for (const [when, now, changes, truth] of [
    ["late", LATE, { late: { policy: "zero" } }, "A hand-in now counts 0 %."],
    ["after the close", CLOSED, {}, "This assignment is closed: a hand-in counts nothing now"],
  ] as const) {
    test(`is told so, and may write the file all the same: ${when}`, async ({ page }) => {
      await openLink(page, now, changes);
      await write(page, "straight-copy", solution);
      await page.goto(PAGE);
      await main(page).getByLabel("Student id").fill("ada");
      await main(page).getByRole("button", { name: "Hand in", exact: true }).click();
      const consent = main(page).getByRole("group", { name: "Hand in all the same?" });
      await expect(consent).toContainText(truth);
      const download = page.waitForEvent("download");
      await consent.getByRole("button", { name: "Write the file" }).click();
      expect((await contentsOf(await download)).answers).toHaveLength(1);
    });
  }

  test("whose attempts are used up is asked as well", async ({ page }) => {
    await openLink(page, IN_TIME, { attempts: 1 });
    await write(page, "straight-copy", solution);
    await page.goto(PAGE);
    await main(page).getByLabel("Student id").fill("ada");
    await handIn(page);
    await expect(main(page)).toContainText("You have used 1 of 1 hand-ins: a further one does not count.");
    await main(page).getByRole("button", { name: "Hand in", exact: true }).click();
    await expect(main(page).getByRole("button", { name: "Write the file" })).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(main(page).getByRole("button", { name: "Leave it" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(main(page).getByRole("button", { name: "Hand in", exact: true })).toBeFocused();
    await expect(main(page).locator(".written li")).toHaveCount(1);
  });
});

test("before it opens, it says when, and shows no exercise", async ({ page }) => {
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

test.describe("a link or a file that is none", () => {
  test("says so, and what was kept stays", async ({ page }) => {
    await openLink(page, IN_TIME);
    const fragment = await fragmentOf();
    await page.goto(PAGE + fragment.slice(0, fragment.length - 20));
    await expect(alert(page)).toContainText("This link is incomplete or was altered on its way.");
    await expect(row(page, "straight-copy")).toBeVisible();
    await page.goto(`${PAGE}#week-9`);
    await expect(alert(page)).toContainText("This browser keeps no assignment week-9.");
  });

  test("holds the secret: it is refused with a word to the student", async ({ page }) => {
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

test("several are listed, a changed copy can be taken back, and one can be removed", async ({ page }) => {
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

test.describe("without a network, after the first visit", () => {
  test.use({ serviceWorkers: "allow" });

  test("it is there, and is graded as it is handed in", async ({ page, context }) => {
    await openLink(page, IN_TIME);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await leaveLastWords(page, "straight-copy", solution);
    await context.setOffline(true);
    await page.goto(PAGE);
    await page.reload();
    await expect(row(page, "straight-copy")).toContainText("draft");
    await main(page).getByLabel("Student id").fill("ada");
    const { answers } = await contentsOf(await handIn(page));
    expect(answers.map(({ source, pageVerdict }) => [source, pageVerdict?.status])).toEqual([[solution, "pass"]]);
  });
});

test("what cannot be graded, for the grader cannot be loaded, can be handed in", async ({ page }) => {
  await page.route("**/*sandbox-worker*", (route) => route.abort());
  await openLink(page, IN_TIME);
  await leaveLastWords(page, "straight-copy", solution);
  await page.reload();
  await main(page).getByLabel("Student id").fill("ada");
  const { answers } = await contentsOf(await handIn(page));
  expect(answers.map(({ source, pageVerdict }) => [source, pageVerdict])).toEqual([[solution, undefined]]);
  await expect(main(page)).toContainText("1 of its answers could not be graded on this page");
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what it is, and what it needs", async ({ page }) => {
    await page.goto(PAGE);
    await expect(main(page)).toContainText("An assignment comes as a link from your instructor.");
    await expect(main(page).getByText("handing it in need scripts")).toBeVisible();
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
