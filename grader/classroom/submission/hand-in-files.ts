import { DateTime } from "luxon";
import { z } from "zod";
import { closestMatch } from "#sandbox/answer/closest-match.ts";
import type { Assignment } from "../assignment/assignment.ts";
import { instantOf } from "../assignment/lateness.ts";
import { handInSchema, type HandIn } from "./hand-in.ts";
import { PackedAnswer } from "./packed-answer.ts";
import { readTextFile } from "./read-text.ts";
import type { HandedAnswer, Student } from "./submission.ts";
import type { HandedFile } from "./submitted-files.ts";
import type { TextPack } from "./text-pack.ts";

/** The contents of a hand-in file (.json). */
export type HandInFile =
  | {
      readonly status: "read";
      /** The student whom the file names. */
      readonly claim: Student;
      readonly handedInAt: number;
      readonly answers: readonly HandedAnswer[];
      /** Doubts about it. */
      readonly messages: readonly string[];
      /** SHA-256 of its bytes. */
      readonly hash: string;
    }
  | {
      readonly status: "refused";
      readonly message: string;
      /** The id of the student whom the file names. */
      readonly claim?: string;
      /** Whether it is no hand-in for this assignment at all, rather than a damaged one. */
      readonly isStray: boolean;
    };

/** Reads a hand-in file. */
export async function readHandInFile(
  handed: HandedFile,
  assignment: Assignment,
  pack: TextPack,
  versions?: ReadonlyMap<string, string>,
): Promise<HandInFile> {
  const file = await readTextFile(handed);
  if (file.status === "refused") return { status: "refused", message: file.message, isStray: false };
  const parsed = parseJson(file.text);
  if (parsed.status === "refused") return { status: "refused", message: parsed.message, isStray: false };
  const result = handInSchema.safeParse(parsed.value, {
    error: ({ code, input }) => (code === "invalid_type" && input === undefined ? "is missing" : undefined),
  });
  if (!result.success) {
    const claim = claimedStudent(parsed.value);
    const isStray = (parsed.value as { schema?: unknown } | null)?.schema !== handInSchema.shape.schema.value;
    return { status: "refused", ...(claim && { claim }), message: `isn't a hand-in: ${described(result.error)}`, isStray };
  }
  const handIn = result.data;
  const claim = { id: handIn.student.id.normalize("NFC"), name: handIn.student.name.normalize("NFC") };
  if (handIn.assignment !== assignment.id) {
    const message = `was handed in for the assignment "${handIn.assignment}", not for "${assignment.id}", and was not graded`;
    return { status: "refused", claim: claim.id, message, isStray: true };
  }
  const { answers, messages } = sortAnswers(handIn, assignment, pack, versions);
  const encoded = file.encoding === undefined ? [] : [`is ${file.encoding} text, and was read as such`];
  const handedInAt = DateTime.fromISO(handIn.handedInAt).toMillis();
  const doubts = timeDoubts(handIn, handedInAt, assignment);
  return { status: "read", claim, handedInAt, answers, messages: [...encoded, ...messages, ...doubts], hash: file.hash };
}

/** A hand-in so long after an assignment's end comes from a clock that is wrong, or from an editor, in milliseconds. */
const LONG_AFTER = 366 * 24 * 3_600_000;

/**
 * Contradictions between the times in a hand-in file: whoever edits one by hand often forgets the others. Only the file's own times and the
 * assignment's are compared: the date of the file itself would differ on another machine.
 */
function timeDoubts({ answers }: HandIn, handedInAt: number, assignment: Assignment): string[] {
  const later = answers.filter(({ savedAt }) => savedAt !== undefined && DateTime.fromISO(savedAt).toMillis() > handedInAt);
  const saved = later.map(({ exercise, savedAt }) => `${exercise} was saved at ${savedAt}`).join(" and ");
  const { closes, due } = assignment;
  return [
    ...(later.length === 0 ? [] : [`was handed in at ${iso(handedInAt)} by its own words, but ${saved}: one of these times isn't true`]),
    ...(handedInAt > instantOf(closes ?? due, assignment) + LONG_AFTER
      ? [`was handed in at ${iso(handedInAt)} by its own words, more than a year after the assignment ended: that isn't true`]
      : []),
  ];
}

const iso = (time: number): string => new Date(time).toISOString();

function sortAnswers(handIn: HandIn, assignment: Assignment, pack: TextPack, versions?: ReadonlyMap<string, string>) {
  const answers = new Map<string, HandedAnswer>();
  const messages: string[] = [];
  for (const { exercise, exerciseVersion, source, language, pageVerdict } of handIn.answers) {
    const unassigned = notAssigned(exercise, assignment);
    const version = versions?.get(exercise);
    if (unassigned) messages.push(unassigned);
    else if (answers.has(exercise)) messages.push(`answers ${exercise} twice; the first of the two is graded`);
    else {
      answers.set(
        exercise,
        new PackedAnswer(pack, { exercise, source, ...(language && { language }), ...(pageVerdict && { pageVerdict }) }),
      );
      if (version !== undefined && version !== exerciseVersion) {
        messages.push(
          `was written for another version of ${exercise} (${exerciseVersion}), and is judged against the present one (${version})`,
        );
      }
    }
  }
  if (answers.size === 0) messages.push("holds no answer to anything that was assigned");
  return { answers: [...answers.values()], messages };
}

/** The message about an answer to an exercise that is not assigned; undefined for an assigned one. */
function notAssigned(exercise: string, { exercises }: Assignment): string | undefined {
  const ids = exercises.map(({ id }) => id);
  if (ids.includes(exercise)) return undefined;
  const meant = closestMatch(exercise, ids);
  return `answers ${exercise}, which is not assigned${meant ? `; did you mean ${meant}?` : ""}`;
}

type Json = { readonly status: "read"; readonly value: unknown } | { readonly status: "refused"; readonly message: string };

function parseJson(text: string): Json {
  try {
    return { status: "read", value: JSON.parse(text) };
  } catch (error) {
    return { status: "refused", message: `is broken JSON: ${(error as Error).message}` };
  }
}

/** How many problems of one file the message names. */
const SHOWN_PROBLEMS = 3;

function described({ issues }: z.ZodError): string {
  if (issues.some(({ path }) => path[0] === "schema")) return `its schema is not ${handInSchema.shape.schema.value}`;
  const shown = issues.slice(0, SHOWN_PROBLEMS).map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  return [...shown, ...(issues.length > SHOWN_PROBLEMS ? [`and ${issues.length - SHOWN_PROBLEMS} more`] : [])].join("; ");
}

const studentOnly = z.object({ student: z.object({ id: z.string().trim().min(1).max(200) }) });

/** The student's id in a file that is otherwise invalid, if it has one. */
function claimedStudent(value: unknown): string | undefined {
  return studentOnly.safeParse(value).data?.student.id.normalize("NFC");
}
