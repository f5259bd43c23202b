import type { Sandbox } from "#sandbox/host/sandbox.ts";
import { sketchOf } from "./cell-sketch.ts";
import type { LessonWork } from "./course-work.ts";
import { picturesOf, type Picture } from "./still-picture.ts";
import type { Illustration } from "./work-document.ts";

const prompts = import.meta.glob<string>("../../../exercises/*/prompt.mdx", { eager: true, query: "?raw", import: "default" });

/** What the pictures are made with. */
export interface IllustrationTools {
  readonly sandbox: Pick<Sandbox, "preview" | "sketch">;
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  /** Called with the number of texts that were run, of so many. */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * The tasks of the exercises that were worked on, and pictures of what the learner's code does, run once more in the sandbox. Code that
 * cannot be run has no picture.
 */
export async function illustrate(lessons: readonly LessonWork[], tools: IllustrationTools): Promise<Illustration> {
  const { sandbox, base, onProgress } = tools;
  const exercises = lessons.flatMap((lesson) => lesson.exercises);
  const runs = [
    ...exercises.flatMap(({ id, draft }) => (draft ? [{ key: id, run: () => sandbox.preview({ exercise: id, source: draft.text }) }] : [])),
    ...lessons.flatMap(({ cells }) =>
      cells.map((cell) => ({ key: cell.key, run: async () => sketchOf(cell, base).then((sketch) => sketch && sandbox.sketch(sketch)) })),
    ),
  ];
  const pictures: Record<string, readonly Picture[]> = {};
  for (const [done, { key, run }] of runs.entries()) {
    onProgress(done, runs.length);
    const outcome = await run();
    if (outcome?.status === "ran") pictures[key] = picturesOf(outcome.accesses, `picture-${done}`);
  }
  onProgress(runs.length, runs.length);
  const tasks = exercises.flatMap(({ id }): [string, string][] => {
    const prompt = prompts[`../../../exercises/${id}/prompt.mdx`];
    return prompt === undefined ? [] : [[id, prompt.trim()]];
  });
  return { prompts: Object.fromEntries(tasks), pictures };
}
