import { expect, test as inFreshContext, type Locator } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { measureCode } from "#browser/code-geometry.ts";
import { CellPage } from "#browser/cell-page.ts";
import { writeCode } from "#browser/editor-text.ts";
import { test } from "#browser/kept-page.ts";

const { files } = await readExerciseFolder("straight-copy");
const solution = files.get("solution.ts") ?? "";

test("static code becomes Monaco, gets a verdict with a witness, then a pass that survives a reload", async ({ page }) => {
  const cell = new CellPage(page, "straight-copy");
  await cell.visit();
  await cell.openEditor("monaco");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(cell.status).toContainText("Not yet");
  await expect(cell.cell.locator(".failure-sentence")).toContainText("never written");
  await cell.cell.getByRole("row", { name: "No element is written twice" }).getByRole("button").first().click();
  await expect(cell.cell.locator(".failure-sentence")).toContainText("is written twice");
  await expect(cell.cell.locator(".failure .figure-title").last()).toContainText("warp 0 of block");
  await expect(cell.cell.locator(".diagnosis")).toBeVisible();
  await cell.write(solution);
  await cell.grade();
  await expect(cell.status).toHaveText(/^(\d+) of \1 checks passed/);
  await expect(cell.cell.locator(".passed-mark")).toBeVisible();
  await expect(cell.cell.locator(".ways-on")).toHaveText("Next lesson: What one load costs");
  await page.reload();
  await expect(cell.cell.locator(".passed-mark")).toBeVisible();
});

test("types, the picture, and errors follow the typing", async ({ page }) => {
  const cell = new CellPage(page, "straight-copy");
  await cell.visitPractice();
  await cell.openEditor("monaco");
  const marks = cell.cell.locator(".squiggly-error");
  await test.step("the editor knows the course's types", async () => {
    await cell.write("export const read = (t: Thread) => t.threadIndex;");
    await expect(marks.first()).toBeVisible();
    await cell.write("export const read = (t: Thread) => t.threadIdx.x;");
    await expect(marks).toHaveCount(0);
  });
  await test.step("the picture follows", async () => {
    await cell.write("export const read = (t: Thread) => t.threadIdx.x * 2;\nexport const write = (t: Thread) => t.threadIdx.x;");
    await expect(cell.cell.locator(".totals tbody tr").first()).toContainText("16 (8)");
    await cell.write("export const read = (t: Thread) => {");
    await expect(cell.cell.locator(".complaint")).toContainText("not valid TypeScript");
    await expect(cell.cell.locator(".outdated")).toBeVisible();
  });
  await test.step("an error is shown with its line, and marked in the editor", async () => {
    await cell.write("export const read = (t: Thread) => t.threadIdx.x;");
    await expect(marks).toHaveCount(0);
    await cell.write("export const write = () => 0;\nexport const read = () => {\n  throw null;\n};\n}");
    await cell.grade();
    await expect(cell.status).toContainText("Line 5");
    await expect(marks.first()).toBeVisible();
  });
});

test("hints come one by one; the solution is shown beside the learner's own code", async ({ page }) => {
  const cell = new CellPage(page, "straight-copy");
  await cell.visitPractice();
  await cell.button(/Hint/).click();
  await expect(cell.cell.locator(".hints li")).toHaveCount(1);
  await cell.button(/Hint/).click();
  await expect(cell.cell.locator(".hints li")).toHaveCount(2);
  await cell.openEditor("monaco");
  await cell.write("// mine");
  await cell.button("Solution").click();
  await cell.button("Show it anyway").click();
  await expect(cell.cell.locator(".solution pre")).toContainText("export");
  expect(await cell.text()).toBe("// mine");
});

