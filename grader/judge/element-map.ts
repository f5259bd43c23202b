import type { AnswerText } from "./answer-text.ts";
import type { LoadAnswer } from "#sandbox/answer/load-answer.ts";
import {
  INACTIVE,
  ROWS_PER_MATRIX,
  WARP_SIZE,
  combines,
  hashId,
  movesMatrices,
  sourceIds,
  volume,
  type Access,
  type Kernel,
  type Launch,
  type PerformedAccess,
} from "#simulator";
import { bindKernel } from "./bind-kernel.ts";
import { ELEMENT_SIGNS, Fates, type ElementThreads, type ReadFault } from "./element-fates.ts";
import { isJudgedIn, type Case, type Check, type Exercise, type Size, type ViolationEvidence } from "./exercise.ts";
import { provenanceOf } from "./provenance.ts";
import type { Provenance } from "./result.ts";
import { traceCase } from "./run-case.ts";

/** The answer and the check whose elements are mapped: a failed check of correctness. */
export interface ElementMapJob extends AnswerText {
  /** Id of the exercise. */
  readonly exercise: string;
  /** Id of the case. */
  readonly case: string;
  /** Id of the check that failed in it. */
  readonly check: string;
  /** The element whose threads are wanted, in an array too long to keep those of all elements. */
  readonly element?: number;
  /** The functions that are enough to change, as the verdict names them: the element is followed back to one of them. */
  readonly suspects?: readonly string[];
  /** Seeds of the cases of the student who wrote it, which the case may be one of. */
  readonly personalSeeds?: readonly number[];
}

/** The fate of each element of an array in one case. Plain data that JSON carries, too. */
export interface ElementMap {
  readonly status: "mapped";
  readonly case: string;
  readonly launch: Launch;
  readonly array: string;
  /** "store": whether each element holds what it should. "load": whether each was loaded once. */
  readonly op: "load" | "store";
  /** Elements in a row of the array's natural shape: a matrix's columns. */
  readonly columns: number;
  /** One character per element: see `ELEMENT_SIGNS`. */
  readonly elements: string;
  readonly threads: ElementThreads;
  /** The arrays that elements come from; ids as in `sourceIds`. Absent in a kernel that adds elements up: sums have no origin. */
  readonly sources?: readonly SourceRange[];
  /** Accesses out of bounds, or misaligned, by access. */
  readonly refused: readonly RefusedAccess[];
  /** The provenance of the given element, if another value belongs there. */
  readonly provenance?: Provenance;
}

/** The check is not about elements of an array: it is about a cost, or about the barrier. */
export interface NoElementMap {
  readonly status: "not-mapped";
}

export interface SourceRange {
  readonly array: string;
  /** Id of its element 0. */
  readonly firstId: number;
  readonly length: number;
}

/** All of an access's requests for elements that do not exist, or at which no vector may start; the thread and element are those of the first. */
export interface RefusedAccess {
  readonly access: string;
  readonly fault: ReadFault;
  readonly array: string;
  readonly op: "load" | "store";
  readonly count: number;
  readonly thread: number;
  readonly elementIndex: number;
}

/**
 * Runs a case and follows every element of the array that a failed check is about.
 *
 * @throws CaseRefused when an index function does not return an index
 * @throws Error for a case or check that the exercise does not have
 */
