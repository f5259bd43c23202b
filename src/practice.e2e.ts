import { expect, test as inFreshContext, type Page } from "@playwright/test";
import { test } from "#browser/kept-page.ts";
import { ScriptWeights, scriptList, totalBytes } from "#browser/script-weights.ts";
import { exerciseIds, readExerciseFolder, wrongSources } from "#kit/folder.ts";
import { CellPage } from "#browser/cell-page.ts";
import { lessonFiles } from "#browser/lesson-files.ts";

const LIST = "practice/";
const EXERCISE = "practice/straight-copy/";
const SCRIPT_BUDGET_BYTES = 60_000;

const exercises = await Promise.all((await exerciseIds()).map(async (id) => (await readExerciseFolder(id)).exercise));
const total = exercises.length;

const rows = (page: Page) => page.locator(".practice-row:visible");
const status = (page: Page) => page.locator(".practice-count");
const idsOf = (page: Page) => rows(page).evaluateAll((elements) => elements.map((element) => element.dataset["exercise"]));

async function openList(page: Page, query = ""): Promise<void> {
  await page.goto(LIST + query);
  await page.waitForFunction(() => customElements.get("practice-page") !== undefined);
}

test("every exercise is listed once, by part, and in the order in which the lessons teach", async ({ page }) => {
  await openList(page);
  const ids = await idsOf(page);
  expect(ids.toSorted()).toEqual(exercises.map(({ id }) => id).sort());
  await expect(status(page)).toHaveText(`${total} exercises`);
  const inLessons = lessonFiles().flatMap(({ matter }) => matter.exercises ?? []);
  const place = (id: string | undefined) => {
    const { part = 0, difficulty = 0 } = exercises.find((exercise) => exercise.id === id) ?? {};
    const lessonPlace = inLessons.indexOf(id ?? "");
    return 10_000 * part + (lessonPlace === -1 ? 1000 + difficulty : lessonPlace);
  };
  expect(ids.map(place)).toEqual(ids.map(place).toSorted((a, b) => a - b));
  const first = page.locator('[data-exercise="straight-copy"]');
  await expect(first).toContainText(/difficulty \d of 5/);
  await expect(first).toContainText(/\d+ min/);
  await expect(first).toContainText(/\d+ points/);
});