test("a reset can be undone, and a reload keeps the text", async ({ page }) => {
  const cell = new CellPage(page, "straight-copy");
  await cell.visitPractice();
  await cell.openEditor("monaco");
  await cell.write("// what I wrote");
  await expect(cell.cell.locator(".save-mark")).toBeVisible();
  await cell.button("Reset").click();
  await cell.button("Start over").click();
  await expect.poll(() => cell.text()).toContain("threadIdx");
  await cell.button("Bring back my code").click();
  await expect.poll(() => cell.text()).toBe("// what I wrote");
  await page.reload();
  await expect(cell.cell.locator(".code-host")).toContainText("// what I wrote");
  await cell.openEditor("monaco");
  expect(await cell.text()).toBe("// what I wrote");
});

test("a page that is closed at once loses nothing that was typed", async ({ page }) => {
  const cell = new CellPage(page, "row-walk");
  await cell.openLight();
  await cell.write("// not saved yet");
  await page.reload();
  await cell.openEditor("light");
  await expect.poll(() => cell.text()).toBe("// not saved yet");
});

inFreshContext("with two tabs, both texts are kept and both tabs say so", async ({ context }) => {
  const first = new CellPage(await context.newPage(), "straight-copy");
  const second = new CellPage(await context.newPage(), "straight-copy");
  // In its lesson, and on its own page.
  await first.visit();
  await first.openEditor("monaco");
  await second.openLight();
  await first.write("// from the first tab");
  await expect(second.cell.locator(".notice")).toContainText("Another tab");
  await second.write("// from the second tab");
  await expect(second.button("Keep this one")).toBeVisible();
  await first.page.reload();
  await expect(first.cell.locator(".code-host")).toContainText("// from the first tab");
  await second.button("Show the other one").click();
  await expect.poll(() => second.text()).toBe("// from the first tab");
  await second.button("Bring back my code").click();
  await expect.poll(() => second.text()).toBe("// from the second tab");
});

inFreshContext(
  "a text that took its tab with it comes back as plain text, which can be reset or edited, and runs when it is graded",
  async ({ context }) => {
    const dying = new CellPage(await context.newPage(), "straight-copy");
    await dying.visitPractice();
    await dying.openEditor("monaco");
    const endless = "export const read = () => {\n  for (;;);\n};\nexport const write = () => 0;";
    await dying.write(endless);
    await expect(dying.cell.locator(".save-mark")).toBeVisible();
    const isMarked = () => dying.page.evaluate(() => localStorage.getItem("coalesce-running/straight-copy") !== null);
    await expect.poll(isMarked).toBe(true);
    const crash = dying.page.waitForEvent("crash");
    const devtools = await context.newCDPSession(dying.page);
    devtools.send("Page.crash").catch(() => undefined);
    await crash;
    await dying.page.close();

    const cell = new CellPage(await context.newPage(), "straight-copy");
    await cell.visitPractice();
    await expect(cell.cell.locator(".code-host")).toContainText("for (;;);");
    await cell.cell.locator(".code-host").click();
    const opening = cell.button("Open the editor");
    await expect(opening).toBeFocused();
    await expect(cell.cell).not.toHaveAttribute("data-editor");
    await expect(cell.page.locator('iframe[title="Sandbox"]')).toHaveCount(0);
    await opening.click();
    await expect(cell.cell).toHaveAttribute("data-editor", "monaco");
    expect(await cell.text()).toBe(endless);
    await cell.page.reload();
    await cell.cell.getByRole("button", { name: "Reset" }).click();
    await cell.button("Start over").click();
    await expect(cell.cell.locator(".code-host")).not.toContainText("for (;;);");
    await expect(cell.cell.locator("[data-held-back]")).toHaveCount(0);
    await cell.button("Bring back my code").click();
    await expect(cell.cell.locator(".code-host")).toContainText("for (;;);");
  },
);

test("where the storage never answers, the cell opens with what its last page could leave", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    // As in a browser without it.
    Reflect.deleteProperty(globalThis, "BroadcastChannel");
  });
  const cell = new CellPage(page, "straight-copy");
  await cell.openLight();
  await cell.write("// nowhere to store this");
  await expect(cell.button("Download my code")).toBeVisible();
  await page.reload();
  await cell.openEditor("light");
  await expect.poll(() => cell.text()).toBe("// nowhere to store this");
});

