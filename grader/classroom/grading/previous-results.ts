import { createReadStream, existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { InputError } from "../assignment/input-error.ts";
import { adjustmentSchema } from "./adjustments.ts";
import type { ClassHead, StudentGrade } from "./class-grades.ts";
import type { ExerciseGrade } from "./exercise-grade.ts";
import { readManifest, type Manifest } from "./manifest.ts";
import { settledResultSchema } from "./verdict-schema.ts";

/** The previous grades, which a regrade compares with, and the manifest, which it takes times from. */
export interface PreviousResults {
  readonly head: PreviousHead;
  /** Sorted by id. Each call reads them again. */
  students(): AsyncIterable<PreviousStudent>;
  readonly manifest: Manifest;
}

const faultSchema = z.looseObject({ status: z.literal("fault") });
const pointsOrNone = z.number().nullable();

const exerciseSchema = z.looseObject({
  exercise: z.string(),
  status: z.enum(["pass", "fail", "error", "fault", "missing", "unread", "excused"]),
  points: pointsOrNone,
  result: z.union([settledResultSchema, faultSchema]).exactOptional(),
  source: z.string().exactOptional(),
  judgedPoints: pointsOrNone.exactOptional(),
  isNotDrawn: z.literal(true).exactOptional(),
});

const latenessSchema = z.object({
  status: z.enum(["early", "in-time", "late", "closed"]),
  daysLate: z.number(),
  factor: z.number(),
});

const studentSchema = z.looseObject({
  student: z.looseObject({ id: z.string(), name: z.string(), email: z.string().exactOptional(), section: z.string().exactOptional() }),
  handedInAt: z.number().nullable(),
  lateness: latenessSchema,
  exercises: z.array(exerciseSchema),
  score: pointsOrNone,
  maxScore: z.number(),
});

const headSchema = z.looseObject({
  schema: z.literal("coalesce/class/v1"),
  assignment: z.looseObject({
    id: z.string(),
    title: z.string().exactOptional(),
    hiddenCases: z.number().exactOptional(),
    personalCases: z.number().exactOptional(),
  }),
  simulatorVersion: z.string(),
  graderVersion: z.string(),
  exercises: z.array(z.looseObject({ id: z.string(), version: z.string(), hiddenDraw: z.string(), maxPoints: z.number() })),
  adjustments: z.array(adjustmentSchema).exactOptional(),
  students: z.array(z.never()),
});

/** The schema of `class.json` as a whole: the fields that other programs may rely on. Other fields may come and go. */
export const classSchema = headSchema.extend({ students: z.array(studentSchema) });

/** The part of a class's head by which two gradings are compared; both the grades of this run and those in a file have it. */
export interface PreviousHead extends Pick<ClassHead, "simulatorVersion" | "graderVersion" | "adjustments"> {
  readonly assignment: Pick<ClassHead["assignment"], "id" | "personalCases"> &
    Partial<Pick<ClassHead["assignment"], "title" | "hiddenCases">>;
  readonly exercises: readonly Pick<ClassHead["exercises"][number], "id" | "version" | "hiddenDraw" | "maxPoints">[];
}

export interface PreviousStudent extends Pick<StudentGrade, "student" | "handedInAt" | "lateness" | "score" | "maxScore"> {
  readonly exercises: readonly Pick<ExerciseGrade, "exercise" | "status" | "points" | "result" | "source" | "judgedPoints">[];
}

/**
 * Reads a folder that "coalesce grade" or "coalesce merge" wrote. The students are read from it one by one, each time that they are needed.
 *
 * @throws InputError that names the file that is missing or invalid
 */
export async function readPreviousResults(results: string): Promise<PreviousResults> {
  const file = path.join(results, "class.json");
  if (!existsSync(file)) throw new InputError(`${results} holds no class.json: name the folder that "coalesce grade --assignment" wrote`);
  const head = await readHead(file);
  // A truncated file is an error now, not after everything has been judged.
  for await (const _ of readStudents(file));
  const manifest = await readManifest(results);
  if (manifest === undefined) throw new InputError(`${results} has no manifest.json that can be read: grade the class again`);
  return { head, students: () => readStudents(file), manifest };
}

const linesOf = (file: string) => createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });

/** Where a class.json of any version names its schema: in the first of its fields, on whatever line. */
const SCHEMA = /^\s*\{\s*"schema"\s*:\s*("[^"]*")/;

/** The first line of class.json opens the list of students, each of which has a line. Other schemas may have other lines. */
async function readHead(file: string): Promise<PreviousHead> {
  const [, schema] = SCHEMA.exec(await beginningOf(file)) ?? [];
  if (schema !== undefined) parsed(file, `{"schema":${schema}}`, headSchema.pick({ schema: true }));
  for await (const line of linesOf(file)) return parsed(file, `${line}]}`, headSchema) as unknown as PreviousHead;
  throw unreadable(file, "is empty");
}

/** The first characters of a file. */
async function beginningOf(file: string): Promise<string> {
  let text = "";
  for await (const part of createReadStream(file, { encoding: "utf8", end: 4095 })) text += part;
  return text;
}

async function* readStudents(file: string): AsyncIterable<PreviousStudent> {
  let isFirst = true;
  let isComplete = false;
  for await (const line of linesOf(file)) {
    if (line === "]}") isComplete = true;
    else if (!isFirst) yield parsed(file, line.replace(/,$/, ""), studentSchema) as unknown as PreviousStudent;
    isFirst = false;
  }
  if (!isComplete) throw unreadable(file, "is cut off");
}

/** The value of a line. It is not the copy that the schema makes, whose fields come in another order. */
function parsed(file: string, line: string, schema: z.ZodType): unknown {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw unreadable(file, "is broken JSON");
  }
  const checked = schema.safeParse(value);
  if (checked.success) return value;
  const [issue] = checked.error.issues;
  throw unreadable(file, `is not as this version writes it (${issue?.path.join(".") || "the file"}: ${issue?.message})`);
}

const unreadable = (file: string, problem: string): InputError => new InputError(`${file} ${problem}: grade the class again`);
