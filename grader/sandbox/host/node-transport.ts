import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import path from "node:path";
import { courseRoot, readableParts, sandboxEntry } from "#kit/installation.ts";
import { exerciseIdsIn, ownExercisesRoot } from "#kit/own-exercises.ts";
import { compileCache } from "./compile-cache.ts";
import type { Conversation, Ending } from "./conversation.ts";
import type { Limits } from "./limits.ts";
import type { SandboxMessage, SandboxRequest } from "./perform-job.ts";
import { memoryOf, processorTimeOf } from "./processor-time.ts";
import type { RunningTime } from "./running-time.ts";
import type { Channel, StartOptions, Transport } from "./sandbox.ts";
import { behindWalls, walls } from "./walls.ts";

/** How much of the end of stderr is stored: enough for V8's message about why it aborted. */
const STORED_STDERR_CHARACTERS = 8_000;

/** Processes that have not ended. A single listener kills them all when this process exits. */
const living = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of living) child.kill("SIGKILL");
});

/**
 * A child process that may read the files that judging needs and nothing else, may start no other process, and can be killed. If the system
 * allows it, it is behind walls: see there.
 */
export const childProcess: Transport = { start: (options) => channelTo(start(options)) };

function channelTo(child: ChildProcess): Channel {
  return {
    send: (request, conversation) => void converse(child, request, conversation),
    ...measuresOf(child.pid),
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Measures how long the process that runs the answer has run, and how much memory it has. */
function measuresOf(pid: number | undefined): Pick<Channel, "runningTime" | "memory"> {
  const [runningTime, memory] =
    walls().length > 0 ? [behind(pid, processorTimeOf), behind(pid, memoryOf)] : [processorTimeOf(pid), memoryOf(pid)];
  return { ...(runningTime && { runningTime }), ...(memory && { memory }) };
}

/** A measure of the process behind the walls; 0 until it has started. */
function behind(front: number | undefined, measureOf: (pid: number | undefined) => RunningTime | undefined): RunningTime | undefined {
  let measure: RunningTime | undefined;
  if (front === undefined) return undefined;
  return async () => {
    if (measure === undefined) {
      const pid = await behindWalls(front);
      measure = pid === undefined ? undefined : measureOf(pid);
    }
    return (await measure?.()) ?? 0;
  };
}

/** Node's flags that restrict the process: it may read the parts of the course that judging needs, and the instructor's own exercises. */
export function permissionFlags(): readonly string[] {
  const own = ownExercisesRoot();
  const ownParts = own === undefined ? [] : exerciseIdsIn(own).map((id) => path.join(own, id, "*"));
  return ["--permission", ...[...readableParts, ...ownParts].map((part) => `--allow-fs-read=${part}`)];
}

function start({ limits, jobs }: StartOptions): ChildProcess {
  const compiled = compileCache(courseRoot);
  const flags = [
    ...permissionFlags(),
    ...compiled.execArgv,
    `--max-old-space-size=${limits.heapMebibytes}`,
    // Parallel garbage collection costs a sixth of the processor time (the contract of all exercises: 97 and 102 s with it, 81 and 87 s
    // without, on two busy cores), and a class keeps all cores busy with other answers anyway.
    "--single-threaded-gc",
    "--no-warnings",
  ];
  const own = ownExercisesRoot();
  const child = fork(sandboxEntry, own === undefined ? [] : [own, ...exerciseIdsIn(own)], {
    cwd: courseRoot,
    env: { ...compiled.env },
    ...programOf(flags, limits, jobs),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  living.add(child);
  child.on("exit", () => living.delete(child));
  // Sending to a killed process emits an error, possibly after `converse` has removed its listeners.
  child.on("error", () => undefined);
  return child;
}

/** Processor time that a job may take on all of its threads, as a multiple of `totalMs`: far more than any job needs. */
const CPU_TIME_FACTOR = 8;

/**
 * The program to run, behind walls if there are any.
 *
 * @param jobs has the operating system limit the process's CPU time to that of so many jobs: an endless loop would otherwise outlive a
 * grader that was killed
 */
function programOf(flags: readonly string[], { totalMs }: Limits, jobs: number | undefined): ForkOptions {
  const words = [...walls(), process.execPath, ...flags];
  if (jobs !== undefined && process.platform !== "win32") {
    const script = `ulimit -t ${Math.ceil(totalMs / 1000) * CPU_TIME_FACTOR * jobs}; exec "$0" "$@"`;
    return { execPath: "/bin/sh", execArgv: ["-c", script, ...words] };
  }
  const [execPath = process.execPath, ...execArgv] = words;
  return { execPath, execArgv };
}

async function converse<Result>(child: ChildProcess, request: SandboxRequest, conversation: Conversation<Result>): Promise<void> {
  let stderr = "";
  const onStderr = (chunk: Buffer): void => {
    stderr = (stderr + chunk.toString()).slice(-STORED_STDERR_CHARACTERS);
  };
  const onMessage = (message: SandboxMessage<Result>): void => conversation.receive(message);
  const onClose = (code: number | null, signal: NodeJS.Signals | null): void => conversation.end(deathOf(code, signal, stderr));
  const onError = (error: Error): void => conversation.end({ type: "fault", message: error.message });
  child.stderr?.on("data", onStderr);
  child.on("message", onMessage).on("close", onClose).on("error", onError);
  child.send(request);
  await conversation.ending;
  child.stderr?.off("data", onStderr);
  child.off("message", onMessage).off("close", onClose).off("error", onError);
}

/**
 * Why the process died: when V8 is out of memory, or asked for an array larger than any can be, it says so on stderr and aborts. When the
 * machine or the container is out of memory, the kernel kills the process that has most of it; nobody else sends this signal before the job
 * has ended.
 */
export function deathOf(code: number | null, signal: NodeJS.Signals | null, stderr: string): Ending<never> {
  if (signal === "SIGKILL" || /out of memory|Allocation failed|invalid size error/.test(stderr)) return { type: "limit", broken: "memory" };
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  return { type: "fault", message: `the grader's process ended ${how}\n${stderr}`.trim() };
}
