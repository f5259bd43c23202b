/** How long a page waits for another's run of the same text, in ms: one that takes longer may hang. */
const OTHERS_RUN_MS = 5000;
/** How long it can take until what one page has changed in local storage is seen by another, in ms. */
const SEEN_MS = 100;

/**
 * A mark in this browser from before a text runs until after it. Where a page finds one that it has not set, and no other page is in the
 * middle of a run, an earlier page did not live to remove it: the text took the page with it, or its tab.
 */
export class RunMark {
  readonly #name: string;
  #runs = 0;
  /** Lets go of the lock that tells other pages that this one is alive and runs the text. */
  #release: (() => void) | undefined;
  #isGone = false;

  /** @param key what the text is stored by */
  constructor(key: string) {
    this.#name = `coalesce-running/${key}`;
  }

  /** Whether the last run of the text that an earlier page began had no good end. Waits for a page that is in the middle of one. */
  async isLeft(): Promise<boolean> {
    if (!this.#isMarked) return false;
    if (await this.#othersEnd()) await new Promise((resolve) => setTimeout(resolve, SEEN_MS));
    return this.#isMarked;
  }

  get #isMarked(): boolean {
    try {
      return this.#runs === 0 && localStorage.getItem(this.#name) !== null;
    } catch {
      // A browser that keeps nothing keeps no marks.
      return false;
    }
  }

  /** Waits until no page holds the lock. @returns false where that takes too long, or cannot be known: over plain http, there are no locks */
  async #othersEnd(): Promise<boolean> {
    try {
      await navigator.locks.request(this.#name, { signal: AbortSignal.timeout(OTHERS_RUN_MS) }, () => undefined);
      return true;
    } catch {
      return false;
    }
  }

  #hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#release = resolve;
    try {
      navigator.locks.request(this.#name, { mode: "shared" }, () => promise).catch(() => undefined);
    } catch {
      // Other pages then go by the mark alone.
    }
  }

  begin(): void {
    if (this.#runs++ === 0) this.#hold();
    if (this.#isGone) return;
    try {
      localStorage.setItem(this.#name, "running");
    } catch {
      // A full disk, or a browser that keeps nothing: the text runs without its mark.
    }
  }

  /** @param isGood false where the run has ended what it ran in, so that the mark is to stay */
  end(isGood: boolean): void {
    this.#runs--;
    if (this.#runs > 0) return;
    if (isGood) this.#remove();
    this.#release?.();
  }

  /** To be called when the page goes away in good order. What it still begins to run leaves no mark, unless the page is shown again. */
  leave(): void {
    this.#isGone = true;
    globalThis.addEventListener?.("pageshow", () => (this.#isGone = false), { once: true });
    if (this.#runs > 0) this.#remove();
  }

  #remove(): void {
    try {
      localStorage.removeItem(this.#name);
    } catch {
      // What cannot be accessed holds no mark.
    }
  }
}
