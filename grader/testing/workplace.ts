import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { readdirSync, readFileSync, statfsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The file system in memory that Linux offers, and the room that the results of a class of 300 need there several times over, in bytes. */
const IN_MEMORY = "/dev/shm";
const ROOM = 4 * 2 ** 30;

/**
 * Where temporary folders lie: in memory, if there is room and programs may be run. A class's thousands of small files cost half a second to
 * two seconds less processor time there than on a disk.
 */
function temporary(): string {
  if (process.platform !== "linux") return tmpdir();
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  const options = mounts
    .map((line) => line.split(" "))
    .find(([, place]) => place === IN_MEMORY)?.[3]
    ?.split(",") ?? ["noexec"];
  if (options.includes("noexec") || options.includes("ro")) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > ROOM ? IN_MEMORY : tmpdir();
}

/** The program file of this course's command. */
export const program = fileURLToPath(new URL("../cli/coalesce.mjs", import.meta.url));

/** The outcome of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Polled while the process runs: as soon as it returns true, the process is killed. */
  readonly killWhen?: () => boolean;
  /** The program file of another course; by default the workplace's. */
  readonly program?: string;
  /** The text that the program reads from standard input. */
  readonly input?: string;
}

/** A temporary folder in which tests run the real command, as an instructor does: `coalesce` is on the path. */
export class Workplace {
  readonly folder: string;
  readonly #bin: string;
  readonly #program: string;

  private constructor(home: string, program: string) {
    this.#program = program;
    this.folder = path.join(home, "class");
    this.#bin = path.join(home, "bin");
  }

  /** @param command the program file of `coalesce`; by default this course's */
  static async open(command = program): Promise<Workplace> {
    const workplace = new Workplace(await mkdtemp(path.join(temporary(), "coalesce-workplace-")), command);
    await mkdir(workplace.folder);
    await mkdir(workplace.#bin);
    const onPath = path.join(workplace.#bin, "coalesce");
    await writeFile(onPath, `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
    await chmod(onPath, 0o755);
    return workplace;
  }

  close(): Promise<void> {
    return rm(path.dirname(this.folder), { recursive: true });
  }

  path(...names: string[]): string {
    return path.join(this.folder, ...names);
  }

  /** Runs a shell script up to the first command that fails. */
  shell(script: string): Promise<CommandResult> {
    return this.#run("/bin/sh", ["-euc", script]);
  }

  /** Runs the real `coalesce` with these arguments. */
  coalesce(args: readonly string[], { program: chosen = this.#program, ...options }: RunOptions = {}): Promise<CommandResult> {
    return this.#run(process.execPath, [chosen, ...args], options);
  }

  /**
   * Runs `coalesce` with these arguments in this process, in a tenth of the time: for tests of what a command says about what it is given.
   * One at a time, since a process has one working folder.
   */
  async coalesceHere(args: readonly string[]): Promise<CommandResult> {
    const { runCommandLine } = await import("#cli/command-line.ts");
    const { exitCode } = process;
    const folder = process.cwd();
    const [stdout, stderr] = [process.stdout, process.stderr].map(recorded);
    process.chdir(this.folder);
    process.exitCode = undefined;
    try {
      await runCommandLine(args);
      return { code: Number(process.exitCode ?? 0), signal: null, stdout: stdout!.text(), stderr: stderr!.text() };
    } finally {
      process.exitCode = exitCode;
      process.chdir(folder);
      stdout!.restore();
      stderr!.restore();
    }
  }

  /** The hash of every file in a folder, by the path relative to the folder. */
  bytesOf(folder: string): ReadonlyMap<string, string> {
    const root = this.path(folder);
    const entries = readdirSync(root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    // Synchronous: thousands of small files take several times as long through Node's thread pool.
    return new Map(files.sort().map((file) => [path.relative(root, file), hash("sha256", readFileSync(file))]));
  }

  #run(file: string, args: readonly string[], { killWhen, input = "" }: RunOptions = {}): Promise<CommandResult> {
    return new Promise((resolve, reject) => {
      const env = { ...process.env, PATH: `${this.#bin}${path.delimiter}${process.env.PATH}` };
      const child = spawn(file, args, { cwd: this.folder, env });
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (chunk) => (stdout += chunk));
      child.stderr.on("data", (chunk) => (stderr += chunk));
      const killer = killWhen && setInterval(() => killWhen() && child.kill("SIGKILL"), 10);
      // The program may end without reading its input.
      child.stdin.on("error", () => undefined).end(input);
      child.once("error", reject);
      child.once("close", (code, signal) => {
        clearInterval(killer);
        resolve({ code, signal, stdout, stderr });
      });
    });
  }
}

/** Keeps what is written to a stream from now on, instead of writing it. */
function recorded(stream: NodeJS.WriteStream): { readonly text: () => string; readonly restore: () => void } {
  const { write } = stream;
  let text = "";
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  return { text: () => text, restore: () => void (stream.write = write) };
}
