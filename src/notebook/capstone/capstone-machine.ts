import { Stopped } from "../lab/lab-machine.ts";
import type { CapstoneAnswer, CapstoneMessage, CapstoneQuestion } from "./capstone-messages.ts";
import workerAddress from "./capstone-worker.ts?worker&url";

/** A worker that has said nothing for so long is ended: what the judge does is limited in steps, and tells how it gets on. */
const WATCHDOG_MS = 30_000;

/** The worker that judges, as the page sees it: one answer at a time, and it can be stopped. */
export class CapstoneMachine {
  #worker: Worker | undefined;
  #reject: ((error: Error) => void) | undefined;

  /**
   * @throws Stopped when the worker is ended before it has answered
   * @throws Error for a fault of the judge, and when the worker cannot be loaded
   */
  judge(question: CapstoneQuestion): Promise<CapstoneAnswer> {
    this.stop();
    return new Promise((resolve, reject) => {
      const worker = (this.#worker ??= new Worker(workerAddress, { type: "module" }));
      this.#reject = reject;
      let watchdog: ReturnType<typeof setTimeout> | undefined;
      const watch = (): void => {
        clearTimeout(watchdog);
        watchdog = setTimeout(
          () => this.stop(`Nothing was heard of the answer for ${WATCHDOG_MS / 1000} seconds, so it was ended.`),
          WATCHDOG_MS,
        );
      };
      const end = (): void => {
        clearTimeout(watchdog);
        this.#reject = undefined;
      };
      worker.onmessage = ({ data }: MessageEvent<CapstoneMessage>) => {
        watch();
        if (data.kind === "progress") return;
        end();
        if (data.kind === "answer") resolve(data.answer);
        else reject(new Error(data.message));
      };
      worker.onerror = ({ message }: Partial<ErrorEvent>) => {
        end();
        this.#worker = undefined;
        reject(new Error(message ? message : "the lab's compiler could not be loaded"));
      };
      watch();
      worker.postMessage(question);
    });
  }

  /** Ends what runs, if something does. */
  stop(reason = "stopped"): void {
    if (this.#reject === undefined) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    const reject = this.#reject;
    this.#reject = undefined;
    reject(new Stopped(reason));
  }
}
