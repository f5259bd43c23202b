import type * as MacroCondition from "./macro-condition.ts";

let condition: typeof MacroCondition | undefined;

/** Fetches what evaluates conditions, if a text may have `#if` or `#elif`: it is needed before the text is compiled. */
export async function fetchConditions(text: string): Promise<void> {
  if (/#(?:[^\n]|\\\r?\n)*if/.test(text)) condition ??= await import("./macro-condition.ts");
}

export const conditionHolds: typeof MacroCondition.conditionHolds = (...given) => condition!.conditionHolds(...given);
