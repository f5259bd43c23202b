import type { Answer, LoadAnswer } from "#sandbox/answer/load-answer.ts";
import {
  WARP_SIZE,
  movesMatrices,
  positionIn,
  requestOf,
  type CallPlace,
  type Dim3,
  type Kernel,
  type Launch,
  type WarpRequest,
  type Thread,
} from "#simulator";
import { bindKernel } from "./bind-kernel.ts";
import { BlockRecord, type Addend, type PathStep, type StoredValue, type ValuePath } from "./block-record.ts";
import {
  firstCase,
  type Case,
  type Exercise,
  type SourceElement,
  type SourceIndex,
  type SourceProduct,
  type SourceSum,
} from "./exercise.ts";
import type { Provenance, ProvenanceStep, SourcePlace, Witness } from "./result.ts";
import { CaseRefused, traceCase } from "./run-case.ts";

/** The element to follow, in a case. */
export interface ProvenanceTarget {
  readonly case: Case;
  /** An array that the kernel stores to. */
  readonly array: string;
  /** The first wrong one where it is absent. */
  readonly elementIndex?: number;
  readonly suspects: readonly string[];
}

/**
 * Runs a case again, and follows a wrong element back to where it came from. It runs only for elements that are shown: counting is none of
 * its work.
 *
 * @returns undefined where no thread stored anything that could be followed
 */
export function provenanceOf(exercise: Exercise, load: LoadAnswer, target: ProvenanceTarget, progress: () => void): Provenance | undefined {
  const { case: testCase, array, suspects } = target;
  const { launch } = testCase;
  const kernel = bindKernel(exercise, testCase, load());
  const ends = arrayEnd(exercise, target, load(), progress);
  const elementIndex = target.elementIndex ?? ends.firstWrong();
  if (elementIndex === undefined || ends.isRight(elementIndex)) return undefined;
  const storedIn = ends.isStored(elementIndex) ? elementIndex : ends.holding(elementIndex);
  if (storedIn === undefined) return undefined;
  const block = ends.blockOf(storedIn);
  const record = recordOf(exercise, { case: testCase, block, kernel }, load(), progress);
  const value = record.storedIn(array, storedIn);
  if (value === undefined) return undefined;
  const expected = addendsOf(exercise.expected(testCase.size, load())[array]!(storedIn), kernel);
  const ofMissing = storedIn !== elementIndex;
  const functions = functionsOf(exercise, load);
  const followed: Followed = ofMissing
    ? { path: value.addends[0]?.[0], wanted: undefined }
    : followedPath(value, expected, { suspects, functions });
  const place = { kernel, launch, blockIdx: positionIn(launch.gridDim, block), functions };
  const path = followed.path;
  const steps = [value.store, ...(path?.steps ?? [])];
  const { wanted } = followed;
  const taken = steps.find(({ event: { access } }) => access.kind === "load" && kernel.arrays[access.array]?.space === "shared");
  const stands = wanted && taken && record.whereIs(wanted, taken.event.access.array, taken.number);
  const drawn = steps.map((step) => stepOf(step, place));
  const guilty = drawn.findLastIndex((step) => step.function !== undefined && suspects.includes(step.function));
  const should =
    guilty < 0
      ? undefined
      : shouldBe(drawn[guilty]!, {
          wanted,
          stands: stands?.elementIndex,
          belongs: ofMissing ? elementIndex : ends.placeOf(storedIn),
        });
  return {
    case: testCase.id,
    launch,
    array,
    elementIndex,
    ...(ofMissing && { storedIn }),
    ...(followed.addend && { addend: followed.addend }),
    ...(path?.from && { found: path.from }),
    ...(wanted && { wanted }),
    steps: drawn.map((step, number) => (number === guilty && should !== undefined ? { ...step, should } : step)),
    ...(stands && {
      wantedAt: {
        array: stands.event.access.array,
        elementIndex: stands.elementIndex,
        threadIdx: positionIn(launch.blockDim, stands.thread),
      },
    }),
    ...(wanted && { isLoaded: record.hasLoaded(wanted) }),
    suspects,
    ...(guilty >= 0 && { guilty, witness: witnessOf(steps[guilty]!, { ...place, case: testCase.id }) }),
  };
}

/** The final contents of an array, and which block stored them. */
interface ArrayEnd {
  readonly isStored: (elementIndex: number) => boolean;
  readonly isRight: (elementIndex: number) => boolean;
  /** The first element that does not hold what it should. */
  readonly firstWrong: () => number | undefined;
  /** An element that holds what belongs in this one. */
  readonly holding: (elementIndex: number) => number | undefined;
  /** The element that what this one holds belongs in. */
  readonly placeOf: (elementIndex: number) => number | undefined;
  /** Number of the block that stored last in an element. */
  readonly blockOf: (elementIndex: number) => number;
}

