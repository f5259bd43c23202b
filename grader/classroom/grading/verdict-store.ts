import { createHmac } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import type { ClassPlan, Task } from "./plan.ts";
import { settledResultSchema, type SettledResult } from "./verdict-schema.ts";

const storedVerdict = z.strictObject({
  schema: z.literal("coalesce/verdict/v2"),
  key: z.string(),
  result: settledResultSchema,
  signature: z.string().describe("HMAC-SHA256 of key and result by the assignment's secret: who changes a verdict cannot sign it."),
});

/** The verdicts in a folder of results, one file per task, named by the task's key: `answers/3f/3f….json`. Several processes may share a store. */
export class VerdictStore {
  readonly #folder: string;
  readonly #secret: string;

  /**
   * @param results the folder of results
   * @param secret the assignment's secret, which verdicts are signed with; without one, only mistakes are noticed, not forgeries
   */
  constructor(results: string, secret = "") {
    this.#folder = path.join(results, "answers");
    this.#secret = secret;
  }

  /** The verdict on a task; undefined if there is none, or if its file is truncated, was changed, or belongs to another task. */
  async read(task: Task): Promise<SettledResult | undefined> {
    let value: unknown;
    try {
      value = JSON.parse(await readFile(this.#file(task.key), "utf8"));
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
    return isVerdictOn(task, value) && value.signature === this.#signature(value) ? value.result : undefined;
  }

  /** Stores the verdict on a task atomically: other processes, and later ones after a crash, find the previous file or the whole new one. */
  async write(task: Task, result: SettledResult): Promise<void> {
    const file = this.#file(task.key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFileAtomic(
      file,
      `${JSON.stringify({ schema: "coalesce/verdict/v2", key: task.key, result, signature: this.#signature({ key: task.key, result }) })}\n`,
    );
  }

  /** Removes half-written files of processes that were killed. No other process may be writing. */
  async sweep(): Promise<void> {
    const folders = await readdir(this.#folder).catch(() => []);
    // One folder after the other: all names at once are many.
    for (const folder of folders.map((name) => path.join(this.#folder, name))) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((name) => /^[0-9a-f]{64}\.json\./.test(name))) await rm(path.join(folder, name));
    }
  }

  #signature({ key, result }: Pick<StoredVerdict, "key"> & { readonly result: SettledResult }): string {
    return createHmac("sha256", this.#secret)
      .update(JSON.stringify([key, result]))
      .digest("hex");
  }

  #file(key: string): string {
    return path.join(this.#folder, key.slice(0, 2), `${key}.json`);
  }
}

type StoredVerdict = z.infer<typeof storedVerdict>;

/** A type guard, because the copy that the schema returns has its fields in another order, and the reports would inherit that order. */
function isVerdictOn({ key, exercise, exerciseVersion }: Task, value: unknown): value is StoredVerdict {
  const { data } = storedVerdict.safeParse(value);
  return data?.key === key && data.result.exercise === exercise && data.result.exerciseVersion === exerciseVersion;
}

/** A task that no store has a verdict on. */
export interface MissingVerdict {
  readonly task: Task;
  /** The task's index in the manifest. Modulo the number of shards, it gives the shard that the task belongs to. */
  readonly taskIndex: number;
}

/** Copies the verdicts on a plan's tasks from several stores into one. Returns the tasks that no store has a verdict on. */
export async function mergeVerdicts(
  { tasks }: Pick<ClassPlan, "tasks">,
  from: readonly VerdictStore[],
  into: VerdictStore,
): Promise<MissingVerdict[]> {
  const missing: MissingVerdict[] = [];
  for (const [taskIndex, task] of tasks.entries()) {
    if ((await into.read(task)) !== undefined) continue;
    const verdict = await firstVerdict(task, from);
    if (verdict === undefined) missing.push({ task, taskIndex });
    else await into.write(task, verdict);
  }
  return missing;
}

async function firstVerdict(task: Task, stores: readonly VerdictStore[]): Promise<SettledResult | undefined> {
  for (const store of stores) {
    const verdict = await store.read(task);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}