export function elementMap(job: ElementMapJob, exercise: Exercise, load: LoadAnswer, progress: () => void): ElementMap | NoElementMap {
  const answer = load();
  const testCase = exercise.cases.find(({ id }) => id === job.case);
  const check = exercise.checks.find(({ id }) => id === job.check);
  if (testCase === undefined || check === undefined || !isJudgedIn(check, testCase))
    throw new Error(`the exercise ${exercise.id} has no check "${job.check}" in a case "${job.case}"`);
  if (check.kind === "cost") return { status: "not-mapped" };
  const follower = new Follower(bindKernel(exercise, testCase, answer), testCase.launch, job.element);
  const run = traceCase(exercise, testCase, answer, {
    follow: (performed) => follower.follow(performed),
    progress: () => {
      follower.nextBlock();
      progress();
    },
  });
  const violation = violationOf(check, run);
  const fates = violation && follower.fatesOf(violation);
  if (fates === undefined) return { status: "not-mapped" };
  const map = follower.map(fates, testCase);
  if (job.element === undefined || map.op === "load" || map.elements[job.element] === ELEMENT_SIGNS.right) return map;
  const target = { case: testCase, array: map.array, elementIndex: job.element, suspects: job.suspects ?? [] };
  const provenance = provenanceOf(exercise, load, target, progress);
  return { ...map, ...(provenance && { provenance }) };
}

/** The threads that get what one reads: of a matrix's row, those that hold a part of it. */
function holdersOf({ instruction, transposed }: Access, thread: number): number[] {
  if (!movesMatrices(instruction)) return [thread];
  const row = thread % ROWS_PER_MATRIX;
  const firstOfWarp = thread - (thread % WARP_SIZE);
  return Array.from({ length: WARP_SIZE }, (_, lane) => lane)
    .filter((lane) => (transposed ? lane % LANES_PER_ROW === row >> 1 : Math.floor(lane / LANES_PER_ROW) === row))
    .map((lane) => firstOfWarp + lane);
}

/** Lanes that hold a row of a matrix of 8 × 8 halves, or, transposed, a column. */
const LANES_PER_ROW = WARP_SIZE / ROWS_PER_MATRIX;

function violationOf(check: Check, run: Parameters<Check["judge"]>[0]): ViolationEvidence["violation"] | undefined {
  const finding = check.judge(run);
  return finding.verdict === "fail" && finding.evidence.kind === "violation" ? finding.evidence.violation : undefined;
}

/** Follows the elements of all global arrays that a check can be about, block by block. */
class Follower {
  readonly #kernel: Kernel;
  readonly #launch: Launch;
  readonly #blockThreads: number;
  readonly #stored = new Map<string, Fates>();
  readonly #loaded = new Map<string, Fates>();
  readonly #refused = new Map<string, RefusedAccess & { count: number }>();
  /** Threads of the block, and elements of its shared arrays, whose data comes from a read that fails: thread numbers, "tile 7". */
  readonly #tainted = new Map<number | string, ReadFault>();
  #block = 0;

  constructor(kernel: Kernel, launch: Launch, element: number | undefined) {
    this.#kernel = kernel;
    this.#launch = launch;
    this.#blockThreads = volume(launch.blockDim);
    const ids = sourceIds(kernel.arrays);
    const valueOf = combines(kernel.steps) ? hashId : (id: number) => id;
    for (const [name, { space, contents, length, expected, reads }] of Object.entries(kernel.arrays)) {
      if (space === "shared") continue;
      const firstId = contents === "source" ? ids[name] : undefined;
      const initial = (i: number): number => (firstId === undefined ? 0 : valueOf(firstId + i));
      if (typeof expected === "function") this.#stored.set(name, new Fates(name, "store", length, element, initial, expected));
      else if (reads === "each-once") this.#loaded.set(name, new Fates(name, "load", length, element, initial, initial));
    }
  }

  nextBlock(): void {
    this.#block++;
    this.#tainted.clear();
  }

