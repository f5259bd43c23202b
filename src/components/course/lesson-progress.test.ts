import { expect, test } from "vitest";
import { progressMark } from "./lesson-progress.ts";

test.each([
  [{ wasRead: false, exercises: 3, passed: 0 }, "none", "", ""],
  [{ wasRead: true, exercises: 3, passed: 0 }, "partial", "0/3", "read, 0 of 3 exercises passed"],
  [{ wasRead: true, exercises: 1, passed: 0 }, "partial", "0/1", "read, 0 of 1 exercise passed"],
  [{ wasRead: false, exercises: 3, passed: 2 }, "partial", "2/3", "2 of 3 exercises passed"],
  [{ wasRead: false, exercises: 3, passed: 3 }, "partial", "", "exercises passed, not read to its end"],
  [{ wasRead: false, exercises: 1, passed: 1 }, "partial", "", "exercise passed, not read to its end"],
  [{ wasRead: true, exercises: 3, passed: 3 }, "done", "", "done"],
  [{ wasRead: false, exercises: 0, passed: 0 }, "none", "", ""],
  [{ wasRead: true, exercises: 0, passed: 0 }, "done", "", "done"],
] as const)("%j is %s: %s", (progress, kind, text, label) => expect(progressMark(progress)).toEqual({ kind, text, label }));
