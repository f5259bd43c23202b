import type { AnswerTimeJob } from "#judge/answer-time.ts";
import type { ComparisonJob } from "#judge/comparison.ts";
import type { ElementMapJob } from "#judge/element-map.ts";
import type {
  AnswerTimeOutcome,
  ComparisonOutcome,
  ElementMapOutcome,
  GradeJob,
  Preview,
  PreviewJob,
  SketchOutcome,
} from "#judge/grade.ts";
import { NOTHING_PRINTED, type Printed } from "#judge/printed.ts";
import { resultOf, type AnswerFailure, type GradeResult, type GraderFault } from "#judge/result.ts";
import type { Sketch } from "#judge/sketch.ts";
import { Conversation, type Ending, type Interruption } from "./conversation.ts";
import { LIMITS, limitError, type Limits } from "./limits.ts";
import type { SandboxRequest } from "./perform-job.ts";
import type { RunningTime } from "./running-time.ts";

/** How a sandbox starts the process or worker that answers run in: a child process of Node, or a worker of the page. */
export interface Transport {
  start(options: StartOptions): Channel | Promise<Channel>;
}

export interface StartOptions {
  readonly limits: Limits;
  /** After how many jobs it is killed; absent if only a job that fails ends it. */
  readonly jobs?: number;
}

/** A process or worker that was started. It takes one request at a time. */
export interface Channel {
  /** A request that is sent before the process or worker is ready waits. */
  send<Result>(request: SandboxRequest, conversation: Conversation<Result>): void;
  /** How long it has run so far; absent if the host cannot tell. */
  readonly runningTime?: RunningTime;
  /** How much memory it has at the moment, in MiB; absent if the host cannot tell. */
  readonly memory?: RunningTime;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
}

export interface SandboxOptions {
  readonly limits?: Limits;
  /** The limits that messages name, if they differ from `limits`: a second attempt with longer limits reports those of the first. */
  readonly namedLimits?: Limits;
  /** How many jobs a process performs: 1 is a new process for every job. Default: it is used until a job fails. */
  readonly jobs?: number;
}

/** A job that was ended because another one waited behind it. */
export interface Interrupted {
  readonly status: "interrupted";
}

export interface TimingOptions {
  /** Whether it ends as soon as another job waits: large cases take seconds, and whoever works on shouldn't wait for them. */
  readonly givesWay?: boolean;
}

/** Runs answers isolated, where they can be stopped. One job at a time; further jobs wait. */
export class Sandbox {
  readonly #transport: Transport;
  readonly #limits: Limits;
  readonly #namedLimits: Limits;
  readonly #jobs: number;
  /** How many jobs the process that has started has performed. */
  #performed = 0;
  #channel: Promise<Channel> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** Jobs that have not begun. */
  #waiting = 0;
  /** Ends the job that runs, if it gives way. */
  #interrupt: (() => void) | undefined;

  constructor(transport: Transport, { limits = LIMITS, namedLimits = limits, jobs = Infinity }: SandboxOptions = {}) {
    this.#transport = transport;
    this.#limits = limits;
    this.#namedLimits = namedLimits;
    this.#jobs = jobs;
  }

  /** Whatever happens to the answer or its process becomes a result. Rejects only if no process or worker could be started. */
  async grade(job: GradeJob): Promise<GradeResult> {
    return (await this.gradeAndPrint(job)).result;
  }

  /**
   * Grades a plain answer, after which the process or worker is as it was: see `PlainJudge`. Use a sandbox either for this or for
   * everything else.
   *
   * @returns undefined for an answer that must be graded in a process or worker of its own: it is not plain, or broke a limit
   */
  async gradeIfPlain(job: GradeJob): Promise<GradeResult | undefined> {
    const ending = await this.#perform<GradeResult | null>({ kind: "grade-if-plain", job });
    return (ending.type === "result" && ending.result) || undefined;
  }

