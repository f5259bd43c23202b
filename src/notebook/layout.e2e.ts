import { expect } from "@playwright/test";
import { CellPage } from "#browser/cell-page.ts";
import { test } from "#browser/kept-page.ts";
import { readExerciseFolder } from "#kit/folder.ts";

test("a tile's layout is named and drawn while it is written, and its verdict names it", async ({ page }) => {
  const { files } = await readExerciseFolder("copied-fragments");
  const cellPage = new CellPage(page, "copied-fragments");
  await page.setViewportSize({ width: 1440, height: 900 });
  await cellPage.visitPractice();
  await cellPage.openEditor("monaco");
  const layout = cellPage.cell.getByRole("group", { name: "The layout" });
  await expect(layout).toContainText("Rows in order, 64 elements apart.");
  await expect(layout).toContainText("Column 0 of rows 0 to 7 begins in one bank: 0, 0, 0, 0, 0, 0, 0, 0.");
  await cellPage.write(files.get("solution.ts") ?? "");
  await expect(layout).toContainText("Swizzle<3,4,3> of the byte address: bits 4–6 are XORed with bits 7–9.");
  await layout.getByRole("combobox").selectOption("8");
  await expect(layout).toContainText("Column 8 of rows 0 to 7 begins in 8 different banks: 4, 0, 12, 8, 20, 16, 28, 24.");
  await layout.getByText("As a matrix over bits").click();
  await expect(layout.getByRole("listitem").filter({ hasText: "bit 5" })).toHaveText("bit 5 = r2 ^ c5");
  await cellPage.grade();
  await expect(cellPage.status).toHaveText("19 of 19 checks passed.");
  await expect(cellPage.cell.getByText("The layout: Swizzle<3,4,3> of the byte address")).toBeVisible();
  // It stays below the verdict, also on a phone, and in the small case.
  await expect(layout).toContainText("bits 4–6 are XORed with bits 7–9.");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(layout).toContainText("bits 4–6 are XORed with bits 7–9.");
  await cellPage.button("Small case").click();
  await expect(layout).toContainText("bits 4–6 are XORed with bits 7–9.");
});
