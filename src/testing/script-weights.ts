import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Page, Response, Worker } from "@playwright/test";
import { projectRoot } from "#scripts/astro.ts";

/** The weights of scripts by quality and URL: many pages share a script, which is weighed once. */
const known = new Map<string, Promise<number>>();

/** Takes a tenth of the time of Brotli's best quality, and finds 8% more bytes: whoever stays below a budget with it does so with the best. */
const QUICK = 9;

/** The bytes of a script of the built site, compressed by Brotli at a quality. */
function weigh(url: string, quality: number): Promise<number> {
  const key = `${quality} ${url}`;
  const bytes = known.get(key) ?? compressedBytes(new URL(url).pathname, quality);
  known.set(key, bytes);
  return bytes;
}

/** Reads the file and not the response: a browser keeps no large body of a worker's script for certain. */
async function compressedBytes(pathname: string, quality: number): Promise<number> {
  const script = await readFile(path.join(projectRoot, "dist", pathname));
  return (await promisify(brotliCompress)(script, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })).byteLength;
}

/** Weighs the scripts that a page fetches from construction until `settled`. */
export class ScriptWeights {
  readonly #page: Page;
  readonly #except: RegExp | undefined;
  readonly #quality: number;
  readonly #scripts = new Map<string, Promise<number>>();

  /**
   * @param except addresses of scripts that are not weighed
   * @param quality Brotli's: `npm start` serves scripts at the best
   */
  constructor(page: Page, { except, quality = QUICK }: { readonly except?: RegExp; readonly quality?: number } = {}) {
    this.#page = page;
    this.#except = except;
    this.#quality = quality;
    page.on("response", this.#onResponse);
    page.on("worker", this.#onWorker);
  }

  /** Stops watching. Returns the bytes of each script, by its URL. */
  async settled(): Promise<ReadonlyMap<string, number>> {
    this.#page.off("response", this.#onResponse);
    this.#page.off("worker", this.#onWorker);
    return new Map(await Promise.all([...this.#scripts].map(async ([url, bytes]) => [url, await bytes] as const)));
  }

  readonly #onResponse = (response: Response): void => {
    // A redirect has no body.
    if (response.status() >= 300 && response.status() < 400) return;
    if (response.request().resourceType() === "script") this.#add(response.url());
  };

  /** The browser does not tell of every response to a worker that has only just been started. */
  readonly #onWorker = (worker: Worker): void => this.#add(worker.url());

  #add(url: string): void {
    // A blob is made by the page, of scripts that it has fetched.
    if (url.startsWith("blob:") || this.#except?.test(url)) return;
    this.#scripts.set(url, weigh(url, this.#quality));
  }
}

/** The bytes of all scripts together. */
export function totalBytes(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** One line per script, for the message of a test that finds too many bytes. */
export function scriptList(scripts: ReadonlyMap<string, number>): string {
  return [...scripts].map(([url, bytes]) => `${bytes} ${url}`).join("\n");
}
