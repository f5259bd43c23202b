import { expect, test } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { CellPage } from "#browser/cell-page.ts";
import { CourseHost } from "#browser/course-host.ts";

const EXERCISE = "transpose-padded";
const { files } = await readExerciseFolder(EXERCISE);

test.describe("offline, after the first visit", () => {
  test.use({ serviceWorkers: "allow" });

  test("pages that were never opened are available, and an answer can be written and graded", async ({ page, context }) => {
    await page.goto("./");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto("lessons/1-coalescing/02-order-and-offset/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto(`practice/${EXERCISE}/`);
    const cell = new CellPage(page, EXERCISE);
    await cell.openEditor("monaco");
    await cell.write(files.get("solution.ts") ?? "");
    expect(JSON.parse(await cell.grade())).toMatchObject({ exercise: EXERCISE, status: "pass" });
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("swizzle");
    await expect(page.getByRole("dialog", { name: "Search" }).getByRole("link", { name: "Pad or swizzle?" }).first()).toBeVisible();
  });

  test("a new version of the course replaces the cached one, and no page of the old version is left", async ({ page, context }) => {
    const host = await CourseHost.open();
    const versions = (): Promise<string[]> => page.evaluate(() => caches.keys());
    try {
      await page.goto(`${host.address}glossary/`);
      await page.evaluate(() => navigator.serviceWorker.ready);
      const old = await versions();
      await host.deploy("glossary/", "A newer glossary");
      await page.goto(`${host.address}map/`);
      await expect.poll(versions).not.toEqual(old);
      await expect.poll(versions).toHaveLength(1);
      await context.setOffline(true);
      await page.goto(`${host.address}glossary/`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("A newer glossary");
    } finally {
      await host.close();
    }
  });
});
