import ora, { type Ora } from "ora";

/** Shorter work than this ends before a bar could be read. */
const SHOWN_AFTER_MS = 700;
const BAR_CHARACTERS = 30;

/** Shows on stderr how far a long input is, when somebody watches: nothing is shown where stderr is no terminal. */
export class LineProgress {
  readonly #totalBytes: number | undefined;
  readonly #started = performance.now();
  #bytes = 0;
  #bar: Ora | undefined;

  /** @param totalBytes undefined when the input's length is not known */
  constructor(totalBytes: number | undefined) {
    this.#totalBytes = totalBytes;
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  show(lines: number): void {
    if (!process.stderr.isTTY || performance.now() - this.#started < SHOWN_AFTER_MS) return;
    // Standard input may be what is being read: it is left alone.
    this.#bar ??= ora({ stream: process.stderr, discardStdin: false }).start();
    this.#bar.text = `${this.#share()}${lines.toLocaleString("en")} lines`;
  }

  stop(): void {
    this.#bar?.stop();
  }

  #share(): string {
    if (!this.#totalBytes) return "";
    const share = Math.min(1, this.#bytes / this.#totalBytes);
    const filled = Math.round(share * BAR_CHARACTERS);
    return `${"█".repeat(filled)}${"░".repeat(BAR_CHARACTERS - filled)} ${Math.floor(share * 100)} % · `;
  }
}
