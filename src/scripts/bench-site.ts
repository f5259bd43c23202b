// npm run bench:site: Lighthouse's scores of the built site on a phone, what its pages and editors weigh, how fast editors open and pictures
// follow, and what moves meanwhile. Run npm run build first.
import path from "node:path";
import { constants } from "node:zlib";
import lighthouse from "lighthouse";
import { chromium, type Page } from "playwright-core";
import { browserArguments, findBrowser } from "#browser/find-browser.ts";
import { ScriptWeights, totalBytes } from "#browser/script-weights.ts";
import { projectRoot } from "./astro.ts";
import { freePort } from "./port.ts";
import { compressFolder, listening, siteServer } from "#classroom/live/static-server.ts";

const HOST = "127.0.0.1";
const PAGES = {
  landing: "",
  lesson: "lessons/1-coalescing/01-what-one-load-costs/",
  practice: "practice/",
  exercise: "practice/straight-copy/",
  playground: "playground/",
  lab: "lab/",
};
/** One page of each further kind, and lessons that begin in different ways. */
const MORE_PAGES = {
  "lesson 1.1": "lessons/1-coalescing/00-thirty-two-lanes/",
  "lesson 2.3": "lessons/2-bank-conflicts-and-the-transpose/02-the-clock-of-strides/",
  "lesson 5.6": "lessons/5-kernels-of-language-models/05-keys-and-rotations/",
  "kernels of the lab": "lab/kernels/",
  "my work": "my-work/",
  map: "map/",
  claims: "claims/",
  measurements: "measurements/",
  figures: "figures/",
  figure: "figures/warp-to-memory/",
  glossary: "glossary/",
  "lesson 2.4": "lessons/2-bank-conflicts-and-the-transpose/03-after-padding/",
  guide: "guide/01-a-class-in-ten-minutes/",
  "unknown address": "no-such-page/",
};
const FIRST_LESSON = "lessons/1-coalescing/00-thirty-two-lanes/";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** What the project asks of each page: Lighthouse's scores, of 100. */
const TARGETS: Readonly<Record<(typeof CATEGORIES)[number], number>> = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
};
/** Milliseconds from the last key until the picture is drawn. */
const PICTURE_MS = 100;
/** Milliseconds from the first click until Monaco is there. */
const MONACO_MS = 1000;
/** Cumulative layout shift while a page loads: less than this is printed as 0.0000. */
const LOAD_SHIFT = 0.00005;
/** What moves this long after a page has loaded still counts. */
const SHORTLY_MS = 1000;
/** A processor this many times slower than ours loads the pages whose shift is measured. */
const SLOWDOWN = 4;
/** Keys that are timed in each cell. */
const TIMED_KEYS = 9;
const KEY_PAUSE_MS = 700;
/** After this time without a new script an editor has loaded all that it needs. */
const SETTLED_MS = 3000;
/** Scripts of this weight are listed. */
const LARGE_SCRIPT_BYTES = 20_000;

const dist = path.join(projectRoot, "dist");
await compressFolder(dist);
const server = siteServer(dist);
const port = await freePort(HOST);
await listening(server, port, HOST);
const EXERCISE_URL = `http://${HOST}:${port}/${PAGES.exercise}`;
const debuggingPort = await freePort(HOST);
const executablePath = await findBrowser();
const browser = await chromium.launch({
  args: [...browserArguments, `--remote-debugging-port=${debuggingPort}`],
  ...(executablePath !== undefined && { executablePath }),
});

