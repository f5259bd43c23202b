import { expect, type Locator, type Page } from "@playwright/test";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { test } from "#browser/kept-page.ts";
import type { Evidence } from "#notebook/evidence/concept-state.ts";

const DAY_MS = 86_400_000;

/** Everything that the browser keeps of a learner's answers, by concept; changed first, if there is a change to make. */
async function keptEvidence(page: Page, daysBack = 0, added: Readonly<Record<string, readonly Evidence[]>> = {}) {
  return page.evaluate(
    async ([back, more]) => {
      const opened = indexedDB.open("coalesce-evidence");
      await new Promise((resolve) => (opened.onsuccess = resolve));
      const store = opened.result.transaction("evidence", "readwrite").objectStore("evidence");
      const [keys, values] = [store.getAllKeys(), store.getAll()];
      await new Promise((resolve) => (store.transaction.oncomplete = resolve));
      const kept = Object.fromEntries(keys.result.map((key, i) => [String(key), values.result[i] as Evidence[]]));
      const changed = Object.entries({ ...kept, ...more }).map(
        ([concept, all]) => [concept, all.map((one) => ({ ...one, at: one.at - back }))] as const,
      );
      const writing = opened.result.transaction("evidence", "readwrite");
      for (const [concept, all] of changed) writing.objectStore("evidence").put(all, concept);
      await new Promise((resolve) => (writing.oncomplete = resolve));
      opened.result.close();
      return Object.fromEntries(changed);
    },
    [daysBack * DAY_MS, added] as const,
  );
}

/** Answers the question that is asked: with a number that is wrong, or with “I don’t know”. */
async function answer(questions: Locator, number: number, given?: string): Promise<void> {
  const card = questions.locator(".quiz-questions > li").nth(number);
  if (given !== undefined && (await card.getByRole("spinbutton").count()) > 0) {
    await card.getByRole("spinbutton").fill(given);
    await card.getByRole("button", { name: "Answer" }).click();
  } else {
    await card.getByRole("button", { name: "I don’t know" }).click();
  }
  await expect(card.locator(".quiz-judged strong")).toHaveText(/^(Right|Not|It’s)|^$/);
}

