import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, type Locator, type Page } from "@playwright/test";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { codeIn } from "#browser/editor-text.ts";
import { count } from "#pictures/format.ts";
import { test } from "#browser/kept-page.ts";

const SCALE = `__global__ void scale(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[(i * 4) % n];
}
`;
const SMALL = {
  kernel: "scale",
  grid: [4, 1, 1],
  block: [64, 1, 1],
  arguments: [
    { array: "out", type: "float", length: 256 },
    { array: "in", type: "float", length: 256, fill: "index" },
    { value: 256, type: "int" },
  ],
};
const cuFile = { name: "scale.cu", mimeType: "text/plain", buffer: Buffer.from(SCALE) };
const launchFile = { name: "launch.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(SMALL)) };

async function openLab(page: Page): Promise<Locator> {
  await page.goto("lab/");
  const lab = page.locator("lab-page");
  await expect.poll(() => lab.evaluate((root) => root.matches(":defined"))).toBe(true);
  await lab.hover();
  await expect(lab).toHaveAttribute("data-ran");
  return lab;
}

interface Profiled {
  readonly accesses: readonly {
    readonly line: number;
    readonly source: string;
    readonly space: string;
    readonly requests: number;
    readonly sectors?: number;
    readonly idealSectors?: number;
    readonly wavefronts?: number;
    readonly bankConflicts?: number;
  }[];
}

test("the files that are downloaded give the counts of the page on the command line", async ({ page }) => {
  const lab = await openLab(page);
  const folder = await mkdtemp(path.join(tmpdir(), "coalesce-lab-"));
  try {
    for (const [button, name] of [
      ["Download .cu", "transpose-through-a-tile.cu"],
      ["Download launch.json", "launch.json"],
    ] as const) {
      const waiting = page.waitForEvent("download");
      await lab.getByRole("button", { name: button }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toBe(name);
      await copyFile(await download.path(), path.join(folder, name));
    }
    const command = "coalesce profile transpose-through-a-tile.cu --launch launch.json";
    await expect(lab.getByRole("status").filter({ hasText: command })).toBeVisible();
    const coalesce = path.resolve("grader/cli/coalesce.mjs");
    const { stdout } = await promisify(execFile)(process.execPath, [coalesce, ...command.split(" ").slice(1), "--json"], { cwd: folder });
    const { accesses } = JSON.parse(stdout) as Profiled;
    expect(accesses).toHaveLength(4);
    for (const access of accesses) {
      const row = lab.locator(".totals tr").filter({ has: page.getByText(`${access.line}: ${access.source}`, { exact: true }) });
      const counts =
        access.space === "global"
          ? [count(access.requests), `${count(access.sectors ?? NaN)} (${count(access.idealSectors ?? NaN)})`]
          : [count(access.wavefronts ?? NaN), count(access.bankConflicts ?? NaN)];
      for (const counted of counts) await expect(row).toContainText(counted);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("files from disk become a new kernel, beside those that are there", async ({ page }) => {
  const lab = await openLab(page);
  await lab.getByLabel("Title").fill("My transpose");
  await expect(lab.locator(".save-mark")).toBeVisible();
  const open = async (...files: (typeof cuFile)[]): Promise<void> => {
    const waiting = page.waitForEvent("filechooser");
    await lab.getByRole("button", { name: "Open file…" }).press("Enter");
    await (await waiting).setFiles(files);
  };
  await open(cuFile, launchFile);
  await expect(lab.getByLabel("Title")).toHaveValue("scale");
  await expect.poll(() => codeIn(lab)).toContain("2 * in[(i * 4) % n]");
  await expect(lab.locator('[data-field="block.x"] input')).toHaveValue("64");
  await expect(lab.locator(".badge-gutter .badge")).toHaveText(["4", "16"]);
  await open({ ...cuFile, name: "guessed.cu" });
  await expect(lab.getByLabel("Title")).toHaveValue("guessed");
  await expect(lab.locator('[data-field="arguments.2"] input')).toHaveValue("1,048,576");
  await open({ ...cuFile, name: "picture.png" });
  await expect(lab.locator(".notice")).toContainText("picture.png is neither CUDA (.cu) nor a launch (.json).");
  await expect(lab.getByLabel("Title")).toHaveValue("guessed");
  await page.reload();
  await expect(lab.getByLabel("My kernels").locator("option")).toHaveText(["guessed", "scale", "My transpose"]);
});

test("a file is dropped on the page, also before anybody has reached for it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("lab/");
  const lab = page.locator("lab-page");
  await expect.poll(() => lab.evaluate((root) => root.matches(":defined"))).toBe(true);
  await lab.evaluate((root, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "dropped.cu"));
    const target = root.querySelector(".code-host") ?? root;
    target.dispatchEvent(new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true }));
    if (!root.hasAttribute("data-dropping")) throw new Error("the page does not show that it takes the file");
    target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, SCALE);
  await expect(lab.getByLabel("Title")).toHaveValue("dropped");
  await expect.poll(() => codeIn(lab)).toContain("2 * in[(i * 4) % n]");
  await expect(lab).not.toHaveAttribute("data-dropping");
  await expect(lab.locator(".access-list .badge")).toHaveText([/4/, /16/]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("a launch from disk is a launch of the text that is open", async ({ page }) => {
  const lab = await openLab(page);
  const launch = await readFile(new URL("../../content/kernels/transpose-tiled/launch.json", import.meta.url), "utf8");
  const smaller = JSON.stringify({ ...(JSON.parse(launch) as object), grid: [2, 2, 1] });
  const waiting = page.waitForEvent("filechooser");
  await lab.getByRole("button", { name: "Open file…" }).click();
  await (await waiting).setFiles({ name: "small.json", mimeType: "application/json", buffer: Buffer.from(smaller) });
  await expect(lab.getByLabel("Title")).toHaveValue("Transpose through a tile (small.json)");
  await expect(lab.locator('[data-field="grid.x"] input')).toHaveValue("2");
});
