import type { Case, Exercise } from "#judge/exercise.ts";
import type { Answer, ExportSpec } from "#sandbox/answer/load-answer.ts";
import { fillKernel, reasonOf } from "../cuda/fill-kernel.ts";
import { KernelText, argumentsOf, isPassed } from "#cuda/answer/kernel-text.ts";
import { translateAnswer } from "../cuda/translate-answer.ts";
import { KERNEL_FILE, type ExerciseFolder } from "../folder.ts";
import { exerciseModule } from "../installation.ts";
import { KernelRun } from "./kernel-run.ts";

/** Problems of the text of a kernel.cu, before anything of it runs. */
export function kernelTextProblems({ exports, cases }: Exercise, text: string | undefined): string[] {
  // That it is not there is a problem of the folder.
  if (text === undefined) return [];
  const kernel = new KernelText(text);
  const kernels = text.match(/__global__\s+void/g)?.length ?? 0;
  if (kernels !== 1) return [`write one __global__ void kernel in kernel.cu; there are ${kernels}`];
  return [
    ...exports.flatMap((spec) => holeProblems(spec, kernel)),
    ...[...new Set(kernel.holes.map(({ name }) => name))]
      .filter((name) => !exports.some((spec) => spec.name === name))
      .map(
        (name) =>
          `kernel.cu has a hole {{${name}}}, but answers export no ${name}: there are ${exports.map((spec) => spec.name).join(", ")}`,
      ),
    ...sizeProblems(cases, kernel),
  ];
}

function holeProblems(spec: ExportSpec, { holes }: KernelText): string[] {
  const { name, kind } = spec;
  const passed = argumentsOf(spec).filter(isPassed);
  const wanted = kind === "number" ? `{{${name}}}` : `{{${name}(${passed.join(", ")})}}`;
  const own = holes.filter((hole) => hole.name === name);
  if (own.length === 0) return [`kernel.cu has no hole for ${name}: write ${wanted} where the kernel needs it`];
  const isRight = own.every(({ args }) => (kind === "number" ? args === undefined : args?.length === passed.length));
  return isRight ? [] : [`write the hole for ${name} in kernel.cu as ${wanted}: thread and size are not passed in CUDA`];
}

function sizeProblems([first]: readonly Case[], kernel: KernelText): string[] {
  return Object.entries(first?.size ?? {}).flatMap(([name, value]) => {
    const isTable = typeof value !== "number";
    if (kernel.arguments.some((argument) => argument.name === name && argument.isTable === isTable)) return [];
    return [`give the kernel in kernel.cu the argument ${isTable ? "const int*" : "int"} ${name}: answers may use it`];
  });
}

/** Problems of kernel.cu when its holes are filled with the solution, and it runs beside the kernel of exercise.ts. */
export async function kernelRunProblems({ exercise, files }: ExerciseFolder, root: string): Promise<string[]> {
  const kernel = new KernelText(files.get(KERNEL_FILE) ?? "");
  const translation = translateAnswer(files.get("solution.ts") ?? "", exercise.exports, kernel);
  const filled = fillKernel(kernel, translation);
  if (filled.missing.length > 0) {
    const reasons = translation.exports.filter(({ status }) => status === "not-translated").map((one) => `${one.name}: ${reasonOf(one)}`);
    return [`write solution.ts so that it can be shown in CUDA; ${reasons.join("; ")}`];
  }
  const solution = (await import(exerciseModule(root, exercise.id, "solution"))) as Answer;
  try {
    const run = new KernelRun(filled, exercise.device);
    return exercise.cases
      .filter(({ fullSize }) => fullSize !== true)
      .flatMap((one) => run.differences(exercise, one, solution).slice(0, 1));
  } catch (error) {
    return [(error as Error).message];
  }
}
