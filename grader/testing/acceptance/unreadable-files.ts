/** A file among the submissions that is no hand-in. */
export interface WalkFile {
  /** Inside the folder of submissions. */
  readonly path: string;
  readonly content: string;
  /** What the report has to say of it. */
  readonly says: RegExp;
  /** Whether it is all that a student handed in; else it is litter. */
  readonly isStudents: boolean;
}

/** Files that were cut off, emptied, mixed up or made by something else. */
export function unreadableFiles(assignment: string): WalkFile[] {
  const handIn = (changes: object) =>
    JSON.stringify({
      schema: "coalesce/submission/v1",
      assignment,
      student: { id: "nobody", name: "" },
      handedInAt: "2026-10-01T12:00:00.000Z",
      simulatorVersion: "1.0.0",
      answers: [],
      ...changes,
    });
  const files: readonly [name: string, content: string, says: RegExp][] = [
    ["cut0", handIn({}).slice(0, 41), /broken JSON/],
    ["cut1", handIn({}).slice(0, -1), /broken JSON/],
    ["html", "<!doctype html><title>Log in</title>", /broken JSON/],
    ["empty0", "", /is empty/],
    ["empty1", "", /is empty/],
    ["schema", handIn({ schema: "coalesce/submission/v9" }), /its schema is not/],
    ["number", "17", /is no hand-in/],
    ["no-time", handIn({ handedInAt: "yesterday" }), /is no hand-in: handedInAt/],
    ["other", handIn({ assignment: `${assignment}0`, student: { id: "lost", name: "Lost" } }), /handed in for the assignment/],
    ["huge", handIn({ answers: [{ exercise: "straight-copy", exerciseVersion: "", source: "x".repeat(5_000_000) }] }), /larger than 1 MB/],
  ];
  const students = files.map(([name, content, says]) => ({ path: `unreadable-${name}.json`, content, says, isStudents: true }));
  const litter = [
    { path: "readme.txt", content: "Please grade kindly.", says: /neither a hand-in/, isStudents: false },
    { path: "straight-copy.ts", content: "export {};\n", says: /so it is nobody's/, isStudents: false },
  ];
  return [...students, ...litter];
}
