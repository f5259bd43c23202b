import { brotliCompressSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

/** The weights of scripts by URL: many pages share a script, which is weighed once. */
const known = new Map<string, Promise<number>>();

/** The bytes of a script, compressed by brotli. */
function weigh(response: Response): Promise<number> {
  const url = response.url();
  const bytes = known.get(url) ?? response.body().then((body) => brotliCompressSync(body).byteLength);
  known.set(url, bytes);
  return bytes;
}

/** Weighs the scripts that a page fetches from construction until `settled`. */
export class ScriptWeights {
  readonly #page: Page;
  readonly #scripts = new Map<string, Promise<number>>();

  constructor(page: Page) {
    this.#page = page;
    page.on("response", this.#onResponse);
  }

  /** Stops watching. Returns the bytes of each script, by its URL. */
  async settled(): Promise<ReadonlyMap<string, number>> {
    this.#page.off("response", this.#onResponse);
    return new Map(await Promise.all([...this.#scripts].map(async ([url, bytes]) => [url, await bytes] as const)));
  }

  readonly #onResponse = (response: Response): void => {
    if (response.request().resourceType() === "script") this.#scripts.set(response.url(), weigh(response));
  };
}

/** The bytes of all scripts together. */
export function totalBytes(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** One line per script, for the message of a test that finds too many bytes. */
export function scriptList(scripts: ReadonlyMap<string, number>): string {
  return [...scripts].map(([url, bytes]) => `${bytes} ${url}`).join("\n");
}
