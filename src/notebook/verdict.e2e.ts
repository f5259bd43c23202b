import { expect, test, type Locator, type Page } from "@playwright/test";
import { exerciseIds } from "#kit/folder.ts";

const ids = await exerciseIds();
/** The exercises are dealt to so many tests, which can run side by side. */
const TESTS = 4;

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (let number = 0; number < TESTS; number++) {
  const dealt = ids.filter((_, i) => i % TESTS === number);

  test(`grading shows its verdict without scrolling, on a desk and on a phone: ${dealt.join(", ")}`, async ({ page }) => {
    await page.route(/\.(woff2?|png|svg)$/, (route) => route.abort());
    for (const id of dealt) {
      await page.goto(`practice/${id}/`, { waitUntil: "domcontentloaded" });
      for (const size of sizes) {
        await page.setViewportSize(size);
        const [grade, line] = [page.getByRole("button", { name: "Grade" }), page.locator("[data-status-line]")];
        await grade.scrollIntoViewIfNeeded();
        expect(["pass", "fail", "error"], id).toContain(await verdictOn(page));
        await expect(line).not.toHaveText(/^(Grading…)?$/);
        await expectInView(page, line, `${id} at ${size.width} × ${size.height}`);
        await page.locator(".code-host").evaluate((code) => code.scrollIntoView({ block: "start" }));
        for (const element of [line, grade]) await expectInView(page, element, `${id} at ${size.width} × ${size.height}, at its code`);
      }
    }
  });
}

/** Presses "Grade" as the keyboard does, without scrolling, and gives the status of the verdict that it led to. */
function verdictOn(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        addEventListener("exercise-verdict", (event) => resolve((event as CustomEvent<{ status: string }>).detail.status), { once: true });
        document.querySelector<HTMLElement>("[data-intent=grade]")?.click();
      }),
  );
}

async function expectInView(page: Page, element: Locator, what: string): Promise<void> {
  const { height } = page.viewportSize()!;
  const box = await element.boundingBox();
  expect(box, what).not.toBeNull();
  expect(box!.height, what).toBeGreaterThan(0);
  expect(box!.y, what).toBeGreaterThanOrEqual(0);
  expect(box!.y + box!.height, what).toBeLessThanOrEqual(height);
}
