import type * as PrintText from "./print-text.ts";

let text: typeof PrintText | undefined;

/** Fetches what `printf` prints with, if a text may call it. */
export async function fetchPrinting(source: string): Promise<void> {
  if (source.includes("printf")) text ??= await import("./print-text.ts");
}

/** @throws Error when the text was not told to `fetchPrinting` */
export const formatted: typeof PrintText.formatted = (...given) => {
  if (text === undefined) throw new Error("printing was not fetched");
  return text.formatted(...given);
};
