import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import type { ClassPlan, Task } from "./plan.ts";
import { settledResultSchema, type SettledResult } from "./verdict-schema.ts";

/** How many different results are cached. */
const CACHED_RESULTS = 200;

/**
 * The verdicts in a folder of results, one file per task, named by the task's key: `answers/3f/3f….json`. Each has the HMAC-SHA256 of key
 * and result by the assignment's secret: nobody can change a verdict and sign it. Several processes may share a store.
 */
export class VerdictStore {
  readonly #folder: string;
  readonly #secret: string;
  /** No other store writes under these names. */
  readonly #temporary = randomUUID();
  /** Folders of verdicts that exist. */
  readonly #existingFolders = new Set<string>();
  /** Results that match the schema, by their JSON. */
  readonly #results = new LRUCache<string, SettledResult>({ max: CACHED_RESULTS });

  /**
   * @param results the folder of results
   * @param secret the assignment's secret, which verdicts are signed with; without one, only mistakes are noticed, not forgeries
   */
  constructor(results: string, secret = "") {
    this.#folder = path.join(results, "answers");
    this.#secret = secret;
  }

  /**
   * The verdict on a task; undefined if there is none, or if its file is truncated, was changed, or belongs to another task.
   *
   * Different answers mostly get one of a few results. Equal results are one object, as long as the store caches them: it is validated
   * once, and values derived from it can be computed once.
   *
   * The file is read synchronously: through Node's thread pool, that takes five times the processor time.
   */
  read(task: Task): SettledResult | undefined {
    const text = textOf(this.#file(task.key)) ?? "";
    const start = startOf(task.key);
    if (!text.startsWith(start)) return undefined;
    const json = text.slice(start.length, -END_CHARACTERS);
    if (text !== this.#signed(task.key, json)) return undefined;
    const result = this.#results.get(json) ?? settledResult(json);
    if (result?.exercise !== task.exercise || result.exerciseVersion !== task.exerciseVersion) return undefined;
    this.#results.set(json, result);
    return result;
  }

  /**
   * Stores the verdict on a task: other processes, and later ones after a crash, find the previous file or the whole new one. Nothing is
   * flushed to disk (fsync): a file that a power failure damages cannot be read as a verdict, and is judged again.
   */
  async write(task: Task, result: SettledResult): Promise<void> {
    const file = this.#file(task.key);
    const folder = path.dirname(file);
    if (!this.#existingFolders.has(folder)) await mkdir(folder, { recursive: true });
    this.#existingFolders.add(folder);
    const temporary = `${file}.${this.#temporary}`;
    await writeFile(temporary, this.#signed(task.key, JSON.stringify(result)));
    await rename(temporary, file);
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

  /** The text of a verdict's file. */
  #signed(key: string, result: string): string {
    const signature = createHmac("sha256", this.#secret).update(`["${key}",${result}]`).digest("hex");
    return `${startOf(key)}${result},"signature":"${signature}"}\n`;
  }

  #file(key: string): string {
    return path.join(this.#folder, key.slice(0, 2), `${key}.json`);
  }
}

/** The text of a verdict's file before its result. */
const startOf = (key: string): string => `{"schema":"coalesce/verdict/v2","key":"${key}","result":`;

/** The length of the text after the result: a signature of 64 digits with its name. */
const END_CHARACTERS = `,"signature":"${"0".repeat(64)}"}\n`.length;

/** The text of a file; undefined if there is none. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The result in a text of JSON; undefined if it isn't one. Not the copy that the schema makes, whose fields have another order. */
function settledResult(json: string): SettledResult | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return settledResultSchema.safeParse(value).success ? (value as SettledResult) : undefined;
  } catch {
    return undefined;
  }
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
    if (into.read(task) !== undefined) continue;
    const verdict = firstVerdict(task, from);
    if (verdict === undefined) missing.push({ task, taskIndex });
    else await into.write(task, verdict);
  }
  return missing;
}

function firstVerdict(task: Task, stores: readonly VerdictStore[]): SettledResult | undefined {
  for (const store of stores) {
    const verdict = store.read(task);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}