function arrayEnd(exercise: Exercise, { case: testCase, array }: ProvenanceTarget, answer: Answer, progress: () => void): ArrayEnd {
  const { arrays } = bindKernel(exercise, testCase, answer);
  const target = arrays[array];
  const expected = target?.expected;
  if (target === undefined || typeof expected !== "function") throw new Error(`"${array}" is no array that has to hold anything`);
  const held = new Int32Array(target.length);
  const blocks = new Int32Array(target.length).fill(-1);
  let block = 0;
  traceCase(exercise, testCase, answer, {
    follow({ access, indexes, register }) {
      if (access.kind !== "store" || access.array !== array) return;
      const width = access.elementsPerLane ?? 1;
      for (const [thread, index] of indexes.entries()) {
        for (let i = 0; index >= 0 && i < width; i++) {
          held[index + i] = register[thread * width + i]!;
          blocks[index + i] = block;
        }
      }
    },
    progress() {
      block++;
      progress();
    },
  });
  const isWrong = (value: number, elementIndex: number): boolean => value !== expected(elementIndex);
  const found = (elementIndex: number): number | undefined => (elementIndex < 0 ? undefined : elementIndex);
  return {
    isStored: (elementIndex) => blocks[elementIndex]! >= 0,
    isRight: (elementIndex) => blocks[elementIndex]! >= 0 && !isWrong(held[elementIndex]!, elementIndex),
    firstWrong() {
      const stored = held.findIndex((value, elementIndex) => blocks[elementIndex]! >= 0 && isWrong(value, elementIndex));
      return found(stored) ?? found(held.findIndex(isWrong));
    },
    holding(elementIndex) {
      const value = expected(elementIndex);
      return value === 0 ? undefined : found(held.indexOf(value));
    },
    placeOf(elementIndex) {
      const value = held[elementIndex];
      return value === 0 ? undefined : found(held.findIndex((_, place) => expected(place) === value));
    },
    blockOf: (elementIndex) => blocks[elementIndex]!,
  };
}

interface RecordedBlock {
  readonly case: Case;
  /** Its number in the launch. */
  readonly block: number;
  readonly kernel: Kernel;
}

function recordOf(exercise: Exercise, { case: testCase, block, kernel }: RecordedBlock, answer: Answer, progress: () => void): BlockRecord {
  const record = new BlockRecord(kernel);
  let current = 0;
  traceCase(exercise, testCase, answer, {
    follow: (performed) => void (current === block && record.addAccess(performed)),
    followRegisters: (step, activeThreads) => void (current === block && record.addRegisters(step, activeThreads)),
    progress() {
      current++;
      progress();
    },
  });
  return record;
}

/** The answer's function behind each access: the last one that is called for its index. The two sides of a copy have one name. */
export function functionsOf(exercise: Exercise, load: LoadAnswer): ReadonlyMap<string, string> {
  const functions = new Map<string, string>();
  let callPlace: (() => CallPlace) | undefined;
  const watched = Object.fromEntries(
    Object.entries(load()).map(([name, value]) => [
      name,
      typeof value === "number"
        ? value
        : (...args: readonly unknown[]) => {
            if (!isLaterThread(args[0])) {
              const place = callPlace?.() ?? { name: "", kind: undefined };
              const access = sideOf(place);
              if (functions.get(access) !== place.name) functions.set(access, name);
            }
            return value(...args);
          },
    ]),
  );
  try {
    traceCase(exercise, firstCase(exercise), watched, { onStart: (given) => (callPlace = given) });
  } catch (error) {
    if (!(error instanceof CaseRefused)) throw error;
  }
  return functions;
}

/** "load copy": one side of an access. */
function sideOf({ kind, name }: Pick<CallPlace, "kind" | "name">): string {
  return `${kind} ${name}`;
}

/** Whether an argument is a thread other than the first of a block: one call per block and access is enough. */
function isLaterThread(argument: unknown): boolean {
  const { threadIdx } = Object(argument) as Partial<Thread>;
  return threadIdx !== undefined && (threadIdx.x !== 0 || threadIdx.y !== 0 || threadIdx.z !== 0);
}

interface Followed {
  readonly path: ValuePath | undefined;
  readonly wanted: SourcePlace | undefined;
  readonly addend?: Provenance["addend"];
}

