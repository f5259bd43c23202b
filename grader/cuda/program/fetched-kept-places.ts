import type * as KeptPlaces from "./kept-in-registers.ts";

let kept: typeof KeptPlaces | undefined;

/** Fetches what keeps places of memory in registers, if a text has a loop or takes an address: it is needed before the text is compiled. */
export async function fetchKeptPlaces(text: string): Promise<void> {
  if (/\b(?:for|while|do|goto)\b|[*&]\s*[)>]/.test(text)) kept ??= await import("./kept-in-registers.ts");
}

/** Without a loop in the text, what the library's own loops come back to is loaded again. */
export const withKeptPlaces: typeof KeptPlaces.withKeptPlaces = (...given) => kept?.withKeptPlaces(...given);
export const withLocalArrays: typeof KeptPlaces.withLocalArrays = (steps, made) => kept?.withLocalArrays(steps, made) ?? steps;
