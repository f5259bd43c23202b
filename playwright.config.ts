import { defineConfig } from "@playwright/test";
import { freePort } from "./src/server/port.ts";
import { browserArguments, findBrowser } from "./src/testing/find-browser.ts";

const host = "127.0.0.1";
// The workers read this file too, and must come to the same port: they inherit the environment.
process.env.COALESCE_TEST_PORT ??= String(await freePort(host));
const port = process.env.COALESCE_TEST_PORT;

export default defineConfig({
  testDir: "src",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  fullyParallel: true,
  timeout: 60_000,
  // A test that passes at the second attempt is a defect.
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: ".cache/browser-tests.json" }]],
  use: {
    baseURL: `http://${host}:${port}`,
    browserName: "chromium",
    headless: true,
    launchOptions: { executablePath: await findBrowser(), args: browserArguments },
  },
  webServer: {
    command: `node node_modules/astro/bin/astro.mjs preview --ignore-lock --host ${host} --port ${port}`,
    url: `http://${host}:${port}/`,
    reuseExistingServer: false,
    timeout: 60_000,
    env: { ASTRO_TELEMETRY_DISABLED: "1" },
  },
});
