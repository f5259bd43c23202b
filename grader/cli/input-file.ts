import { readFile } from "node:fs/promises";
import { UsageError } from "./exit-code.ts";

/** @throws UsageError when there is nothing to read */
export async function readInputFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
  }
}
