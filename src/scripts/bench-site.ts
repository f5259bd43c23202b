// npm run bench:site: Lighthouse's scores of the built site on a phone, and what its pages and editors weigh. Run npm run build first.
import path from "node:path";
import lighthouse from "lighthouse";
import { chromium, type Page } from "playwright-core";
import { browserArguments, findBrowser } from "#browser/find-browser.ts";
import { ScriptWeights, totalBytes } from "#browser/script-weights.ts";
import { projectRoot } from "./astro.ts";
import { freePort } from "./port.ts";
import { compressFolder, listening, siteServer } from "./static-server.ts";

const HOST = "127.0.0.1";
const PAGES = {
  landing: "",
  lesson: "lessons/1-coalescing/01-what-one-load-costs/",
  practice: "practice/",
  exercise: "practice/straight-copy/",
  playground: "playground/",
  lab: "lab/",
};
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** What the project asks of each page: Lighthouse's scores, of 100. */
const TARGETS: Readonly<Record<(typeof CATEGORIES)[number], number>> = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
};
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
  }
  await reportEditor("Monaco", { width: 1440, height: 900 });
  await reportEditor("light editor", { width: 390, height: 844 });
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

async function scriptBytes(url: string): Promise<number> {
  const page = await newPage({ width: 390, height: 844 });
  const weights = new ScriptWeights(page);
  await page.goto(url, { waitUntil: "networkidle" });
  const bytes = totalBytes(await weights.settled());
  await page.context().close();
  return bytes;
}

/** What the first click on an exercise's code loads, and how long it takes until the editor is there: at first, and from the cache. */
async function reportEditor(name: string, viewport: { width: number; height: number }): Promise<void> {
  const page = await newPage(viewport);
  const first = await timeToReady(page);
  const again = await timeToReady(page);
  await page.context().close();
  // Weighed in a visit of its own: compressing the scripts takes this process longer than loading them.
  const weighed = await newPage(viewport);
  await weighed.goto(EXERCISE_URL, { waitUntil: "networkidle" });
  const weights = new ScriptWeights(weighed);
  await weighed.locator("exercise-cell .code-host").click();
  await weighed.waitForTimeout(SETTLED_MS);
  const scripts = await weights.settled();
  await weighed.context().close();
  console.log(
    `${name}: ${kilobytes(totalBytes(scripts))} of script at the first click, ready after ${first} ms, from the cache after ${again} ms`,
  );
  for (const [url, bytes] of [...scripts].filter(([, bytes]) => bytes >= LARGE_SCRIPT_BYTES)) {
    console.log(`  ${kilobytes(bytes)} ${path.posix.basename(url)}`);
  }
}

/** Milliseconds from the click on an exercise's code until its editor is there. */
async function timeToReady(page: Page): Promise<number> {
  await page.goto(EXERCISE_URL, { waitUntil: "networkidle" });
  const start = performance.now();
  await page.locator("exercise-cell .code-host").click();
  await page.locator("exercise-cell[data-editor]").waitFor();
  const ready = performance.now() - start;
  await page.waitForTimeout(SETTLED_MS);
  return Math.round(ready);
}

/** "1,330 kB": thousands of bytes, compressed by Brotli. */
function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
}
