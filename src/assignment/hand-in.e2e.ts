import { expect, type Page } from "@playwright/test";
import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
import {
  CLOSED,
  IN_TIME,
  LATE,
  PAGE,
  contentsOf,
  handIn,
  leaveUnsavedDraft,
  main,
  openLink,
  row,
  write,
} from "#browser/assignment-page.ts";
import { test } from "#browser/kept-page.ts";

const { files } = await readExerciseFolder("straight-copy");
const solution = files.get("solution.ts") ?? "";
const wrong = Object.values(wrongSources(files))[0];

/** Opens an assignment in time, with a text that was not graded yet, as the student ada. */
async function openWithSolution(page: Page): Promise<void> {
  await openLink(page, IN_TIME);
  await leaveUnsavedDraft(page, "straight-copy", solution);
  await page.reload();
  await main(page).getByLabel("Student id").fill("ada");
}

test("an ungraded text is graded when it is handed in; after an edit, the hand-in has an older text", async ({ page }) => {
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

test("a text that was unsaved when its page closed is handed in too", async ({ page }) => {
  await openLink(page, IN_TIME);
  await write(page, "straight-copy", "// saved");
  await leaveUnsavedDraft(page, "straight-copy", "// not saved yet");
  await page.goto(PAGE);
  await main(page).getByLabel("Student id").fill("ada");
  const { answers } = await contentsOf(await handIn(page));
  expect(answers.map(({ source }) => source)).toEqual(["// not saved yet"]);
});

test("a student who leaves as soon as the file is downloaded has handed in", async ({ page }) => {
  await openWithSolution(page);
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

test("a browser that cannot save the hand-in still grades and writes the file, and says so", async ({ page }) => {
  await openWithSolution(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new Error("no room is left");
    };
  });
  const { answers } = await contentsOf(await handIn(page));
  expect(answers.map(({ pageVerdict }) => pageVerdict?.status)).toEqual(["pass"]);
  await expect(main(page)).toContainText("could not be saved in this browser (no room is left): keep the file.");
});

test("handing in before the page has read the drafts and the name works too", async ({ page }) => {
  await openLink(page, IN_TIME);
  await main(page).getByLabel("Student id").fill("somebody else");
  await leaveUnsavedDraft(page, "straight-copy", solution);
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

test.describe("a late student", () => {
  for (const [when, now, changes, warning] of [
    ["late", LATE, { late: { policy: "zero" } }, "A hand-in now counts for 0%."],
    ["after the close", CLOSED, {}, "This assignment is closed: a hand-in counts for nothing now"],
  ] as const) {
    test(`is told so, and can write the file anyway: ${when}`, async ({ page }) => {
      await openLink(page, now, changes);
      await write(page, "straight-copy", solution);
      await page.goto(PAGE);
      await main(page).getByLabel("Student id").fill("ada");
      await main(page).getByRole("button", { name: "Hand in", exact: true }).click();
      const consent = main(page).getByRole("group", { name: "Hand in anyway?" });
      await expect(consent).toContainText(warning);
      const download = page.waitForEvent("download");
      await consent.getByRole("button", { name: "Write the file" }).click();
      expect((await contentsOf(await download)).answers).toHaveLength(1);
    });
  }

  test("with no attempts left is asked as well", async ({ page }) => {
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
    await expect(main(page).getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(main(page).getByRole("button", { name: "Hand in", exact: true })).toBeFocused();
    await expect(main(page).locator(".written li")).toHaveCount(1);
  });
});

test("a text can be handed in ungraded when the grader cannot be loaded", async ({ page }) => {
  await page.route("**/*sandbox-worker*", (route) => route.abort());
  await openWithSolution(page);
  const { answers } = await contentsOf(await handIn(page));
  expect(answers.map(({ source, pageVerdict }) => [source, pageVerdict])).toEqual([[solution, undefined]]);
  await expect(main(page)).toContainText("1 of its answers could not be graded on this page");
});
