import type { Device } from "#simulator";
import { SourceError, type Span } from "../source-error.ts";
import { TooManyStepsError } from "../errors/host-errors.ts";
import { splitKernelName } from "../launch/kernel-name.ts";
import { TooMuchWorkError } from "../machine/run-program.ts";
import { LaunchWatch } from "../profile/launch-watch.ts";
import { Places } from "../profile/places.ts";
import { contains, isSameSpan, nodesWithin, writtenSpan } from "../profile/source-path.ts";
import { inOrder, withEdits, type TextEdit } from "../profile/text-edits.ts";
import { isWrittenInteger } from "../syntax/number-types.ts";
import { parse } from "../syntax/parse.ts";
import type { Expression, FunctionNode, SourceFile, Statement } from "../syntax/tree.ts";
import { isFloatLiteral } from "../text/literals.ts";
import { HostStoppedError, runHost, type HostOptions, type HostResult } from "./run-host.ts";
import type { UnwrittenResult } from "./unwritten-results.ts";

/** A grid that is rounded up, with a guard if the kernel has none: the program was run with it, and nothing is left unwritten. */
export interface GridRemedy {
  /** "the grid rounded up to `(n + 31) / 32` in line 13" */
  readonly words: string;
  /** Whether the grid is rounded down as it is; else its number of blocks is too small. */
  readonly isRounded: boolean;
  readonly edits: readonly TextEdit[];
  /** Times of the launch, by estimate, without and with it. */
  readonly microseconds: { readonly before: number; readonly after: number };
}

/** A change of the grid, in words. */
interface GridChange {
  readonly edits: readonly TextEdit[];
  /** The grid then: "`(n + 31) / 32` in line 13" */
  readonly words: string;
  readonly isRounded: boolean;
}

/** A program that leaves results unwritten. */
export interface ProgramToTry {
  readonly text: string;
  readonly device: Device;
  readonly result: HostResult;
  /** Time of the launch that left them, by estimate. */
  readonly microseconds: number;
  readonly options: Omit<HostOptions, "device" | "observe" | "onLaunch" | "onPrint">;
}

/** Steps of warps, and of the host, from which on a program is not run again, and the most runs. */
const MOST_STEPS = 400_000;
const MOST_HOST_STEPS = 4_000_000;
const MOST_RUNS = 12;

/**
 * Looks for a division in a launch's grid that rounds down, and rounds it up: in the launch itself, or in the variables that it names. If
 * threads then go beyond an array, the kernel gets a guard, too. Each change is tried by running the whole program with it: it must leave no
 * element of the array unwritten, and lead to no other finding.
 */
export function gridRemedy(unwritten: UnwrittenResult, program: ProgramToTry): GridRemedy | undefined {
  const { text, result } = program;
  if (isTooLong(result)) return undefined;
  const file = parse(text);
  const places = new Places(text);
  const trials = new Trials(unwritten, program, places);
  const single = changesFor(unwritten, file, program, places);
  const together: GridChange[][] = single.map((change) => [change]);
  for (const changes of single.length > 1 ? [...together, single] : together) {
    const edits = inOrder(changes.flatMap((change) => change.edits));
    const isRounded = changes.some((change) => change.isRounded);
    const words = `${isRounded ? "the grid rounded up to " : ""}${changes.map((change) => change.words).join(" and ")}`;
    const tried = trials.try(edits);
    if (tried.kind === "clean")
      return { words, isRounded, edits, microseconds: { before: program.microseconds, after: tried.microseconds } };
    if (tried.kind !== "beyond") continue;
    for (const { edit, guard, line } of guardsOf(file, kernelOf(unwritten, result), unwritten.elements.of, places)) {
      const guarded = trials.try([...edits, edit]);
      if (guarded.kind !== "clean") continue;
      return {
        words: `${words} and \`${guard}\` after line ${line}`,
        isRounded,
        edits: inOrder([...edits, edit]),
        microseconds: { before: program.microseconds, after: guarded.microseconds },
      };
    }
  }
  return undefined;
}

/**
 * Advice for a program that is too long to be run again, if its last elements are those that have no thread: "Round the grid up to
 * `(n + 31) / 32` in line 13." Undefined for a program that can be tried.
 */
export function untriedGrid(unwritten: UnwrittenResult, program: Pick<ProgramToTry, "text" | "result">): string | undefined {
  const { text, result } = program;
  const { grid, block } = result.launches[unwritten.launch - 1]!;
  const threads = [...grid, ...block].reduce((product, extent) => product * extent);
  const { ranges, of } = unwritten.elements;
  if (!isTooLong(result) || ranges.length !== 1 || ranges[0]![0] !== threads || ranges[0]![1] !== of - 1) return undefined;
  const changes = changesFor(unwritten, parse(text), program, new Places(text));
  const [change] = changes;
  if (change === undefined || changes.length > 1) return undefined;
  return `${change.isRounded ? "Round the grid up to" : "Launch"} ${change.words}; the program is too long to be tried with it here.`;
}

