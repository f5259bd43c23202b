import { describe, expect, test } from "vitest";
import { otherThreadReadings } from "#testing/thread-readings.ts";
import { exerciseIds, readExerciseFolder } from "../folder.ts";

describe("threads and sizes are read one way", async () => {
  test.each(await exerciseIds())("in every answer of %s", async (id) => {
    const { files } = await readExerciseFolder(id);
    const answers = [...files].filter(([name]) => name.endsWith(".ts") && name !== "exercise.ts");
    expect(answers.length).toBeGreaterThan(2);
    const found = answers.flatMap(([name, text]) => otherThreadReadings(text).map((reading) => `${name}, ${reading}`));
    expect(found).toEqual([]);
  });

  test.each([
    ["export const read = (thread: Thread) => thread.threadIdx.x;", "line 1: name it in the parameter list instead of thread.threadIdx"],
    ["export const read = (t: Thread) => f(t);", "line 1: call it thread, not t"],
    ["export const read = ({ threadIdx: { x } }: Thread) => x;", "line 1: threadIdx keeps its name"],
    [
      "export function read(thread: Thread) {\n  const { threadIdx } = thread;\n  return threadIdx.x;\n}",
      "line 2: name it in the parameter list: the function doesn't pass it on",
    ],
    ["export const read = (thread: Thread, { n }: { n: number }) => n;", "line 1: call the type of the size Size"],
    ["export const pitch = (size: Size) => size.columns;", "line 1: name it in the parameter list instead of size.columns"],
  ])("%s is another way", (source, reading) => {
    expect(otherThreadReadings(source)).toEqual([reading]);
  });

  test.each([
    "export const read = ({ threadIdx }: Thread, { n }: Size) => threadIdx.x + n;",
    "export const read = (thread: Thread, size: Size) => place(thread, size);",
    "export function read(thread: Thread) {\n  const { threadIdx } = thread;\n  return place(thread) + threadIdx.x;\n}",
  ])("%s is the way", (source) => {
    expect(otherThreadReadings(source)).toEqual([]);
  });
});
