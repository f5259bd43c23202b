import { loadAnswer, type Answer, type ExportSpec } from "#sandbox/answer/load-answer.ts";
import { count } from "#pictures/format.ts";
import type { LaunchCosts } from "#clock/estimate-time.ts";
import { KernelWatch } from "#clock/kernel-watch.ts";
import {
  IndexRefused,
  accessesOf,
  devices,
  h100,
  runKernel,
  volume,
  type Device,
  type IndexFunction,
  type Kernel,
  type KernelArray,
  type Launch,
  type Step,
  type Trace,
  type Violation,
  type ViolationKind,
} from "#simulator";
import { AccessPrints, type AccessPrint } from "./access-prints.ts";
import { bindKernel } from "./bind-kernel.ts";
import type { Case, Exercise } from "./exercise.ts";
import { FirstWarps, type AccessExcerpt } from "./first-warps.ts";
import type { Printed, Printer } from "./printed.ts";
import { undeclaredName } from "./report/beginner-mistake.ts";
import { evidenceSentence } from "./report/evidence-sentence.ts";
import { errorSentence } from "./report/verdict-line.ts";
import type { Witness } from "./result.ts";
import { CaseRefused } from "./run-case.ts";
import { MOST_ELEMENTS } from "./sketch-limits.ts";
import type { FreeKernel, IndexFunctions, Sketch, SketchArray, SketchStep } from "./sketch.ts";
import { witnessOf } from "./witness.ts";

/** Calls of index functions that a sketch may make: few enough that its picture follows the typing. */
const MOST_CALLS = 2 ** 20;

/** The accesses and costs of a sketch. */
export interface SketchRun {
  readonly status: "ran";
  readonly launch: Launch;
  /** Id of the device whose rules were counted by. */
  readonly device: string;
  /** One per access, in the kernel's order. */
  readonly accesses: readonly AccessExcerpt[];
  /** The accesses of all threads, one print per access. */
  readonly prints: readonly AccessPrint[];
  /** A name that is declared nowhere, then what a kernel must not do and this one did: the first of each kind for each access. */
  readonly violations: readonly { readonly message: string; readonly witness?: Witness }[];
  readonly printed: Printed;
  /** Its traffic past L1, and its estimated duration. */
  readonly costs: LaunchCosts;
}

/** Thrown when the kernel or the launch of a sketch cannot be run as it stands; the message says what to change. */
export class SketchRefused extends Error {
  override name = "SketchRefused";
}

/** A sketch, ready to run. */
interface BoundSketch {
  readonly kernel: Kernel;
  readonly device: Device;
  readonly case: Case;
}

/**
 * Runs a sketch. It runs inside a sandbox, because it runs the learner's code.
 *
 * @param exercise the exercise whose kernel the sketch runs, if it runs one
 * @throws AnswerRefused for a source that cannot be loaded, CaseRefused when an index function does not return an index,
 *   SketchRefused for a kernel or a launch that cannot be run
 */
export function runSketch({ program }: Sketch, exercise: Exercise | undefined, printer: Printer): SketchRun {
  const bound = bind(program, exercise, printer);
  checkWork(bound.kernel, bound.case.launch);
  const firstWarps = new FirstWarps();
  const prints = new AccessPrints();
  const watch = new KernelWatch(bound.kernel, bound.case.launch, bound.device);
  const trace = traceSketch(bound, [firstWarps, prints, watch], printer);
  return {
    status: "ran",
    launch: bound.case.launch,
    device: bound.device.id,
    accesses: firstWarps.accesses(trace, bound.kernel),
    prints: prints.prints(trace.accesses.length),
    violations: [
      ...undeclaredIn(program.source),
      ...trace.violations.filter(({ kind }) => isAnswerable(kind, bound.kernel)).map((violation) => described(violation, bound)),
    ],
    printed: printer.printed,
    costs: watch.costs(trace),
  };
}

function traceSketch(
  { kernel, device, case: sketchCase }: BoundSketch,
  watchers: readonly Pick<FirstWarps, "observe">[],
  printer: Printer,
): Trace {
  try {
    const onStart = printer.enterCase({ launch: sketchCase.launch });
    const observe: FirstWarps["observe"] = (...seen) => {
      for (const watcher of watchers) watcher.observe(...seen);
    };
    return runKernel(kernel, sketchCase.launch, device, { observe, onStart, recheckPurity: () => true });
  } catch (error) {
    if (error instanceof IndexRefused) throw new CaseRefused(sketchCase, error);
    if (error instanceof RangeError) throw new SketchRefused(`${error.message}.`);
    throw error;
  }
}

/** `i < n` without an `n` runs, is false for every thread, and shows a warp without a lane: it has to be said. */
function undeclaredIn(source: string): SketchRun["violations"] {
  const lesson = undeclaredName(source);
  return lesson === undefined ? [] : [{ message: errorSentence(lesson) }];
}

