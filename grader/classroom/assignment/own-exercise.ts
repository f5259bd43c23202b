import { z } from "zod";

/** The most characters of a prompt or a starter: a link carries both. */
const MOST_CHARACTERS = 20_000;

/**
 * An exercise of the instructor's own as it travels with the students' copy of an assignment: its prompt and its starter. Nothing of it is
 * run: the code that judges it stays with the instructor, because a page runs no code that a link brings.
 */
export const ownExercise = z.strictObject({
  id: z.string().min(1).max(100),
  title: z.string().min(1).max(300),
  version: z.string().max(64).describe("Content hash of the exercise's folder."),
  prompt: z.string().max(MOST_CHARACTERS).describe("What is asked, in Markdown."),
  starter: z.string().max(MOST_CHARACTERS).describe("The code that students begin with."),
  cases: z.array(z.string().max(300)).max(50).describe("What the cases are about that everybody may know."),
  hints: z.array(z.string().max(1_000)).max(10),
});

export type OwnExercise = z.infer<typeof ownExercise>;
