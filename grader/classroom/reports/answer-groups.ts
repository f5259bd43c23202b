import { h, type JSX } from "preact";
import { count } from "#pictures/format.ts";
import { VERDICTS, printable } from "./captions.ts";
import type { ClassOutcomes, StudentOutcome } from "./class-outcomes.ts";
import { Sentence } from "./html-document.ts";
import { section, table, type StudentLink } from "./summary-parts.ts";

/** Answers to an exercise that behave alike. */
interface AnswerGroup {
  /** "row-walk#1f0c44d2", as adjustments call it. */
  readonly name: string;
  readonly exercise: string;
  readonly status: "pass" | "fail" | "error";
  /** The checks that they fail, in a few words; empty for a pass. */
  readonly fails: string;
  /** Sorted by id. */
  readonly students: readonly StudentOutcome[];
}

/** The groups of a class by exercise, the largest first. */
function answerGroups({ exercises, students }: ClassOutcomes): AnswerGroup[] {
  return exercises.flatMap(({ id }) => {
    const groups = new Map<string, AnswerGroup & { readonly students: StudentOutcome[] }>();
    for (const student of students) {
      const outcome = student.exercises.find(({ exercise }) => exercise === id);
      if (outcome?.group === undefined || (outcome.status !== "pass" && outcome.status !== "fail" && outcome.status !== "error")) continue;
      const { group: name, status, fails = "" } = outcome;
      const group = groups.get(name) ?? { name, exercise: id, status, fails, students: [] };
      group.students.push(student);
      groups.set(name, group);
    }
    return [...groups.values()].sort((a, b) => b.students.length - a.students.length);
  });
}

/** The groups of more than one student, with an example and the name by which a comment reaches all of them. */
export function groupSection(grades: ClassOutcomes, link: StudentLink): JSX.Element | false {
  const all = answerGroups(grades);
  const groups = all.filter(({ students }) => students.length > 1);
  if (groups.length === 0) return false;
  const rows = groups.map(({ name, exercise, status, fails, students: [example, ...others] }) => [
    h("code", null, name),
    String(others.length + 1),
    status === "pass" ? VERDICTS.pass : h(Sentence, { text: fails }),
    example === undefined ? "" : link(example.student.id),
    printable(example?.exercises.find((one) => one.exercise === exercise)?.comment ?? ""),
  ]);
  const alone = all.length - groups.length;
  return section(
    "Answers by what they do",
    h(
      "p",
      { class: "soft" },
      `Answers of a group fail the same by the same evidence, and cost the same. To write to all of a group at once, give its name for a student in the file of adjustments, with a comment. ${alone === 0 ? "" : `Besides, ${count(alone)} ${alone === 1 ? "answer stands" : "answers stand"} alone.`}`,
    ),
    table(
      [
        { head: "Group" },
        { head: "Students", number: true },
        { head: "What it fails" },
        { head: "One of them" },
        { head: "Your comment to it" },
      ],
      rows,
      "Answers by what they do",
    ),
  );
}
