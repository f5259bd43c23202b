import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

/** A rule that a page breaks, and where, as selectors. */
export interface Violation {
  readonly rule: string;
  readonly places: readonly string[];
}

const CONTRAST = "color-contrast";

/** What axe finds wrong with a page as it stands. It cannot see into frames of other origins, of which we have none. */
export async function accessibilityViolations(page: Page): Promise<Violation[]> {
  return run(page, {});
}

/** The same without the colours, which depend on the theme. */
export async function structureViolations(page: Page): Promise<Violation[]> {
  return run(page, { rules: { [CONTRAST]: { enabled: false } } });
}

/**
 * Words that do not stand out from their ground; those of pictures aside, see `strayInks`. Of words that are alike in colour,
 * size, weight and ground, of which a page has thousands, axe is shown three.
 */
export async function contrastViolations(page: Page): Promise<Violation[]> {
  await page.evaluate(markUnalike, UNALIKE);
  return run(page, { runOnly: [CONTRAST] }, `[${UNALIKE}]`);
}

const UNALIKE = "data-unalike";

/** Runs in the page: marks the elements whose words are unlike those of all others, and of those that are alike the first, the last and one between. */
function markUnalike(mark: string): void {
  const grounds = new Map<Element, string>();
  /** What is painted behind and through an element, as far up as it can be seen. */
  const groundOf = (element: Element | null): string => {
    if (!element) return "";
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const isOpaque = backgroundColor.startsWith("rgb(") && opacity === "1";
    const ground = isOpaque ? own : `${own} / ${groundOf(element.parentElement)}`;
    grounds.set(element, ground);
    return ground;
  };
  const alike = new Map<string, Element[]>();
  for (const element of document.querySelectorAll("body *")) {
    const hasWords =
      element.matches("input, select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    const { width, height } = element.getBoundingClientRect();
    // What only a screen reader finds is a pixel large.
    if (!hasWords || width <= 1 || height <= 1 || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const look = [color, fontSize, fontWeight, textShadow, groundOf(element)].join();
    alike.set(look, [...(alike.get(look) ?? []), element]);
  }
  for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
  for (const elements of alike.values()) {
    for (const place of [0, elements.length >> 1, elements.length - 1]) elements[place].setAttribute(mark, "");
  }
}

/**
 * What axe looks at in a picture: names, descriptions, whatever can be reached, called or pointed to, and the words on it, which its
 * name should have.
 */
const JUDGED_IN_PICTURES = "title, desc, a, foreignObject, image, [id], [role], [tabindex], [contenteditable], svg [role] :is(text, tspan)";

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

/** Our pages hold thousands of SVG nodes: writing down all that is well takes five times as long as finding what is not. */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ["violations"] };

type AxeWindow = typeof globalThis & { readonly axe: typeof axe };

async function run(page: Page, options: RunOptions, part?: string): Promise<Violation[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await inject(page);
  return page.evaluate(
    async ({ options, part }) => {
      const { violations } = await (globalThis as AxeWindow).axe.run(part === undefined ? document : part, options);
      return violations.map(({ id, nodes }) => ({ rule: id, places: nodes.map(({ target }) => target.join(" ")) }));
    },
    { options: { ...options, ...ONLY_VIOLATIONS }, part },
  );
}

async function inject(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate((id) => (globalThis as AxeWindow).axe.configure({ rules: [{ id, selector: ":not(text):not(tspan)" }] }), CONTRAST);
}
