import { expect, test, type Locator, type Page } from "@playwright/test";
import { readExerciseFolder } from "#kit/folder.ts";
import { CellPage } from "#browser/cell-page.ts";
import { browserArguments, findBrowser } from "#browser/find-browser.ts";
import { ScriptWeights, scriptList, totalBytes } from "#browser/script-weights.ts";

const executablePath = await findBrowser();

// A GPU in software, which browsers offer to pages only if they are told to.
test.use({
  launchOptions: {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      ...browserArguments.filter((argument) => argument !== "--disable-gpu"),
      "--enable-unsafe-webgpu",
      "--use-webgpu-adapter=swiftshader",
    ],
  },
});

/** What the page's script could do to the browser's WebGPU, done by the test. */
declare global {
  interface Window {
    ownDevices: GPUDevice[];
  }
}

/** Keeps the devices that the page opens, for a test that takes one away. */
async function keepDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.ownDevices = [];
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...args) {
      const device = await request.apply(this, args);
      window.ownDevices.push(device);
      return device;
    };
  });
}

const runAnyway = (panel: Locator) => panel.getByRole("button", { name: "Run it all the same" });

test("a lesson's button says why there is no GPU, and with one draws the reader's curve beside ours", async ({ page }) => {
  await keepDevices(page);
  const weights = new ScriptWeights(page);
  await page.goto("lessons/1-coalescing/03-measuring-a-stride/");
  await page.waitForLoadState("networkidle");
  const before = await weights.settled();
  expect(totalBytes(before), scriptList(before)).toBeLessThanOrEqual(60_000);
  expect([...before.keys()].filter((url) => /measure|webgpu|probe/.test(url))).toEqual([]);

  const panel = page.locator("own-gpu");
  const button = panel.getByRole("button", { name: "See it on your own GPU" });
  const status = panel.getByRole("status");
  await page.evaluate(() => Object.defineProperty(navigator, "gpu", { value: undefined, configurable: true }));
  await button.click();
  await expect(status).toContainText("has no WebGPU");
  await expect(status).toContainText("You miss nothing of the course: our H100 was measured for you.");
  await page.evaluate(() => Object.defineProperty(navigator, "gpu", { value: { requestAdapter: async () => null }, configurable: true }));
  await button.click();
  await expect(status).toContainText("but no GPU that it may use");
  await page.evaluate(() => Reflect.deleteProperty(navigator, "gpu"));
  await button.click();
  await expect(status).toContainText("a program in the place of a GPU (swiftshader)");

  await runAnyway(panel).click();
  await expect.poll(() => page.evaluate(() => window.ownDevices.length)).toBe(1);
  await panel.getByRole("progressbar").waitFor();
  await page.evaluate(() => window.ownDevices[0]!.destroy());
  await expect(status).toContainText("The GPU was let go of before it had finished. Run it again.");

  await button.click();
  await runAnyway(panel).click();
  await panel.getByRole("button", { name: "Stop" }).click();
  await expect(button).toBeVisible();
  await button.click();
  await runAnyway(panel).click();
  const chart = panel.getByRole("img", { name: "How long a copy takes, by the stride of its reads" });
  await expect(chart).toBeVisible();
  await expect(chart.locator("circle.ours")).toHaveCount(6);
  await panel.getByText("All numbers").click();
  const rows = panel.getByRole("row");
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(1)).toContainText("1×");
  // The machine may do other work meanwhile: then the runs disagree, and no figure is given.
  for (const row of await rows.all()) expect(await row.textContent()).toMatch(/Stride|(\d×|can’t tell)/);
  await expect(panel.getByRole("button", { name: "Run it again" })).toBeVisible();
});

test("a passed answer runs beside the costlier version and the course's, each element checked; one that hasn't passed has no button", async ({
  page,
}) => {
  const { files } = await readExerciseFolder("row-walk");
  const cell = new CellPage(page, "row-walk");
  await cell.openLight();
  await cell.grade();
  await expect(cell.status).toContainText("Not yet");
  await expect(cell.cell.locator(".own-gpu")).toHaveCount(0);
  await cell.write(`${files.get("solution.ts")}\n// my own words`);
  await cell.grade();
  await cell.button("Run on my GPU").click();
  const panel = cell.cell.locator(".own-gpu");
  await runAnyway(panel).click();
  await expect(panel.getByText(/^[\d,]+ elements of the results were compared .* and are right, in all 3 versions\.$/)).toBeVisible();
  for (const name of [/^Your GPU: .*swiftshader/, /^H100, measured/, /^H200, measured/, /^H200, by our model/]) {
    await expect(panel.getByRole("img", { name })).toBeVisible();
  }
  await expect(cell.status).toHaveText(/^(\d+) of \1 checks passed/);
});
