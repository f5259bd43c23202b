import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

const LESSON = "lessons/1-coalescing/01-what-one-load-costs/";

/** An exercise cell in a lesson, as a learner handles it. */
export class CellPage {
  readonly page: Page;
  readonly cell: Locator;
  readonly status: Locator;

  /** @param root where the cell is: in the page itself, or in a frame of it */
  constructor(page: Page, exercise: string, root: Page | FrameLocator = page) {
    this.page = page;
    this.cell = root.locator(`#exercise-${exercise}`);
    this.status = this.cell.locator("[data-status-line]");
  }

  async visit(): Promise<void> {
    await this.page.goto(LESSON);
    await expect(this.cell).toBeVisible();
  }

  /** Clicks the code, and waits for the editor of this kind: Monaco on a wide screen, a text area on a narrow one. */
  async openEditor(kind: "monaco" | "text-area"): Promise<void> {
    await this.cell.locator(".code-host").click();
    await expect(this.cell).toHaveAttribute("data-editor", kind, { timeout: 20_000 });
  }

  /** Replaces the text. It is pasted into Monaco, because Monaco closes brackets as they are typed. */
  async write(text: string): Promise<void> {
    const area = this.cell.locator("textarea.code-area");
    if (await area.count()) return area.fill(text);
    await this.cell.locator(".monaco-editor").first().click();
    await this.page.keyboard.press("ControlOrMeta+A");
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.cell.evaluate((_, pasted) => navigator.clipboard.writeText(pasted), text);
    await this.page.keyboard.press("ControlOrMeta+V");
  }

  button(name: string | RegExp): Locator {
    return this.cell.getByRole("button", { name });
  }

  /** Clicks "Grade", and returns the result as the JSON that the page shows. */
  async grade(): Promise<string> {
    const verdict = this.cell.locator(".verdict");
    await this.button("Grade").click();
    await expect(this.status).not.toHaveText(/^(Grading…)?$/, { timeout: 15_000 });
    await expect(this.cell.locator(".stale")).toHaveCount(0);
    return (await verdict.locator(".as-json pre").textContent()) ?? "";
  }

  /** The text in the editor. */
  async text(): Promise<string> {
    const area = this.cell.locator("textarea.code-area");
    if (await area.count()) return area.inputValue();
    const lines = await this.cell.locator(".view-line").allInnerTexts();
    return lines.join("\n").replaceAll("\u00a0", " ");
  }
}
