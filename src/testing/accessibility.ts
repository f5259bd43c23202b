import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { UNALIKE_WORDS, markUnalikeWords } from "./unalike-words.ts";

/** A rule that a page breaks, and where, as selectors. */
export interface Violation {
  readonly rule: string;
  readonly places: readonly string[];
}

const CONTRAST = "color-contrast";

/**
 * What axe finds wrong with a page as it stands. It cannot see into frames of other origins, of which we have none. Of words that
 * are alike in colour, size, weight and ground, of which a page has thousands, it is shown three; those of pictures are for
 * `strayInks`.
 */
export async function accessibilityViolations(page: Page): Promise<Violation[]> {
  return run(page, {});
}

/** Only the words that do not stand out from their ground: what another theme can change. */
export async function contrastViolations(page: Page): Promise<Violation[]> {
  return run(page, { runOnly: [CONTRAST] });
}

/** Our pages hold thousands of SVG nodes: writing down all that is well takes five times as long as finding what is not. */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ["violations"] };

type AxeWindow = typeof globalThis & { readonly axe: typeof axe };

async function run(page: Page, options: RunOptions): Promise<Violation[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await inject(page);
  await markUnalikeWords(page);
  return page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as AxeWindow).axe.run(document, options);
      return violations.map(({ id, nodes }) => ({ rule: id, places: nodes.map(({ target }) => target.join(" ")) }));
    },
    { ...options, ...ONLY_VIOLATIONS },
  );
}

async function inject(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate(([id, selector]) => (globalThis as AxeWindow).axe.configure({ rules: [{ id, selector }] }), [
    CONTRAST,
    `${UNALIKE_WORDS}:not(text):not(tspan)`,
  ] as const);
}
