import { plainFunctions, type NumberFunction } from "./function-table.ts";

/** The functions of numbers that are here: the transcendental ones only once `fetchFunctions` has been asked for one. */
export const numberFunctions: Record<string, NumberFunction> = { ...plainFunctions };

/** Fetches the transcendental functions if one of the names is theirs. */
export async function fetchFunctions(names: Iterable<string>): Promise<void> {
  for (const name of names) if (!Object.hasOwn(numberFunctions, name)) return fetchAllFunctions();
}

/** Fetches the transcendental functions. */
export async function fetchAllFunctions(): Promise<void> {
  Object.assign(numberFunctions, (await import("./transcendental-functions.ts")).transcendentalFunctions);
}
