import { expect, test, type Locator, type Page } from "@playwright/test";
import { measureCode } from "#browser/code-geometry.ts";
import { codeIn } from "#browser/editor-text.ts";

const LESSON = "lessons/1-coalescing/00-thirty-two-lanes/";
const LAB_LESSON = "lessons/2-bank-conflicts-and-the-transpose/02-the-clock-of-strides/";

/**
 * Kinds of cells whose editor comes when one reaches for the code: page, cell, what is clicked behind; whether a text that is typed at once
 * is run at once, and changes the page; whether the cell is the page, whose results below may grow.
 */
const kinds = [
  { kind: "an exercise", path: LESSON, name: "exercise-cell", words: "return" },
  { kind: "a long exercise", path: "practice/matmul-tiles/", name: "exercise-cell", words: "return" },
  { kind: "a try cell", path: LESSON, name: "try-cell", words: "return" },
  { kind: "a lab cell", path: LAB_LESSON, name: "lab-cell", words: "threadIdx", isRun: true },
  { kind: "the playground", path: "playground/", name: "playground-page", words: "return", isPage: true },
  { kind: "the lab", path: "lab/", name: "lab-page", words: "threadIdx", isRun: true, isPage: true },
] as const satisfies readonly Kind[];

interface Kind {
  readonly kind: string;
  readonly path: string;
  readonly name: string;
  readonly words: string;
  readonly isRun?: boolean;
  readonly isPage?: boolean;
}

const devices = [
  ["a desk", { viewport: { width: 1440, height: 900 } }],
  ["a phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

/** A point of static code: at the right edge of some words, in the middle of their line. */
interface Point {
  readonly x: number;
  readonly y: number;
  /** In the text of the code. */
  readonly offset: number;
}

/** The text of static code. */
const staticText = (cell: Locator): Promise<string> =>
  cell.evaluate((cell) => [...cell.querySelectorAll(".code-host code .line")].map(({ textContent }) => textContent).join("\n"));

/** The word behind the first "return" of a text. */
const firstReturned = (text: string): string => /return (\w+)/.exec(text)?.[1] ?? "";

/** Where the first place of some words in static code ends on the screen. */
function pointBehind(cell: Locator, words: string): Promise<Point> {
  return cell.evaluate((cell, words) => {
    const lines = [...cell.querySelectorAll(".code-host code .line")];
    const number = lines.findIndex(({ textContent }) => textContent.includes(words));
    const line = lines[number];
    if (line === undefined) throw new Error(`the code has no "${words}"`);
    const column = line.textContent.indexOf(words) + words.length;
    line.scrollIntoView({ block: "center", behavior: "instant" });
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let left = column;
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { length } = text.textContent ?? "";
      if (left <= length) {
        const range = document.createRange();
        range.setStart(text, left - 1);
        range.setEnd(text, left);
        const { right, top, bottom } = range.getBoundingClientRect();
        const before = lines.slice(0, number).reduce((sum, { textContent }) => sum + textContent.length + 1, 0);
        return { x: right, y: (top + bottom) / 2, offset: before + column };
      }
      left -= length;
    }
    throw new Error("the line is shorter than its words");
  }, words);
}

/** Without spaces and ends of lines: an editor draws each row of a wrapped line by itself. */
const close = (text: string): string => text.replace(/\s/g, "");
const closeCode = async (cell: Locator): Promise<string> => close(await codeIn(cell));

/** Notes the colours of Monaco's words in the frame in which it comes into sight, and once it has settled. */
const watchColours = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const coloursOf = (words: string): string => {
      const shown = [...document.querySelectorAll(words)].filter(({ textContent }) => /[^\s\u200b]/.test(textContent));
      return [...new Set(shown.map((word) => getComputedStyle(word).color))].sort().join("; ");
    };
    const noted: string[] = [];
    (window as unknown as { colours: string[] }).colours = noted;
    const look = (): void => {
      const colours = coloursOf(".monaco-editor .view-line span span");
      if (colours !== "" && noted.at(-1) !== colours) noted.push(colours);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const notedColours = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { colours: string[] }).colours);

const press = (page: Page, { x, y }: { readonly x: number; readonly y: number }, isTouch: boolean): Promise<void> =>
  isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);

/** Opens a page whose code can be clicked. */
async function visit(page: Page, path: string, cell: string): Promise<Locator> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  return page.locator(cell).first();
}

