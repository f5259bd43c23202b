import { expect, type Locator, type Page } from "@playwright/test";
import { lessonFiles } from "#browser/lesson-files.ts";
import { test } from "#browser/kept-page.ts";

/** Answers a prediction of the page. */
async function predict(page: Page, number: number, answer: string): Promise<Locator> {
  const prediction = page.locator("predict-first").nth(number);
  await prediction.getByLabel("My answer").fill(answer);
  await prediction.getByRole("button", { name: "Commit" }).click();
  return prediction;
}

test("a wrong prediction sets the next figure to the case in question, also one that wakes up later", async ({ page }) => {
  // So low a window that the figure has not been in view yet.
  await page.setViewportSize({ width: 1000, height: 420 });
  await page.goto("lessons/1-coalescing/00-thirty-two-lanes/");
  const figure = page.locator('[data-figure="warp-to-memory"]');
  const stride = figure.getByRole("slider", { name: "Stride" });
  const prediction = await predict(page, 0, "64");
  await expect(prediction.getByText("Another number: you said 64 sectors.")).toBeVisible();
  await expect(prediction.getByRole("button", { name: "Clear my answer" })).toBeFocused();
  await expect(prediction.locator(".predict-shows")).toHaveText("The figure below shows this case now.");
  await figure.scrollIntoViewIfNeeded();
  await expect(stride).toHaveValue("16");
  await expect(figure).toContainText(/32\s*sectors instead of 4/);
  await stride.press("Home");
  await prediction.getByRole("button", { name: "Clear my answer" }).click();
  await expect(prediction.locator(".predict-shows")).toBeHidden();
  await predict(page, 0, "32");
  await expect(prediction.getByText("Right: you said 32 sectors.")).toBeVisible();
  await expect(stride).toHaveValue("16");
});

test("a figure above is set, too, and a cell that starts with the case is named", async ({ page }) => {
  await page.goto("lessons/2-bank-conflicts-and-the-transpose/01-thirty-two-banks/");
  const cell = await predict(page, 0, "1");
  await expect(cell.locator(".predict-shows")).toHaveText("The cell below starts with this case.");
  const stride = await predict(page, 1, "4");
  await expect(stride.locator(".predict-shows")).toHaveText("The figure above shows this case now.");
  const figure = page.locator('[data-figure="bank-playground"]');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.getByRole("radio", { name: "stride", exact: true })).toBeChecked();
  await expect(figure.getByRole("slider", { name: "Stride" })).toHaveValue("2");
});

/** Controls that are there only once another one is set, tested above; and boxes that only a wider swizzle allows. */
const APPEARING = ["bank-playground has no stride that can be 2", ...[64, 128].map((bytes) => `width can't be ${bytes}`)];

test("what the predictions of all lessons show is on their pages, and can be set", async ({ page, request }) => {
  await page.goto("");
  const problems: string[] = [];
  let connected = 0;
  for (const { id } of lessonFiles()) {
    const html = await (await request.get(`lessons/${id}/`)).text();
    const found = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, "text/html");
      const keyOf = (label: string) =>
        label
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, "-")
          .replaceAll(/^-|-$/g, "");
      const all = [...document.querySelectorAll<HTMLElement>("predict-first[data-shows]")];
      const wrong = all.flatMap((prediction) => {
        const { cell, figure: name, ...settings } = JSON.parse(prediction.dataset["shows"] ?? "") as Record<string, string | number>;
        const follows = (one: Element) => (prediction.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        if (cell !== undefined) {
          const shown = document.getElementById(`try-${cell}`);
          return shown !== null && follows(shown) ? [] : [`no cell ${cell} below`];
        }
        const figures = [...document.querySelectorAll(`[data-figure="${name}"]`)];
        const figure = figures.find(follows) ?? figures.at(-1);
        if (figure === undefined) return [`no figure ${name}`];
        return Object.entries(settings).flatMap(([key, value]) => {
          const sliders = [...figure.querySelectorAll<HTMLInputElement>('.controls input[type="range"]')];
          const slider = sliders.find((input) => keyOf(input.labels?.[0]?.textContent ?? input.ariaLabel ?? "") === key);
          if (slider) return Number(slider.min) <= Number(value) && Number(value) <= Number(slider.max) ? [] : [`${key} can't be ${value}`];
          const choice = [...figure.querySelectorAll(".controls fieldset")].find(
            (one) => keyOf(one.querySelector("legend")?.textContent ?? "") === key,
          );
          const options = [...(choice?.querySelectorAll("label") ?? [])].map((label) => keyOf(label.textContent ?? ""));
          return options.includes(String(value)) ? [] : [`${name} has no ${key} that can be ${value}`];
        });
      });
      return { connected: all.length, wrong };
    }, html);
    connected += found.connected;
    problems.push(...found.wrong.map((problem) => `${id}: ${problem}`));
  }
  expect(problems.filter((problem) => !APPEARING.some((known) => problem.endsWith(known)))).toEqual([]);
  expect(connected).toBeGreaterThan(30);
});
