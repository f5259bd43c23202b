import ora, { type Ora } from "ora";

const BAR_CHARACTERS = 30;
/** Without a terminal a log is being written: a line now and then is enough. */
const LINE_EVERY_MS = 10_000;

/** Shows on stderr how far the judging is: a bar on a terminal, a line every ten seconds elsewhere. */
export class TaskProgress {
  readonly #bar: Ora | undefined = process.stderr.isTTY ? ora({ stream: process.stderr, discardStdin: false }) : undefined;
  #started: number | undefined;
  #lastLine = 0;

  readonly show = (judged: number, total: number): void => {
    const now = performance.now();
    this.#started ??= this.#lastLine = now;
    if (total === 0) return;
    const text = progressText(judged, total, (now - this.#started) / 1000);
    if (this.#bar) {
      if (!this.#bar.isSpinning) this.#bar.start();
      this.#bar.text = `${barOf(judged / total)} ${text}`;
    } else if (now - this.#lastLine >= LINE_EVERY_MS) {
      this.#lastLine = now;
      process.stderr.write(`${text}\n`);
    }
  };

  stop(): void {
    this.#bar?.stop();
  }
}

/** How many of how many, and how fast: "120 of 300 answers, 4.1 a second". */
export function progressText(judged: number, total: number, seconds: number): string {
  const count = `${judged.toLocaleString("en")} of ${total.toLocaleString("en")} ${total === 1 ? "answer" : "answers"}`;
  return judged === 0 || seconds <= 0 ? count : `${count}, ${(judged / seconds).toFixed(1)} a second`;
}

function barOf(share: number): string {
  const filled = Math.round(share * BAR_CHARACTERS);
  return `${"█".repeat(filled)}${"░".repeat(BAR_CHARACTERS - filled)}`;
}
