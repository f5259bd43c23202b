import { brotliCompressSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

/** The same script comes with many pages, and is weighed once. */
const known = new Map<string, Promise<number>>();

/** Bytes of a script as brotli sends it. */
function weigh(response: Response): Promise<number> {
  const url = response.url();
  const bytes = known.get(url) ?? response.body().then((body) => brotliCompressSync(body).byteLength);
  known.set(url, bytes);
  return bytes;
}

/** Weighs the scripts that a page fetches while it is watched. */
export class ScriptWeights {
  readonly #page: Page;
  readonly #scripts = new Map<string, Promise<number>>();

  constructor(page: Page) {
    this.#page = page;
    page.on("response", this.#onResponse);
  }

  /** Ends the watch: bytes of each script, by its address. */
  async settled(): Promise<ReadonlyMap<string, number>> {
    this.#page.off("response", this.#onResponse);
    return new Map(await Promise.all([...this.#scripts].map(async ([url, bytes]) => [url, await bytes] as const)));
  }

  readonly #onResponse = (response: Response): void => {
    if (response.request().resourceType() === "script") this.#scripts.set(response.url(), weigh(response));
  };
}

/** Bytes of all scripts together. */
export function totalOf(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** A line for each script, to be read where there are too many bytes. */
export function listOf(scripts: ReadonlyMap<string, number>): string {
  return [...scripts].map(([url, bytes]) => `${bytes} ${url}`).join("\n");
}
