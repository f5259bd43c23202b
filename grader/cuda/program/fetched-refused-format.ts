import type * as PrintFormat from "./print-format.ts";

let format: typeof PrintFormat | undefined;

/** Fetches what reads formats, if a text may call `printf`: it is needed before the text is compiled. */
export async function fetchFormats(text: string): Promise<void> {
  if (text.includes("printf")) format ??= await import("./print-format.ts");
}

export const refusedFormat: typeof PrintFormat.refusedFormat = (...given) => format!.refusedFormat(...given);