/** A kernel of a single access is a question about that access alone: where a load's data comes from, and a store's, is left open. */
function isAnswerable(kind: ViolationKind, { steps }: Kernel): boolean {
  return accessesOf(steps).length > 1 || (kind !== "read-before-write" && kind !== "empty-register");
}

function described(violation: Violation, { kernel, device, case: sketchCase }: BoundSketch): SketchRun["violations"][number] {
  const evidence = { kind: "violation", violation } as const;
  const witness = witnessOf(evidence, sketchCase, device);
  return { message: evidenceSentence(evidence, { kernel, case: sketchCase }, witness), ...(witness && { witness }) };
}

function bind({ source, kernel }: IndexFunctions, exercise: Exercise | undefined, { print }: Printer): BoundSketch {
  const sketchCase = { id: "sketch", title: "this sketch", size: kernel.size, launch: kernel.launch };
  switch (kernel.kind) {
    case "free":
      return {
        kernel: freeKernel(kernel, loadAnswer(source, exportsOf(kernel.steps), print)),
        device: deviceNamed(kernel.device),
        case: sketchCase,
      };
    case "exercise": {
      if (exercise === undefined) throw new SketchRefused(`There is no exercise "${kernel.exercise}".`);
      const answer = loadAnswer(source, exercise.exports, print);
      return { kernel: bindKernel(exercise, sketchCase, answer), device: exercise.device ?? h100, case: sketchCase };
    }
  }
}

function deviceNamed(id: string): Device {
  const device = Object.hasOwn(devices, id) ? devices[id] : undefined;
  if (device === undefined) throw new SketchRefused(`There is no device "${id}"; there are: ${Object.keys(devices).join(", ")}.`);
  return device;
}

/** The functions that the steps name, each once. */
function exportsOf(steps: readonly SketchStep[]): ExportSpec[] {
  const names = steps.flatMap((step): string[] => {
    switch (step.kind) {
      case "barrier":
        return [];
      case "repeat":
        return exportsOf(step.steps).map(({ name }) => name);
      default:
        return [step.name];
    }
  });
  return [...new Set(names)].map((name) => ({
    name,
    kind: "function",
    description: `${name}(thread, size) gives the element that the thread accesses, or null.`,
  }));
}

function freeKernel({ size, arrays, steps }: FreeKernel, answer: Answer): Kernel {
  const names = arrays.map(({ name }) => name);
  const twice = names.find((name, number) => names.indexOf(name) !== number);
  if (twice !== undefined) throw new SketchRefused(`Two arrays are called "${twice}"; give one of them another name.`);
  checkArrays(steps, names);
  return {
    size: Object.freeze({ ...size }),
    arrays: Object.fromEntries(arrays.map((array) => [array.name, kernelArray(array)])),
    steps: steps.map((step) => kernelStep(step, answer)),
  };
}

/** @throws SketchRefused for an access to an array that the kernel does not have */
function checkArrays(steps: readonly SketchStep[], names: readonly string[]): void {
  for (const step of steps) {
    if (step.kind === "repeat") checkArrays(step.steps, names);
    else if (step.kind !== "barrier" && !names.includes(step.array)) {
      const there = names.length === 0 ? "the kernel has no arrays" : `there are: ${names.join(", ")}`;
      throw new SketchRefused(`There is no array “${step.array}”; ${there}. Change the array of ${step.name}.`);
    }
  }
}

function kernelArray({ space, bytesPerElement, length, contents }: SketchArray): KernelArray {
  return { space, bytesPerElement, length, contents, ...(space === "global" && { expected: "anything" }) };
}

function kernelStep(step: SketchStep, answer: Answer): Step {
  switch (step.kind) {
    case "barrier":
      return { kind: "barrier" };
    case "repeat":
      return { kind: "repeat", times: step.times, steps: step.steps.map((inner) => kernelStep(inner, answer)) };
    default:
      return { ...step, index: answer[step.name] as IndexFunction };
  }
}

/** @throws SketchRefused for a kernel that would keep the learner waiting */
function checkWork(kernel: Kernel, { gridDim, blockDim }: Launch): void {
  const elements = Object.values(kernel.arrays).reduce((sum, { length }) => sum + length, 0);
  if (elements > MOST_ELEMENTS) {
    throw new SketchRefused(
      `The arrays have ${count(elements)} elements together; a sketch may have ${count(MOST_ELEMENTS)}. Make them shorter.`,
    );
  }
  const calls = volume(gridDim) * volume(blockDim) * callsPerThread(kernel.steps);
  if (calls > MOST_CALLS) {
    throw new SketchRefused(
      `The launch makes ${count(calls)} calls of index functions; a sketch may make ${count(MOST_CALLS)}. Launch fewer blocks.`,
    );
  }
}

/** A repeat whose trip count is a function counts once: the sandbox's limit on time holds for it. */
function callsPerThread(steps: readonly Step[]): number {
  return steps.reduce((calls, step) => {
    if (step.kind !== "repeat") return calls + accessesOf([step]).length;
    return calls + (typeof step.times === "number" ? step.times : 1) * callsPerThread(step.steps);
  }, 0);
}
