import type { Submission, SubmissionProblem } from "./submission.ts";

/** Students who may not be who they seem: one id with several names, or ids that only differ in case and blanks. */
export function identityProblems(submissions: readonly Submission[]): SubmissionProblem[] {
  return [...severalNames(submissions), ...similarIds(submissions)];
}

function severalNames(submissions: readonly Submission[]): SubmissionProblem[] {
  const problems: SubmissionProblem[] = [];
  const firstById = new Map<string, Submission>();
  for (const submission of submissions.filter(({ student }) => student.name !== "")) {
    const { origin, student } = submission;
    const first = firstById.get(student.id) ?? submission;
    firstById.set(student.id, first);
    if (first.student.name === student.name) continue;
    const names = `has the id ${student.id} like ${first.origin}, but the name "${student.name}", not "${first.student.name}"`;
    problems.push({ origin, student: student.id, message: `${names}; both count as hand-ins of one student` });
  }
  return problems;
}

function similarIds(submissions: readonly Submission[]): SubmissionProblem[] {
  const problems: SubmissionProblem[] = [];
  const firstByLetters = new Map<string, string>();
  const ids = new Map(submissions.map((submission) => [submission.student.id, submission] as const));
  for (const [id, { origin }] of ids) {
    const letters = id.toLowerCase().replaceAll(/\s/g, "");
    const first = firstByLetters.get(letters);
    if (first === undefined) firstByLetters.set(letters, id);
    else
      problems.push({
        origin,
        student: id,
        message: `"${id}" differs from "${first}" in case or blanks only; the two are graded as two students`,
      });
  }
  return problems;
}

/** Among hand-ins that consist of answer files: students with several, who may be several people. */
export function severalFolders(submissions: readonly Submission[]): SubmissionProblem[] {
  const problems: SubmissionProblem[] = [];
  const firstById = new Map<string, Submission>();
  for (const submission of submissions) {
    const first = firstById.get(submission.student.id);
    if (first) {
      const message = `is another folder of ${submission.student.id}'s beside ${first.origin}; each counts as a hand-in`;
      problems.push({ origin: submission.origin, student: submission.student.id, message });
    } else firstById.set(submission.student.id, submission);
  }
  return problems;
}
