import type { Ora } from "ora";
import { count, pluralize } from "#pictures/format.ts";
import { warn } from "./terminal.ts";

const BAR_CHARACTERS = 30;
/** How long a task must run before its bar is shown: an earlier one could vanish before anybody can read it. */
const SHOWN_AFTER_MS = 700;
/** How often a line is written to a log, where standard error is no terminal. */
const LINE_EVERY_MS = 10_000;

/** Shows on standard error how much of a long input was read, if standard error is a terminal. */
export class LineProgress {
  readonly #totalBytes: number | undefined;
  readonly #started = performance.now();
  #bytes = 0;
  #bar: Bar | undefined;

  /** @param totalBytes undefined when the input's length is not known */
  constructor(totalBytes: number | undefined) {
    this.#totalBytes = totalBytes;
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  show(lines: number): void {
    if (!process.stderr.isTTY || performance.now() - this.#started < SHOWN_AFTER_MS) return;
    this.#bar ??= new Bar();
    this.#bar.show(`${this.#share()}${count(lines)} lines`);
  }

  stop(): void {
    this.#bar?.stop();
  }

  #share(): string {
    if (!this.#totalBytes) return "";
    const share = Math.min(1, this.#bytes / this.#totalBytes);
    return `${barOf(share)} ${Math.floor(share * 100)}% · `;
  }
}

/** Shows on standard error how many answers of a class were judged: a bar on a terminal, a line every ten seconds elsewhere. */
export class TaskProgress {
  readonly #bar = process.stderr.isTTY ? new Bar() : undefined;
  #started: number | undefined;
  #lastLine = 0;

  readonly show = (judged: number, total: number): void => {
    const now = performance.now();
    this.#started ??= this.#lastLine = now;
    if (total === 0) return;
    const text = progressText(judged, total, (now - this.#started) / 1000);
    if (this.#bar) this.#bar.show(`${barOf(judged / total)} ${text}`);
    else if (now - this.#lastLine >= LINE_EVERY_MS) {
      this.#lastLine = now;
      warn(`${text}\n`);
    }
  };

  stop(): void {
    this.#bar?.stop();
  }
}

/** How many answers of the total were judged, and how fast: "120 of 300 answers, 4.1 per second". */
export function progressText(judged: number, total: number, seconds: number): string {
  const done = `${count(judged)} of ${pluralize(total, "answer")}`;
  return judged === 0 || seconds <= 0 ? done : `${done}, ${(judged / seconds).toFixed(1)} per second`;
}

/** A line on a terminal that changes. Its library is loaded where there is a terminal: nobody else waits for it. */
class Bar {
  #line: Ora | undefined;

  constructor() {
    // Standard input is left alone: the command may be reading it.
    void import("ora").then(({ default: ora }) => (this.#line = ora({ stream: process.stderr, discardStdin: false })));
  }

  /** Shows nothing yet while the library is being loaded. */
  show(text: string): void {
    if (this.#line === undefined) return;
    if (!this.#line.isSpinning) this.#line.start();
    this.#line.text = text;
  }

  stop(): void {
    this.#line?.stop();
  }
}

function barOf(share: number): string {
  const filled = Math.round(share * BAR_CHARACTERS);
  return `${"█".repeat(filled)}${"░".repeat(BAR_CHARACTERS - filled)}`;
}
