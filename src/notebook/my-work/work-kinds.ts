import { z } from "zod";
import { gpuProbeSchema } from "#hardware/gpu-probe.ts";
import { mergedActivity, type Activity } from "../storage/activity.ts";
import { CASE_QUESTIONS, mergedCase, type CaseRecord } from "../storage/case-files.ts";
import type { Evidence } from "../evidence/concept-state.ts";
import { mergedRecord, type Draft, type DraftRecord } from "../storage/draft.ts";
import type { KeptProbe } from "../storage/gpu-probes.ts";
import { mergedHistory, type Version } from "../storage/history.ts";
import { mergedNote, type Note } from "../storage/notes.ts";
import type { Prediction } from "../storage/predictions.ts";
import type { Passed } from "../storage/passed.ts";
import type { TextVerdict } from "../storage/results.ts";
import type { SelfTestAnswer } from "../storage/self-tests.ts";
import type { KeptKernel } from "../storage/lab-kernels.ts";
import { mergedRuns, type KeptRun } from "../storage/lab-runs.ts";
import { openableKernel, openableLaunch } from "../storage/openable-kernel.ts";
import { openableSketch } from "../storage/openable-sketch.ts";
import type { KeptSketch } from "../storage/sketches.ts";
import type { ShelfName } from "./shelves.ts";

/** How values of one kind are checked when they come from a file, and what two of them under one key become. */
export interface WorkKind {
  readonly schema: z.ZodType;
  /** Nothing that a learner wrote is lost by it; a value merged with itself stays as it is. */
  readonly merge: (ours: unknown, theirs: unknown) => unknown;
}

/** What is stored under one key, by shelf. */
export interface WorkValues {
  readonly drafts: DraftRecord;
  readonly unsaved: Draft & { readonly others?: readonly Draft[] };
  readonly history: readonly Version[];
  readonly passed: Passed;
  readonly verdicts: TextVerdict;
  readonly activity: Activity;
  readonly predictions: readonly Prediction[];
  readonly selfTests: readonly SelfTestAnswer[];
  readonly evidence: readonly Evidence[];
  readonly cases: CaseRecord;
  readonly notes: Note;
  readonly sketches: KeptSketch;
  readonly kernels: KeptKernel;
  readonly kernelRuns: readonly KeptRun[];
  readonly gpus: KeptProbe;
  readonly checklists: readonly string[];
  readonly reading: Reading;
  readonly assignments: { readonly assignment: unknown; readonly openedAt: number; readonly former?: unknown };
  readonly handIns: readonly { readonly handedInAt: number; readonly text: string }[];
  readonly student: { readonly id: string; readonly name: string };
}

