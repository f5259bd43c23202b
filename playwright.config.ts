import { defineConfig } from "@playwright/test";
import { freePort } from "#scripts/port.ts";
import { browserArguments, findBrowser } from "#browser/find-browser.ts";

const host = "127.0.0.1";
const browser = await findBrowser();
// The workers read this file too, and must come to the same port: they inherit the environment.
process.env.COALESCE_TEST_PORT ??= String(await freePort(host));
const port = process.env.COALESCE_TEST_PORT;

/** They hold answers to a time limit: to be run with one worker, and nothing beside them. */
const SANDBOX_TESTS = "**/sandbox.e2e.ts";

export default defineConfig({
  testDir: "src",
  projects: [
    { name: "pages", testMatch: "**/*.e2e.ts", testIgnore: SANDBOX_TESTS },
    { name: "sandbox", testMatch: SANDBOX_TESTS },
  ],
  outputDir: "test-results",
  fullyParallel: true,
  timeout: 60_000,
  // Two windows share two cores with all that they load: what takes a moment may take many.
  expect: { timeout: 15_000 },
  // A test that passes at the second attempt is a defect.
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: ".cache/browser-tests.json" }]],
  use: {
    baseURL: `http://${host}:${port}`,
    browserName: "chromium",
    headless: true,
    // On its first visit the course fetches all of itself, to be there without a network: only where that is tested.
    serviceWorkers: "block",
    launchOptions: { args: browserArguments, ...(browser !== undefined && { executablePath: browser }) },
  },
  webServer: {
    command: `node node_modules/astro/bin/astro.mjs preview --ignore-lock --host ${host} --port ${port}`,
    url: `http://${host}:${port}/`,
    reuseExistingServer: false,
    timeout: 60_000,
    env: { ASTRO_TELEMETRY_DISABLED: "1" },
  },
});
