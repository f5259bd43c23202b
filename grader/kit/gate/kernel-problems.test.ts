import { describe, expect, it, test } from "vitest";
import { firstCase, type SourceElement, type SourceIndex, type SourceSum } from "#judge/exercise.ts";
import { bindKernel } from "#judge/bind-kernel.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import { arrayValues } from "#cuda/launch/array-values.ts";
import { type Kernel } from "#simulator";
import { KernelText } from "#cuda/answer/kernel-text.ts";
import { translateAnswer } from "../cuda/translate-answer.ts";
import { fillKernel } from "../cuda/fill-kernel.ts";
import { exerciseIds, readExerciseFolder, type ExerciseFolder } from "../folder.ts";
import { exercisesRoot } from "../installation.ts";
import { sourceValue } from "./kernel-launch.ts";
import { kernelRunProblems, kernelTextProblems } from "./kernel-problems.ts";
import { KernelRun } from "./kernel-run.ts";

/** The kernel of a folder with an answer in its holes. */
function filled({ exercise, files }: ExerciseFolder, answerFile = "solution.ts", kernelText = files.get("kernel.cu") ?? "") {
  const kernel = new KernelText(kernelText);
  return fillKernel(kernel, translateAnswer(files.get(answerFile) ?? "", exercise.exports, kernel));
}

const answerIn = async (id: string, file: string): Promise<Answer> => (await import(`${exercisesRoot}${id}/${file}`)) as Answer;

/** In these kernels, the steps of exercise.ts leave out what happens to numbers in registers. */
const calculatesOtherwise = ["rope-split", "silu-and-multiply"];

/** The value that an element must have in the end, 0 if nothing is stored in it, from the values that the sources have in a run of the text. */
function expectedValue(source: SourceIndex | SourceSum, { arrays }: Kernel): number {
  const names = Object.keys(arrays);
  const [onlySource] = Object.entries(arrays).flatMap(([name, { contents }]) => (contents === "source" ? [name] : []));
  const valueOf = (element: number | SourceElement): number =>
    typeof element === "number"
      ? sourceValue(names.indexOf(onlySource ?? ""), element)
      : sourceValue(names.indexOf(element.array), element.elementIndex);
  if (source === null) return 0;
  if (typeof source === "number" || !("sumOf" in source)) return valueOf(source);
  return source.sumOf.reduce<number>((sum, addend) => {
    if (typeof addend === "number" || !("productOf" in addend)) return sum + valueOf(addend);
    return sum + valueOf(addend.productOf[0]) * valueOf(addend.productOf[1]);
  }, 0);
}

describe("kernel.cu, filled with the solution", async () => {
  it.each((await exerciseIds()).filter((id) => !calculatesOtherwise.includes(id)))("%s: stores what the exercise expects", async (id) => {
    const folder = await readExerciseFolder(id);
    const { exercise } = folder;
    const answer = await answerIn(id, "solution.ts");
    const small = firstCase(exercise);
    const kernel = bindKernel(exercise, small, answer);
    const { arrays, memory } = new KernelRun(filled(folder), exercise.device).run(kernel, small.launch);
    for (const [array, sourceOf] of Object.entries(exercise.expected(small.size, answer))) {
      const { length } = kernel.arrays[array] ?? { length: 0 };
      const wanted = Array.from({ length }, (_, index) => expectedValue(sourceOf(index), kernel));
      const [stored] = arrayValues(
        arrays.find(({ name }) => name === array)!,
        memory,
      );
      expect(stored?.values).toEqual(wanted);
    }
  });
});

describe("other answers in CUDA do what they do in TypeScript", async () => {
  it.each(await exerciseIds())("%s", async (id) => {
    const folder = await readExerciseFolder(id);
    for (const file of [...folder.files.keys()].filter((name) => name.startsWith("also/"))) {
      const kernel = filled(folder, file);
      if (kernel.missing.length > 0) continue;
      const answer = await answerIn(id, file);
      const { exercise } = folder;
      expect(new KernelRun(kernel, exercise.device).differences(exercise, firstCase(exercise), answer), file).toEqual([]);
    }
  });
});

