import type { Preview, SketchOutcome } from "#judge/grade.ts";
import type { Sandbox } from "#sandbox/host/sandbox.ts";
import type { LabMachine } from "../lab/lab-machine.ts";
import { kernelOf } from "./cell-kernel.ts";
import { sketchOf } from "./cell-sketch.ts";
import { isCuda, type LessonWork } from "./course-work.ts";
import { reportKernel, type KernelReport } from "./kernel-report.ts";
import { picturesOf, type Picture } from "./still-picture.ts";
import type { Illustration } from "./work-document.ts";

const prompts = import.meta.glob<string>(["../../../exercises/*/prompt.mdx", "../../../content/capstones/*/prompt.mdx"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** What the pictures are made with. */
export interface IllustrationTools {
  readonly sandbox: Pick<Sandbox, "preview" | "sketch">;
  /** Runs kernels of the lab. */
  readonly machine: Pick<LabMachine, "ask" | "stop">;
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  /** Called with the number of texts that were run, of so many. */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * The tasks of the exercises that were worked on, pictures of what the learner's code does, run once more in the sandbox, and what the
 * kernels of the lab cost. Code that cannot be run has no picture.
 */
export async function illustrate(lessons: readonly LessonWork[], tools: IllustrationTools): Promise<Illustration> {
  const { sandbox, machine, base, onProgress } = tools;
  const exercises = lessons.flatMap((lesson) => lesson.exercises);
  const drawn = (outcome: Preview | SketchOutcome | undefined, id: string): Report => {
    return outcome?.status === "ran" ? { pictures: picturesOf(outcome.accesses, id) } : {};
  };
  const runs: readonly Run[] = [
    // A capstone is answered in CUDA C++: its code stands as it is.
    ...exercises.flatMap(({ id: key, draft, capstone }): Run[] =>
      draft && !capstone ? [{ key, report: async (id) => drawn(await sandbox.preview({ exercise: key, source: draft.text }), id) }] : [],
    ),
    ...lessons.flatMap(({ cells }) =>
      cells.map((cell): Run => ({
        key: cell.key,
        async report(id) {
          if (isCuda(cell)) {
            const kernel = await kernelOf(cell, base);
            return kernel === undefined ? {} : reportKernel(kernel, machine, id);
          }
          const sketch = await sketchOf(cell, base);
          return drawn(sketch && (await sandbox.sketch(sketch)), id);
        },
      })),
    ),
  ];
  const pictures: Record<string, readonly Picture[]> = {};
  const counts: Record<string, readonly string[]> = {};
  for (const [done, { key, report }] of runs.entries()) {
    onProgress(done, runs.length);
    const made = await report(`picture-${done}`);
    if (made.pictures !== undefined) pictures[key] = made.pictures;
    if (made.counts !== undefined) counts[key] = made.counts;
  }
  onProgress(runs.length, runs.length);
  const tasks = exercises.flatMap(({ id }): [string, string][] => {
    const prompt = prompts[`../../../exercises/${id}/prompt.mdx`] ?? prompts[`../../../content/capstones/${id}/prompt.mdx`];
    return prompt === undefined ? [] : [[id, prompt.trim()]];
  });
  return { prompts: Object.fromEntries(tasks), pictures, counts };
}

/** A text that is run for a document. */
interface Run {
  /** Of the exercise or the cell. */
  readonly key: string;
  /** @param id unique in the document */
  readonly report: (id: string) => Promise<Report>;
}

/** What came of it; empty for code that cannot be run. */
type Report = Partial<KernelReport>;
