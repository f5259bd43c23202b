import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { codeIn, writeCode } from "./editor-text.ts";
import { lessonFiles } from "./lesson-files.ts";

/** An exercise cell in a lesson, as a learner handles it. */
export class CellPage {
  readonly page: Page;
  readonly exercise: string;
  readonly cell: Locator;
  readonly status: Locator;

  /** @param root where the cell is: in the page itself, or in a frame of it */
  constructor(page: Page, exercise: string, root: Page | FrameLocator = page) {
    this.page = page;
    this.exercise = exercise;
    this.cell = root.locator(`#exercise-${exercise}`);
    this.status = this.cell.locator("[data-status-line]");
  }

  /** Opens the lesson that the exercise is in. */
  async visit(): Promise<void> {
    const lesson = lessonFiles().find(({ matter }) => matter.exercises?.includes(this.exercise));
    if (!lesson) throw new RangeError(`no lesson has the exercise ${this.exercise}`);
    await this.page.goto(`lessons/${lesson.id}/`);
    await expect(this.cell).toBeVisible();
  }

  /** Opens the exercise's own page, which is shorter than its lesson: for all that is the same in both. */
  async visitPractice(): Promise<void> {
    await this.page.goto(`practice/${this.exercise}/`);
    await expect(this.cell).toBeVisible();
  }

  /**
   * Opens the exercise's own page on a phone, and there the light editor, which takes a third of the time that Monaco takes: for all that is
   * the same in both.
   */
  async openLight(): Promise<void> {
    await this.page.setViewportSize({ width: 390, height: 844 });
    await this.visitPractice();
    await this.openEditor("light");
  }

  /** Clicks the code, and waits for the editor of this kind: Monaco on a wide screen, the light editor on a narrow one. */
  async openEditor(kind: "monaco" | "light"): Promise<void> {
    // Before the cell's script has run, a click is lost.
    await expect.poll(() => this.cell.evaluate((cell) => cell.matches(":defined"))).toBe(true);
    await this.cell.locator(".code-host").click();
    await expect(this.cell).toHaveAttribute("data-editor", kind);
  }

  write(text: string): Promise<void> {
    return writeCode(this.cell, text);
  }

  button(name: string | RegExp): Locator {
    return this.cell.getByRole("button", { name });
  }

  /** Clicks "Grade", and returns the result as the JSON that the page shows. */
  async grade(): Promise<string> {
    await this.button("Grade").click();
    await expect(this.status).not.toHaveText(/^(Grading…)?$/);
    await expect(this.cell.locator(".stale")).toHaveCount(0);
    return (await this.cell.locator(".as-json pre").textContent()) ?? "";
  }

  /** The text in the editor. */
  text(): Promise<string> {
    return codeIn(this.cell);
  }
}
