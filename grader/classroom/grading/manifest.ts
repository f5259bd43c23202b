import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { count, pluralize } from "#pictures/format.ts";
import { InputError } from "../assignment/input-error.ts";
import type { Submission } from "../submission/submission.ts";
import type { ClassPlan } from "./plan.ts";

const shardSchema = z.strictObject({ index: z.number().int().min(0), count: z.number().int().positive() });

const handInRecord = z.strictObject({
  student: z.string(),
  handedInAt: z.number().nullable().describe("Milliseconds since 1970; null if nothing was handed in that has a time."),
  origin: z.string(),
  answers: z.record(z.string(), z.string()).describe("SHA-256 of each answer, by exercise."),
});

/** The schema of `manifest.json`. */
export const manifestSchema = z.strictObject({
  schema: z.literal("coalesce/manifest/v1"),
  assignment: z.string().describe("The assignment's id."),
  fingerprint: z.string().describe("SHA-256 of the assignment: it changes when the assignment does."),
  shard: shardSchema.optional().describe("The part of the tasks that was judged here, unless it was all of them."),
  handIns: z
    .array(handInRecord)
    .describe("Every hand-in that was read. Of hand-ins of the same time, the later one in this list counts as the later one."),
  tasks: z.array(z.strictObject({ key: z.string(), exercise: z.string(), students: z.array(z.string()) })),
});

/** `manifest.json`: the assignment, hand-ins and versions that a folder of results was made for. */
export type Manifest = z.infer<typeof manifestSchema>;

/** A hand-in's time, and the hashes of its answers. A regrade takes the time from here. */
export type HandInRecord = z.infer<typeof handInRecord>;

/** One of `count` parts of a plan's tasks: those whose index in the manifest is `index` modulo `count`. */
export type Shard = z.infer<typeof shardSchema>;

export function manifestOf({ assignment, submissions, tasks }: ClassPlan, shard?: Shard): Manifest {
  return {
    schema: "coalesce/manifest/v1",
    assignment: assignment.id,
    fingerprint: sha256(JSON.stringify(assignment)),
    ...(shard && { shard }),
    handIns: submissions.map(handInRecordOf),
    tasks: tasks.map(({ key, exercise, students }) => ({ key, exercise, students: [...students] })),
  };
}

export function handInRecordOf({ student, handedInAt, origin, answers }: Submission): HandInRecord {
  return {
    student: student.id,
    handedInAt,
    origin,
    answers: Object.fromEntries(answers.map(({ exercise, source }) => [exercise, sha256(source)])),
  };
}

/** The manifest of a folder of results; undefined if it has none that can be read. */
export async function readManifest(results: string): Promise<Manifest | undefined> {
  try {
    return manifestSchema.safeParse(JSON.parse(await readFile(path.join(results, "manifest.json"), "utf8"))).data;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Writes the manifest of a folder of results. A previous manifest of the same assignment is replaced: verdicts that are still valid are
 * found by their keys.
 *
 * @param options.replace whether students may lose their answers in the folder
 * @throws InputError if the folder belongs to another assignment, and if it has answers of far more students
 */
export async function writeManifest(
  results: string,
  manifest: Manifest,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<void> {
  await refuseForeign(results, manifest.assignment);
  if (!replace) await refuseLosing(results, manifest);
  await mkdir(results, { recursive: true });
  await writeFileAtomic(path.join(results, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @throws InputError if the folder belongs to an assignment of another id */
export async function refuseForeign(results: string, assignment: string): Promise<void> {
  const former = await readManifest(results);
  if (former === undefined || former.assignment === assignment) return;
  throw new InputError(
    `${results} holds the results of "${former.assignment}", and this is "${assignment}": name another folder with --out`,
  );
}

/** The share of students that may lose their answers without a warning: some withdraw, and some files are corrected by hand. */
const MOST_LOST = 1 / 5;

/**
 * @throws InputError if a folder of results has answers of far more students than a new run. They are counted: a run may call them by
 * pseudonyms.
 */
async function refuseLosing(results: string, manifest: Manifest): Promise<void> {
  const before = answering((await readManifest(results)) ?? manifest);
  const now = answering(manifest);
  if (now >= before * (1 - MOST_LOST)) return;
  throw new InputError(
    `${results} has answers of ${pluralize(before, "student")}, and this run of ${count(now)}: is this all that was handed in? If it is, say --replace`,
  );
}

/** How many students handed in an answer. */
function answering({ handIns }: Manifest): number {
  return new Set(handIns.filter(({ answers }) => Object.keys(answers).length > 0).map(({ student }) => student)).size;
}

/** The tasks of a shard, or all tasks without one. */
export function tasksOfShard<Task>(tasks: readonly Task[], shard: Shard | undefined): readonly Task[] {
  return shard === undefined ? tasks : tasks.filter((_, index) => index % shard.count === shard.index);
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
