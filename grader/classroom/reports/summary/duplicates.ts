import type { VNode } from "preact";
import type { ClassGrades } from "../../grading/class-grades.ts";
import { el } from "../el.ts";
import { nearDuplicates } from "../near-duplicates.ts";
import type { GivenSources } from "../summary-html.ts";
import { percent } from "../words.ts";
import { linkedNames, type StudentLink } from "./student-link.ts";
import { section, table } from "./table.ts";

/** Answers that are alike where others are not. */
export function duplicateSection({ exercises, students }: ClassGrades, given: GivenSources, link: StudentLink): VNode | false {
  const rows = exercises.flatMap(({ id }) => {
    const answers = students.flatMap(({ student, exercises }) => {
      const source = exercises.find(({ exercise }) => exercise === id)?.source;
      return source === undefined ? [] : [{ student: student.id, source }];
    });
    const known = [given.starters.get(id), given.solutions.get(id)].filter((source) => source !== undefined);
    return nearDuplicates(answers, known).map(({ students, similarity, identical }) => [
      el("code", null, id),
      linkedNames(students, link),
      identical ? "identical" : percent(similarity),
    ]);
  });
  if (rows.length === 0) return false;
  return section(
    "Answers that are alike",
    el(
      "p",
      { class: "soft" },
      "A reason to talk, and no proof. Names, spacing and comments are left out of the comparison; so is what the starter or the solution has, and what more than a third of the class wrote. There are only so many ways to write a short index: two people who worked alone may well meet here.",
    ),
    table([{ head: "Exercise" }, { head: "Students" }, { head: "Alike", number: true }], rows, "Answers that are alike"),
  );
}
