import type { Page } from "@playwright/test";

/**
 * What axe looks at in a picture: whatever can be reached, called or pointed to, its name and description, and the words on it,
 * which its name should have. The title of a shape that is none of these is no name.
 */
const JUDGED_IN_PICTURES =
  "a, foreignObject, image, [id], [role], [tabindex], [contenteditable], :is(svg, a, [role]) > :is(title, desc), svg [role] :is(text, tspan)";

/**
 * Takes shapes and words out of a page's pictures, which keep their size: they cost axe seconds by the thousand. Whatever one of
 * its rules could be about stays, with all that is around it; the colours of the words are for `strayInks`.
 */
export async function thinPictures(page: Page): Promise<void> {
  await page.evaluate((judged) => {
    const isJudged = (element: Element): boolean =>
      element.matches(judged) || element.getAttributeNames().some((name) => name.startsWith("aria-"));
    for (const picture of document.querySelectorAll("svg")) {
      // From the innermost out, so that a group goes when nothing is left in it.
      for (const element of [...picture.querySelectorAll("*")].reverse()) {
        if (element.childElementCount === 0 && !isJudged(element)) element.remove();
      }
    }
  }, JUDGED_IN_PICTURES);
}

/** Inks that can be read on the page, and those of the lanes on their colours: tests of the palette and of the lanes' colours say so. */
const INKS = ["ink", "ink-strong", "ink-soft", "accent", "wrong", "dram", "paper"].map((name) => `var(--${name})`).concat("black", "white");

/**
 * Colours of words in pictures that are none of the course's inks, as the browser spells them. Axe reads the property `color`,
 * and words in a picture are painted with `fill`.
 */
export async function strayInks(page: Page): Promise<string[]> {
  return page.evaluate((inks) => {
    const probe = document.body.appendChild(document.createElement("span"));
    const known = new Set(inks.map((ink) => ((probe.style.color = ink), getComputedStyle(probe).color)));
    probe.remove();
    const painted = [...document.querySelectorAll("svg text, svg tspan")].map((text) => getComputedStyle(text).fill);
    return [...new Set(painted)].filter((ink) => !known.has(ink));
  }, INKS);
}
