import { expect, test } from "vitest";
import { lessonFiles } from "#browser/lesson-files.ts";
import { PART_TIMES, WORDS_PER_MINUTE, exactMinutes, hoursTime, lessonMinutes, lessonTime } from "./lesson-minutes.ts";
import { LessonTree } from "./lesson-tree.ts";

const words = (count: number): string => "word ".repeat(count);
const minutesOf = (mdx: string): number => exactMinutes(new LessonTree(mdx));

test.each([
  ["text", words(WORDS_PER_MINUTE), 1],
  ["text in a component", `<Keep>\n  ${words(WORDS_PER_MINUTE)}\n</Keep>`, 1],
  ["a computed number, which is a word", `${words(WORDS_PER_MINUTE - 1)} <Cost show="sectors" />`, 1],
  ["a cell to try", '<Try file="a.ts" />', 2.5],
  ["a figure", "<Sweep client:visible />", 2.5],
  ["a block of code, whose words don't count", "```cpp\nint i = threadIdx.x;\n```", 1.5],
  ["an exercise, which names its own time", '<ExerciseCell id="row-walk" />', 0],
  [
    "all of it",
    `${words(WORDS_PER_MINUTE)}\n\n<Try file="a.ts" />\n\n<Predict unit="sectors" global={{}} />\n\n<Sweep client:visible />`,
    7,
  ],
])("the time of %s", (_, mdx, minutes) => expect(minutesOf(mdx)).toBeCloseTo(minutes, 10));

test("an element whose time nobody has stated is refused", () => {
  expect(() => minutesOf("<Puzzle />")).toThrow("doesn't say how long <Puzzle> takes");
});

test.each([
  ["1-coalescing/01-what-one-load-costs", 23],
  ["1-coalescing/03-measuring-a-stride", 32],
  ["1-coalescing/05-a-transpose-at-first-sight", 38],
  ["1-coalescing/08-when-indices-decide", 38],
])("%s takes about the %d minutes that a reader needed for it", (id, minutes) => {
  const lesson = lessonFiles().find((file) => file.id === id);
  expect(Math.abs(exactMinutes(lesson!.tree) / minutes - 1)).toBeLessThan(0.15);
});

test("each part of a lesson has one time and a reason", () => {
  const elements = PART_TIMES.flatMap(({ elements }) => elements);
  expect(new Set(elements).size).toBe(elements.length);
  for (const { minutes, because } of PART_TIMES) {
    expect(minutes).toBeGreaterThan(0);
    expect(because).not.toBe("");
  }
});

test("a lesson's time is to the nearest five minutes, with exercises only where it has some", () => {
  const time = (mdx: string, exercises: number) => lessonTime(lessonMinutes(new LessonTree(mdx)), exercises);
  expect(time(words(12 * WORDS_PER_MINUTE), 0)).toBe("about 10 minutes");
  expect(time(words(13 * WORDS_PER_MINUTE), 2)).toBe("about 15 minutes, plus exercises");
});

test.each([
  [10, "about half an hour"],
  [70, "about an hour"],
  [80, "about 1½ hours"],
  [250, "about 4 hours"],
])("%d minutes of a part are %s", (minutes, words) => expect(hoursTime(minutes)).toBe(words));

test("the first three lessons of part 6 take an hour together", () => {
  const lessons = lessonFiles()
    .filter(({ id }) => id.startsWith("6-"))
    .slice(0, 3);
  const sum = (minutes: (lesson: LessonTree) => number): number => lessons.reduce((total, { tree }) => total + minutes(tree), 0);
  expect(sum(exactMinutes)).toBeLessThanOrEqual(60);
  expect(sum(lessonMinutes)).toBeLessThanOrEqual(60);
});

test("no lesson states its time", () => expect(lessonFiles().filter(({ matter }) => "minutes" in matter)).toEqual([]));
