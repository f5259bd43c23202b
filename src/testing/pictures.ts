import type { Page } from "@playwright/test";

/**
 * The elements that axe judges in a picture: those that have a role, an id or the focus, their titles and descriptions, and the visible
 * text of elements with a role, which their names should contain. The title of any other shape is not a name.
 */
const JUDGED_IN_PICTURES =
  "a, foreignObject, image, [id], [role], [tabindex], [contenteditable], :is(svg, a, [role]) > :is(title, desc), svg [role] :is(text, tspan)";

/**
 * Removes shapes and text from a page's pictures, which keep their size: thousands of them cost axe seconds. Every element that one of
 * axe's rules could apply to stays, with its ancestors. The colours of text are checked by `strayInks`.
 *
 * @returns what puts them back, for a page that is used further
 */
export async function thinPictures(page: Page): Promise<() => Promise<void>> {
  const removed = await page.evaluateHandle((judged) => {
    const isJudged = (element: Element): boolean =>
      element.matches(judged) || element.getAttributeNames().some((name) => name.startsWith("aria-"));
    const removed: { readonly element: Element; readonly parent: Node; readonly next: Node | null }[] = [];
    for (const picture of document.querySelectorAll("svg")) {
      // From the innermost out, so that a group goes when nothing is left in it.
      for (const element of [...picture.querySelectorAll("*")].reverse()) {
        if (element.childElementCount > 0 || isJudged(element)) continue;
        removed.push({ element, parent: element.parentNode!, next: element.nextSibling });
        element.remove();
      }
    }
    return removed;
  }, JUDGED_IN_PICTURES);
  return async () => {
    await removed.evaluate((removed) => {
      // The page may have drawn its pictures anew meanwhile.
      for (const { element, parent, next } of removed.reverse()) parent.insertBefore(element, next?.parentNode === parent ? next : null);
    });
    await removed.dispose();
  };
}

/** The text colours of pictures. Tests of the palette check that those for the page and those for the lanes are legible. */
const INKS = ["ink", "ink-strong", "ink-soft", "accent", "wrong", "dram", "paper"].map((name) => `var(--${name})`).concat("black", "white");

/**
 * Colours of text in pictures that are not among the course's inks, as the browser spells them. Axe cannot check them: it reads the
 * property `color`, but text in a picture is painted with `fill`.
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