test("ten questions say where to start, and what was answered comes back in the warm-up, on the map and in “My work”", async ({ page }) => {
  await page.goto("placement/");
  const placement = page.getByRole("region", { name: "Placement" });
  await placement.getByRole("button", { name: "Begin" }).click();
  await answer(placement, 0);
  await expect(placement).toContainText("Question 1 of 10");
  // A reload goes on with the next question; one may stop after any.
  await page.reload();
  await expect(placement).toContainText("Question 2 of 10");
  await expect(placement.getByRole("button", { name: "Stop here" })).toBeVisible();
  for (let number = 0; number < 9; number++) {
    await answer(placement, number, "0");
    if (number < 8) await placement.getByRole("button", { name: "Next question" }).click();
  }
  await expect(placement.locator(".start-lesson")).toHaveText(/^1\.1 /);
  await expect(page.locator(".concept-list li").first()).toContainText("new");
  await expect(page.locator(".concept-list li").nth(1)).toContainText(/shaky.*back tomorrow/);
  expect(await accessibilityViolations(page)).toEqual([]);

  // Nothing is due on the same day; a day later, all of it is.
  await page.goto("");
  await expect(page.getByRole("link", { name: "Warm-up: nothing is due today" })).toBeVisible();
  const evidence = await keptEvidence(page, 1);
  expect(Object.values(evidence).map((all) => all.map(({ kind, isRight }) => [kind, isRight]))).toEqual(
    Array.from({ length: 9 }, () => [["placement", false]]),
  );
  await page.reload();
  await page.getByRole("link", { name: "Warm-up: 9 concepts are due" }).click();
  const warmUp = page.getByRole("region", { name: "Warm-up" });
  await warmUp.getByRole("button", { name: "5 questions, about 5 minutes" }).click();
  for (let number = 0; number < 5; number++) {
    await answer(warmUp, number);
    if (number < 4) await warmUp.getByRole("button", { name: "Next question" }).click();
  }
  await expect(warmUp).toContainText("4 concepts are due, too");
  expect(await accessibilityViolations(page)).toEqual([]);

  const right = { kind: "placement", source: "q", isRight: true, at: Date.now() };
  await keptEvidence(page, 0, { pitch: [right] });
  await page.goto("map/");
  await page.locator("#concepts").scrollIntoViewIfNeeded();
  await expect(page.locator(".concept-list li").filter({ hasText: "Pitch and padding" })).toContainText(/sure.*back in 3 days/);
  const lesson = page.locator('.course-map .lesson:has(> a:text("The clock of strides"))');
  await expect(lesson.locator("[data-concept]")).toHaveText("sure");
  await expect(lesson.locator(".lesson-sure a")).toHaveAttribute("href", /02-the-clock-of-strides\/#questions-before$/);

  await page.goto("my-work/");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  const stream = await (await download).createReadStream();
  const file = JSON.parse(Buffer.concat(await stream.toArray()).toString()) as { readonly evidence: Record<string, readonly Evidence[]> };
  expect(file.evidence["pitch"]).toEqual([right]);
  expect(file.evidence["ideal-sectors"]?.map(({ kind }) => kind)).toContain("placement");
});

test("a lesson begins with two questions from earlier ones, loaded when they are opened; who is sure gets the hardest one", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto("lessons/1-coalescing/00-thirty-two-lanes/");
  const first = page.locator("before-lesson");
  await first.getByText("Know some of this already?").click();
  await expect(first.getByRole("link", { name: "Ten questions" })).toHaveAttribute("href", /\/placement\/$/);
  await expect(first.getByRole("region")).toHaveCount(0);

  await page.goto("lessons/2-bank-conflicts-and-the-transpose/02-the-clock-of-strides/");
  const before = page.locator("before-lesson:defined");
  const summary = before.getByText("Two questions from earlier lessons");
  await expect(summary).toBeVisible();
  expect(scripts.slice(scripts.findLastIndex((url) => url.includes("before-lesson."))).some((url) => /before-lesson-view/.test(url))).toBe(
    false,
  );
  await summary.click();
  const questions = before.getByRole("region", { name: "Questions from earlier lessons" });
  await answer(questions, 0, "0");
  await questions.getByRole("button", { name: "Next question" }).click();
  await answer(questions, 1, "0");
  await expect(questions).toContainText("You got 0 of 2.");
  const kept = Object.values(await keptEvidence(page)).flat();
  expect(kept.map(({ kind, isRight }) => [kind, isRight])).toEqual([
    ["retrieval", false],
    ["retrieval", false],
  ]);
  expect(await accessibilityViolations(page)).toEqual([]);

  await keptEvidence(page, 0, { pitch: [{ kind: "exercise", source: "stride-to-degree", isRight: true, attempt: 1, at: Date.now() }] });
  // The map reads where one stands, and the lesson's page remembers it.
  await page.goto("map/");
  await expect(page.locator(".course-map [data-concept='pitch']").first()).toHaveText("sure");
  await page.goto("lessons/2-bank-conflicts-and-the-transpose/02-the-clock-of-strides/");
  await before.getByText("Sure of this already? Its hardest question").click();
  const hardest = before.getByRole("region", { name: "The lesson’s hardest question" });
  await expect(hardest.getByRole("link", { name: "2.4 After padding" })).toBeVisible();
  await answer(hardest, 0, "0");
});

test("a prediction asks for its reason, answers it, and keeps both", async ({ page }) => {
  await page.goto("lessons/1-coalescing/02-order-and-offset/");
  const prediction = page.locator("predict-first:defined").nth(1);
  await prediction.getByLabel("My answer").fill("5");
  await prediction.getByRole("button", { name: "Commit" }).click();
  await expect(prediction.getByRole("group", { name: "You say 5 sectors, because …" })).toBeVisible();
  await expect(prediction.locator(".predict-answer")).toBeHidden();
  await prediction.getByRole("radio", { name: /lines are what moves/ }).check();
  await prediction.getByRole("button", { name: "Commit" }).click();
  await expect(prediction.locator(".predict-yours")).toContainText(
    "Right: you said 5 sectors. But the reason is another one. What moves is sectors.",
  );
  await expect(prediction.getByRole("button", { name: "Clear my answer" })).toBeFocused();
  await expect(prediction.locator(".predict-answer")).toBeVisible();
  expect((await keptEvidence(page))["alignment"]?.map(({ kind, isRight }) => [kind, isRight])).toEqual([["prediction", false]]);

  const first = page.locator("predict-first").first();
  await first.getByLabel("My answer").fill("4");
  await first.getByRole("button", { name: "Commit" }).click();
  await first.getByRole("button", { name: "No reason, just the answer" }).click();
  await expect(first.locator(".predict-yours")).toContainText("Right: you said 4 sectors.");

  await page.reload();
  await expect(prediction.locator(".predict-yours")).toContainText("But the reason is another one. What moves is sectors.");
  await expect(prediction.locator(".predict-answer")).toBeVisible();
  await page.goto("my-work/");
  await expect(page.locator(".work-answers")).toContainText(
    "5 sectors, because the bytes now lie in two lines, and lines are what moves (not the reason)",
  );
});
