import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, type APIRequestContext, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { CellPage } from "#browser/cell-page.ts";
import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
import { courseRoot } from "#kit/installation.ts";
import { freePort } from "#scripts/port.ts";

const ASSIGNMENT = `schema: coalesce/assignment/v1
id: week-1
title: "Week 1"
timeZone: Europe/Berlin
due: 2026-12-08T23:59
secret: what the hidden cases are drawn from
exercises:
  - { id: straight-copy, points: 10 }
  - { id: row-walk, points: 10 }
`;
const STUDENTS = 30;
/** So many students have a browser here; of the others, the room gets what their browsers would send. */
const BROWSERS = 8;
/** Pages that are loaded at the same time. */
const AT_ONCE = 6;
/** What most students' pages do without here, so that a class of them fits on two cores: fonts, styles, and figures that come alive. */
const UNNEEDED = ["*.woff2", "*.ttf", "*.png", "*.css", "*/_astro/figure.*"];

/** The command as an instructor runs it. */
class Room {
  readonly address: string;
  readonly code: string;
  readonly projector: string;
  readonly #process: ChildProcess;
  readonly #ended: Promise<number | null>;

  private constructor(process: ChildProcess, printed: string) {
    const read = (pattern: RegExp): string => pattern.exec(printed)?.[1] ?? "";
    this.#process = process;
    this.#ended = new Promise((resolve) => process.once("exit", resolve));
    this.address = read(/Students +(\S+)/);
    this.code = read(/Join code +(\S+)/);
    this.projector = read(/Projector +(\S+)/);
  }

  static async open(folder: string, ...more: string[]): Promise<Room> {
    const file = path.join(folder, "week-1.yaml");
    writeFileSync(file, ASSIGNMENT);
    const command = path.join(courseRoot, "grader/cli/coalesce.mjs");
    const port = String(await freePort("127.0.0.1"));
    const child = spawn(process.execPath, [command, "live", file, "--port", port, ...more], { stdio: ["ignore", "pipe", "pipe"] });
    const printed = await new Promise<string>((resolve, reject) => {
      let text = "";
      child.stderr.on("data", (chunk) => (text += String(chunk)));
      child.stdout.on("data", (chunk) => {
        text += String(chunk);
        if (text.includes("Ctrl+C")) resolve(text);
      });
      child.once("exit", (code) => reject(new Error(`the room ended with ${code}: ${text}`)));
    });
    return new Room(child, printed);
  }

  /** Ctrl+C. */
  interrupt(): void {
    this.#process.kill("SIGINT");
  }

  /**
   * Ctrl+C once per second until the command ends: presses that follow one another faster are one to it.
   * @returns the exit code
   */
  async end(): Promise<number | null> {
    const presses = setInterval(() => this.interrupt(), 1000);
    return this.#ended.finally(() => clearInterval(presses));
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }
}

/** A student's browser: a phone, with nothing of anybody else's. */
async function newStudent(browser: Browser, isWhole: boolean): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" });
  const page = await context.newPage();
  if (!isWhole) {
    // By the browser itself: a route asks this process about every request.
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.setBlockedURLs", { urls: UNNEEDED });
  }
  return page;
}

/** Follows the QR code's link, and joins: to the question that is asked. */
async function join(page: Page, { address, code }: Room, name = ""): Promise<void> {
  await page.goto(`${address}live/#${code}`, { waitUntil: "domcontentloaded" });
  if (name !== "") await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Join" }).click();
}

/** Sends what the browser of a student sends who joins and answers a question. */
async function sendAnswer(request: APIRequestContext, { address, code }: Room, question: string, given: number): Promise<void> {
  const send = (name: string, data: object) =>
    request.post(`${address}live/room/${name}`, { data, headers: { origin: new URL(address).origin } });
  const { token } = (await (await send("join", { code })).json()) as { token: string };
  expect((await send("prediction", { token, question, given })).status()).toBeLessThan(300);
}

/** The first question of a page, once its script has run: before that, its form does nothing. */
const question = (page: Page) => page.locator("predict-first:defined").first();

async function answer(page: Page, given: number): Promise<void> {
  await question(page).getByLabel("My answer").fill(String(given));
  await question(page).getByRole("button", { name: "Commit" }).click();
}

/** Does something for all, a few at a time. */
async function each<Item>(items: readonly Item[], work: (item: Item, i: number) => Promise<void>): Promise<void> {
  const waiting = items.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [i, item] of waiting) await work(item, i);
    }),
  );
}

