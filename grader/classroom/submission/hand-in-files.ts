import { DateTime } from "luxon";
import { z } from "zod";
import { closestMatch } from "#sandbox/answer/closest-match.ts";
import type { Assignment } from "../assignment/assignment.ts";
import { handInSchema, type HandIn } from "./hand-in.ts";
import type { Collected, HandedAnswer, Submission, SubmissionProblem } from "./submission.ts";
import { readTextFile, type Found } from "./submitted-files.ts";

/** Reads hand-in files. Files with the same bytes count once. */
export async function readHandInFiles(
  files: readonly Found[],
  assignment: Assignment,
  versions?: ReadonlyMap<string, string>,
): Promise<Collected> {
  const problems: SubmissionProblem[] = [];
  const submissions: Submission[] = [];
  const originByHash = new Map<string, string>();
  for (const { path, origin } of files) {
    const file = await readTextFile(path);
    if (file.status === "refused") {
      problems.push({ origin, message: file.message });
      continue;
    }
    const read = readHandIn(file.text, origin, assignment, versions);
    const twin = originByHash.get(file.hash);
    if (twin === undefined) {
      originByHash.set(file.hash, origin);
      submissions.push(...read.submissions);
      problems.push(...read.problems);
    } else {
      const student = read.submissions[0]?.student.id;
      problems.push({ origin, ...(student && { student }), message: `is the same file as ${twin}, and counts once` });
    }
  }
  return { submissions, problems };
}

/** Reads the text of one hand-in file: the submission, if it is one for this assignment, and what is wrong with it. */
function readHandIn(text: string, origin: string, assignment: Assignment, versions?: ReadonlyMap<string, string>): Collected {
  const parsed = parseJson(text);
  if (parsed.status === "refused") return { submissions: [], problems: [{ origin, message: parsed.message }] };
  const result = handInSchema.safeParse(parsed.value, {
    error: ({ code, input }) => (code === "invalid_type" && input === undefined ? "is missing" : undefined),
  });
  if (!result.success) {
    const student = claimedStudent(parsed.value);
    return { submissions: [], problems: [{ origin, ...(student && { student }), message: `isn't a hand-in: ${described(result.error)}` }] };
  }
  const handIn = result.data;
  const student = { id: handIn.student.id.normalize("NFC"), name: handIn.student.name.normalize("NFC") };
  const problem = (message: string): SubmissionProblem => ({ origin, student: student.id, message });
  if (handIn.assignment !== assignment.id) {
    return {
      submissions: [],
      problems: [problem(`was handed in for the assignment "${handIn.assignment}", not for "${assignment.id}", and was not graded`)],
    };
  }
  const { answers, messages } = sortAnswers(handIn, assignment, versions);
  return {
    submissions: [{ student, handedInAt: DateTime.fromISO(handIn.handedInAt).toMillis(), answers, origin }],
    problems: messages.map(problem),
  };
}

function sortAnswers(handIn: HandIn, assignment: Assignment, versions?: ReadonlyMap<string, string>) {
  const answers = new Map<string, HandedAnswer>();
  const messages: string[] = [];
  for (const { exercise, exerciseVersion, source, pageVerdict } of handIn.answers) {
    const unassigned = notAssigned(exercise, assignment);
    const version = versions?.get(exercise);
    if (unassigned) messages.push(unassigned);
    else if (answers.has(exercise)) messages.push(`answers ${exercise} twice; the first of the two is graded`);
    else {
      answers.set(exercise, { exercise, source, ...(pageVerdict && { pageVerdict }) });
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
export function notAssigned(exercise: string, { exercises }: Assignment): string | undefined {
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