/** The part of an element's value that differs from the expected one. */
function followedPath(
  { addends }: StoredValue,
  expected: readonly (readonly SourcePlace[])[],
  { suspects, functions }: { readonly suspects: readonly string[]; readonly functions: ReadonlyMap<string, string> },
): Followed {
  const left = expected.map((places) => ({ places, key: keyOf(places) }));
  const isExpected = (addend: Addend): boolean => {
    const found = left.findIndex(({ key }) => key === keyOf(addend.map(({ from }) => from)));
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  };
  const number = addends.map(isExpected).indexOf(false);
  const isSum = addends.length > 1 || expected.length > 1;
  const of = isSum ? { addend: { number: Math.max(number, 0), of: addends.length, expected: expected.length } } : {};
  const wrong = addends[number];
  if (wrong === undefined) return { path: undefined, wanted: left[0]?.places[0], ...of };
  const shares = ({ places }: { readonly places: readonly SourcePlace[] }): boolean =>
    places.some((place) => wrong.some(({ from }) => from !== undefined && isSame(place, from)));
  const inPlace = left.find(({ key }) => key === keyOf(expected[number] ?? []));
  const wanted = (wrong.length > 1 ? left.find(shares) : undefined) ?? inPlace ?? left[0];
  const pairs = wrong.map((path, factor) => ({ path, wanted: wantedFactor(path, factor, wanted?.places ?? []) }));
  const isOff = ({ path: { from }, wanted }: (typeof pairs)[number]): boolean =>
    from === undefined || wanted === undefined || !isSame(from, wanted);
  const isSuspect = ({ path }: (typeof pairs)[number]): boolean =>
    path.steps.some(({ event: { access } }) => suspects.includes(functions.get(sideOf(access)) ?? ""));
  const off = pairs.filter(isOff);
  const chosen = off.find(isSuspect) ?? off[0] ?? pairs[0];
  return { path: chosen?.path, wanted: chosen?.wanted, ...of };
}

/** The factor of an expected product that corresponds to a factor: the one of the same array, else the one at its position. */
function wantedFactor({ from }: ValuePath, factor: number, places: readonly SourcePlace[]): SourcePlace | undefined {
  return (from && places.find(({ array }) => array === from.array)) ?? places[factor];
}

function keyOf(places: readonly (SourcePlace | undefined)[]): string {
  return places
    .map((place) => (place === undefined ? "" : `${place.array} ${place.elementIndex}`))
    .sort()
    .join(" * ");
}

function isSame(a: SourcePlace, b: SourcePlace): boolean {
  return a.array === b.array && a.elementIndex === b.elementIndex;
}

/** An exercise's expected value, as addends of one or several source elements each. */
function addendsOf(expected: SourceIndex | SourceSum, { arrays }: Kernel): (readonly SourcePlace[])[] {
  const [onlySource = ""] = Object.keys(arrays).filter((name) => arrays[name]?.contents === "source");
  const placeOf = (source: number | SourceElement): SourcePlace =>
    typeof source === "number" ? { array: onlySource, elementIndex: source } : source;
  const addendOf = (addend: number | SourceElement | SourceProduct): readonly SourcePlace[] =>
    typeof addend === "object" && "productOf" in addend ? addend.productOf.map(placeOf) : [placeOf(addend)];
  if (expected === null) return [];
  return typeof expected === "object" && "sumOf" in expected ? expected.sumOf.map(addendOf) : [addendOf(expected)];
}

interface BlockPlace {
  readonly kernel: Kernel;
  readonly launch: Launch;
  readonly blockIdx: Dim3;
  readonly functions: ReadonlyMap<string, string>;
}

function stepOf(
  { event: { access, loopIndex }, thread, elementIndex }: PathStep,
  { kernel, launch, blockIdx, functions }: BlockPlace,
): ProvenanceStep {
  const name = functions.get(sideOf(access));
  return {
    access: access.name,
    ...(name !== undefined && { function: name }),
    op: access.kind,
    space: kernel.arrays[access.array]?.space ?? "global",
    array: access.array,
    elementIndex,
    blockIdx,
    threadIdx: positionIn(launch.blockDim, thread),
    iteration: loopIndex.iteration,
    outerIteration: loopIndex.outerIteration,
  };
}

interface Wanted {
  readonly wanted: SourcePlace | undefined;
  /** The index at which the wanted element is. */
  readonly stands: number | undefined;
  /** The element that the stored value belongs in. */
  readonly belongs: number | undefined;
}

/** The element that a step would have to load or store, if all other steps stayed as they are. */
function shouldBe({ op, space, array }: ProvenanceStep, { wanted, stands, belongs }: Wanted): number | undefined {
  if (op === "store") return space === "shared" ? undefined : belongs;
  if (space === "shared") return stands;
  return wanted?.array === array ? wanted.elementIndex : undefined;
}

function witnessOf(
  { event: { access, asked, loopIndex }, thread }: PathStep,
  { case: caseId, kernel, launch, blockIdx }: BlockPlace & { readonly case: string },
): Witness {
  const { space, bytesPerElement } = kernel.arrays[access.array]!;
  const bytesPerLane = (bytesPerElement * (access.elementsPerLane ?? 1)) as WarpRequest["bytesPerLane"];
  // The sectors of a copy need both of its sides; matrices, one by one, only their own.
  const instruction = movesMatrices(access.instruction) && { instruction: access.instruction! };
  const warp = Math.floor(thread / WARP_SIZE);
  const indexes = asked.subarray(warp * WARP_SIZE, (warp + 1) * WARP_SIZE);
  return {
    case: caseId,
    access: access.name,
    array: access.array,
    blockIdx,
    gridDim: launch.gridDim,
    warp,
    ...loopIndex,
    lanes: [thread % WARP_SIZE],
    request: requestOf({ space, op: access.kind, bytesPerLane, ...instruction }, bytesPerElement, indexes),
  };
}
