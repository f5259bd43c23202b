import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { InputError } from "../assignment/input-error.ts";
import type { ClassGrades } from "./class-grades.ts";
import type { ExerciseGrade } from "./exercise-grade.ts";
import { readManifest, type Manifest } from "./manifest.ts";
import { settledResultSchema } from "./verdict-schema.ts";

/** The previous grades, which a regrade compares with, and the manifest, which it takes times from. */
export interface PreviousResults {
  readonly grades: PreviousGrades;
  readonly manifest: Manifest;
}

const faultSchema = z.looseObject({ status: z.literal("fault") });
const pointsOrNone = z.number().nullable();

const exerciseSchema = z.looseObject({
  exercise: z.string(),
  status: z.enum(["pass", "fail", "error", "fault", "missing", "unread"]),
  points: pointsOrNone,
  result: z.union([settledResultSchema, faultSchema]).exactOptional(),
  source: z.string().exactOptional(),
});

const latenessSchema = z.object({
  status: z.enum(["early", "in-time", "late", "closed"]),
  daysLate: z.number(),
  factor: z.number(),
});

const studentSchema = z.looseObject({
  student: z.object({ id: z.string(), name: z.string() }),
  handedInAt: z.number().nullable(),
  lateness: latenessSchema,
  exercises: z.array(exerciseSchema),
  score: pointsOrNone,
  maxScore: z.number(),
});

const classSchema = z.looseObject({
  schema: z.literal("coalesce/class/v1"),
  assignment: z.looseObject({ id: z.string() }),
  simulatorVersion: z.string(),
  graderVersion: z.string(),
  exercises: z.array(z.looseObject({ id: z.string(), version: z.string(), hiddenDraw: z.string(), maxPoints: z.number() })),
  students: z.array(studentSchema),
});

/** The part of a class's grades by which two gradings are compared; the grades of this run and those of a file both have it. */
export interface PreviousGrades extends Pick<ClassGrades, "simulatorVersion" | "graderVersion"> {
  readonly assignment: Pick<ClassGrades["assignment"], "id">;
  readonly exercises: readonly Pick<ClassGrades["exercises"][number], "id" | "version" | "hiddenDraw" | "maxPoints">[];
  readonly students: readonly PreviousStudent[];
}

export interface PreviousStudent extends Pick<
  ClassGrades["students"][number],
  "student" | "handedInAt" | "lateness" | "score" | "maxScore"
> {
  readonly exercises: readonly Pick<ExerciseGrade, "exercise" | "status" | "points" | "result" | "source">[];
}

/**
 * Reads a folder that "coalesce grade" or "coalesce merge" wrote.
 *
 * @throws InputError that names the file that is missing or invalid
 */
export async function readPreviousResults(results: string): Promise<PreviousResults> {
  const grades = gradesOf(await classText(results), results);
  const manifest = await readManifest(results);
  if (manifest === undefined) throw new InputError(`${results} has no manifest.json that can be read: grade the class again`);
  return { grades, manifest };
}

async function classText(results: string): Promise<string> {
  try {
    return await readFile(path.join(results, "class.json"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new InputError(`${results} holds no class.json: name the folder that "coalesce grade --assignment" wrote`);
  }
}

function gradesOf(text: string, results: string): PreviousGrades {
  const unreadable = (problem: string) => new InputError(`${path.join(results, "class.json")} ${problem}: grade the class again`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable("is broken JSON");
  }
  const checked = classSchema.safeParse(value);
  if (checked.success) return value as PreviousGrades;
  const [issue] = checked.error.issues;
  throw unreadable(`is not as this version writes it (${issue?.path.join(".") || "the file"}: ${issue?.message})`);
}
