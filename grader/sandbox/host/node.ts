import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Job, JobResult } from "#judge/job.ts";
import { compileCache } from "./compile-cache.ts";
import { Conversation, resultOf, type Ending } from "./conversation.ts";
import { LIMITS, type Limits } from "./limits.ts";
import type { SandboxMessage } from "./messages.ts";

const repositoryRoot = fileURLToPath(new URL("../../../", import.meta.url));
const entry = fileURLToPath(new URL("./node-entry.ts", import.meta.url));

/** How much of the child's last words is kept: enough for V8 to say what it died of. */
const KEPT_STDERR_CHARACTERS = 8_000;

export interface NodeSandboxOptions {
  readonly limits?: Limits;
  /** The limits that sentences name; those that hold, where it is left out. A second, more patient look says what the first one said. */
  readonly namedLimits?: Limits;
  /** A new process for every job, instead of one for as long as all goes well. */
  readonly fresh?: boolean;
}

/** Sandboxes that were not closed. One listener ends them all with this process, however many cores there are. */
const living = new Set<NodeSandbox>();
process.on("exit", () => {
  for (const sandbox of living) sandbox.kill();
});

/** Runs answers in a child process that may read this repository and nothing else, and that can be killed. One job at a time. */
export class NodeSandbox {
  readonly #limits: Limits;
  readonly #namedLimits: Limits;
  readonly #fresh: boolean;
  #child: ChildProcess | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ limits = LIMITS, namedLimits = limits, fresh = false }: NodeSandboxOptions = {}) {
    this.#limits = limits;
    this.#namedLimits = namedLimits;
    this.#fresh = fresh;
    living.add(this);
  }

  /** Never rejects: whatever happens to the answer or to the process is a result. */
  run(job: Job): Promise<JobResult> {
    const result = this.#queue.then(() => this.#runNow(job));
    this.#queue = result;
    return result;
  }

  /** Waits for the jobs that were given, then ends the process. */
  async close(): Promise<void> {
    await this.#queue;
    this.kill();
    living.delete(this);
  }

  /** Ends the process at once, whatever it is doing. */
  kill(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  async #runNow(job: Job): Promise<JobResult> {
    const child = (this.#child ??= start(this.#limits, this.#fresh));
    const ending = await converse(child, job, this.#limits);
    if (this.#fresh || ending.type !== "result") this.kill();
    return resultOf(job, ending, this.#namedLimits);
  }
}

function start(limits: Limits, fresh: boolean): ChildProcess {
  const compiled = compileCache(repositoryRoot);
  const flags = [
    "--permission",
    `--allow-fs-read=${repositoryRoot}*`,
    ...compiled.execArgv,
    `--max-old-space-size=${limits.heapMebibytes}`,
    // Threads that collect garbage beside the judge cost a sixth of the processor time (the contract of all exercises: 97 and 102 s with
    // them, 81 and 87 s without, on two cores that were busy), and a class keeps all cores busy with other answers.
    "--single-threaded-gc",
    "--no-warnings",
  ];
  const child = fork(entry, [], {
    cwd: repositoryRoot,
    env: { ...compiled.env },
    ...(fresh && process.platform !== "win32" ? boundedLife(flags, limits) : { execArgv: flags }),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // A process that was killed may still fail to take a message, when nobody listens any more.
  child.on("error", () => undefined);
  return child;
}

/** Processor time that a job may take on all of its threads, over the longest time that it may take on the clock: far more than it does. */
const PROCESSOR_SHARE = 8;

/** The kernel ends the process when nobody else does: an endless loop would outlive a grader that was killed itself. */
function boundedLife(flags: readonly string[], { totalMs }: Limits): ForkOptions {
  const script = `ulimit -t ${Math.ceil(totalMs / 1000) * PROCESSOR_SHARE}; exec "$0" "$@"`;
  return { execPath: "/bin/sh", execArgv: ["-c", script, process.execPath, ...flags] };
}

async function converse(child: ChildProcess, job: Job, limits: Limits): Promise<Ending> {
  const conversation = new Conversation(limits);
  let stderr = "";
  const onStderr = (chunk: Buffer): void => {
    stderr = (stderr + chunk.toString()).slice(-KEPT_STDERR_CHARACTERS);
  };
  const onMessage = (message: SandboxMessage): void => conversation.hear(message);
  const onClose = (code: number | null, signal: NodeJS.Signals | null): void => conversation.end(deathOf(code, signal, stderr));
  child.stderr?.on("data", onStderr);
  const onError = (error: Error): void => conversation.end({ type: "fault", message: error.message });
  child.on("message", onMessage).on("close", onClose).on("error", onError);
  child.send(job);
  const ending = await conversation.ending;
  child.stderr?.off("data", onStderr);
  child.off("message", onMessage).off("close", onClose).off("error", onError);
  return ending;
}

/** V8 says on stderr that it has no memory left, and aborts. */
function deathOf(code: number | null, signal: NodeJS.Signals | null, stderr: string): Ending {
  if (/out of memory|Allocation failed/.test(stderr)) return { type: "limit", broken: "memory" };
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  return { type: "fault", message: `the grader's process ended ${how}\n${stderr}`.trim() };
}
