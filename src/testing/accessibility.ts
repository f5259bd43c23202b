import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What axe finds wrong with a page as it stands.
 *
 * @param rules ids of the rules to look at; all of them where none is given.
 */
export async function accessibilityViolations(page: Page, ...rules: string[]) {
  // Our pages hold thousands of SVG nodes: writing down all that is well takes five times as long as finding what is not.
  // Legacy mode runs axe in one go, in the page; it cannot see into frames of other origins, of which we have none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => target) }));
}
