import { expect, test } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { CellPage } from "#browser/cell-page.ts";
import { serveLms } from "#browser/lms/lms-server.ts";
import { RecordStore } from "#browser/lms/record-store.ts";
import { examplePackage } from "#browser/lms/example-package.ts";

const CMI5 = "https://w3id.org/xapi/cmi5/context/categories/cmi5";
const MOVE_ON = "https://w3id.org/xapi/cmi5/context/categories/moveon";

let lms: Awaited<ReturnType<typeof serveLms>>;
let store: RecordStore;

test.beforeAll(async () => {
  // The first package after a change of the course has to be built.
  test.setTimeout(300_000);
  lms = await serveLms(await examplePackage("--cmi5"), new Map([["/lms/after.html", "<!doctype html><title>Back in the LMS</title>"]]));
  store = new RecordStore(`${lms.origin}/lms/after.html`);
  await store.start();
});
test.afterAll(async () => {
  await lms.close();
  await store.close();
});

const categories = (verb: string): (string[] | undefined)[] =>
  store.statements
    .filter((statement) => statement.verb.id.endsWith(`/${verb}`))
    .map(({ context }) => context.contextActivities.category?.map(({ id }) => id).sort());

test("over two visits, a record store receives the statements that cmi5 requires, in order", async ({ page }) => {
  const walkSolution = (await readExerciseFolder("row-walk")).files.get("solution.ts") ?? "";
  const copySolution = (await readExerciseFolder("straight-copy")).files.get("solution.ts") ?? "";
  const status = page.locator(".connection");

  await page.goto(store.launch(`${lms.content}index.html`));
  await expect(status).toContainText("is connected");
  const copy = new CellPage(page, "straight-copy");
  await copy.openEditor("monaco");
  await copy.write(copySolution);
  await copy.grade();
  await expect(status).toContainText("has these points");
  // The student closes the window without pressing the button.
  await page.goto("about:blank");
  await expect.poll(() => store.verbs).toEqual(["initialized", "progressed", "failed", "terminated"]);
  expect(store.statements[2]?.result).toMatchObject({ success: false, score: { raw: 10, min: 0, max: 30 } });
  expect(store.statements[2]?.result?.score?.scaled).toBeCloseTo(1 / 3);

  await page.goto(store.launch(`${lms.content}index.html`));
  await expect(page.locator("#standing tfoot")).toContainText("10 of 30");
  const walk = new CellPage(page, "row-walk");
  await walk.openEditor("monaco");
  await walk.write(walkSolution);
  await walk.grade();
  await expect(page.locator("#standing tfoot")).toContainText("30 of 30");
  await expect(status).toContainText("has these points");
  await page.getByRole("button", { name: "Report and finish" }).click();
  await expect(page).toHaveTitle("Back in the LMS");
  expect(store.verbs.slice(4)).toEqual(["initialized", "completed", "passed", "terminated"]);
  expect(store.statements[6]?.result).toMatchObject({ success: true, score: { scaled: 1, raw: 30, min: 0, max: 30 } });

  expect(store.statements.filter((statement) => !store.isInContext(statement))).toEqual([]);
  expect(categories("initialized")).toEqual([[CMI5], [CMI5]]);
  expect(categories("terminated")).toEqual([[CMI5], [CMI5]]);
  for (const verb of ["completed", "passed", "failed"]) expect(categories(verb), verb).toEqual([[CMI5, MOVE_ON]]);
  expect(store.refusals).toEqual([]);
});
