import type * as LoopMemory from "./loop-memory.ts";

let memory: typeof LoopMemory | undefined;

/** Fetches what keeps places of memory in registers, if a text has a loop: it is needed before the text is compiled. */
export async function fetchKeptPlaces(text: string): Promise<void> {
  if (/\b(?:for|while|do|goto)\b/.test(text)) memory ??= await import("./loop-memory.ts");
}

/** Without a loop in the text, what the library's own loops come back to is loaded again. */
export const withKeptPlaces: typeof LoopMemory.withKeptPlaces = (...given) => memory?.withKeptPlaces(...given);
