import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";

/** A text file as it was read, or why it was not. */
export type TextFile =
  | {
      readonly status: "read";
      readonly text: string;
      /** When it was last changed, in whole milliseconds since 1970. */
      readonly changedAt: number;
      /** Hash of its bytes. */
      readonly hash: string;
    }
  | { readonly status: "refused"; readonly message: string };

/** A thousand times what people write. */
const MOST_BYTES = 1_000_000;

/** Reads a file of a size that people write, in UTF-8. A byte order mark is left out. */
export async function readTextFile(file: string): Promise<TextFile> {
  try {
    const { size, mtimeMs } = await stat(file);
    if (size > MOST_BYTES) return refused(`is larger than 1 MB, and was not read: nobody writes that much`);
    if (size === 0) return refused("is empty");
    const bytes = await readFile(file);
    const text = decoded(bytes);
    if (text === undefined) return refused("is not UTF-8 text: save it again in that encoding");
    return { status: "read", text, changedAt: Math.floor(mtimeMs), hash: createHash("sha256").update(bytes).digest("hex") };
  } catch (error) {
    return refused(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
}

const refused = (message: string): TextFile => ({ status: "refused", message });

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
