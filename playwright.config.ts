import { defineConfig } from "@playwright/test";
import { freePort } from "#scripts/port.ts";
import { browserArguments, findBrowser } from "#browser/find-browser.ts";

const host = "127.0.0.1";
const browser = await findBrowser();
// Workers evaluate this file too, and must use the same port: they inherit it through the environment.
process.env.COALESCE_TEST_PORT ??= String(await freePort(host));
const port = process.env.COALESCE_TEST_PORT;

/** These tests depend on time limits: run them with one worker. */
const SANDBOX_TESTS = "**/sandbox.e2e.ts";

const launchOptions = { args: browserArguments, ...(browser !== undefined && { executablePath: browser }) };

export default defineConfig({
  testDir: "src",
  // Node reads their TypeScript itself: to translate it takes longer than to run it.
  build: { external: ["**/grader/**", "**/exercises/**"] },
  projects: [
    { name: "pages", testMatch: "**/*.e2e.ts", testIgnore: SANDBOX_TESTS },
    {
      name: "sandbox",
      testMatch: SANDBOX_TESTS,
      // As Chrome does for everybody, and the packaged browser does not: a frame that runs out of memory takes no page with it.
      use: { launchOptions: { ...launchOptions, args: [...browserArguments, "--site-per-process"] } },
    },
  ],
  outputDir: "test-results",
  fullyParallel: true,
  // Two browser windows share two cores, perhaps with other work, so anything can be slow.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A test that passes only at the second attempt has a defect.
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: ".cache/browser-tests.json" }]],
  use: {
    baseURL: `http://${host}:${port}`,
    browserName: "chromium",
    headless: true,
    // On a first visit the service worker fetches the whole course. Only the tests of offline use allow it.
    serviceWorkers: "block",
    launchOptions,
  },
  webServer: {
    command: `node src/scripts/test/serve-built.ts ${port}`,
    url: `http://${host}:${port}/`,
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
