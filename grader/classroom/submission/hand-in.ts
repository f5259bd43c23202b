import { z } from "zod";

const instant = z.iso.datetime().describe("An instant in UTC, 2026-10-24T21:59:00.000Z.");

/** The verdict of the student's page. It is not trusted, because the student can edit the file. */
const pageVerdict = z.strictObject({
  unverified: z.literal(true),
  status: z.enum(["pass", "fail", "error"]),
  score: z.number().min(0),
  maxScore: z.number().min(0),
});

const handedAnswer = z.strictObject({
  exercise: z.string().min(1).max(100),
  exerciseVersion: z.string().max(100).describe("Content hash of the exercise that the student saw."),
  source: z.string().describe("The answer, TypeScript unless language says otherwise."),
  language: z.literal("cuda").optional().describe("cuda for functions in CUDA C++ for the holes of the exercise's kernel."),
  savedAt: instant.optional().describe("When the text was last changed."),
  pageVerdict: pageVerdict.optional(),
});

/** The file that a student hands in, as "Hand in" on the page writes it. */
export const handInSchema = z.strictObject({
  schema: z.literal("coalesce/submission/v1"),
  assignment: z.string().min(1).max(100).describe("The assignment's id."),
  student: z.strictObject({
    id: z.string().trim().min(1).max(200).describe("As the student typed it."),
    name: z.string().trim().max(200).describe("As the student typed it; may be empty."),
  }),
  handedInAt: instant,
  simulatorVersion: z.string().max(100),
  answers: z.array(handedAnswer).max(500),
});

export type HandIn = z.infer<typeof handInSchema>;
export type PageVerdict = z.infer<typeof pageVerdict>;