inFreshContext("two tabs that could save nothing leave both texts when they close", async ({ context }) => {
  const cells = [new CellPage(await context.newPage(), "straight-copy"), new CellPage(await context.newPage(), "straight-copy")];
  for (const cell of cells) await cell.openLight();
  const texts = ["// of the first tab", "// of the second tab"];
  // Nothing can be saved.
  for (const [number, cell] of cells.entries()) {
    await cell.page.evaluate(
      () =>
        (IDBObjectStore.prototype.put = () => {
          throw new Error("too late");
        }),
    );
    await cell.write(texts[number]!);
    await expect(cell.button("Download my code")).toBeVisible();
  }
  await Promise.all(cells.map(({ page }) => page.close({ runBeforeUnload: true })));
  await expect.poll(() => context.pages().length).toBe(0);
  const cell = new CellPage(await context.newPage(), "straight-copy");
  await cell.openLight();
  const current = await cell.text();
  expect(texts).toContain(current);
  await cell.button("Bring back my code").click();
  await expect.poll(() => cell.text()).toBe(texts.find((text) => text !== current));
});

test("a browser that cannot store offers the text for download", async ({ page }) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("The disk is full.", "QuotaExceededError");
    };
  });
  const cell = new CellPage(page, "straight-copy");
  await cell.openLight();
  await cell.write("// precious");
  const download = page.waitForEvent("download");
  await cell.button("Download my code").click();
  expect((await download).suggestedFilename()).toBe("straight-copy.ts");
});

inFreshContext("the cell says what cannot be loaded, and a reload recovers it with the text", async ({ page, context }) => {
  const cell = new CellPage(page, "straight-copy");
  await cell.visitPractice();
  await context.setOffline(true);
  await cell.cell.locator(".code-host").click();
  await expect(cell.cell.getByRole("alert")).toContainText("The exercise could not be opened");
  await context.setOffline(false);
  const grader = "**/*sandbox-worker*";
  await page.route(grader, (route) => route.abort());
  await cell.button("Reload the page").click();
  await expect(cell.cell.getByRole("alert")).toHaveCount(0);
  await cell.openEditor("monaco");
  await cell.write(solution);
  await cell.button("Grade").click();
  await expect(cell.cell.locator(".notice")).toContainText("A part of the course could not be loaded");
  await page.unroute(grader);
  await cell.button("Reload the page").click();
  await expect(cell.cell.locator(".notice")).toHaveCount(0);
  await cell.openEditor("monaco");
  expect(JSON.parse(await cell.grade())).toMatchObject({ exercise: "straight-copy", status: "pass" });
  await expect(cell.cell.locator(".notice")).toHaveCount(0);
});

test("Enter moves the keyboard into the editor, Escape and Tab out of it", async ({ page }) => {
  const cell = new CellPage(page, "straight-copy");
  await cell.visitPractice();
  await cell.cell.locator(".code-host").focus();
  await page.keyboard.press("Enter");
  await expect(cell.cell.locator(".monaco-editor.focused").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(cell.button("Grade")).toBeFocused();
});

test("where lines wrap, Monaco wraps them like the static code", async ({ page }) => {
  const cell = new CellPage(page, "row-sum");
  await cell.visit();
  const code = cell.cell.locator(".code-host");
  expect(Math.min(...(await hangs(code.locator(".line"))))).toBeGreaterThan(0);
  const before = await measureCode(cell.cell);
  await cell.openEditor("monaco");
  expect((await measureCode(cell.cell)).rows).toEqual(before.rows);
});

/** For each of these lines of code that wraps: how much further in than its first character it goes on, in CSS pixels. */
function hangs(lines: Locator): Promise<number[]> {
  return lines.evaluateAll((elements) =>
    elements.flatMap((line) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const characters: DOMRect[] = [];
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        for (const [at, character] of [...(node.textContent ?? "")].entries()) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          if (character.trim() !== "") characters.push(range.getBoundingClientRect());
        }
      }
      const [first] = characters;
      const below = characters.filter(({ top }) => first !== undefined && top >= first.bottom);
      return first === undefined || below.length === 0 ? [] : [Math.min(...below.map(({ left }) => left)) - first.left];
    }),
  );
}

