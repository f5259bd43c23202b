import { expect, test, type Page } from "@playwright/test";
import { ScriptWeights, scriptList, totalBytes } from "#browser/script-weights.ts";

const LESSON = "lessons/1-coalescing/01-what-one-load-costs/";
const SCRIPT_BUDGET_BYTES = 60_000;

const figure = (page: Page) => page.getByRole("figure", { name: "One warp's request and the memory that it moves" });
const stride = (page: Page) => figure(page).getByRole("slider", { name: "Stride" });
/** The value of the reading with this name beside the figure. */
const reading = (page: Page, name: string) =>
  figure(page)
    .locator("dl.readings > div", { has: page.getByText(name, { exact: true }) })
    .locator("dd");

/** The one number of the figure on the landing page. */
const headline = (page: Page) => figure(page).locator(".figure-headline");

/** Waits until the figure is interactive: its script runs after the page is shown. */
async function liveFigure(page: Page): Promise<void> {
  await figure(page).scrollIntoViewIfNeeded();
  await expect(page.locator("astro-island[ssr]").filter({ has: figure(page) })).toHaveCount(0);
}

test.describe("the landing page", () => {
  test("the stride slider responds to the keyboard", async ({ page }) => {
    await page.goto("./");
    await liveFigure(page);
    await stride(page).focus();
    await page.keyboard.press("Home");
    await expect(headline(page)).toContainText("1 sector and no fewer");
    await page.keyboard.press("ArrowRight");
    await expect(headline(page)).toContainText("4 sectors and no fewer would do");
    await page.keyboard.press("ArrowRight");
    await expect(headline(page)).toContainText("8 sectors instead of 4");
    await page.keyboard.press("End");
    await expect(headline(page)).toContainText("32 sectors instead of 4");
    await expect(figure(page).locator(".line.touched")).toHaveCount(32);
  });

  test("the stride slider responds to the pointer", async ({ page }) => {
    await page.goto("./");
    await liveFigure(page);
    const box = await stride(page).boundingBox();
    if (!box) throw new Error("the slider is not on the page");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    await expect(stride(page)).toHaveValue("32");
    await expect(headline(page)).toContainText("32 sectors instead of 4");
  });

  test("says in its first screen what this is, and shows the figure there", async ({ page }) => {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await page.goto("./");
      const inView = await page.evaluate(() => {
        const texts = document.querySelectorAll(".landing :is(h1, p, a)");
        const seen = [...texts].filter((text) => text.getBoundingClientRect().bottom <= innerHeight);
        return seen.map(({ textContent }) => textContent).join(" ");
      });
      for (const word of ["GPU", "CUDA", "course", "exercises", "Start with the first lesson"]) expect(inView).toContain(word);
      await expect(figure(page).locator(".line.touched").first()).toBeInViewport({ ratio: 1 });
      await expect(stride(page)).toBeInViewport({ ratio: 1 });
    }
  });

  test("refuses a stride that it does not draw, and says which ones it does", async ({ page }) => {
    await page.goto("./");
    await liveFigure(page);
    const typed = figure(page).getByRole("spinbutton", { name: "Stride, typed" });
    await typed.fill("9999");
    await expect(figure(page).getByRole("alert").filter({ hasText: "Stride" })).toHaveText(
      "Stride takes a whole number from 0 to 32, not 9999. The figure still shows 5 elements.",
    );
    await expect(headline(page)).toContainText("20 sectors instead of 4");
    await typed.fill("8");
    await expect(figure(page).getByRole("alert").filter({ hasText: "Stride" })).toHaveCount(0);
    await expect(headline(page)).toContainText("32 sectors instead of 4");
  });

  test("stands in one column with the logo, and offers to continue with the lesson that was open last: nothing moves", async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as (PerformanceEntry & { readonly value: number })[])
          Object.assign(window, { shifted: shifted() + value });
      }).observe({ type: "layout-shift", buffered: true });
      const shifted = () => (window as unknown as { shifted: number }).shifted;
    });
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { x: NaN, y: NaN, width: NaN };
    await page.goto("./");
    await expect(page.getByRole("link", { name: "Continue" })).toHaveCount(0);
    await page.goto(LESSON);
    const title = await page.getByRole("heading", { level: 1 }).innerText();
    for (const width of [390, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("./");
      await expect(page.getByRole("link", { name: `Continue with 1.2 ${title}` })).toBeVisible();
      const column = await boxOf(".landing");
      expect(Math.abs(column.x - (width - column.width) / 2), `the column is centred at ${width} px`).toBeLessThan(1);
      expect(Math.abs((await boxOf(".site-header .wordmark")).x - column.x), `the logo is aligned at ${width} px`).toBeLessThan(1);
      expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted), `layout shift at ${width} px`).toBeLessThan(
        0.001,
      );
    }
    await page.getByRole("link", { name: "Continue with" }).click();
    await expect(page).toHaveURL(new RegExp(LESSON));
  });

  test("links to the first lesson, where one can do something within the first screen and a half", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("./");
    await page.getByRole("link", { name: "Start with the first lesson" }).click();
    await expect(page).toHaveURL(/lessons\/1-coalescing\/00-/);
    const code = await page.locator("try-cell").first().locator("pre, textarea").first().boundingBox();
    expect((code?.y ?? Infinity) + (code?.height ?? 0)).toBeLessThan(1.5 * 900);
  });
});