test.describe("filters", () => {
  const fields: readonly [
    name: string,
    query: string,
    choose: (page: Page) => Promise<unknown>,
    keeps: (exercise: (typeof exercises)[0]) => boolean,
  ][] = [
    ["part", "?part=2", (page) => page.getByRole("combobox", { name: "Part" }).selectOption("2"), ({ part }) => part === 2],
    [
      "concept",
      "?concept=bank+conflict",
      (page) => page.getByRole("combobox", { name: "Concept" }).selectOption("bank conflict"),
      ({ concepts }) => concepts.includes("bank conflict"),
    ],
    ["difficulty", "?difficulty=3", (page) => page.getByRole("radio", { name: "3 of 5" }).check(), ({ difficulty }) => difficulty === 3],
    ["short time", "?time=10", (page) => page.getByRole("radio", { name: "at most 10" }).check(), ({ minutes }) => minutes <= 10],
    ["long time", "?time=more", (page) => page.getByRole("radio", { name: "more than 20" }).check(), ({ minutes }) => minutes > 20],
    [
      "words",
      "?q=REVERSED",
      (page) => page.getByLabel("Words").fill("REVERSED"),
      ({ title, summary, concepts }) => [title, summary, ...concepts].join(" ").toLowerCase().includes("reversed"),
    ],
  ];

  test("each: the list, its count and the address agree, and the address restores the filter", async ({ page }) => {
    await openList(page);
    for (const [name, query, choose, keeps] of fields) {
      await test.step(`by ${name}`, async () => {
        const kept = exercises
          .filter(keeps)
          .map(({ id }) => id)
          .sort();
        expect(kept.length).toBeLessThan(total);
        await choose(page);
        await expect(status(page)).toHaveText(`${kept.length} of ${total} exercises`);
        expect((await idsOf(page)).sort()).toEqual(kept);
        await expect(page).toHaveURL(({ search }) => search === query);
        await page.reload();
        await expect(status(page)).toHaveText(`${kept.length} of ${total} exercises`);
        await page.getByRole("button", { name: "Clear filters" }).click();
        await expect(rows(page)).toHaveCount(total);
        await expect(page).toHaveURL(({ search }) => search === "");
      });
    }
  });

  test("can be combined, and an empty list says so", async ({ page }) => {
    await openList(page, "?part=1&q=nothing+is+called+so");
    await expect(status(page)).toHaveText(`0 of ${total} exercises`);
    await expect(page.getByText("No exercise matches all of that.")).toBeVisible();
    await expect(page.locator(".practice-part:visible")).toHaveCount(0);
  });

  test("work from the keyboard", async ({ page }) => {
    await openList(page);
    await page.getByLabel("Words").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("group", { name: "Difficulty" }).getByRole("radio", { name: "any" })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(({ search }) => search === "?difficulty=2&time=5");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("combobox", { name: "Order" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(({ search }) => search === "?difficulty=2&time=5&show=open");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(rows(page)).toHaveCount(total);
  });
});

test("a request wider than an H100 supports is drawn too", async ({ page }) => {
  await page.goto("practice/blackwell-32-byte-loads/");
  const cell = new CellPage(page, "blackwell-32-byte-loads");
  await cell.openEditor("monaco");
  await cell.write(wrongSources((await readExerciseFolder("blackwell-32-byte-loads")).files)["rounds-up"] ?? "");
  await cell.grade();
  await expect(cell.cell.locator(".failure").getByRole("figure", { name: /warp 1 of block/ })).toContainText(
    "Lane 29 is outside the array",
  );
});

test("exercises that were passed are marked, and can be hidden", async ({ page }) => {
  const { files } = await readExerciseFolder("straight-copy");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(EXERCISE);
  const cell = new CellPage(page, "straight-copy");
  await cell.openEditor("light");
  await cell.write(files.get("solution.ts") ?? "");
  await cell.grade();
  await expect(cell.status).toHaveText(/^(\d+) of \1 checks passed/);
  await page.getByRole("link", { name: "All exercises" }).click();
  await expect(page.locator('[data-exercise="straight-copy"] .practice-mark')).toBeVisible();
  // On a phone, the list comes before what narrows it down.
  await expect(page.getByRole("checkbox", { name: "not passed yet" })).toBeHidden();
  await expect(page.locator(".practice-row h3").first()).toBeInViewport();
  await page.getByRole("button", { name: "More filters" }).click();
  await expect(status(page)).toHaveText(`${total} exercises, 1 passed`);
  await page.getByRole("checkbox", { name: "not passed yet" }).check();
  await expect(status(page)).toHaveText(`${total - 1} of ${total} exercises`);
  await expect(page.locator('[data-exercise="straight-copy"]')).toBeHidden();
});

test("one is picked that fits what was passed, with the reason; one that was passed can be repeated; what was failed comes first", async ({
  page,
}) => {
  await openList(page);
  const picked = page.getByRole("status", { name: "Picked" });
  await page.getByRole("button", { name: "Pick one for me" }).click();
  await expect(picked).toContainText("You have passed none yet");
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const keep = (database: string, store: string, key: string, value: object) =>
          new Promise<void>((done) => {
            const opening = indexedDB.open(database);
            opening.onupgradeneeded = () => opening.result.createObjectStore(store);
            opening.onsuccess = () => {
              const change = opening.result.transaction(store, "readwrite");
              change.objectStore(store).put(value, key);
              change.oncomplete = () => (opening.result.close(), done());
            };
          });
        void keep("coalesce-progress", "passed", "straight-copy", { at: 0, exerciseVersion: "" })
          .then(() => keep("coalesce-activity", "activity", "transpose-padded", { tries: 4, hints: 0 }))
          .then(resolve);
      }),
  );
  await page.reload();
  await expect(page.locator('[data-exercise="straight-copy"][data-passed]')).toBeVisible();
  await page.getByRole("button", { name: "Pick one for me" }).click();
  await expect(picked).toContainText("You have tried it 4 times");
  await page.getByRole("button", { name: "Pick one for me" }).click();
  await expect(picked).toContainText("as “A straight copy” does, which you have passed");
  await page.getByRole("button", { name: "One to repeat" }).click();
  await expect(picked.getByRole("link")).toHaveText("A straight copy");
  await page.getByRole("combobox", { name: "Order" }).selectOption("failed");
  expect((await idsOf(page))[0]).toBe("transpose-padded");
  await page.getByRole("combobox", { name: "Order" }).selectOption("");
  expect((await idsOf(page))[0]).toBe("straight-copy");
  // A row that was passed begins its exercise again; what was written comes back at a click.
  await page.goto(EXERCISE);
  const cell = new CellPage(page, "straight-copy");
  await cell.openEditor("monaco");
  await cell.write("// mine\n");
  await expect(cell.cell.locator(".save-mark")).toBeVisible();
  await page.getByRole("button", { name: /^Note on/ }).click();
  await expect(page.locator(".note-field textarea")).toBeFocused();
  await page.keyboard.type("Once more");
  await expect(page.locator(".note-field [role=status]")).toHaveText("Saved in this browser");
  await page.goto("practice/");
  await page.getByRole("link", { name: "Repeat A straight copy" }).click();
  await expect(page).toHaveURL(({ search }) => search === "");
  await expect(cell.button("Bring back my code")).toBeVisible();
  await expect(cell.cell.locator(".code-host")).not.toContainText("// mine");
  // The note is that of the lesson's cell.
  await expect(page.locator(".prompt + .note-field .note-text")).toHaveText("Once more");
  await cell.visit();
  await expect(page.locator("exercise-cell + .note-field .note-text")).toHaveText("Once more");
});

