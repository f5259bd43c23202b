/**
 * A mark in this browser from before a text runs until after it. Where a page finds one that it has not set, an earlier page did not
 * live to remove it: the text took the page with it, or its tab.
 */
export class RunMark {
  readonly #name: string;
  #runs = 0;

  /** @param key what the text is stored by */
  constructor(key: string) {
    this.#name = `coalesce-running/${key}`;
  }

  /** Whether the last run of the text that an earlier page began had no good end. */
  get isLeft(): boolean {
    try {
      return this.#runs === 0 && localStorage.getItem(this.#name) !== null;
    } catch {
      // A browser that keeps nothing keeps no marks.
      return false;
    }
  }

  begin(): void {
    this.#runs++;
    try {
      localStorage.setItem(this.#name, "running");
    } catch {
      // A full disk, or a browser that keeps nothing: the text runs without its mark.
    }
  }

  /** @param isGood false where the run has ended what it ran in, so that the mark is to stay */
  end(isGood: boolean): void {
    this.#runs--;
    if (this.#runs === 0 && isGood) this.#remove();
  }

  /** To be called when the page goes away in good order. */
  leave(): void {
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
