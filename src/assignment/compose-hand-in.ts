import { simulatorVersion } from "#simulator/version.ts";
import { handInSchema, type HandIn } from "#classroom/submission/hand-in.ts";
import type { Student } from "./remembered-student.ts";
import { verdictOnDraft, type Work } from "./work.ts";
import type { WrittenHandIn } from "./written-hand-ins.ts";

/**
 * The file of a hand-in: the answers as they are now, each with the page's verdict where there is one for exactly that text.
 *
 * @param assignment id of the assignment.
 * @param handedInAt milliseconds since 1970.
 * @throws ZodError where it would not be a hand-in.
 */
export function composeHandIn(assignment: string, student: Student, works: readonly Work[], handedInAt: number): WrittenHandIn {
  const handIn = handInSchema.parse({
    schema: "coalesce/submission/v1",
    assignment,
    student,
    handedInAt: new Date(handedInAt).toISOString(),
    simulatorVersion,
    answers: works.flatMap(answerOf),
  } satisfies HandIn);
  return { fileName: handInFileName(assignment, handIn.student.id), handedInAt, text: `${JSON.stringify(handIn, null, 2)}\n` };
}

/** The name of a hand-in's file: letters and digits of the id as typed, so that every file system takes it. */
export function handInFileName(assignment: string, studentId: string): string {
  const safeId = studentId
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
  return `${assignment}-${safeId.slice(0, 60) || "student"}.json`;
}

function answerOf(work: Work): HandIn["answers"] {
  const { exercise, draft } = work;
  if (draft === undefined) return [];
  const verdict = verdictOnDraft(work);
  return [
    {
      exercise,
      exerciseVersion: draft.exerciseVersion,
      source: draft.text,
      savedAt: new Date(draft.savedAt).toISOString(),
      ...(verdict && { pageVerdict: { unverified: true, status: verdict.status, score: verdict.score, maxScore: verdict.maxScore } }),
    },
  ];
}