try {
  const misses: string[] = [];
  for (const [name, address] of Object.entries(PAGES)) {
    const url = `http://${HOST}:${port}/${address}`;
    if ((await fetch(url)).status !== 200) {
      console.log(`${name}: no such page`);
      continue;
    }
    const run = await lighthouse(url, { port: debuggingPort, output: "json", logLevel: "error", onlyCategories: [...CATEGORIES] });
    if (run === undefined) throw new Error(`Lighthouse has no report on ${url}`);
    const { categories, audits } = run.lhr;
    const scores = CATEGORIES.map((id) => ({ id, score: Math.round((categories[id]?.score ?? 0) * 100) }));
    console.log(`${name}: ${scores.map(({ id, score }) => `${id} ${score}`).join(", ")}`);
    for (const { id, score } of scores.filter(({ id, score }) => score < TARGETS[id])) {
      misses.push(`${name}: ${id} is ${score}, below ${TARGETS[id]}`);
      for (const { id: audit, weight } of categories[id]?.auditRefs ?? []) {
        const found = audits[audit];
        if (weight > 0 && typeof found?.score === "number" && found.score < 0.9)
          console.log(`  ${found.title}${found.displayValue ? ` (${found.displayValue})` : ""}`);
      }
    }
    console.log(`  script before an editor opens: ${kilobytes(await scriptBytes(url))}`);
    const shift = audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN;
    console.log(`  layout shift on load: ${shift.toFixed(4)}`);
    if (!(shift < LOAD_SHIFT)) misses.push(`${name}: the page shifts by ${shift.toFixed(4)} as it loads`);
  }
  console.log(`layout shift on load, on a processor ${SLOWDOWN} times slower: at 390 px, at 1440 px, at 1440 px for one who comes back`);
  for (const [name, address] of Object.entries({ ...PAGES, ...MORE_PAGES })) {
    const shifts = await shiftsOnLoad(address);
    console.log(`  ${name}: ${shifts.map((shift) => shift.toFixed(4)).join(", ")}`);
    if (shifts.some((shift) => !(shift < LOAD_SHIFT))) misses.push(`${name}: something moves as the page loads`);
  }
  const monaco = await reportEditor("Monaco", { width: 1440, height: 900 });
  const light = await reportEditor("light editor", { width: 390, height: 844 });
  if (monaco.first > MONACO_MS) misses.push(`Monaco is ready after ${monaco.first} ms, not within ${MONACO_MS}`);
  for (const [name, { shift }] of Object.entries({ Monaco: monaco, "light editor": light })) {
    if (!(shift < LOAD_SHIFT)) misses.push(`${name}: the page shifts by ${shift.toFixed(4)} as the editor opens`);
  }
  for (const [name, cell] of [
    ["exercise", "exercise-cell"],
    ["try cell", "try-cell"],
  ] as const) {
    const times = await timesToPicture(cell);
    const [median = Number.NaN, worst = Number.NaN] = [times[times.length >> 1], times.at(-1)];
    console.log(`${name}: from a key to its picture ${median} ms in the median, ${worst} ms at worst, of ${times.length} keys`);
    if (!(median <= PICTURE_MS)) misses.push(`${name}: the picture comes ${median} ms after the key, not within ${PICTURE_MS}`);
  }
  for (const miss of misses) console.error(miss);
  process.exitCode = misses.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}

async function newPage(viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, serviceWorkers: "block" });
  return context.newPage();
}

