import { expect, test, type Locator, type Page } from "@playwright/test";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { profilerReport } from "#testing/cuda/profiler-reports.ts";

async function openLab(page: Page, kernel: string): Promise<Locator> {
  await page.goto(`lab/?kernel=${kernel}`);
  const lab = page.locator("lab-page");
  await expect.poll(() => lab.evaluate((root) => root.matches(":defined"))).toBe(true);
  await lab.hover();
  await expect(lab).toHaveAttribute("data-ran");
  return page.getByRole("group", { name: "Compare with your profiler's report" });
}

const reportFile = (name: string) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(profilerReport(name)) });

/** The cells of the rows of a line with one access. */
async function rowOf(part: Locator, line: string): Promise<string[]> {
  const group = part.locator("tbody").filter({ has: part.page().getByRole("rowheader", { name: line, exact: true }) });
  return group.locator("td").allInnerTexts();
}

test("a report stands beside the counts, line by line, with the reason of each difference", async ({ page }) => {
  const requests: string[] = [];
  const part = await openLab(page, "matmul-tiled");
  page.on("request", (request) => void (request.method() === "GET" || requests.push(request.url())));
  const field = part.getByLabel("A report of Nsight Compute, or its CSV");
  await field.setInputFiles(reportFile("matmul-tiled.ncu-rep"));
  await expect(part.getByRole("status").first()).toHaveText("Counted and measured are the same for 5 of 6 accesses.");
  expect(await rowOf(part, "13")).toEqual([
    "1,048,576",
    "655,360",
    "nvcc joined loads of 4 bytes per lane into ones of 16 bytes: 1,048,576 loads became 655,360, as the lab estimates.",
    "1,048,576",
    "786,432",
    "0",
    "0",
  ]);
  expect(await accessibilityViolations(page)).toEqual([]);

  await test.step("in the place of another one, whose launch can be chosen", async () => {
    await field.setInputFiles(reportFile("several-kernels.ncu-rep"));
    await expect(part.getByRole("status").first()).toHaveText("The report has no launch of multiply; it has digits, scale, append.");
    await part.getByLabel("Launch").selectOption({ label: "1: scale, 160 blocks of 256 threads" });
    await expect(part.getByRole("status").first()).toContainText(
      "The report is of 160 blocks of 256 threads, this launch of 8 × 8 of 32 × 32",
    );
    await part.getByRole("button", { name: "Close the report" }).click();
    await expect(part.getByRole("table")).toHaveCount(0);
  });

  await test.step("as CSV, pasted", async () => {
    await part.getByText("How to make a report").click();
    const paste = part.getByRole("textbox");
    await paste.fill("12 ms");
    await expect(part.getByRole("status").first()).toContainText("What was pasted: This is no CSV of Nsight Compute");
    await paste.fill(new TextDecoder().decode(profilerReport("transpose-tiled-lines.csv")));
    await expect(part.getByRole("status").first()).toContainText("The report has no launch of multiply; it has transpose.");
  });
  expect(requests).toEqual([]);
});

test("a report that is dropped on the page is compared with the kernel that is open", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const part = await openLab(page, "transpose-tiled");
  const name = "transpose-tiled.ncu-rep";
  const bytes = [...profilerReport("transpose-tiled.ncu-rep")];
  await page.locator("lab-page").evaluate(
    (root, { name, bytes }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      root.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, bytes },
  );
  await expect(part.getByRole("status").first()).toHaveText("Counted and measured are the same for all 4 accesses.");
  await expect(part).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await accessibilityViolations(page)).toEqual([]);
});
