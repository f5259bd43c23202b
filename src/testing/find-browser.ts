import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const systemBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * The Chromium that the tests drive: CHROMIUM_PATH, then Playwright's own download, then, on Linux x64, the one in the package
 * @sparticuz/chromium, which needs neither root nor a download, then an installed one.
 *
 * The package's Chromium is headless only and takes half the CPU time of an installed one: tests of exercises and their cells took 54 s
 * with it and 92 s with Debian's Chromium, on two cores. It is also the same version for everybody.
 *
 * @returns the path of its program; undefined lets Playwright use its own.
 * @throws Error that says how to get one.
 */
export async function findBrowser(): Promise<string | undefined> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, where there is no file`);
  if (chosen) return chosen;
  if (existsSync(chromium.executablePath())) return undefined;
  const found = (await packagedBrowser()) ?? systemBrowsers.find((path) => existsSync(path));
  if (found) return found;
  throw new Error("no Chromium found: run `npx playwright install chromium`, or set CHROMIUM_PATH");
}

/** @returns undefined if it does not start: on other systems, or with an incompatible C library */
async function packagedBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const before = { ...process.env };
  // Tells the package to unpack its own shared libraries and fonts, and to point LD_LIBRARY_PATH and FONTCONFIG_PATH at them.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  const program = await packaged.executablePath();
  if (spawnSync(program, ["--version"]).status === 0) return program;
  process.env = before;
  return undefined;
}

/** Arguments for a browser that makes no requests of its own and also starts in a container. */
export const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
