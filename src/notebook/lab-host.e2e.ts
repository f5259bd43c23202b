import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { writeCode } from "#browser/editor-text.ts";
import { test } from "#browser/kept-page.ts";

/** As tutorials have it: a template, a warm-up, a loop between events, results checked on the host. */
const PROGRAM = `#include <cstdio>
#include <vector>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s\\n", cudaGetErrorString(e)); exit(1); } } while (0)

template <int STRIDE> __global__ void gather(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * STRIDE % n];
}

int main() {
  const int n = 1 << 12;
  std::vector<float> host(n, 2.0f);
  float *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, n * sizeof(float)));
  CHECK(cudaMalloc(&d_out, n * sizeof(float)));
  CHECK(cudaMemcpy(d_in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  gather<1><<<n / 256, 256>>>(d_in, d_out, n);
  for (int i = 0; i < 10; i++) gather<8><<<n / 256, 256>>>(d_in, d_out, n);
  CHECK(cudaMemcpy(host.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  printf("out[5] = %g\\n", host[5]);
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
}
`;

/** The program of kernels whose copies go on by themselves, with only the launch that hangs if its second copy lands first. */
const HANGS_IN_ONE_ORDER = readFileSync(new URL("../../grader/hardware/probes/asynchronous-copies.cu", import.meta.url), "utf8").replace(
  /^ {2}run\((?!"order_matters").*\n/gm,
  "",
);

async function openLab(page: Page): Promise<Locator> {
  await page.goto("lab/");
  const root = page.locator("lab-page");
  await expect.poll(() => root.evaluate((element) => element.matches(":defined"))).toBe(true);
  await root.hover();
  await expect(root).toHaveAttribute("data-editor", /monaco|light/);
  await expect(root).toHaveAttribute("data-ran");
  return root;
}

test("a whole program is pasted and run; of the launches that it makes, one is chosen and drawn", async ({ page }) => {
  const root = await openLab(page);
  await expect(root.getByRole("group", { name: "Launches come from" })).toHaveCount(0);
  await writeCode(root, PROGRAM);
  const main = root.getByRole("radio", { name: "main()" });
  await expect(main).toBeChecked();
  await page.keyboard.press("ControlOrMeta+Enter");
  const launches = root.getByRole("group", { name: "Launches of main()" });
  await expect(launches).toContainText("main() made 11 launches");
  const rows = launches.locator("tbody tr");
  await expect(rows).toHaveText([
    /1: gather<1>, 16 blocks of 256 threads.*1,024 \(1,024\)/,
    /2: gather<8>, 16 blocks of 256 threads.*10.*4,608 \(1,024\)/,
  ]);
  await expect(root.getByRole("group", { name: "Output of main()" })).toContainText("out[5] = 2");
  const badges = root.locator(".badge-gutter .badge");
  await expect(badges).toHaveText(["4", "4"]);

  await rows.nth(1).getByRole("radio").check();
  await expect(badges).toHaveText(["4", "32"]);
  await expect(root.locator(".preview .figure-title")).toContainText("in[i * STRIDE % n]: warp 0");
  await expect(root.locator(".outdated")).toHaveCount(0);
  const totals = root.getByRole("group", { name: "Global memory, whole launch" });
  await expect(totals.getByRole("columnheader")).toContainText([
    "access",
    "requests",
    "sectors (ideal)",
    "tag wavefronts",
    "active lanes per request",
  ]);

  // Whoever wants to guess first sees no count of any launch before.
  await root.getByLabel("Guess first").check();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(rows.first()).toHaveText(/1: gather<1>.*1\s*\d+\s*\?\s*\?\s*\?\s*\?$/);
  await expect(root.locator(".run-headline")).toContainText("its counts are covered");
  expect(await root.innerText()).not.toMatch(/4,608|1,024 \(1,024\)/);
  await root.getByRole("button", { name: "None" }).click();
  await expect(rows.nth(1)).toContainText("4,608 (1,024)");
  await root.getByLabel("Guess first").uncheck();

  // What the launch left in the device's memory, which main has freed since.
  const arrays = root.getByRole("group", { name: "Arrays after the launch" });
  await arrays.getByText("d_out: 4,096").click();
  await expect(arrays.getByRole("list", { name: "Values of d_out" }).getByRole("listitem").first()).toHaveText("0 2");
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("launches come from the form where the learner wants it, and from main again", async ({ page }) => {
  const root = await openLab(page);
  await writeCode(
    root,
    PROGRAM.replace("template <int STRIDE> ", "")
      .replaceAll("STRIDE", "8")
      .replaceAll(/gather<\d>/g, "gather"),
  );
  await expect(root.getByRole("radio", { name: "main()" })).toBeChecked();
  await root.getByRole("radio", { name: "this form" }).check();
  await expect(root.locator('[data-field="kernel"] select')).toHaveValue("gather");
  await expect(root.locator(".badge-gutter .badge")).toHaveText(["4", "32"]);
  await expect(root.getByRole("group", { name: "Output of main()" })).toHaveCount(0);
  await root.getByRole("radio", { name: "main()" }).check();
  await expect(root.getByRole("group", { name: "Launches of main()" })).toContainText("main() made 11 launches");
});

test("a mistake of the host's code is shown at its place", async ({ page }) => {
  const root = await openLab(page);
  await writeCode(root, PROGRAM.replace("cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost"));
  await expect(root.getByRole("radio", { name: "main()" })).toBeChecked();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(root.locator(".lab-findings")).toContainText("Line 17, column 9");
  await expect(root.locator(".lab-findings")).toContainText("`cudaMemcpy` needs a pointer to the device's memory".replaceAll("`", ""));
  // A program that runs, and hangs with one order of its copies: that order is drawn.
  await writeCode(root, HANGS_IN_ONE_ORDER);
  await expect(root.getByRole("radio", { name: "main()" })).toBeChecked();
  await page.keyboard.press("ControlOrMeta+Enter");
  const order = root.getByRole("figure", { name: "The order that hangs" });
  await expect(order.getByRole("img")).toHaveAccessibleName(/^Copy 2 lands before copy 1\./);
  await order.getByText("Event by event, in words").click();
  await expect(order.getByRole("listitem").nth(3)).toHaveText("copy 2 lands");
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("a definition that the text lacks is offered, and pasted above it", async ({ page }) => {
  const root = await openLab(page);
  await writeCode(root, PROGRAM.replace(/#define CHECK.*\n/, ""));
  const findings = root.locator(".lab-findings");
  await root.getByRole("radio", { name: "main()" }).waitFor();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(findings).toContainText("CHECK isn't declared");
  await expect(findings.getByLabel("The definition")).toContainText("#define CHECK(call)");
  expect(await accessibilityViolations(page)).toEqual([]);
  await findings.getByRole("button", { name: "Paste it above the text" }).click();
  await expect(findings).not.toContainText("isn't declared");
  await root.getByRole("button", { name: /^Run/ }).first().click();
  await expect(root.getByRole("group", { name: "Launches of main()" })).toContainText("main() made 11 launches");
});

/** As homework has it: the course's header, and a size that is too large for the lab. */
const HOMEWORK = `#include <wb.h>

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

int main(int argc, char **argv) {
  wbArg_t args = wbArg_read(argc, argv);
  int length, n = 2048;
  float *h = (float *)wbImport(wbArg_getInputFile(args, 0), &length), *a, *c;
  wbLog(TRACE, "The input length is ", length);
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMemset(a, 0, n * n * sizeof(float));
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, a, c, n);
  cudaMemcpy(h, c, length * sizeof(float), cudaMemcpyDeviceToHost);
  wbSolution(args, h, length);
}
`;

test("homework runs as pasted: its header has a stand-in, what is too large is a sample, and a kernel can run alone", async ({ page }) => {
  const root = await openLab(page);
  await writeCode(root, HOMEWORK);
  await expect(root.getByRole("radio", { name: "main()" })).toBeChecked();
  await page.keyboard.press("ControlOrMeta+Enter");
  const launches = root.getByRole("group", { name: "Launches of main()" });
  await expect(launches).toContainText(/multiply, 128 × 128 blocks of 16 × 16 threads; a sample: \d+ of 16,384 blocks/, {
    timeout: 60_000,
  });
  await expect(root.locator(".lab-findings .sampled")).toContainText("with n = 1,024 instead of 2,048, it would run whole");
  await expect(root.locator(".run-headline")).toContainText(/sectors .*; scaled from \d+ of 16,384 blocks\.$/);
  await expect(root.locator(".lab-costs")).toHaveCount(0);
  const output = root.getByRole("group", { name: "Output of main()" });
  await expect(output).toContainText("[TRACE] The input length is 1003");
  await expect(output).toContainText("wb.h (line 1) is the lab's stand-in: its inputs are made up");
  await expect(output).toContainText("main was ended at line 19, which needs c: of launch 1, only a sample of the blocks was run.");
  expect(await accessibilityViolations(page)).toEqual([]);

  await writeCode(root, HOMEWORK.replace("<wb.h>", '"ours.h"').replaceAll("2048", "64"));
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(root.locator(".lab-findings")).toContainText("if ours.h (line 1) declares wbArg_t, paste what it says");
  await root.getByRole("button", { name: "Profile multiply alone" }).click();
  await expect(root.getByRole("radio", { name: "this form" })).toBeChecked();
  await expect(root.locator(".run-headline")).toContainText("by the model");
});
