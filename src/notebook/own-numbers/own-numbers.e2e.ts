import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "#browser/kept-page.ts";

const PRINTED = `$ ./stride-benchmark
# GeForce RTX 4070, 16777216 floats
kernel,stride,us,GBps
strided_reads,1,300.00,447.4
strided_reads,8,1200.00,111.8
`;

async function ownNumbers(page: Page): Promise<Locator> {
  await page.goto("lessons/5-kernels-of-language-models/03-measure-it-yourself/");
  const own = page.locator('.own-numbers[data-experiment="strides"]');
  await own.scrollIntoViewIfNeeded();
  await expect(own.locator("xpath=..")).not.toHaveAttribute("ssr");
  return own;
}

const chart = (own: Locator): Locator => own.getByRole("img");

test("what a program and ncu printed is drawn beside our numbers, and is still there after a reload", async ({ page }) => {
  const own = await ownNumbers(page);
  await expect(chart(own)).toHaveAccessibleName(/8: NVIDIA H200 [\d.]+× \(\d+\sµs\); 16: /);
  await own.getByRole("textbox", { name: "What the program printed" }).fill(PRINTED);
  await expect(own.getByRole("status")).toHaveText("Read: 2 numbers.");
  await expect(chart(own)).toHaveAccessibleName(/; 8: NVIDIA H200 .*, GeForce RTX 4070 4× \(1,200\sµs\); 16: /);

  await own
    .getByRole("textbox", { name: "What the program printed" })
    .fill(`==PROF== Connected to process 1\n${readFileSync("content/programs/stride-benchmark/h200-ncu.csv", "utf8")}`);
  await expect(own.getByRole("status")).toHaveText("Read: 12 numbers.");
  await own.getByRole("radio", { name: "efficiency of the strided stores" }).check();
  await expect(chart(own)).toHaveAccessibleName(/32: NVIDIA H200 12.5%, GeForce RTX 4070 12.5%/);

  await page.reload();
  await own.scrollIntoViewIfNeeded();
  await expect(chart(own)).toHaveAccessibleName(/GeForce RTX 4070 4×/);
});

test("numbers can be typed and cleared; a text without numbers and a number below 0 are refused", async ({ page }) => {
  const own = await ownNumbers(page);
  await own.getByRole("textbox", { name: "What the program printed" }).fill("nothing here");
  await expect(own.getByRole("status")).toContainText("There is no number of stride-benchmark in this text.");
  await own.getByText("Enter numbers by hand").click();
  const first = own.getByRole("spinbutton", { name: "Stride 1: strided reads, µs" });
  const second = own.getByRole("spinbutton", { name: "Stride 2: strided reads, µs" });
  await first.fill("100");
  await second.fill("150");
  await second.press("Tab");
  await expect(chart(own)).toHaveAccessibleName(/2: NVIDIA H200 .*, yours 1.5× \(150\sµs\)/);
  const last = own.getByRole("spinbutton", { name: "Stride 32: strided reads, µs" });
  await last.fill("700");
  await last.press("Tab");
  await expect(own.getByRole("listitem").first()).toHaveText(
    /^Reads at stride 32 take [\d.]+ times as long as reads at stride 1 on our NVIDIA H200, 7 times on yours\.$/,
  );
  await second.fill("-1");
  await second.press("Tab");
  await expect(own.getByRole("status")).toHaveText("-1 is no time, share or count: 0 or more is.");
  await own.getByRole("button", { name: "Clear my numbers" }).click();
  await expect(chart(own)).not.toHaveAccessibleName(/yours/);
});

test("a program is downloaded as a file, and opens in the lab with one of its launches", async ({ page }) => {
  await ownNumbers(page);
  const program = page.locator('[data-program="stride-benchmark"]');
  const [download] = await Promise.all([page.waitForEvent("download"), program.getByText("Download stride-benchmark.cu").click()]);
  expect(readFileSync(await download.path(), "utf8")).toBe(readFileSync("content/programs/stride-benchmark/stride-benchmark.cu", "utf8"));
  await program.getByRole("link", { name: "Open in the lab" }).click();
  await expect(page.getByText("strided_reads<8>").first()).toBeVisible();
});
