import { expect, test } from "vitest";
import { progressMark } from "./lesson-progress.ts";

test.each([
  [{ wasRead: false, exercises: 3, passed: 0 }, "none", ""],
  [{ wasRead: true, exercises: 3, passed: 0 }, "partial", "0 of 3 exercises"],
  [{ wasRead: true, exercises: 1, passed: 0 }, "partial", "0 of 1 exercise"],
  [{ wasRead: false, exercises: 3, passed: 2 }, "partial", "2 of 3 exercises"],
  [{ wasRead: false, exercises: 3, passed: 3 }, "partial", "✓ exercises"],
  [{ wasRead: false, exercises: 1, passed: 1 }, "partial", "✓ exercise"],
  [{ wasRead: true, exercises: 3, passed: 3 }, "done", "✓"],
  [{ wasRead: false, exercises: 0, passed: 0 }, "none", ""],
  [{ wasRead: true, exercises: 0, passed: 0 }, "done", "✓"],
] as const)("%j is %s: %s", (progress, kind, text) => expect(progressMark(progress)).toMatchObject({ kind, text }));