  follow(performed: PerformedAccess): void {
    const { access, asked, indexes, register } = performed;
    const isShared = this.#kernel.arrays[access.array]?.space === "shared";
    const fates = (access.kind === "store" ? this.#stored : this.#loaded).get(access.array);
    const width = access.elementsPerLane ?? 1;
    if (fates === undefined && !isShared && asked === indexes && this.#tainted.size === 0) return;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index === INACTIVE) {
        if (asked[thread] !== INACTIVE) this.#noteRefused(performed, thread);
        continue;
      }
      const fault = this.#tainted.get(thread);
      if (isShared) this.#passOn(performed, thread);
      for (let i = 0; fates !== undefined && i < width; i++)
        fates.note(index + i, this.#block * this.#blockThreads + thread, register[thread * width + i]!, fault);
    }
  }

  #noteRefused({ access, asked }: PerformedAccess, thread: number): void {
    const { name, array, kind } = access;
    const elementIndex = asked[thread]!;
    const isInside = elementIndex >= 0 && elementIndex < (this.#kernel.arrays[array]?.length ?? 0);
    const fault = isInside && elementIndex % (access.elementsPerLane ?? 1) !== 0 ? "misaligned" : "outside";
    if (kind === "load") for (const holder of holdersOf(access, thread)) this.#tainted.set(holder, fault);
    const known = this.#refused.get(`${fault} ${name}`);
    if (known) known.count++;
    else {
      const who = { thread: this.#block * this.#blockThreads + thread, elementIndex };
      this.#refused.set(`${fault} ${name}`, { access: name, fault, array, op: kind, count: 1, ...who });
    }
  }

  /** A value that a thread stores in shared memory without having loaded it stays tainted for the thread that loads it. */
  #passOn({ access, indexes }: PerformedAccess, thread: number): void {
    if (this.#tainted.size === 0) return;
    const element = `${access.array} ${indexes[thread]}`;
    const holders = holdersOf(access, thread);
    if (access.kind === "store") {
      const fault = holders.map((holder) => this.#tainted.get(holder)).find((of) => of !== undefined);
      if (fault) this.#tainted.set(element, fault);
      else this.#tainted.delete(element);
      return;
    }
    const fault = this.#tainted.get(element);
    for (const holder of fault ? holders : []) this.#tainted.set(holder, fault!);
  }

  /** The fates that show a violation: those of its array, or else those of the kernel's output. */
  fatesOf({ kind, array }: ViolationEvidence["violation"]): Fates | undefined {
    if (kind === "divergent-barrier") return undefined;
    return this.#stored.get(array) ?? (kind.includes("read") ? this.#loaded.get(array) : undefined) ?? [...this.#stored.values()][0];
  }

  map(fates: Fates, { id, size }: Case): ElementMap {
    const { arrays, steps } = this.#kernel;
    const ids = Object.entries(sourceIds(arrays));
    return {
      status: "mapped",
      case: id,
      launch: this.#launch,
      array: fates.array,
      op: fates.op,
      columns: rowLength(this.#kernel, fates.array, size),
      elements: fates.signs(),
      threads: fates.threads(),
      ...(!combines(steps) && { sources: ids.map(([array, firstId]) => ({ array, firstId, length: arrays[array]?.length ?? 0 })) }),
      refused: [...this.#refused.values()],
    };
  }
}

/** Sizes that are the length of a row, the first that an exercise has. */
const ROW_SIZES = ["columns", "headDim", "d", "dim", "keys", "pixels"];
/** Rows of arrays without such a size are a warp long; those of long arrays are longer, so that the array is about square. */
const USUAL_ROW = 32;
const LONG = 2 * USUAL_ROW * USUAL_ROW;

/**
 * How many elements of an array make a row of its natural shape. A transposed output has a row's length where its elements come from
 * neighbours again; otherwise it is a size of the exercise, or 32.
 */
function rowLength({ arrays, steps }: Kernel, name: string, sizes: Size): number {
  const { length, expected } = arrays[name]!;
  if (typeof expected === "function" && !combines(steps) && length > 1) {
    const first = expected(0);
    if (expected(1) > first + 1) {
      for (let next = 2; next < length; next++) if (expected(next) === first + 1 && length % next === 0) return next;
    }
  }
  const named = ROW_SIZES.map((key) => sizes[key]);
  const row = named.find((value): value is number => typeof value === "number" && value > 1 && length % value === 0 && value < length);
  return row ?? (length > LONG ? 2 ** Math.round(Math.log2(Math.sqrt(length))) : Math.min(USUAL_ROW, length));
}
