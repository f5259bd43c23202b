import type * as Expansion from "./pack-expansion.ts";
import { mentionsPacks } from "./pack-texts.ts";

let expansion: typeof Expansion | undefined;

/** Fetches what writes packs out if a text may have one: it is needed before it is compiled. */
export async function fetchPacks(text: string): Promise<void> {
  if (mentionsPacks(text)) expansion ??= await import("./pack-expansion.ts");
}

/** @throws Error when the text was not told to `fetchPacks` */
function fetched(): typeof Expansion {
  if (expansion === undefined) throw new Error("the expansion of packs was not fetched");
  return expansion;
}

export const expandFunction: typeof Expansion.expandFunction = (...given) => fetched().expandFunction(...given);
export const expandLambda: typeof Expansion.expandLambda = (...given) => fetched().expandLambda(...given);
export const expandSpecialization: typeof Expansion.expandSpecialization = (...given) => fetched().expandSpecialization(...given);
export const expandTemplate = <Node extends Expansion.Template>(node: Node, given: number): Node => fetched().expandTemplate(node, given);
