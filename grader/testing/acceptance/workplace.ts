import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../cli/coalesce.mjs", import.meta.url));

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Asked often: as soon as it holds, the process is killed. */
  readonly killWhen?: () => boolean;
  /** The program file of another course; this one's where it is left out. */
  readonly program?: string;
}

/** An empty folder with the command `coalesce` on its path, where an instructor works. */
export class Workplace {
  readonly folder: string;
  readonly #bin: string;

  private constructor(home: string) {
    this.folder = path.join(home, "class");
    this.#bin = path.join(home, "bin");
  }

  static async open(): Promise<Workplace> {
    const workplace = new Workplace(await mkdtemp(path.join(tmpdir(), "coalesce-walk-")));
    await mkdir(workplace.folder);
    await mkdir(workplace.#bin);
    const command = path.join(workplace.#bin, "coalesce");
    await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    await chmod(command, 0o755);
    return workplace;
  }

  close(): Promise<void> {
    return rm(path.dirname(this.folder), { recursive: true });
  }

  path(...names: string[]): string {
    return path.join(this.folder, ...names);
  }

  /** Runs commands of a shell as they are written; the first that fails ends it. */
  shell(script: string): Promise<Ended> {
    return this.#run("/bin/sh", ["-euc", script]);
  }

  coalesce(words: readonly string[], { killWhen, program: other = program }: RunOptions = {}): Promise<Ended> {
    return this.#run(process.execPath, [other, ...words], killWhen);
  }

  /** Every file of a folder by its path in there, with the hash of its bytes. */
  bytesOf(folder: string): ReadonlyMap<string, string> {
    const root = this.path(folder);
    const entries = readdirSync(root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    // One after the other: thousands of small files through Node's pool of threads take several times as long.
    return new Map(files.sort().map((file) => [path.relative(root, file), hash("sha256", readFileSync(file))]));
  }

  #run(file: string, words: readonly string[], killWhen?: () => boolean): Promise<Ended> {
    return new Promise((resolve, reject) => {
      const env = { ...process.env, PATH: `${this.#bin}${path.delimiter}${process.env.PATH}` };
      const child = spawn(file, words, { cwd: this.folder, env });
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (chunk) => (stdout += chunk));
      child.stderr.on("data", (chunk) => (stderr += chunk));
      const killer = killWhen && setInterval(() => killWhen() && child.kill("SIGKILL"), 10);
      child.once("error", reject);
      child.once("close", (code, signal) => {
        clearInterval(killer);
        resolve({ code, signal, stdout, stderr });
      });
    });
  }
}