describe("a kernel.cu that is not the exercise's kernel is named", async () => {
  const folder = await readExerciseFolder("transpose-four-rows");
  const problemsOf = (change: (text: string) => string) => {
    const text = change(folder.files.get("kernel.cu") ?? "");
    expect(text).not.toBe(folder.files.get("kernel.cu"));
    const files = new Map([...folder.files, ["kernel.cu", text]]);
    return kernelRunProblems({ ...folder, files }, exercisesRoot);
  };

  test.each<[string, (text: string) => string, RegExp]>([
    [
      "another index",
      (text) => text.replace("out[to]", "out[to ^ 1]"),
      /does "store out\[1\]" where the kernel of exercise\.ts does "store out\[0\]"/,
    ],
    ["no barrier", (text) => text.replace("__syncthreads();", ""), /does "load tile\[0\]" where the kernel of exercise\.ts does "barrier"/],
    [
      "a barrier for some",
      (text) => text.replace("__syncthreads();", "if (threadIdx.x < 5) __syncthreads();"),
      /line 8 of kernel\.cu: Thread \(5, 0, 0\) of block \(0, 0, 0\) does not reach this barrier, and has not ended/,
    ],
    [
      "one pass too few",
      (text) => text.replace("pass < 4", "pass < 3"),
      /does "barrier" where the kernel of exercise\.ts does "load in\[1536\]"/,
    ],
    [
      "no guard",
      (text) => text.replace("from >= 0 && to >= 0", "to >= 0"),
      /line 6 of kernel\.cu: Thread .* reads 4 bytes 4 bytes before the start of `in`/,
    ],
    ["another tile", (text) => text.replace("32 * 33", "32 * 32"), /gives tile 1024 elements, the exercise's kernel 1056/],
    [
      "wider loads",
      (text) => text.replace("tile[to] = in[from]", "reinterpret_cast<float2&>(tile[to]) = reinterpret_cast<const float2&>(in[from])"),
      /reads 8 bytes at element 1 of `in`; the address must be a multiple of 8/,
    ],
    ["a shared array that is not there", (text) => text.replaceAll("tile", "other"), /the exercise's kernel has no array "other"/],
    [
      "texts that are not understood",
      (text) => text.replace("__syncthreads();", "goto end;"),
      /cannot be compiled: line 8 of kernel\.cu: .*goto/,
    ],
    [
      "threads that return before a barrier",
      (text) => text.replace("__syncthreads();", "if ({{write(0)}} < 0) return;\n  __syncthreads();"),
      /threads return before a __syncthreads\(\) that all threads/,
    ],
    [
      "a loop that does not end",
      (text) => text.replace("__syncthreads();", "while (true) {}"),
      /line 8 of kernel\.cu: the kernel takes more than 10,000,000 steps/,
    ],
    [
      "an array with smaller elements",
      (text) => text.replace("const float* in", "const half* in"),
      /does "load 2 bytes at byte 0 of in" where the kernel of exercise\.ts does "load in\[0\]"/,
    ],
  ])("%s", async (_what, change, problem) => {
    const [first, ...others] = await problemsOf(change);
    expect(first).toMatch(problem);
    expect(others.length).toBeLessThan(folder.exercise.cases.length);
  });

  test.each<[string, (text: string) => string, string]>([
    [
      "a hole is missing",
      (text) => text.replace("{{write(pass)}}", "0"),
      "kernel.cu has no hole for write: write {{write(pass)}} where the kernel needs it",
    ],
    [
      "a hole passes the thread",
      (text) => text.replace("{{write(pass)}}", "{{write(thread, size, pass)}}"),
      "write the hole for write in kernel.cu as {{write(pass)}}: thread and size are not passed in CUDA",
    ],
    [
      "a hole for nothing",
      (text) => text.replace("32 * 33", "{{words}}"),
      "kernel.cu has a hole {{words}}, but answers export no words: there are read, toTile, fromTile, write",
    ],
    [
      "an argument is missing",
      (text) => text.replace(", int columns", ""),
      "give the kernel in kernel.cu the argument int columns: answers may use it",
    ],
    ["no kernel", (text) => text.replace("__global__", "__device__"), "write one __global__ void kernel in kernel.cu; there are 0"],
  ])("%s", (_what, change, problem) => {
    expect(kernelTextProblems(folder.exercise, change(folder.files.get("kernel.cu") ?? ""))).toEqual([problem]);
  });
});
