import { readFile } from "node:fs/promises";
import { expect, type Download, type Page } from "@playwright/test";
import { assignmentLink } from "#classroom/assignment/link.ts";
import { publicAssignmentSchema } from "#classroom/assignment/assignment.ts";
import { handInSchema, type HandIn } from "#classroom/submission/hand-in.ts";
import { CellPage } from "./cell-page.ts";

/** The address of the assignment page. */
export const PAGE = "assignment/";

export const week1 = {
  schema: "coalesce/assignment/v1",
  id: "week-1",
  title: "First steps in coalescing",
  timeZone: "Europe/Berlin",
  opens: "2026-10-01T08:00",
  due: "2026-10-20T23:59",
  closes: "2026-10-24T23:59",
  late: { policy: "per-day", percent: 10, capPercent: 40, graceMinutes: 15 },
  attempts: 2,
  exercises: [
    { id: "straight-copy", points: 10 },
    { id: "row-walk", points: 20 },
  ],
};

/** Times before the due time, after it, and after the close. */
export const IN_TIME = "2026-10-18T12:00:00+02:00";
export const LATE = "2026-10-22T12:00:00+02:00";
export const CLOSED = "2026-10-25T12:00:00+01:00";

export const main = (page: Page) => page.locator("assignment-page");
export const row = (page: Page, exercise: string) => main(page).locator(`tr[data-exercise="${exercise}"]`);
export const alert = (page: Page) => main(page).getByRole("alert").first();

/** The fragment of the page's address that contains the assignment. */
export async function fragmentOf(changes: object = {}): Promise<string> {
  return new URL(await assignmentLink(publicAssignmentSchema.parse({ ...week1, ...changes }), "http://course/")).hash;
}

/** Opens the link of an assignment, with the clock fixed at a time. */
export async function openLink(page: Page, now: string, changes: object = {}): Promise<void> {
  await page.clock.setFixedTime(now);
  await page.goto(PAGE + (await fragmentOf(changes)));
  await expect(main(page).getByRole("heading", { level: 2 })).toHaveText({ ...week1, ...changes }.title);
}

/** Opens an exercise on a phone, and writes an answer that is saved. */
export async function write(page: Page, exercise: string, text: string): Promise<CellPage> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`practice/${exercise}/`);
  const cell = new CellPage(page, exercise);
  await cell.openEditor("light");
  await cell.write(text);
  await expect(cell.cell.locator(".save-mark")).toBeVisible();
  return cell;
}

/** Leaves an unsaved draft behind, as a page does that is closed before it has saved its text. */
export async function leaveUnsavedDraft(page: Page, exercise: string, text: string): Promise<void> {
  await page.evaluate(
    ([exercise, text]) => {
      // Pages count their saves from 1: this one is later than any of a test.
      const draft = { text, savedAt: Date.now() + 1000, exerciseVersion: "v", revision: "r", order: 1000 };
      localStorage.setItem(`coalesce-last-words/${exercise}`, JSON.stringify(draft));
    },
    [exercise, text],
  );
}

export async function handIn(page: Page): Promise<Download> {
  const download = page.waitForEvent("download");
  await main(page).getByRole("button", { name: "Hand in", exact: true }).click();
  return download;
}

export async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

export async function contentsOf(download: Download): Promise<HandIn> {
  return handInSchema.parse(JSON.parse(await textOf(download)));
}
