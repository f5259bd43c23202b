import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { exercisesRoot } from "../folder.ts";

/** Marks a place of a new exercise that its author has to fill. */
export const BLANK = "FILL:";

/**
 * Writes the folder of a new exercise: one that is complete, a copy from `in` to `out`, with blanks where its own words belong.
 *
 * @returns the files written, relative to the folder
 */
export async function writeNewFolder(id: string, root = exercisesRoot): Promise<string[]> {
  const files = newFolderFiles(id);
  await mkdir(path.join(root, id, "wrong"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(root, id, name), text, { flag: "wx" });
  return Object.keys(files);
}

function newFolderFiles(id: string): Record<string, string> {
  return {
    "exercise.ts": exerciseText(id),
    "prompt.mdx": promptText,
    "starter.ts": answerText("thread.threadIdx.x"),
    "solution.ts": answerText("thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x"),
    "wrong/forgets-the-block.ts": answerText("thread.threadIdx.x"),
    "wrong/strides-by-block.ts": answerText("thread.threadIdx.x * thread.gridDim.x + thread.blockIdx.x"),
  };
}

const exerciseText = (id: string): string => `import {
  defineExercise,
  everyElement,
  exported,
  inBounds,
  input,
  launchOver,
  load,
  move,
  output,
  sectorsPerRequest,
  store,
  writtenOnce,
} from "#kit";

export default defineExercise<{ n: number }>({
  id: "${id}",
  title: "${BLANK} a title of a few words",
  summary: "${BLANK} one sentence: what the learner writes",
  part: 1,
  concepts: ["coalescing"],
  difficulty: 1,
  minutes: 10,
  points: 17,
  // What an answer exports, and the kernel that is made from it.
  exports: [
    { name: "read", kind: "function", description: "read(thread, size) gives the element of \`in\` that the thread reads, or null." },
    { name: "write", kind: "function", description: "write(thread, size) gives the element of \`out\` that the thread writes, or null." },
  ],
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.n), out: output(size.n) },
    steps: [
      move(
        load("in", { name: "read", index: exported(answer, "read") }),
        store("out", { name: "write", index: exported(answer, "write") }),
      ),
    ],
  }),
  // Which element of the input each element of an output must hold.
  expected: () => ({ out: (elementIndex) => elementIndex }),
  // First a small one for the picture, then a ragged one, then one at full size.
  cases: [
    { id: "small", title: "64 elements, two blocks of 32 threads", size: { n: 64 }, launch: launchOver([64], [32]) },
    { id: "ragged", title: "1,000 elements, blocks of 256 threads", size: { n: 1000 }, launch: launchOver([1000], [256]) },
    { id: "full-size", title: "4 million elements", size: { n: 2 ** 22 }, launch: launchOver([2 ** 22], [256]), fullSize: true },
  ],
  // A case that nobody has seen, for assignments.
  hidden: (draw) => {
    const n = draw.between(300, 4000);
    return { size: { n }, launch: launchOver([n], [32 * draw.between(1, 8)]) };
  },
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 1 }),
    writtenOnce({ points: 1 }),
    sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: { small: 4, "full-size": 4 }, points: 2 }),
  ],
  hints: ["${BLANK} a nudge", "${BLANK} nearly the answer"],
  wrong: {
    "forgets-the-block": { fails: ["every-element", "written-once"], says: "${BLANK} what question points at the cause?" },
    "strides-by-block": { fails: ["read-sectors", "write-sectors"], says: "${BLANK} what question points at the cause?" },
  },
});
`;

const promptText = `${BLANK} what lies in memory, what is to end up where, and what it may cost.
`;

const answerText = (index: string): string => `/** Which element of \`in\` this thread reads; null when there is nothing for it to do. */
export function read(thread: Thread, size: { n: number }): number | null {
  const index = ${index};
  return index < size.n ? index : null;
}

/** Which element of \`out\` this thread writes; null when there is nothing for it to do. */
export function write(thread: Thread, size: { n: number }): number | null {
  const index = ${index};
  return index < size.n ? index : null;
}
`;
