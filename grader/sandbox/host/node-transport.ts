import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compileCache } from "./compile-cache.ts";
import type { Conversation, Ending } from "./conversation.ts";
import type { Limits } from "./limits.ts";
import type { SandboxMessage, SandboxRequest } from "./perform-job.ts";
import type { Channel, StartOptions, Transport } from "./sandbox.ts";

const repositoryRoot = fileURLToPath(new URL("../../../", import.meta.url));
const entry = fileURLToPath(new URL("./node-entry.ts", import.meta.url));

/** How much of what the process writes to stderr is kept: enough for V8 to say what it died of. */
const KEPT_STDERR_CHARACTERS = 8_000;

/** Processes that have not ended. One listener ends them all with this process, however many cores there are. */
const living = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of living) child.kill("SIGKILL");
});

/** A child process that may read this repository and nothing else, and that can be killed. */
export const childProcess: Transport = { start: (options) => channelTo(start(options)) };

function channelTo(child: ChildProcess): Channel {
  return {
    send: (request, conversation) => void converse(child, request, conversation),
    kill: () => void child.kill("SIGKILL"),
  };
}

function start({ limits, isForOneJob }: StartOptions): ChildProcess {
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
    ...(isForOneJob && process.platform !== "win32" ? boundedLife(flags, limits) : { execArgv: flags }),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  living.add(child);
  child.on("exit", () => living.delete(child));
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

async function converse<Result>(child: ChildProcess, request: SandboxRequest, conversation: Conversation<Result>): Promise<void> {
  let stderr = "";
  const onStderr = (chunk: Buffer): void => {
    stderr = (stderr + chunk.toString()).slice(-KEPT_STDERR_CHARACTERS);
  };
  const onMessage = (message: SandboxMessage<Result>): void => conversation.hear(message);
  const onClose = (code: number | null, signal: NodeJS.Signals | null): void => conversation.end(deathOf(code, signal, stderr));
  const onError = (error: Error): void => conversation.end({ type: "fault", message: error.message });
  child.stderr?.on("data", onStderr);
  child.on("message", onMessage).on("close", onClose).on("error", onError);
  child.send(request);
  await conversation.ending;
  child.stderr?.off("data", onStderr);
  child.off("message", onMessage).off("close", onClose).off("error", onError);
}

/** V8 says on stderr that it has no memory left, and aborts. */
function deathOf(code: number | null, signal: NodeJS.Signals | null, stderr: string): Ending<never> {
  if (/out of memory|Allocation failed/.test(stderr)) return { type: "limit", broken: "memory" };
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  return { type: "fault", message: `the grader's process ended ${how}\n${stderr}`.trim() };
}