for (const [device, use] of devices) {
  test.describe(`on ${device}`, () => {
    test.use(use);

    for (const { kind, path, name, words, isRun = false, isPage = false } of kinds as readonly Kind[]) {
      test(`${kind} is written into where it was clicked, and nothing moves`, async ({ page }) => {
        const isTouch = "hasTouch" in use;
        const cell = await visit(page, path, name);
        const text = await staticText(cell);
        const point = await pointBehind(cell, words);
        const measured = async () => {
          const geometry = await measureCode(cell);
          // On a phone the bar comes above the keyboard.
          return { ...geometry, ...(isPage && { cell: "its results are below" }), ...(isTouch && { bar: "above the keyboard" }) };
        };
        const before = await measured();
        await watchColours(page);
        // An editor that came between the keys would show another text for a moment, and so would what follows it.
        const { promise: typed, resolve: send } = Promise.withResolvers<void>();
        await page.route(/\/(?:monaco|light-editor)\.[^/]*\.js/, async (route) => {
          await typed;
          await route.continue();
        });
        await press(page, point, isTouch);
        if (!isRun) {
          await page.keyboard.type("ab");
          for (const _ of "ab") await page.keyboard.press("Backspace");
        }
        send();
        await expect(cell).toHaveAttribute("data-editor", /^(monaco|light)$/);
        // Of a long text, an editor draws the rows in sight.
        await expect(async () => {
          const after = await measured();
          const from = before.rows.indexOf(after.rows[0] ?? "");
          const fewest = Math.min(before.rows.length, 30);
          expect(after).toEqual({ ...before, rows: before.rows.slice(from, from + Math.max(after.rows.length, fewest)) });
        }).toPass({ timeout: 20_000 });
        expect((await notedColours(page)).length, "colours come with the text, and stay").toBeLessThan(2);
        if (isTouch) expect(before.gutter).toBeLessThanOrEqual(32);
        await page.keyboard.type("cd");
        const lines = `${text.slice(0, point.offset)}cd${text.slice(point.offset)}`.split("\n");
        const number = text.slice(0, point.offset).split("\n").length - 1;
        await expect.poll(() => closeCode(cell)).toContain(close(lines[number] ?? ""));
      });
    }
  });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly bottom: number;
}

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (box === null) throw new Error("it is not in sight");
  return { left: box.x, right: box.x + box.width, middle: box.y + box.height / 2, bottom: box.y + box.height };
}

test("beside and below the code, a click finds the end of the line, its start, and the end of the text", async ({ page }) => {
  await visit(page, LESSON, "try-cell");
  const cells = page.locator("try-cell");
  const places = [
    [(box: Box) => ({ x: box.right - 3, y: box.middle }), (lines: readonly string[]) => lines.with(1, `${lines[1]}|`)],
    [(box: Box) => ({ x: box.left + 12, y: box.middle }), (lines: readonly string[]) => lines.with(1, `|${lines[1]}`)],
    [(_: Box, code: Box) => ({ x: code.left + 60, y: code.bottom - 4 }), (lines: readonly string[]) => lines.with(-1, `${lines.at(-1)}|`)],
  ] as const;
  for (const [number, [place, written]] of places.entries()) {
    const cell = cells.nth(number);
    await cell.locator(".code-host").scrollIntoViewIfNeeded();
    const lines = (await staticText(cell)).split("\n");
    const { x, y } = place(await boxOf(cell.locator(".code-host code .line").nth(1)), await boxOf(cell.locator(".code-host")));
    await page.mouse.click(x, y);
    await page.keyboard.type("|");
    await expect(cell).toHaveAttribute("data-editor", "light");
    await expect.poll(() => codeIn(cell)).toBe(written(lines).join("\n"));
  }
});

test("what is chosen by dragging can be copied, a double click chooses its word, and keys wait for a slow editor in their order", async ({
  page,
}) => {
  const cell = await visit(page, LESSON, "exercise-cell");
  const { promise: asked, resolve: send } = Promise.withResolvers<void>();
  await page.route(/\/monaco\.[^/]*\.js/, async (route) => {
    await asked;
    await route.continue();
  });
  const text = await staticText(cell);
  const word = firstReturned(text);
  const { x, y } = await pointBehind(cell, `return ${word}`);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 8 * word.length, y, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(word);
  await page.waitForTimeout(300);
  await expect(cell).not.toHaveAttribute("data-editor");

  await page.mouse.dblclick(x - 4, y);
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("twoo");
  await page.keyboard.press("Backspace");
  const written = text.replace(`return ${word}`, "return one\ntwo");
  // The code shows at once what was typed.
  expect(await staticText(cell)).toBe(written);
  await expect(cell).not.toHaveAttribute("data-editor");
  await page.keyboard.type(",");
  send();
  await expect(cell).toHaveAttribute("data-editor", "monaco");
  await page.keyboard.type(" three");
  await expect.poll(() => codeIn(cell)).toBe(written.replace("two", "two, three"));
});