/** What moves while a page loads and shortly after: on a first visit with a phone, on a first visit with a desk's screen, and there again. */
async function shiftsOnLoad(address: string): Promise<number[]> {
  const shifts: number[] = [];
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const page = await newPage(viewport);
    await page.addInitScript(() => {
      const shift = { sum: 0 };
      Object.assign(window, { shift });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift.sum += (entry as PerformanceEntry & { readonly value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    const load = async (at: string): Promise<number> => {
      await page.goto(`http://${HOST}:${port}/${at}`, { waitUntil: "networkidle" });
      await page.waitForTimeout(SHORTLY_MS);
      return page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum);
    };
    shifts.push(await load(address));
    if (viewport.width > 1000) {
      await load(PAGES.lesson);
      shifts.push(await load(address));
    }
    await page.context().close();
  }
  return shifts;
}

/** Scripts are weighed as `npm start` compresses them. */
const AS_SERVED = { quality: constants.BROTLI_MAX_QUALITY };

async function scriptBytes(url: string): Promise<number> {
  const page = await newPage({ width: 390, height: 844 });
  const weights = new ScriptWeights(page, AS_SERVED);
  await page.goto(url, { waitUntil: "networkidle" });
  const bytes = totalBytes(await weights.settled());
  await page.context().close();
  return bytes;
}

/** What the first click on an exercise's code loads, and how long it takes until the editor is there: at first, and from the cache. */
async function reportEditor(name: string, viewport: { width: number; height: number }): Promise<{ first: number; shift: number }> {
  const page = await newPage(viewport);
  const { time: first, shift } = await timeToReady(page);
  const { time: again } = await timeToReady(page);
  await page.context().close();
  // Weighed in a visit of its own: compressing the scripts takes this process longer than loading them.
  const weighed = await newPage(viewport);
  await weighed.goto(EXERCISE_URL, { waitUntil: "networkidle" });
  const weights = new ScriptWeights(weighed, AS_SERVED);
  await weighed.locator("exercise-cell .code-host").click();
  await weighed.waitForTimeout(SETTLED_MS);
  const scripts = await weights.settled();
  await weighed.context().close();
  console.log(
    `${name}: ${kilobytes(totalBytes(scripts))} of script at the first click, ready after ${first} ms, from the cache after ${again} ms, layout shift ${shift.toFixed(4)}`,
  );
  for (const [url, bytes] of [...scripts].filter(([, bytes]) => bytes >= LARGE_SCRIPT_BYTES)) {
    console.log(`  ${kilobytes(bytes)} ${path.posix.basename(url)}`);
  }
  return { first, shift };
}

/** Milliseconds from the click on an exercise's code until its editor is there, and what moves until then and shortly after. */
async function timeToReady(page: Page): Promise<{ time: number; shift: number }> {
  await page.goto(EXERCISE_URL, { waitUntil: "networkidle" });
  await page.locator("exercise-cell .code-host").scrollIntoViewIfNeeded();
  const shift = await page.evaluateHandle(() => {
    const seen = { sum: 0 };
    // Browsers forgive what moves after a click; here it counts.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.sum += (entry as PerformanceEntry & { readonly value: number }).value;
    }).observe({ type: "layout-shift" });
    return seen;
  });
  const start = performance.now();
  await page.locator("exercise-cell .code-host").click();
  await page.locator("exercise-cell[data-editor]").waitFor();
  const ready = performance.now() - start;
  await page.waitForTimeout(SETTLED_MS);
  return { time: Math.round(ready), shift: await shift.evaluate(({ sum }) => sum) };
}

/** Milliseconds from a key in the first cell of a kind until its picture is drawn, for several keys, in order of size. */
async function timesToPicture(cell: string): Promise<number[]> {
  const page = await newPage({ width: 1440, height: 900 });
  await page.goto(`http://${HOST}:${port}/${FIRST_LESSON}`, { waitUntil: "networkidle" });
  const line = page.locator(cell).first().locator(".code-host .line", { hasText: "return" }).first();
  await line.scrollIntoViewIfNeeded();
  const box = await line.boundingBox();
  if (box === null) throw new Error(`the first ${cell} returns nothing`);
  // Behind the line, then before its semicolon: each further digit draws another picture.
  await page.mouse.click(box.x + box.width - 4, box.y + box.height / 2);
  await page.locator(`${cell}[data-editor]`).first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(" * 2");
  await page.waitForTimeout(SETTLED_MS);
  const times: number[] = [];
  for (let key = 0; key < TIMED_KEYS; key++) {
    const drawn = await page.evaluateHandle((cell) => {
      const picture = document.querySelector(`${cell} [data-live="picture"]`);
      if (picture === null) throw new Error("the cell has no picture");
      const seen = { key: 0, drawn: 0 };
      addEventListener("keydown", ({ timeStamp }) => (seen.key = timeStamp), { capture: true, once: true });
      // The frame after the change is the one that shows it.
      new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => (seen.drawn = performance.now())))).observe(picture, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      return seen;
    }, cell);
    await page.keyboard.press(key % 2 === 0 ? "1" : "Backspace");
    await page.waitForTimeout(KEY_PAUSE_MS);
    times.push(Math.round(await drawn.evaluate(({ key, drawn }) => (drawn === 0 ? Number.POSITIVE_INFINITY : drawn - key))));
  }
  await page.context().close();
  return times.sort((a, b) => a - b);
}

/** "1,330 kB": thousands of bytes, compressed by Brotli. */
function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
}