test("a class of thirty predicts, the projector shows it once the instructor does, and nothing but counts is left", async ({
  browser,
  page,
  request,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), "coalesce-live-"));
  const kept = path.join(folder, "counts.json");
  const room = await Room.open(folder, "--keep", kept);
  try {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(room.projector);
    await expect(page.getByRole("heading", { name: "Join with a phone or a laptop" })).toBeVisible();
    // The room sees the address bar, too.
    expect(page.url()).not.toContain("#");
    await expect(page.locator(".join .code")).toHaveText(room.code);
    await expect(page.getByRole("img", { name: `QR code of ${room.address}live/#${room.code}` })).toBeVisible();
    await page.keyboard.press("q");
    await page.getByRole("button", { name: "At stride 8 every lane has a sector" }).click();

    const students = await Promise.all(Array.from({ length: BROWSERS }, (_, i) => newStudent(browser, i < 2)));
    const [ada, bob] = students as [Page, Page];
    const sent = ada.waitForRequest(/\/live\/room\/prediction$/);
    await each(students, async (student, i) => {
      await join(student, room, student === ada ? "<img src=x> Ada" : "");
      // Twelve of the class are right in the end, six of them after they have changed their mind.
      await answer(student, i < 6 ? 8 : 32);
      if (i >= 6) return;
      await question(student).getByRole("button", { name: "Clear my answer" }).click();
      await answer(student, 32);
    });
    const { question: asked } = (await sent).postDataJSON() as { question: string };
    for (let i = BROWSERS; i < STUDENTS; i++) await sendAnswer(request, room, asked, i < 12 ? 32 : 16);
    await expect(page.getByText(`${STUDENTS} of ${STUDENTS} answered`)).toBeVisible();
    await expect(page.locator(".present")).toHaveText(`${STUDENTS} joined`);
    // Nobody follows the others: neither the projector nor the page says yet what is right.
    await expect(page.locator(".bars")).toHaveCount(0);
    await expect(question(ada).locator(".predict-yours")).toContainText("You said 32 sectors. The answer opens when the room is shown it.");
    await expect(question(ada).locator("details")).not.toHaveAttribute("open");
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.keyboard.press("r");
    await expect(page.getByText("12 of 30 right: 32 sectors")).toBeVisible();
    await expect(page.locator(".bars tbody tr")).toHaveText([/^16\s*18/, /^32\s*12 right/]);
    await expect(page.frameLocator(".figure-frame").getByRole("slider", { name: "Stride" })).toHaveValue("16");
    await expect(question(ada)).toContainText("Right: you said 32 sectors.");
    await expect(question(ada).locator("details")).toHaveAttribute("open");
    expect(await accessibilityViolations(page)).toEqual([]);

    // A mistake that the judge in the student's browser names, and its end.
    await page.keyboard.press("m");
    await expect(page.getByText("Nobody has tried it yet")).toHaveCount(2);
    const { files } = await readExerciseFolder("row-walk");
    await ada.goto(`${room.address}practice/row-walk/`);
    const cell = new CellPage(ada, "row-walk");
    await cell.openEditor("light");
    for (const [source, status] of [
      [wrongSources(files)["walks-down-columns"], "fail"],
      [files.get("solution.ts"), "pass"],
    ] as const) {
      await cell.write(source ?? "");
      expect(JSON.parse(await cell.grade())).toMatchObject({ status });
      const mistake = page.getByRole("listitem").filter({ hasText: "walks down columns" });
      await expect(mistake).toContainText(status === "fail" ? /^walks down columns\s*1(?!,)/ : "1, all through");
      await expect(mistake).toContainText("Which of x and y changes from lane to lane");
    }
    await expect(page.getByText("1 of 1 passed")).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);

    // A name is text, and goes with its browser.
    await page.keyboard.press("j");
    await page.getByText("1 name given").click();
    await expect(page.locator(".names li")).toHaveText("<img src=x> Ada");
    await ada.getByRole("button", { name: "Live" }).click();
    await ada.getByRole("button", { name: "Leave" }).click();
    await expect(ada.locator("room-badge")).toContainText("This course is shown in a room.");
    await expect(page.locator(".present")).toHaveText(`${STUDENTS - 1} joined`);
    await expect(page.locator(".names")).toHaveCount(0);

    room.interrupt();
    await expect(bob.locator("room-badge")).toContainText("The room has ended.");
    await expect(page.locator(".present")).toContainText("the counting has ended");
    const counts = JSON.parse(readFileSync(kept, "utf8")) as object;
    expect(counts).toMatchObject({
      browsers: STUDENTS,
      questions: [
        {
          right: 32,
          answers: [
            { answer: 16, count: 18 },
            { answer: 32, count: 12 },
          ],
        },
      ],
      exercises: [{ id: "row-walk", tried: 1, passed: 1, mistakes: [{ id: "walks-down-columns", made: 1, still: 0 }] }],
    });
    expect(JSON.stringify(counts)).not.toContain("Ada");
    // The course is still there, so that work can be saved; then it goes, and an open page goes on.
    await bob.locator("room-badge").getByRole("link", { name: "Save your work" }).click();
    await expect(bob.getByRole("heading", { level: 1, name: "My work" })).toBeVisible();
    await bob.goBack();
    expect(await room.end()).toBe(0);
    await expect(bob.locator("room-badge")).toContainText("The room is closed. This page works on without it.");
    await question(bob).getByRole("button", { name: "Clear my answer" }).click();
    await answer(bob, 32);
    await expect(question(bob)).toContainText("Right: you said 32 sectors.");
  } finally {
    room.kill();
    await Promise.all(
      browser
        .contexts()
        .filter((one) => one !== page.context())
        .map((one) => one.close()),
    );
    rmSync(folder, { recursive: true });
  }
});

test("anywhere else there is no room, and no page asks for one", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("lessons/1-coalescing/00-thirty-two-lanes/");
  await answer(page, 32);
  await expect(question(page)).toContainText("Right: you said 32 sectors.");
  await expect(page.locator("room-badge")).toHaveCount(0);
  expect(asked.filter((one) => /\/live\/|room-/.test(one))).toEqual([]);
  await page.goto("live/");
  await expect(page.getByText("There is no room here.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Join" })).toBeHidden();
  await page.goto("live/projector/");
  await expect(page.getByRole("heading", { name: "This isn’t the projector’s address" })).toBeVisible();
});
