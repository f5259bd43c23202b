import type { BrokenLimit, Limits } from "./limits.ts";
import { TurnClock, type RunningTime } from "./running-time.ts";

/** How often the running time is checked, in ms. */
const TURN_MS = 100;

/** A job that has neither ended nor used up its running time by then, in ms of wall time, hangs: it waits for something. */
const HANGING_MS = 15 * 60_000;

/** Watches one job: expires once, if there was no progress for too long, or the job as a whole takes too long, or it hangs. */
export class Watchdog {
  readonly #limits: Limits;
  readonly #runningTime: RunningTime;
  readonly #memory: RunningTime;
  readonly #onExpire: (broken: BrokenLimit | "hanging") => void;
  readonly #hanging: ReturnType<typeof setTimeout>;
  #turn: ReturnType<typeof setTimeout> | undefined;
  /** Running time at the start of the job, and at its last progress; undefined until the running time is checked. */
  #startedAt: number | undefined;
  #progressAt: number | undefined;
  #hasStopped = false;

  /**
   * @param runningTime absent: time passes in turns of this thread
   * @param memory in MiB; absent: not known
   */
  constructor(
    limits: Limits,
    onExpire: (broken: BrokenLimit | "hanging") => void,
    runningTime?: RunningTime,
    memory: RunningTime = () => 0,
  ) {
    this.#limits = limits;
    this.#onExpire = onExpire;
    this.#memory = memory;
    const clock = new TurnClock(TURN_MS);
    this.#runningTime = runningTime ?? (() => clock.turn());
    this.#hanging = setTimeout(() => this.#expire("hanging"), HANGING_MS);
    void this.#look();
  }

  progress(): void {
    this.#progressAt = undefined;
  }

  stop(): void {
    this.#hasStopped = true;
    clearTimeout(this.#turn);
    clearTimeout(this.#hanging);
  }

  async #look(): Promise<void> {
    const now = await this.#runningTime();
    const mebibytes = await this.#memory();
    if (this.#hasStopped) return;
    if (mebibytes >= this.#limits.processMebibytes) return this.#expire("memory");
    this.#startedAt ??= now;
    this.#progressAt ??= now;
    if (now - this.#startedAt >= this.#limits.totalMs) return this.#expire("total");
    if (now - this.#progressAt >= this.#limits.silenceMs) return this.#expire("silence");
    this.#turn = setTimeout(() => void this.#look(), TURN_MS);
  }

  #expire(broken: BrokenLimit | "hanging"): void {
    this.stop();
    this.#onExpire(broken);
  }
}
