import { expect, test, type Page } from "@playwright/test";
import { accessibilityViolations, allViolations, contrastViolations, removeHidden } from "./accessibility.ts";
import { markTextSamples } from "./text-samples.ts";
import { thinPictures } from "./pictures.ts";

/** Shows a page with this content. */
async function show(page: Page, main: string): Promise<void> {
  await page.setContent(`<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${main}</main></html>`);
}

test("text with too little contrast is found among a thousand legible texts", async ({ page }) => {
  const readable = "<p>One line.</p>".repeat(500);
  await show(
    page,
    `${readable}<p id="pale" style="color: #ccc">Pale.</p>${readable}
    <div style="background: #222; color: #fff">Light on dark, <em>as it should be</em>
      <div style="background: rgb(0 0 0 / 10%)"><p id="dark" style="color: #000">and dark on dark.</p></div>
    </div>
    <p style="opacity: 0.4" id="faded">Faded.</p>
    <input aria-label="Words" value="One line." /><input aria-label="Pale words" id="field" value="Pale." style="color: #ccc" />`,
  );
  const found = [{ rule: "color-contrast", places: ["#pale", "#dark", "#faded", "#field"] }];
  expect(await contrastViolations(page)).toEqual(found);
  expect(await allViolations(page)).toEqual(found);
  expect(await accessibilityViolations(page, new Set())).toEqual(found);

  // What looks like text of another page was judged there.
  const seen = new Set<string>();
  await show(page, readable);
  expect(await accessibilityViolations(page, seen)).toEqual([]);
  await show(page, `${readable}<p id="pale" style="color: #ccc">Pale.</p>`);
  expect(await contrastViolations(page, seen)).toEqual([{ rule: "color-contrast", places: ["#pale"] }]);
  expect(await contrastViolations(page, seen)).toEqual([]);
  // Nor is it judged for another depth, but for another background.
  const pale = '<p id="pale" style="color: #ccc">Pale.</p>';
  await show(page, `<div><div>${pale}</div></div>`);
  expect(await contrastViolations(page, seen)).toEqual([]);
  await show(page, `<div style="font-size: 23px">${pale}</div>`);
  expect(await markTextSamples(page, seen)).toBe(0);
  for (const large of ["font-size: 24px", "font-size: 19px; font-weight: 700"]) {
    await show(page, `<div style="${large}">${pale}</div>`);
    expect(await markTextSamples(page, new Set(seen)), large).toBe(1);
  }
  for (const painted of ["background: rgb(0 0 0 / 1%)", "background: linear-gradient(#fff, #fff)", "opacity: 0.9", "background: #fef"]) {
    await show(page, `<div style="${painted}"><div>${pale}</div></div>`);
    expect(await markTextSamples(page, seen), painted).toBe(1);
  }
});

test("violations in a picture are still found after its shapes are removed", async ({ page }) => {
  const shapes = '<g><rect width="4" height="4"><title>Lane 4</title></rect><text>4</text></g>'.repeat(50);
  await show(
    page,
    `<svg role="img" id="nameless" width="40" height="40">${shapes}</svg>
    <svg role="img" aria-labelledby="name" width="40" height="40"><title id="name">A warp</title>${shapes}</svg>
    <svg role="listbox" aria-label="Lanes" width="40" height="40">
      <g role="option" tabindex="0" aria-label="4" aria-selected="maybe">${shapes}</g>
      <g role="option" tabindex="0" aria-label="Lane 0" aria-selected="false"><text>Bank 1</text></g>
    </svg>`,
  );
  const complete = await allViolations(page);
  expect(complete.map(({ rule }) => rule).sort()).toEqual(["aria-valid-attr-value", "label-content-name-mismatch", "svg-img-alt"]);
  const content = async (): Promise<string> => (await page.content()).replaceAll(/ data-text-sample=""/g, "");
  const before = await content();
  const putBack = await thinPictures(page);
  await expect(page.locator("rect, [role=img] text")).toHaveCount(0);
  expect(await allViolations(page)).toEqual(complete);
  await putBack();
  expect(await content()).toBe(before);
  expect(await accessibilityViolations(page)).toEqual(complete);
  expect(await content()).toBe(before);
});

test("violations are still found after what is hidden is removed, and no name goes with it", async ({ page }) => {
  const wrong = '<button></button><ul><p>No item</p></ul><p style="color: #ccc">Pale.</p>';
  await show(
    page,
    `<details><summary>More</summary>${wrong.repeat(20)}<div><p id="name">Lanes</p>${wrong}</div></details>
    <div hidden>${wrong.repeat(20)}<span id="other"><b>Warps</b></span></div>
    <table><tr><th>Lane</th><th hidden>Warp</th></tr><tr><td>4</td><td>5</td></tr></table>
    <button aria-labelledby="name"></button><button aria-labelledby="other"></button><button id="nameless"></button>`,
  );
  const complete = await allViolations(page);
  expect(complete).toEqual([{ rule: "button-name", places: ["#nameless"] }]);
  await removeHidden(page);
  await expect(page.locator("button")).toHaveCount(3);
  await expect(page.locator("#name, #other, th")).toHaveCount(4);
  expect(await accessibilityViolations(page)).toEqual(complete);
});