test("the landing page offers to go on with an exercise, and once it is passed with the next lesson", async ({ page }) => {
  const { files } = await readExerciseFolder("straight-copy");
  await page.goto(EXERCISE);
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  await page.goto("./");
  await expect(page.getByRole("link", { name: `Continue with ${title}` })).toBeVisible();
  await page.goto(EXERCISE);
  const here = page.locator("lesson-ticks a[aria-current]");
  await expect(here).toHaveAttribute("data-number", "1.1");
  await expect(here).toBeInViewport();
  const cell = new CellPage(page, "straight-copy");
  await cell.openEditor("monaco");
  await cell.write(files.get("solution.ts") ?? "");
  await cell.grade();
  await expect(cell.status).toHaveText(/^(\d+) of \1 checks passed/);
  await page.goto("./");
  await expect(page.locator("#part-1 .part-steps [data-kind=partial]")).toHaveCount(1);
  await page.getByRole("link", { name: "Continue with 1.2" }).click();
  await expect(page).toHaveURL(/1-coalescing\/01-/);
});

test("the landing page links to the list, the list to an exercise, and an exercise to its lesson and the next one", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("link", { name: `Practise on ${total} exercises` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Practice");
  await page.locator('[data-exercise="straight-copy"] h3 a').click();
  await expect(page.locator("exercise-cell")).toBeVisible();
  await page.locator('a[rel="next"]').click();
  await expect(page).toHaveURL(/lessons\/1-coalescing\/01-/);
  await page.goBack();
  await page.locator('a[rel="prev"]').click();
  await expect(page).toHaveURL(/lessons\/1-coalescing\/00-/);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Practice" }).click();
  await expect(rows(page)).toHaveCount(total);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the whole list can be read, and so can an exercise", async ({ page }) => {
    await page.goto(LIST);
    await expect(rows(page)).toHaveCount(total);
    await expect(page.locator(".list-filters")).toBeHidden();
    await page.locator('[data-exercise="straight-copy"]').getByRole("link").first().click();
    await expect(page.locator("exercise-cell .prompt")).toBeVisible();
    await expect(page.locator("exercise-cell .code-host code")).toContainText("export");
  });
});

/** Monaco, TypeScript's service, and all that an open cell loads beside its grader and its panel of CUDA, compressed. */
const EDITOR_BUDGET_BYTES = 1_500_000;

test.describe("weight", () => {
  inFreshContext("a cell with its editor ships at most 1.5 MB of script", async ({ page }) => {
    await page.goto(EXERCISE);
    await page.waitForLoadState("networkidle");
    const weights = new ScriptWeights(page, {
      except: /sandbox-worker|live-kernel|translate-answer|not-translatable|fill-kernel|parser/,
      quality: 10,
    });
    const cell = new CellPage(page, "straight-copy");
    await cell.openEditor("monaco");
    // When TypeScript has found a mistake, all that an editor needs is there.
    await cell.write("export const read = (t: Thread) => t.threadIndex;");
    await expect(cell.cell.locator(".squiggly-error").first()).toBeVisible();
    const scripts = await weights.settled();
    expect([...scripts.keys()].some((url) => url.includes("ts.worker"))).toBe(true);
    expect(totalBytes(scripts), scriptList(scripts)).toBeLessThanOrEqual(EDITOR_BUDGET_BYTES);
  });

  for (const path of [LIST, EXERCISE]) {
    inFreshContext(`${path} ships at most 60 KB of script before an editor is opened`, async ({ page }) => {
      const weights = new ScriptWeights(page);
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      const scripts = await weights.settled();
      expect(scripts.size).toBeGreaterThan(0);
      expect(totalBytes(scripts), scriptList(scripts)).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
      expect([...scripts.keys()].filter((url) => /monaco|editor\.worker|ts\.worker/i.test(url))).toEqual([]);
    });
  }
});