/** Whether a program takes too long to be run again. */
export function isTooLong({ launches, steps: hostSteps }: HostResult): boolean {
  const steps = launches.reduce((sum, launch) => sum + (launch.repeats === undefined ? launch.steps : 0), 0);
  return steps > MOST_STEPS || hostSteps > MOST_HOST_STEPS;
}

function changesFor(
  { launch, span, elements }: UnwrittenResult,
  file: SourceFile,
  { text, result }: Pick<ProgramToTry, "text" | "result">,
  places: Places,
): GridChange[] {
  const { grid, block } = result.launches[launch - 1]!;
  const needed = Math.ceil(elements.of / (block[0] * block[1] * block[2]));
  return gridChanges(file, text, span, places, { is: grid, needed });
}

/** The outcome of a trial; "beyond": threads go beyond an array that did not before. */
type Tried = { readonly kind: "clean"; readonly microseconds: number } | { readonly kind: "beyond" | "no" };

class Trials {
  readonly #unwritten: UnwrittenResult;
  readonly #program: ProgramToTry;
  readonly #known: ReadonlySet<string>;
  #runs = 0;

  constructor(unwritten: UnwrittenResult, program: ProgramToTry, places: Places) {
    this.#unwritten = unwritten;
    this.#program = program;
    this.#known = keysOf(program.result, places);
  }

