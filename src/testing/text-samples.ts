import type { Page } from "@playwright/test";

const UNALIKE = "data-unalike";

/** Selects what is marked. */
export const UNALIKE_WORDS = `[${UNALIKE}]`;

/**
 * Marks the elements whose words are unlike those of all others in colour, size, weight and ground, and of those that are alike
 * the first, the last and one between.
 */
export async function markUnalikeWords(page: Page): Promise<void> {
  await page.evaluate(markUnalike, UNALIKE);
}

/** Runs in the page. */
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
    for (const place of [0, elements.length >> 1, elements.length - 1]) elements[place]?.setAttribute(mark, "");
  }
}