test("a long text that is pasted before Monaco is there goes to the light editor, which lays out no more than is in sight", async ({
  page,
}) => {
  const cell = await visit(page, LESSON, "exercise-cell");
  const { promise: asked, resolve: send } = Promise.withResolvers<void>();
  await page.route(/\/monaco\.[^/]*\.js/, async (route) => {
    await asked;
    await route.continue();
  });
  const { x, y } = await pointBehind(cell, "return");
  await page.mouse.click(x, y);
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("// a line\n".repeat(1000) + (await staticText(cell)));
  send();
  await expect(cell).toHaveAttribute("data-editor", "light");
  await expect(cell.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("first ");
  await expect(cell.locator(".cm-line").first()).toHaveText("first // a line");
  expect(await cell.locator(".cm-line").count()).toBeLessThan(500);
});

test("with the keyboard, Enter begins in the line that was reached, and else in the body", async ({ page }) => {
  await visit(page, LESSON, "try-cell");
  const first = page.locator("try-cell").nth(0);
  const second = page.locator("try-cell").nth(1);
  const begin = async (cell: Locator, ...keys: string[]): Promise<string[]> => {
    const lines = (await staticText(cell)).split("\n");
    await cell.locator(".code-host").focus();
    for (const key of [...keys, "Enter"]) await page.keyboard.press(key);
    await page.keyboard.type("|");
    await expect(cell).toHaveAttribute("data-editor", "light");
    return lines;
  };
  const lines = await begin(first, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown");
  await expect.poll(() => codeIn(first)).toBe(lines.with(2, `|${lines[2]}`).join("\n"));
  await page.keyboard.press("Escape");
  const others = await begin(second);
  await expect.poll(() => codeIn(second)).toBe(others.with(1, (others[1] ?? "").replace("return", "|return")).join("\n"));
});

test("after grading one goes on writing, single keys rest from then on, and Alt+Shift turns the page", async ({ page }) => {
  const cell = await visit(page, LESSON, "exercise-cell");
  const word = firstReturned(await staticText(cell));
  const point = await pointBehind(cell, `return ${word}`);
  await page.mouse.click(point.x, point.y);
  await page.keyboard.type("a");
  await expect(cell).toHaveAttribute("data-editor", "monaco");
  const status = cell.locator("[data-status-line]");
  for (const grade of [() => cell.getByRole("button", { name: "Grade" }).click(), () => page.keyboard.press("ControlOrMeta+Enter")]) {
    await grade();
    await expect(status).not.toHaveText(/^(Grading…)?$/);
    await page.keyboard.type("n");
  }
  await expect.poll(() => codeIn(cell)).toContain(`return ${word}ann`);
  await page.getByRole("heading", { level: 1 }).click();
  for (const key of ["n", "p", "g", "f", "e", "?"]) await page.keyboard.press(key);
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden();
  expect(page.url()).toContain(LESSON);
  await page.mouse.click(point.x, point.y);
  await page.keyboard.press("Alt+Shift+G");
  await page.keyboard.press("f");
  await expect(page).toHaveURL(/\/figures\/$/);
});

test.describe("on a phone", () => {
  test.use(devices[1][1]);

  test("grading leaves the on-screen keyboard as it is: closed, or open with the cursor in its place", async ({ page }) => {
    const cell = await visit(page, LESSON, "exercise-cell");
    const grade = cell.getByRole("button", { name: "Grade" });
    const status = cell.locator("[data-status-line]");
    const isWriting = () => page.evaluate(() => document.activeElement?.matches("[contenteditable=true], textarea"));
    await grade.tap();
    await expect(status).not.toHaveText(/^(Grading…)?$/);
    expect(await isWriting()).toBe(false);
    const word = firstReturned(await staticText(cell));
    const { x, y } = await pointBehind(cell, `return ${word}`);
    await page.touchscreen.tap(x, y);
    await expect(cell).toHaveAttribute("data-editor", "light");
    await page.keyboard.type("a");
    await grade.tap();
    await expect(cell.locator(".stale")).toHaveCount(0);
    expect(await isWriting()).toBe(true);
    await page.keyboard.type("b");
    await expect.poll(() => codeIn(cell)).toContain(`return ${word}ab`);
  });

  test("without any editor, a text area is written into where the code was tapped", async ({ page }) => {
    await page.route(/light-editor/, (route) => route.abort());
    const cell = await visit(page, LESSON, "try-cell");
    const text = await staticText(cell);
    const { x, y, offset } = await pointBehind(cell, "return");
    await page.touchscreen.tap(x, y);
    await page.keyboard.type("a");
    await expect(cell).toHaveAttribute("data-editor", "text-area");
    await page.keyboard.type("b");
    await expect(cell.locator("textarea.code-area")).toHaveValue(`${text.slice(0, offset)}ab${text.slice(offset)}`);
  });
});