  /** The same, with the answer's output in the cases that are not hidden; nothing if it was stopped. */
  async gradeAndPrint(job: GradeJob): Promise<{ readonly result: GradeResult; readonly printed: Printed }> {
    const ending = await this.#perform<GradeResult>({ kind: "grade", job });
    if (ending.type !== "result") return { result: resultOf(job, this.#failure(ending)), printed: NOTHING_PRINTED };
    return { result: ending.result, printed: ending.printed ?? NOTHING_PRINTED };
  }

  /** Rejects only if no process or worker could be started. */
  async preview(job: PreviewJob): Promise<Preview> {
    const ending = await this.#perform<Preview>({ kind: "preview", job });
    return ending.type === "result" ? ending.result : this.#failure(ending);
  }

  /** Rejects only if no process or worker could be started. */
  async elementMap(job: ElementMapJob): Promise<ElementMapOutcome> {
    const ending = await this.#perform<ElementMapOutcome>({ kind: "element-map", job });
    return ending.type === "result" ? ending.result : this.#failure(ending);
  }

  /** Rejects only if no process or worker could be started. */
  async compare(job: ComparisonJob): Promise<ComparisonOutcome> {
    const ending = await this.#perform<ComparisonOutcome>({ kind: "compare", job });
    return ending.type === "result" ? ending.result : this.#failure(ending);
  }

  /** Rejects only if no process or worker could be started. */
  async time(job: AnswerTimeJob, { givesWay = false }: TimingOptions = {}): Promise<AnswerTimeOutcome | Interrupted> {
    const ending = await this.#perform<AnswerTimeOutcome>({ kind: "time", job }, givesWay);
    if (ending.type === "interrupted") return { status: "interrupted" };
    return ending.type === "result" ? ending.result : this.#failure(ending);
  }

  /** Rejects only if no process or worker could be started. */
  async sketch(sketch: Sketch): Promise<SketchOutcome> {
    const ending = await this.#perform<SketchOutcome>({ kind: "sketch", sketch });
    return ending.type === "result" ? ending.result : this.#failure(ending);
  }

  /** Starts the process or worker before it is needed. */
  async warmUp(): Promise<void> {
    await this.#started();
  }

  /** Waits for the pending jobs, then kills the process or worker. */
  async close(): Promise<void> {
    await this.#queue;
    await this.#kill();
  }

  #perform<Result>(request: SandboxRequest): Promise<Exclude<Ending<Result>, Interruption>>;
  #perform<Result>(request: SandboxRequest, givesWay: boolean): Promise<Ending<Result>>;
  #perform<Result>(request: SandboxRequest, givesWay = false): Promise<Ending<Result>> {
    this.#waiting++;
    this.#interrupt?.();
    const ending = this.#queue.then(() => {
      this.#waiting--;
      return this.#performNow<Result>(request, givesWay);
    });
    this.#queue = ending.catch(() => undefined);
    return ending;
  }

  async #performNow<Result>(request: SandboxRequest, givesWay: boolean): Promise<Ending<Result>> {
    const channel = await this.#started();
    if (givesWay && this.#waiting > 0) return { type: "interrupted" };
    const conversation = new Conversation<Result>(this.#limits, channel.runningTime, channel.memory);
    channel.send(request, conversation);
    if (givesWay) this.#interrupt = () => conversation.end({ type: "interrupted" });
    const ending = await conversation.ending;
    this.#interrupt = undefined;
    if (++this.#performed >= this.#jobs || ending.type !== "result") await this.#kill();
    return ending;
  }

  /** The channel, started on first use; if starting fails, the next job tries again. */
  async #started(): Promise<Channel> {
    const options = { limits: this.#limits, ...(this.#jobs < Infinity && { jobs: this.#jobs }) };
    const channel = (this.#channel ??= Promise.resolve(options).then((options) => this.#transport.start(options)));
    try {
      return await channel;
    } catch (error) {
      if (this.#channel === channel) this.#channel = undefined;
      throw error;
    }
  }

  async #kill(): Promise<void> {
    const channel = this.#channel;
    this.#channel = undefined;
    this.#performed = 0;
    await channel?.then(
      (started) => started.kill(),
      () => undefined,
    );
  }

  /** The result for a job that did not finish: the same in page and command line. */
  #failure(ending: Exclude<Ending<unknown>, { type: "result" } | Interruption>): AnswerFailure | GraderFault {
    switch (ending.type) {
      case "limit":
        return { status: "error", error: limitError(ending.broken, this.#namedLimits, ending.hiddenCase) };
      case "fault":
        return { status: "fault", message: ending.message };
    }
  }
}
