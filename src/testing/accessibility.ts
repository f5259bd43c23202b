import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { default as axe, RunOptions } from "axe-core";
import { thinPictures } from "./pictures.ts";
import { TEXT_SAMPLES, markTextSamples } from "./text-samples.ts";

/** A rule that a page breaks, and the selectors of the elements that break it. */
export interface Violation {
  readonly rule: string;
  readonly places: readonly string[];
}

const CONTRAST = "color-contrast";

/** The looks of text whose contrast was judged in this process. */
const judgedLooks = new Set<string>();

/**
 * What axe finds wrong with a page in its present state, but for shapes of pictures that no rule could apply to, see `thinPictures`. It
 * cannot inspect frames of other origins; the course has none. The contrast of text is checked on samples, because a page has thousands of
 * elements that look alike, and not in pictures: see `strayInks`.
 *
 * @param seen looks of text whose contrast was judged on earlier pages, see `markTextSamples`
 */
export async function accessibilityViolations(page: Page, seen = judgedLooks): Promise<Violation[]> {
  await inject(page);
  await markTextSamples(page, seen);
  const putBack = await thinPictures(page);
  try {
    return await run(page, {});
  } finally {
    await putBack();
  }
}

/** The same with every shape, and with looks of text that were judged before. */
export async function allViolations(page: Page): Promise<Violation[]> {
  await inject(page);
  await markTextSamples(page);
  return run(page, {});
}

/** Only text with too little contrast: all that another theme can change. */
export async function contrastViolations(page: Page, seen?: Set<string>): Promise<Violation[]> {
  if ((await markTextSamples(page, seen)) === 0) return [];
  await inject(page);
  return run(page, { runOnly: [CONTRAST] });
}

/** Attributes by which an element refers to others, which may be hidden. */
const REFERENCES = [
  ...["aria-activedescendant", "aria-controls", "aria-describedby", "aria-details", "aria-errormessage", "aria-flowto"],
  ...["aria-labelledby", "aria-owns", "commandfor", "for", "form", "headers", "list", "popovertarget"],
];

/**
 * Removes from a page what is folded away or has the attribute `hidden`, is referred to by nothing, and is no label: half of a lesson, which axe walks
 * through only to skip it. What a media query hides stays, since another theme may show it.
 */
export async function removeHidden(page: Page): Promise<void> {
  await page.evaluate((references) => {
    const referring = references.flatMap((name) => [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name) ?? ""));
    const referred = new Set(referring.flatMap((ids) => ids.split(/\s+/)));
    const isName = (element: Element): boolean => referred.has(element.id) || element.matches("label");
    // Removed all at once: a page is laid out anew after every change.
    const hidden: Element[] = [];
    const collect = (element: Element): void => {
      if (element.checkVisibility() || isName(element)) return;
      if ([...element.querySelectorAll("[id], label")].some(isName)) for (const child of element.children) collect(child);
      else if (!element.matches("style, td, th, tr")) hidden.push(element);
    };
    for (const one of document.querySelectorAll("body :is(details:not([open]) > :not(summary), [hidden])")) collect(one);
    for (const one of hidden) one.remove();
  }, REFERENCES);
}

/** Our pages have thousands of SVG nodes: reporting everything that passes takes five times as long as finding the violations. */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ["violations"] };

type AxeWindow = typeof globalThis & { readonly axe: typeof axe };

async function run(page: Page, options: RunOptions): Promise<Violation[]> {
  return page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as AxeWindow).axe.run(document, options);
      return violations.map(({ id, nodes }) => ({ rule: id, places: nodes.map(({ target }) => target.join(" ")) }));
    },
    { ...options, ...ONLY_VIOLATIONS },
  );
}

/** Half as long as the source that the package exports: every page parses it anew. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function inject(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in globalThis)) return;
  await page.evaluate(SOURCE);
  await page.evaluate(([id, selector]) => (globalThis as AxeWindow).axe.configure({ rules: [{ id, selector }] }), [
    CONTRAST,
    `${TEXT_SAMPLES}:not(text):not(tspan)`,
  ] as const);
}