test.describe("the stride figure", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(LESSON);
    await liveFigure(page);
  });

  test("hovering over a lane highlights its bytes, and the other way round", async ({ page }) => {
    await figure(page)
      .getByRole("option", { name: /^Lane 5:/ })
      .hover();
    await expect(figure(page).locator(".piece.lit")).toHaveCount(1);
    await expect(figure(page).locator(".pointed")).toHaveText("Lane 5: bytes 20 to 23, sector 0, line 0");
    await figure(page).locator(".piece").nth(9).hover();
    await expect(figure(page).getByRole("option", { selected: true })).toHaveAccessibleName(/^Lane 9:/);
  });

  test("arrow keys move along the lanes, and Enter shows which lanes share the sector", async ({ page }) => {
    await figure(page)
      .getByRole("option", { name: /^Lane 0:/ })
      .focus();
    for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowRight");
    await expect(figure(page).locator(".pointed")).toHaveText("Lane 9: bytes 36 to 39, sector 1, line 0");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(figure(page).getByRole("option", { selected: true })).toHaveCount(8);
  });

  test("the line model counts transactions", async ({ page }) => {
    await stride(page).focus();
    await page.keyboard.press("End");
    await figure(page).getByRole("radio", { name: "lines" }).check();
    await expect(reading(page, "transactions")).toContainText("32");
    await expect(figure(page).locator(".sector.moved")).toHaveCount(128);
  });
});

test("the answer is hidden until the reader predicts it", async ({ page }) => {
  await page.goto(LESSON);
  const prediction = page.locator("predict-first").first();
  await expect(prediction.locator(".predict-answer")).toBeHidden();
  await prediction.getByLabel("My answer").fill("6");
  await prediction.getByRole("button", { name: "Commit" }).click();
  await expect(prediction.getByText("Another number: you said 6 sectors.")).toBeVisible();
  await expect(prediction.locator(".predict-answer")).toContainText("8 sectors");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the lesson can be read and shows its figure", async ({ page }) => {
    await page.goto(LESSON);
    await expect(page.getByRole("heading", { name: "What the clock says" })).toBeVisible();
    await expect(figure(page).locator(".piece")).toHaveCount(32);
    await expect(reading(page, "sectors")).toHaveText("4 (ideal 4)");
    await expect(figure(page).locator(".controls")).toBeHidden();
    await expect(page.locator("predict-first summary").first()).toBeVisible();
    await expect(page.locator("predict-first form").first()).toBeHidden();
    await expect(page.getByRole("row", { name: /^stride 32/ })).toBeVisible();
  });
});

test.describe("weight", () => {
  test("a lesson ships at most 60 KB of script before an editor is opened", async ({ page }) => {
    const weights = new ScriptWeights(page);
    await page.goto(LESSON);
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        window.scrollTo(0, y);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    await page.waitForLoadState("networkidle");
    const scripts = await weights.settled();
    expect(scripts.size).toBeGreaterThan(0);
    expect(totalBytes(scripts), scriptList(scripts)).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
    expect([...scripts.keys()].filter((url) => /monaco|editor\.worker|ts\.worker/i.test(url))).toEqual([]);
  });
});

test("what found its way into a page brings no script, no frame of another site and no other base", async ({ page }) => {
  await page.goto("glossary/");
  const refused = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const directives: string[] = [];
        addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
          directives.push(effectiveDirective);
          if (directives.length === 5) resolve(directives.sort());
        });
        const brought = document.createElement("div");
        brought.innerHTML = `<img src="data:," onerror="document.title = 'altered'"><iframe src="https://example.com/"></iframe>
          <object data="https://example.com/"></object><base href="https://example.com/">`;
        const script = document.createElement("script");
        script.text = "document.title = 'altered'";
        document.body.append(brought, script);
      }),
  );
  expect(await refused).toEqual(["base-uri", "frame-src", "object-src", "script-src-attr", "script-src-elem"]);
  await expect(page).toHaveTitle(/Glossary/);
});
