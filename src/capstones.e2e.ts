import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { accessibilityViolations } from "#browser/accessibility.ts";
import { writeCode } from "#browser/editor-text.ts";
import { test } from "#browser/kept-page.ts";

const answer = (name: string, capstone = "particle-layout"): string =>
  readFileSync(new URL(`../content/capstones/${capstone}/${name}.cu`, import.meta.url), "utf8");

test("a capstone: a wrong answer is told why, the solution passes, and its page and marks stay", async ({ page }) => {
  await page.goto("lessons/1-coalescing/08-when-indices-decide/");
  await page.locator(".part-end").getByRole("link").click();
  const cell = page.locator("capstone-cell");
  // Its font comes with the page: one that comes later isn't used.
  await expect(page.locator('link[rel="preload"][href*="jetbrains-mono"]')).toHaveCount(1);
  const status = cell.locator("[data-status-line]");
  const grade = cell.getByRole("button", { name: "Grade" });
  await cell.locator(".code-host").click();
  await expect(cell).toHaveAttribute("data-editor", /monaco|light/);

  // Nobody has tried yet: the solution takes a second click.
  await cell.getByRole("button", { name: "Solution" }).click();
  await expect(cell.getByRole("group", { name: "Solution?" })).toContainText("You haven’t tried yet");

  await writeCode(cell, answer("wrong/leaves-mass-behind"));
  await grade.click();
  await expect(status).toContainText("Not yet, with 64 particles: out[6] is 0");
  await expect(cell.locator(".advice")).toContainText("Ask yourself: a step reads six of the eight fields.");

  await writeCode(cell, answer("wrong/records-by-float4"));
  await grade.click();
  await expect(status).toContainText("Right, and too dear: 2 budgets are not met.");
  await expect(cell.locator(".capstone-budgets tr.fail").first()).toContainText("in line 13");
  await cell.getByRole("button", { name: /^Hint/ }).click();
  await expect(cell.locator(".hints li")).toHaveCount(1);
  expect(await accessibilityViolations(page)).toEqual([]);

  await writeCode(cell, answer("solution"));
  await grade.click();
  await expect(status).toContainText(/^Passed: .* 8 of 8 points\.$/);
  const own = cell.getByRole("region", { name: "Your page" });
  await expect(own.locator("tr.moves")).toContainText(/sectors.*5\.07/);
  await own.getByLabel("why is it faster").fill("One array per field. A warp reads four sectors.");
  await expect(own.getByRole("button", { name: "Compare" })).toBeEnabled();
  const download = page.waitForEvent("download");
  await own.getByRole("button", { name: "Download this page" }).click();
  expect((await download).suggestedFilename()).toBe("particle-layout.md");
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.reload();
  await expect(status).toHaveText(/^Passed on \d+ \w+ \d{4}\.$/);
  await expect(own.getByLabel("why is it faster")).toHaveValue("One array per field. A warp reads four sectors.");

  await page.goto("capstones/");
  await expect(page.getByRole("main").locator('capstone-list [data-exercise="particle-layout"]')).toHaveAttribute("data-passed", "");
  await page.goto("my-work/");
  const work = page.locator("article", { hasText: "Particles: far fewer sectors" });
  await expect(work).toContainText("One array per field. A warp reads four sectors.");
  await expect(work.getByRole("link", { name: "Particles" })).toHaveAttribute("href", /capstones\/particle-layout\/$/);
});

test("a product on tensor cores: the starter's conflicts are named, a swizzle of too few rows is told why, the solution passes", async ({
  page,
}) => {
  await page.goto("lessons/6-tiles-for-tensor-cores/07-a-product-on-tensor-cores/");
  await page.locator(".part-end").getByRole("link").click();
  const cell = page.locator("capstone-cell");
  const status = cell.locator("[data-status-line]");
  const grade = cell.getByRole("button", { name: "Grade" });
  await cell.locator(".code-host").click();
  await expect(cell).toHaveAttribute("data-editor", /monaco|light/);
  await grade.click();
  await expect(status).toContainText("Right, and too dear: 2 budgets are not met.");
  await expect(cell.locator(".capstone-budgets tr.fail").last()).toContainText("in line 21 has 16,384 of them (8-way conflict)");
  await writeCode(cell, answer("wrong/key-of-four-rows", "tensor-tile-product"));
  await grade.click();
  await expect(cell.locator(".advice")).toContainText("how many of them have different keys?");
  await writeCode(cell, answer("solution", "tensor-tile-product"));
  await grade.click();
  await expect(status).toContainText(/^Passed: .* 8 of 8 points\.$/);
  await expect(cell.getByRole("region", { name: "Your page" }).locator("tr.moves")).toContainText(/wavefronts.*9$/);
});
