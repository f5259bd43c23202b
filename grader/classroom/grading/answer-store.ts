import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import type { Task } from "./plan.ts";
import { settledResultSchema, type SettledResult } from "./verdict-schema.ts";

const storedVerdict = z.strictObject({ schema: z.literal("coalesce/verdict/v1"), key: z.string(), result: settledResultSchema });

/** Verdicts in a folder of results, one file a task, by its key: `answers/3f/3f….json`. Several processes may share one. */
export class AnswerStore {
  readonly #folder: string;

  /** @param results the folder of results */
  constructor(results: string) {
    this.#folder = path.join(results, "answers");
  }

  /** The verdict on a task; undefined where there is none, or none that can be trusted: a truncated file, a foreign one. */
  async read(task: Task): Promise<SettledResult | undefined> {
    let value: unknown;
    try {
      value = JSON.parse(await readFile(this.#file(task.key), "utf8"));
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
    return isVerdictOn(task, value) ? value.result : undefined;
  }

  /** Whole or not at all: whoever reads meanwhile, or after a crash, finds the former file or this one. */
  async write(task: Task, result: SettledResult): Promise<void> {
    const file = this.#file(task.key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFileAtomic(file, `${JSON.stringify({ schema: "coalesce/verdict/v1", key: task.key, result }, null, 2)}\n`);
  }

  /** Removes what a process that was killed left half-written. Nobody else may be writing. */
  async sweep(): Promise<void> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const halfWritten = entries.filter((entry) => entry.isFile() && /^[0-9a-f]{64}\.json\./.test(entry.name));
    for (const { parentPath, name } of halfWritten) await rm(path.join(parentPath, name));
  }

  #file(key: string): string {
    return path.join(this.#folder, key.slice(0, 2), `${key}.json`);
  }
}

type StoredVerdict = z.infer<typeof storedVerdict>;

/** What is trusted is the value itself, never a copy of the schema's making: its fields keep their order, and so do all reports. */
function isVerdictOn({ key, job }: Task, value: unknown): value is StoredVerdict {
  const { data } = storedVerdict.safeParse(value);
  return data?.key === key && data.result.exercise === job.exercise && data.result.exerciseVersion === job.exerciseVersion;
}
