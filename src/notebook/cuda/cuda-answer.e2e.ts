import { expect } from "@playwright/test";
import { CellPage } from "#browser/cell-page.ts";
import { test } from "#browser/kept-page.ts";

const RIGHT = `__device__ int element(int rows, int columns) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < rows && column < columns ? row * columns + column : -1;
}`;

test("an answer in CUDA: a mistake at its line, a wrong answer with its question, a right one; each language keeps its text", async ({
  page,
}) => {
  const cell = new CellPage(page, "row-walk");
  const panel = cell.cell.locator("details.cuda");
  await page.setViewportSize({ width: 390, height: 844 });
  await cell.visitPractice();
  await cell.openEditor("light");
  await cell.write("export const element = () => 7;");
  await cell.button("CUDA C++").click();
  await expect(cell.button("CUDA C++")).toHaveAttribute("aria-pressed", "true");
  // It begins with the starter, as functions for the holes.
  await expect.poll(() => cell.text()).toContain("__device__ int element(int rows, int columns) {");

  await cell.write(RIGHT.replace("int rows", "int lines"));
  await expect(cell.cell.locator(".complaint").first()).toContainText("it can have int rows, int columns");
  await cell.write(RIGHT.replaceAll("row <", "row <=").replace("row * columns + column", "column * rows + row"));
  expect(await cell.grade()).toContain('"every-element"');
  await expect(cell.cell.locator("[data-status-line]")).toContainText("Not yet");
  await cell.write(RIGHT);
  expect(JSON.parse(await cell.grade())).toMatchObject({ status: "pass", exercise: "row-walk" });
  await panel.locator("summary").click();
  await expect(panel.locator('[data-hole="element"]')).toHaveText("element(rows, columns)");

  await cell.button("TypeScript").click();
  await expect.poll(() => cell.text()).toBe("export const element = () => 7;");
  await expect(cell.status).toBeEmpty();
  await cell.button("CUDA C++").click();
  await expect.poll(() => cell.text()).toBe(RIGHT);
  await expect(cell.status).toContainText("checks passed");
  await cell.button(/^Solution$/).click();
  await expect(cell.cell.locator(".solution")).toContainText("x changes from lane to lane");
  await expect(cell.cell.locator(".solution pre")).toContainText("__device__ int element");

  // The choice is remembered, and the text is there before the editor is.
  await page.reload();
  await expect(cell.button("CUDA C++")).toHaveAttribute("aria-pressed", "true");
  await expect(cell.cell.locator(".code-host")).toContainText("__device__ int element(int rows, int columns)");
});
