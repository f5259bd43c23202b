import type { Page } from "@playwright/test";

const MARK = "data-text-sample";

/** Selects the marked elements. */
export const TEXT_SAMPLES = `[${MARK}]`;

/**
 * Marks a sample of the elements that contain text: of all elements with the same text colour, shadow and background, small or large, the
 * first, the last and one between them.
 *
 * @param seen the looks of text that were marked on earlier pages, and are not marked again; those of this page are added
 * @returns how many looks are marked
 */
export async function markTextSamples(page: Page, seen = new Set<string>()): Promise<number> {
  const marked = await page.evaluate(markSamples, { mark: MARK, seen: [...seen] });
  for (const look of marked) seen.add(look);
  return marked.length;
}

/** Runs in the page. */
function markSamples({ mark, seen }: { readonly mark: string; readonly seen: readonly string[] }): string[] {
  const backgrounds = new Map<Element, string>();
  /** All that is painted behind an element: its background and those of its ancestors that paint any, up to the first opaque one. */
  const backgroundOf = (element: Element | null): string => {
    if (!element) return "";
    const known = backgrounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const isOpaque = backgroundColor.startsWith("rgb(") && opacity === "1";
    const paintsNothing = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
    const behind = isOpaque ? "" : backgroundOf(element.parentElement);
    const background = paintsNothing ? behind : `${own} / ${behind}`;
    backgrounds.set(element, background);
    return background;
  };
  const alike = new Map<string, Element[]>();
  for (const element of document.querySelectorAll("body *")) {
    const hasText =
      element.matches("input, select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (!hasText) continue;
    const { width, height } = element.getBoundingClientRect();
    // Text for screen readers only is one pixel large.
    if (width <= 1 || height <= 1 || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    // From 18 points, or 14 in bold type, WCAG asks for less contrast; nothing else depends on the size.
    const isLarge = Number.parseFloat(fontSize) >= (96 / 72) * (Number(fontWeight) >= 700 ? 14 : 18);
    const look = [color, isLarge, textShadow, backgroundOf(element)].join();
    alike.set(look, [...(alike.get(look) ?? []), element]);
  }
  for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
  for (const look of seen) alike.delete(look);
  for (const elements of alike.values()) {
    for (const place of [0, elements.length >> 1, elements.length - 1]) elements[place]?.setAttribute(mark, "");
  }
  return [...alike.keys()];
}
