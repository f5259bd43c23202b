import { runLaunch, type LaunchResult } from "#cuda/launch/run-launch.ts";
import { TooMuchWorkError } from "#cuda/machine/run-program.ts";
import { compileProgram, kernelsOf, type CompiledKernel } from "#cuda/compile.ts";
import { SourceError, placeAt, type Span } from "#cuda/source-error.ts";
import { parse } from "#cuda/syntax/parse.ts";
import { bindKernel } from "#judge/bind-kernel.ts";
import type { Case, Exercise } from "#judge/exercise.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import { h100, type Device, type Kernel, type Launch } from "#simulator";
import type { FilledKernel } from "../cuda/fill-kernel.ts";
import { launchOf } from "./kernel-launch.ts";
import { EventComparison } from "./memory-events.ts";

/** The most steps of warps that a case may take. Cases below full size take a thousandth of them: what takes more does not end. */
const MOST_STEPS = 10_000_000;

const RETURNS_EARLY =
  "threads return before a __syncthreads() that all threads of the kernel of exercise.ts reach; guard their accesses instead";

/** A kernel.cu whose holes are filled with an answer, compiled as written, to run in the lab. */
export class KernelRun {
  readonly #filled: FilledKernel;
  readonly #device: Device;
  readonly #compiled: CompiledKernel;

  /** @throws Error with the line that the lab does not understand */
  constructor(filled: FilledKernel, device: Device = h100) {
    this.#filled = filled;
    this.#device = device;
    try {
      const file = parse(filled.text);
      const name = kernelsOf(file)[0]?.name ?? "";
      this.#compiled = compileProgram(file, name, [], { asWritten: true, widestAccessBytes: device.widestAccessBytes });
    } catch (error) {
      throw new Error(`kernel.cu with the solution cannot be compiled: ${this.#withPlace(error as Error)}`, { cause: error });
    }
  }

  /** Where the text's accesses and barriers differ from those of exercise.ts in a case: a sentence for each thread that differs. */
  differences(exercise: Exercise, one: Case, answer: Answer): string[] {
    const where = `case "${one.id}"`;
    try {
      const { differences } = this.run(bindKernel(exercise, one, answer), one.launch);
      return differences.map((difference) => `kernel.cu with the solution differs from exercise.ts in ${where}: ${difference}`);
    } catch (error) {
      return [`kernel.cu with the solution cannot be run in ${where}: ${this.#withPlace(error as Error)}`];
    }
  }

  /**
   * Runs a launch, and compares what each thread does with what the kernel's steps do.
   *
   * @throws SourceError where the text breaks a rule of CUDA's, such as the bounds of an array
   * @throws Error where its arrays are not the kernel's
   */
  run(kernel: Kernel, launch: Launch): LaunchResult & { readonly differences: readonly string[] } {
    const { program } = this.#compiled;
    let comparison: EventComparison | undefined;
    const result = runLaunch(this.#compiled, launchOf(this.#compiled, kernel, launch), {
      wholeSteps: Infinity,
      device: this.#device,
      // An order of accesses that the judge has found right needs no other sanitizer.
      sanitizers: { initcheck: false, racecheck: false },
      limit: MOST_STEPS,
      // Called again where the launch starts anew.
      observe: (place, memory) => {
        const started = new EventComparison(kernel, program.sites, place, memory);
        comparison = started;
        return (site, activeMask, addresses) => started.request(site, activeMask, addresses);
      },
      observeBarrier: () => comparison?.barrier(),
    });
    comparison?.endLaunch();
    const [finding] = result.findings;
    if (finding) throw new SourceError(finding.message, finding.span);
    const { differences = [], arrivals = 0 } = comparison ?? {};
    const arrived = result.executions.reduce(
      (sum, { steps, lanes }) => sum + lanes * steps.filter(({ kind }) => kind === "barrier").length,
      0,
    );
    return { ...result, differences: differences.length > 0 || arrived === arrivals ? differences : [RETURNS_EARLY] };
  }

  /** An error's message, after the line of kernel.cu that it is about. */
  #withPlace(error: Error): string {
    const span = error instanceof SourceError ? error.span : error instanceof TooMuchWorkError ? error.step?.span : undefined;
    return span ? `${this.#placeOf(span)}: ${error.message}` : error.message;
  }

  /** "line 7 of kernel.cu". */
  #placeOf({ from }: Span): string {
    const { text, marks } = this.#filled;
    const definitions = marks.find(({ kind }) => kind === "definitions");
    const { line } = placeAt(text, from);
    if (!definitions || from < definitions.start) return `line ${line} of kernel.cu`;
    if (from < definitions.end) return "in the definitions of solution.ts";
    // An empty line follows the definitions. What fills a hole has no line of its own.
    return `line ${line - text.slice(definitions.start, definitions.end).split("\n").length - 1} of kernel.cu`;
  }
}