  try(edits: readonly TextEdit[]): Tried {
    if (++this.#runs > MOST_RUNS) return { kind: "no" };
    const { text, device, options } = this.#program;
    const { launch: number, elements, taken } = this.#unwritten;
    const changed = withEdits(text, edits);
    let watch: LaunchWatch | undefined;
    let microseconds = 0;
    let result: HostResult;
    try {
      result = runHost(changed, {
        ...options,
        device,
        observe: ({ program }) => (watch = new LaunchWatch(program, device)).observe,
        onLaunch: (launch) => {
          if (launch.number === number) ({ microseconds } = watch!.costs(launch.sites, launch.executions).time);
        },
      });
    } catch (error) {
      if (error instanceof SourceError || error instanceof RangeError || error instanceof TooMuchWorkError) return { kind: "no" };
      if (error instanceof TooManyStepsError || error instanceof HostStoppedError) return { kind: "no" };
      throw error;
    }
    const places = new Places(changed);
    const found = [...keysOf(result, places)].filter((key) => !this.#known.has(key));
    if (found.some((key) => key.startsWith("out-of-bounds"))) return { kind: "beyond" };
    const line = new Places(text).at(taken.from).line;
    const isLeft = result.unwritten.some((left) => left.elements.array === elements.array && places.at(left.taken.from).line === line);
    return found.length > 0 || isLeft ? { kind: "no" } : { kind: "clean", microseconds };
  }
}

/** Findings of all launches by kind and line, which edits don't change, and results by array and line. */
function keysOf({ launches, unwritten }: HostResult, places: Places): Set<string> {
  return new Set([
    ...launches.flatMap(({ findings }) => findings.map(({ kind, span }) => `${kind} ${places.at(span.from).line}`)),
    ...unwritten.map(({ elements, taken }) => `unwritten ${elements.array} ${places.at(taken.from).line}`),
  ]);
}

function kernelOf({ launch }: UnwrittenResult, { launches }: HostResult): string {
  return splitKernelName(launches[launch - 1]!.kernel).name;
}

/** The divisions that a launch's grid is computed with, each rounded up; for a number of blocks that stands there, the one that is needed. */
function gridChanges(
  file: SourceFile,
  text: string,
  launch: Span,
  places: Places,
  blocks: { readonly is: readonly [number, number, number]; readonly needed: number },
): GridChange[] {
  const around = file.declarations.find(
    (declared): declared is FunctionNode =>
      declared.kind === "function" && declared.body !== undefined && contains(declared.body.span, launch),
  );
  const made = nodesWithin(file.declarations).find((node) => node.kind === "launch" && isSameSpan(node.span, launch));
  const grid = made?.kind === "launch" ? made.configuration[0] : undefined;
  if (!grid) return [];
  const changes = new Map<number, GridChange>();
  const known = new Set<string>();
  const scopes = around ? [around.body, ...file.declarations.filter(({ kind }) => kind === "variables")] : [];
  const look = (from: unknown): void => {
    for (const node of nodesWithin(from)) {
      const { span } = node;
      if (node.kind === "binary") {
        const change = roundedUp(node, text, places);
        if (change) changes.set(change.edits[0]!.offset, change);
      }
      if (node.kind === "number" && blocks.is.join() === `${text.slice(span.from, span.to)},1,1` && blocks.needed > blocks.is[0]) {
        const edits = [{ offset: span.from, removes: span.to - span.from, text: String(blocks.needed) }];
        changes.set(span.from, { edits, words: `${blocks.needed} blocks in line ${places.at(span.from).line}`, isRounded: false });
      }
      if (node.kind !== "name" || known.has(node.name)) continue;
      known.add(node.name);
      for (const value of valuesGivenTo(node.name, scopes)) look(value);
    }
  };
  look(grid);
  return [...changes.values()];
}

/** `n / 32` as `(n + 31) / 32`; undefined for other operations, and where it is rounded up already. */
function roundedUp({ operator, left, right }: Expression & { kind: "binary" }, text: string, places: Places): GridChange | undefined {
  if (operator !== "/" || left.span.to > right.span.from || !text.slice(left.span.to, right.span.from).includes("/")) return undefined;
  const dividend = withParentheses(left.span, text);
  const divisor = withParentheses(right.span, text);
  const divided = text.slice(dividend.from, dividend.to);
  const by = text.slice(divisor.from, divisor.to);
  if (nodesWithin(right).some((node) => node.kind === "number" && isFloatLiteral(node.text)) || endsInMinusOne(left)) return undefined;
  const isNumber = right.kind === "number" && String(Number(by)) === by;
  const less = isNumber ? String(Number(by) - 1) : `${by} - 1`;
  const edits = [
    { offset: dividend.from, text: "(" },
    { offset: dividend.to, text: ` + ${less})` },
  ];
  const line = places.at(dividend.from).line;
  return { edits, words: `\`(${divided} + ${less}) / ${by}\` in line ${line}`, isRounded: true };
}

/** Whether a dividend is rounded up already: `n + 32 - 1`, `n + (block - 1)`. */
function endsInMinusOne(dividend: Expression): boolean {
  if (dividend.kind !== "binary") return false;
  const { operator, right } = dividend;
  return (operator === "-" && right.kind === "number" && right.text === "1") || endsInMinusOne(right);
}

/** An expression's span as written, with the parentheses around it. */
function withParentheses(span: Span, text: string): Span {
  let { from, to } = writtenSpan(text, span);
  while (text[from - 1] === "(" && text[to] === ")") {
    from--;
    to++;
  }
  return { from, to };
}

/** The values that a variable is made with, and that are assigned to it, or to a member of it. */
function valuesGivenTo(name: string, scopes: unknown): unknown[] {
  return nodesWithin(scopes).flatMap((node): readonly unknown[] => {
    if (node.kind === "variables") return node.variables.filter((variable) => variable.name === name).map(({ initializer }) => initializer);
    if (node.kind !== "assignment") return [];
    const base = node.target.kind === "member" ? node.target.base : node.target;
    return base.kind === "name" && base.name === name ? [node.value] : [];
  });
}

interface Guard {
  readonly edit: TextEdit;
  readonly guard: string;
  readonly line: number;
}

/** Guards for a kernel's index, or its two: against its integer parameters, or else against the number of elements. */
function guardsOf(file: SourceFile, name: string, length: number, places: Places): Guard[] {
  const kernel = file.declarations.find(
    (declared): declared is FunctionNode => declared.kind === "function" && declared.name === name && declared.body !== undefined,
  );
  if (!kernel) return [];
  const indices: string[] = [];
  let after: Statement | undefined;
  for (const statement of kernel.body!.statements) {
    if (statement.kind !== "variables") continue;
    for (const { name: own, initializer } of statement.variables) {
      if (!mentions(initializer, "threadIdx")) continue;
      indices.push(own);
      after = statement;
    }
  }
  if (!after || indices.length === 0 || indices.length > 2) return [];
  const limits = kernel.parameters.flatMap(({ name: own, type }) => (isWrittenInteger(type) && own ? [own] : []));
  const [x, y] = indices as [string, string | undefined];
  const tests =
    y === undefined
      ? [...limits, String(length)].map((limit) => `${x} >= ${limit}`)
      : limits.flatMap((width) => limits.filter((one) => one !== width).map((height) => `${x} >= ${width} || ${y} >= ${height}`));
  const { to } = after.span;
  return tests.map((test) => {
    const guard = `if (${test}) return;`;
    return { edit: { offset: to, text: ` ${guard}` }, guard, line: places.at(to - 1).line };
  });
}

function mentions(piece: unknown, name: string): boolean {
  return nodesWithin(piece).some((node) => node.kind === "name" && node.name === name);
}
