import { createStore, get, set } from "idb-keyval";
import type { HandIn } from "#classroom/submission/hand-in.ts";

/** Who hands in, as typed. */
export type Student = HandIn["student"];

const database = createStore("coalesce-student", "student");
const KEY = "student";

export async function rememberedStudent(): Promise<Student> {
  return (await get<Student>(KEY, database)) ?? { id: "", name: "" };
}

export function rememberStudent(student: Student): Promise<void> {
  return set(KEY, student, database);
}
