import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { markUnalikeWords } from "./unalike-words.ts";

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
  return run(page, { runOnly: [CONTRAST] }, await markUnalikeWords(page));
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
