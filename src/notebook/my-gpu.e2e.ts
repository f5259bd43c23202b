import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { readGpuProbe } from "#hardware/gpu-probe.ts";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { browserArguments, findBrowser } from "#browser/find-browser.ts";
import { ScriptWeights, scriptList } from "#browser/script-weights.ts";

const executablePath = await findBrowser();
const h200 = fileURLToPath(new URL("../../content/gpus/nvidia-h200-2026-11-28.json", import.meta.url));

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
  permissions: ["clipboard-read", "clipboard-write"],
});

test("a GPU is measured, said to be none, kept, exported, sent by link and opened again; what isn't in order is refused", async ({
  page,
}) => {
  const weights = new ScriptWeights(page);
  await page.goto("my-gpu/");
  await page.waitForLoadState("networkidle");
  const before = await weights.settled();
  expect(
    [...before.keys()].filter((url) => /load-my-gpu|probe|zod/.test(url)),
    scriptList(before),
  ).toEqual([]);

  const live = page.locator("my-gpu");
  const status = live.getByRole("region", { name: "Measure", exact: true }).getByRole("status");
  await page.evaluate(() => Object.defineProperty(navigator, "gpu", { value: undefined, configurable: true }));
  await live.getByRole("button", { name: "Measure my GPU" }).click();
  await expect(status.first()).toContainText("This browser has no WebGPU");
  await expect(status.first()).toContainText("You miss nothing of the course");

  await page.evaluate(() => Reflect.deleteProperty(navigator, "gpu"));
  await live.getByRole("button", { name: "Measure my GPU" }).click();
  await expect(status.first()).toContainText("a program in the place of a GPU (swiftshader)");
  await live.getByRole("button", { name: "Run it all the same" }).click();
  const result = page.getByRole("region", { name: /^What was measured of/ });
  await expect(result.getByText("No GPU: software.")).toBeVisible({ timeout: 90_000 });
  await expect(result.getByRole("heading", { name: "Strides" })).toBeVisible();
  await expect(result.getByRole("img", { name: /^From memory, time as a multiple.*NVIDIA H200: 1: 1×/ })).toBeVisible();
  await expect(status.last()).toHaveText("Kept in this browser, and in “My work”.");
  expect(await accessibilityViolations(page)).toEqual([]);

  const waiting = page.waitForEvent("download");
  await result.getByRole("button", { name: "Export" }).click();
  const download = await waiting;
  const exported = readGpuProbe(await readFile(await download.path(), "utf8"));
  expect(download.suggestedFilename()).toMatch(/swiftshader-\d{4}-\d\d-\d\d\.json$/);
  expect(exported).toMatchObject({ schema: "coalesce/gpu/v1", software: "swiftshader" });

  await result.getByRole("button", { name: "Copy link" }).click();
  await expect(result.getByText("Copied: the link holds all of it.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).hash.length).toBeLessThan(8000);

  const file = live.locator("input[type=file]");
  await file.setInputFiles(h200);
  await expect(result.getByText("NVIDIA H200 reads 64 bytes of memory at a time.")).toBeVisible();
  await expect(result.getByText(/Its shared memory has 32 banks of 4 bytes/)).toBeVisible();
  await expect(result.getByRole("img", { name: /With 16 bytes per lane.*8 lanes, 0–7\./ })).toBeVisible();
  const hostile = (await readFile(h200, "utf8")).replace('"us":', '"us":-');
  await file.setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(hostile) });
  await expect(status.last()).toContainText("mine.json was not opened: the measurements are not in order at `curves.reads-by-size.0.us`");
  await result.getByRole("button", { name: "Keep it here" }).click();
  await expect(page.getByLabel("Kept in this browser")).toContainText("NVIDIA H200");

  await page.goto("my-work/");
  const work = page.getByRole("region", { name: "My GPU" });
  await expect(work).toContainText("no GPU: software");
  await expect(work).toContainText("NVIDIA H200 reads 64 bytes of memory at a time.");

  // What a link brings is shown before what is kept, and says where it comes from.
  await page.goto(link);
  await expect(result.getByText("This came with a link.")).toBeVisible();
  await page.evaluate(() => (location.hash = "#gpu=nonsense"));
  await expect(status.last()).toContainText("This link is incomplete or was altered on its way.");
});
