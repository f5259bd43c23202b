// First: it takes the place of the terminal for all questions that are imported after it.
import { screen } from "@inquirer/testing/vitest";
import { expect, test, vi } from "vitest";
import { familyNames } from "#kit/gate/new-folder.ts";
import { askFamily } from "./new-exercise.ts";

test("the author is asked for a family, and all of them are offered", async () => {
  const family = askFamily();
  await vi.waitFor(() => expect(screen.getScreen()).toContain("Family:"));
  for (const name of familyNames) expect(screen.getScreen()).toContain(`${name}: `);
  screen.keypress("down");
  screen.keypress("enter");
  expect(await family).toBe(familyNames[1]);
});