test.describe("on an iPhone", () => {
  test.use({ userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15", hasTouch: true });

  test("a tap into code does not zoom the page: the page names a largest scale, and other browsers' pages none", async ({
    page,
    browser,
  }) => {
    const scale = 'meta[name="viewport"][content*="maximum-scale=1"]';
    await page.goto("practice/straight-copy/");
    await expect(page.locator(scale)).toHaveCount(1);
    const other = await browser.newPage({ userAgent: "Mozilla/5.0 (X11; Linux x86_64)", hasTouch: true });
    await other.goto(page.url());
    await other.waitForFunction(() => customElements.get("exercise-cell") !== undefined);
    await expect(other.locator(scale)).toHaveCount(0);
    await other.close();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true });

  test("a wrapped line of code goes on further in than it begins, before and in the editor", async ({ page }) => {
    const cell = new CellPage(page, "transpose-padded");
    await cell.visit();
    const still = await hangs(cell.cell.locator(".code-host .line"));
    await cell.openEditor("light");
    const edited = await hangs(cell.cell.locator(".cm-line"));
    for (const wrapped of [still, edited]) {
      expect(wrapped.length).toBeGreaterThan(2);
      expect(Math.min(...wrapped)).toBeGreaterThan(10);
    }
  });

  test("a failure comes right after the bar and before the help, which comes into view when it is asked for", async ({ page }) => {
    const cell = new CellPage(page, "straight-copy");
    await cell.visit();
    const top = async (selector: string): Promise<number> => (await cell.cell.locator(selector).boundingBox())?.y ?? Number.NaN;
    await cell.button(/Hint/).click();
    await expect(cell.cell.locator(".hints li")).toBeInViewport({ ratio: 1 });
    await cell.grade();
    await expect(cell.cell.locator(".failure-sentence")).toBeVisible();
    expect(await top(".failure-sentence")).toBeLessThan(await top(".hints"));
    expect(await top(".hints")).toBeLessThan(await top(".checks"));
    await cell.button(/Hint/).click();
    await expect(cell.cell.locator(".hints li").last()).toBeInViewport({ ratio: 1 });
    await cell.button("Solution").click();
    await expect(cell.cell.locator(".solution .panel-title")).toBeInViewport({ ratio: 1 });
    expect(await top(".failure-sentence")).toBeLessThan(await top(".solution"));
  });

  test("lesson 1 leads from a line that is tried to a passed exercise, in an editor with colours, line numbers and wrapping", async ({
    page,
  }) => {
    await page.goto("./");
    await page.getByRole("link", { name: "Start with the first lesson" }).tap();
    const tried = page.locator("try-cell").first();
    await expect.poll(() => tried.evaluate((cell) => cell.matches(":defined"))).toBe(true);
    await tried.locator(".code-host").tap();
    await expect(tried).toHaveAttribute("data-editor", "light");
    await writeCode(tried, "export const index = ({ threadIdx }: Thread) => 2 * threadIdx.x;");
    await expect(tried.locator(".readings")).toContainText("sectors8");

    const cell = new CellPage(page, "straight-copy");
    await cell.cell.locator(".code-host").tap();
    await expect(cell.cell).toHaveAttribute("data-editor", "light");
    await cell.write(solution);
    await expect(cell.cell.locator(".code-keyword").first()).toBeVisible();
    await expect(cell.cell.locator(".cm-lineNumbers")).toContainText("1");
    await expect(cell.cell.locator("kbd").filter({ visible: true })).toHaveCount(0);
    await cell.grade();
    await expect(cell.status).toHaveText(/^(\d+) of \1 checks passed/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