interface Reading {
  readonly last?: unknown;
  readonly read?: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Clocks differ, but not by more than a day: a time far ahead would make its text the newest for good. */
const time = z
  .number()
  .nonnegative()
  .refine((at) => at <= Date.now() + DAY_MS, "is more than a day in the future: set the clock of this computer, or correct the time");
const draft = z.looseObject({
  text: z.string(),
  savedAt: time,
  exerciseVersion: z.string(),
  revision: z.string(),
  order: z.int().nonnegative().optional(),
});
const verdict = { status: z.enum(["pass", "fail", "error"]), score: z.number(), maxScore: z.number(), simulatorVersion: z.string() };
const aside = z.array(z.looseObject({ text: z.string(), at: time }));
/** Below the course's base: a slash at its beginning would make the link one to another site. */
const page = z.string().regex(/^(?!\/)[^\\?#\p{Cc}]*$/u, "must be the path of a page of the course");
const answered = { page, question: z.string(), at: time };
const numberOrText = z.union([z.number(), z.string()]);

function kind<Name extends ShelfName>(
  schema: z.ZodType,
  merge: (ours: WorkValues[Name], theirs: WorkValues[Name]) => WorkValues[Name],
): WorkKind {
  // The schema has vouched for the type of what comes from a file, and the course itself wrote the rest.
  return { schema, merge: (ours, theirs) => merge(ours as WorkValues[Name], theirs as WorkValues[Name]) };
}

/** A work that a learner keeps under a name of its own: a sketch, or a kernel of the lab. */
function kept(work: z.ZodType): z.ZodType {
  return z.looseObject({ id: z.string(), sketch: work, savedAt: time, revision: z.string(), deletedAt: time.optional() });
}

function newerOf<T extends { readonly savedAt: number }>(ours: T, theirs: T): T {
  return ours.savedAt >= theirs.savedAt ? ours : theirs;
}

export const workKinds: Readonly<Record<ShelfName, WorkKind>> = {
  drafts: kind<"drafts">(z.looseObject({ current: draft, aside: z.array(draft) }), mergedRecord),
  unsaved: kind<"unsaved">(draft.extend({ others: z.array(draft).optional() }), (ours, theirs) =>
    ours.savedAt >= theirs.savedAt ? ours : theirs,
  ),
  history: kind<"history">(
    z.array(
      z.looseObject({
        text: z.string(),
        at: time,
        exerciseVersion: z.string(),
        verdict: z.looseObject(verdict).optional(),
        passedAt: time.optional(),
      }),
    ),
    mergedHistory,
  ),
  passed: kind<"passed">(z.looseObject({ at: time, exerciseVersion: z.string() }), (ours, theirs) =>
    ours.at <= theirs.at ? ours : theirs,
  ),
  verdicts: kind<"verdicts">(z.looseObject({ text: z.string(), exerciseVersion: z.string(), ...verdict }), (ours) => ours),
  activity: kind<"activity">(z.looseObject({ tries: z.number(), hints: z.number(), solutionAt: time.optional() }), mergedActivity),
  predictions: kind<"predictions">(
    z.array(
      z.looseObject({
        ...answered,
        unit: z.string(),
        given: numberOrText,
        answer: numberOrText,
        verdict: z.enum(["right", "close", "not-yet"]),
        reason: z.looseObject({ text: z.string(), isRight: z.boolean() }).optional(),
      }),
    ),
    (ours, theirs) => allOf(ours, theirs, ({ at }) => at),
  ),
  selfTests: kind<"selfTests">(
    z.array(
      z.looseObject({
        ...answered,
        given: z.string(),
        verdict: z.enum(["right", "not-yet"]).optional(),
        points: z.looseObject({ said: z.array(z.string()), missing: z.array(z.string()) }).optional(),
        isDraft: z.literal(true).optional(),
      }),
    ),
    (ours, theirs) => allOf(ours, theirs, ({ at }) => at),
  ),
  evidence: kind<"evidence">(
    z.array(
      z.looseObject({ kind: z.string(), source: z.string(), isRight: z.boolean(), attempt: z.int().positive().optional(), at: time }),
    ),
    (ours, theirs) => allOf(ours, theirs, ({ at }) => at),
  ),
  cases: kind<"cases">(
    z.looseObject({
      answers: z.partialRecord(z.enum(CASE_QUESTIONS), z.looseObject({ given: z.number(), isRight: z.boolean(), at: time })),
      mending: z.looseObject({ tries: z.int().nonnegative(), mendedAt: time.optional(), remedyAt: time.optional() }).optional(),
    }),
    mergedCase,
  ),
  notes: kind<"notes">(z.looseObject({ page, slug: z.string(), heading: z.string(), text: z.string(), at: time, aside }), mergedNote),
  sketches: kind<"sketches">(kept(openableSketch), newerOf),
  kernels: kind<"kernels">(kept(openableKernel), newerOf),
  kernelRuns: kind<"kernelRuns">(
    z.array(
      z.looseObject({
        at: time,
        run: z.looseObject({ source: z.string(), launch: openableLaunch, device: z.string() }),
        sums: z.looseObject({ totals: z.looseObject({}), steps: z.number(), findings: z.number() }).optional(),
      }),
    ),
    mergedRuns,
  ),
  gpus: kind<"gpus">(z.looseObject({ probe: gpuProbeSchema, savedAt: time }), newerOf),
  checklists: kind<"checklists">(z.array(z.string()), (ours, theirs) => [...new Set([...ours, ...theirs])]),
  reading: kind<"reading">(z.looseObject({ read: z.array(z.string()).optional() }), (ours, theirs) => ({
    ...theirs,
    ...ours,
    read: [...new Set([...(ours.read ?? []), ...(theirs.read ?? [])])],
  })),
  assignments: kind<"assignments">(z.looseObject({ assignment: z.unknown(), openedAt: time }), (ours, theirs) => {
    const [newer, older] = ours.openedAt >= theirs.openedAt ? [ours, theirs] : [theirs, ours];
    return isSame(newer.assignment, older.assignment) ? newer : { ...newer, former: older.assignment };
  }),
  handIns: kind<"handIns">(z.array(z.looseObject({ fileName: z.string(), handedInAt: time, text: z.string() })), (ours, theirs) =>
    allOf(ours, theirs, ({ handedInAt }) => handedInAt),
  ),
  student: kind<"student">(z.looseObject({ id: z.string(), name: z.string() }), (ours, theirs) => (ours.id === "" ? theirs : ours)),
};

/** The items of both lists, each once, in the order of their times. */
function allOf<T>(ours: readonly T[], theirs: readonly T[], timeOf: (item: T) => number): T[] {
  const fresh = theirs.filter((item) => !ours.some((known) => isSame(known, item)));
  return [...ours, ...fresh].sort((a, b) => timeOf(a) - timeOf(b));
}

/** Whether two values are stored by the same JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
