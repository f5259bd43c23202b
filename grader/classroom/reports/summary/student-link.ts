import type { VNode } from "preact";
import type { ClassGrades } from "../../grading/class-grades.ts";
import { el } from "../el.ts";
import { studentFolders } from "../student-folder.ts";
import { studentName } from "../words.ts";

/** A student's name, leading to the feedback. */
export type StudentLink = (id: string) => VNode;

/** Links from the class's page to the students' folders beside it. */
export function studentLinks({ students }: ClassGrades): StudentLink {
  const folders = studentFolders(students.map(({ student }) => student.id));
  const names = new Map(students.map(({ student }) => [student.id, studentName(student)]));
  return (id) => el("a", { href: `students/${folders.get(id)}/feedback.html` }, el("bdi", null, names.get(id)));
}

/** "Ada, Bob and Cy", each of them a link. */
export function linkedNames(ids: readonly string[], link: StudentLink): (VNode | string)[] {
  return ids.flatMap((id, i) => {
    const before = i === 0 ? [] : [i === ids.length - 1 ? " and " : ", "];
    return [...before, link(id)];
  });
}
