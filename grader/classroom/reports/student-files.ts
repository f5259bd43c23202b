import type { ClassGrades, StudentGrade } from "../grading/class-grades.ts";
import { resultJson } from "#judge/report/result-text.ts";
import { exercismJson } from "./exercism-json.ts";
import type { ShownSolutions } from "./feedback-exercise.ts";
import { feedbackHtml } from "./feedback-html.ts";
import { feedbackMarkdown } from "./feedback-markdown.ts";
import { checkFindings } from "./findings.ts";
import { gradescopeJson } from "./gradescope-json.ts";
import { pictureFile } from "#pictures/request-picture.ts";
import { resultForStudent } from "./student-result.ts";
import { exerciseView } from "./student-view.ts";

/**
 * Everything in a student's folder, by its path in there. The folder may be given to the student as it is: nothing in it tells
 * what is hidden.
 *
 * - `feedback.html`, `feedback.md` with `pictures/`: to be read
 * - `<exercise>.json`: the verdict, schema coalesce/result/v1
 * - `results.json`: all exercises, as Gradescope reads them
 * - `exercism/<exercise>/results.json`: each exercise, as Exercism reads it
 */
export function studentFiles(student: StudentGrade, grades: ClassGrades, solutions: ShownSolutions): ReadonlyMap<string, string> {
  const files = new Map([
    ["feedback.html", feedbackHtml(student, grades, solutions)],
    ["feedback.md", feedbackMarkdown(student, grades, solutions)],
    ["results.json", gradescopeJson(student, grades)],
  ]);
  for (const grade of student.exercises) {
    const result = resultForStudent(grade, grades);
    if (result) files.set(`${grade.exercise}.json`, resultJson(result));
    const view = exerciseView(grade, grades);
    const exercism = exercismJson(view);
    if (exercism !== undefined) files.set(`exercism/${grade.exercise}/results.json`, exercism);
    for (const { first, picture } of checkFindings(view)) {
      if (first.witness && picture) files.set(`pictures/${picture}.svg`, pictureFile(first.witness, picture));
    }
  }
  return files;
}
