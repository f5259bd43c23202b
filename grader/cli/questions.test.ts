// This import comes first: it replaces the terminal for all prompts that are imported after it.
import { screen } from "@inquirer/testing/vitest";
import { expect, test, vi } from "vitest";
import { familyNames } from "#kit/gate/new-folder.ts";
import { courseExercises } from "./assignment-draft.ts";
import { askAssignment, askFamily } from "./questions.ts";

const course = await courseExercises();

/** Answers the current question, and waits for the next one. */
async function answer(question: string, text: string, ...keys: string[]): Promise<void> {
  await vi.waitFor(() => expect(screen.getScreen()).toContain(question));
  if (text !== "") screen.type(text);
  for (const key of keys) screen.keypress(key);
  screen.keypress("enter");
  await screen.next();
}

test("asks for each field that an assignment's draft lacks", async () => {
  const draft = askAssignment({ closes: "2026-10-20" }, course);
  await answer("Title", "Week 1");
  await answer("Id", "");
  await answer("Exercises", "", "space", "down", "space");
  await answer("worth the same", "n");
  await answer("Points for", "5");
  await answer("Points for", "");
  await answer("Time zone", "Mars/Olympus");
  expect(screen.getScreen()).toContain("isn't a time zone");
  for (let i = 0; i < "Mars/Olympus".length; i++) screen.keypress("backspace");
  await answer("Time zone", "Europe/Berlin");
  await answer("Due", "2026-10-08");
  await answer("What comes late", "", "down");
  await answer("grace", "30");
  await answer("a day costs", "20");
  await answer("at most", "80");
  await answer("Attempts", "");
  await answer("Hidden cases", "4");
  expect(screen.getScreen()).toContain("solutions");
  screen.keypress("enter");
  const [first, second] = [...course.values()];
  expect(await draft).toEqual({
    title: "Week 1",
    id: "week-1",
    exercise: [
      { id: first?.id, points: 5 },
      { id: second?.id, points: second?.points },
    ],
    timeZone: "Europe/Berlin",
    due: "2026-10-08",
    closes: "2026-10-20",
    late: 20,
    lateCap: 80,
    grace: 30,
    attempts: "any",
    hiddenCases: 4,
    solutions: "never",
  });
});

test("does not ask for fields that the draft has", async () => {
  const given = {
    title: "Week 1",
    id: "w1",
    exercise: [{ id: "row-walk" }],
    timeZone: "UTC",
    due: "2026-10-08",
    late: "none",
    attempts: 2,
    hiddenCases: 0,
  } as const;
  const draft = askAssignment(given, course);
  await answer("solutions", "y");
  expect(screen.getScreen()).toContain("From when on");
  screen.type("2026-10-09");
  screen.keypress("enter");
  expect(await draft).toEqual({ ...given, solutions: "2026-10-09" });
});

test("asks for the family of a new exercise, and offers all of them", async () => {
  const family = askFamily();
  await vi.waitFor(() => expect(screen.getScreen()).toContain("Family:"));
  for (const name of familyNames) expect(screen.getScreen()).toContain(`${name}: `);
  screen.keypress("down");
  screen.keypress("enter");
  expect(await family).toBe(familyNames[1]);
});
