import type { Finding, LeftArray } from "../machine/findings.ts";
import type { Expression, VariableNode } from "../syntax/tree.ts";
import { linesWords, listed, type Remedy } from "./remedy.ts";
import type { RemedyTrials } from "./remedy-trials.ts";
import { descendants, factorText, pathTo, variableNamed, writtenSpan, writtenText, type BodyNode } from "./source-path.ts";
import { inOrder, type TextEdit } from "./text-edits.ts";

/** More room for an array, and what the change is called. */
interface Enlargement {
  readonly edits: readonly TextEdit[];
  readonly words: string;
}

/** Accesses beyond the end of one array. */
interface Overrun {
  readonly left: LeftArray;
  readonly finding: Finding;
  readonly findings: readonly Finding[];
  /** The elements that it would need. */
  readonly needed: number;
}

/**
 * More room for an array that is too small for its kernel: bytes of dynamic shared memory in the launch, an element for each thread in a
 * shared array, bytes instead of elements in `cudaMalloc`. A change is right if no access to the array is out of bounds with it.
 *
 * @param numbers of the findings that are out of bounds
 */
export function allocationRemedies(numbers: readonly number[], trials: RemedyTrials): Remedy[] {
  const overruns = Map.groupBy(
    numbers.map((number) => trials.before.findings[number]!).filter(({ left }) => left !== undefined),
    ({ left, space }) => `${space} ${left!.given ?? left!.name}`,
  );
  return [...overruns.values()].flatMap((findings) => {
    const finding = findings[0]!;
    const left = finding.left!;
    if (findings.some((one) => (one.left!.lowest ?? one.left!.index) < 0)) return [];
    const needed = 1 + Math.max(...findings.map((one) => one.left!.highest ?? one.left!.index));
    for (const { edits, words } of enlargements({ left, finding, findings, needed }, trials)) {
      const change = trials.try(edits);
      if (change === undefined || !findings.every((one) => trials.isEnded(one, change))) continue;
      const microseconds = { before: trials.before.microseconds, after: change.microseconds };
      return [{ words, edits: change.edits, ends: trials.endedBy(change), microseconds }];
    }
    return [];
  });
}

function enlargements(overrun: Overrun, trials: RemedyTrials): Enlargement[] {
  const { finding, left } = overrun;
  if (finding.space === "global") return withBytes(overrun, trials);
  if (finding.space !== "shared") return [];
  const path = pathTo(trials.file, finding.span);
  if (path === undefined) return [];
  const { function: kernel } = path;
  if (left.length === 0) return withDynamicBytes(kernel.name, overrun, trials);
  const variable = variableNamed(left.name, path);
  return variable ? withLength(variable, overrun, trials) : [];
}

/** `<<<4, 256, 256 * sizeof(int)>>>` for a launch without a third argument. */
function withDynamicBytes(
  kernel: string,
  { left, needed }: Overrun,
  { file, launch: { text, block }, places }: RemedyTrials,
): Enlargement[] {
  const launches = hostNodes(file).flatMap((node) => {
    if (node.kind !== "launch" || node.kernel.kind !== "name" || node.kernel.name !== kernel) return [];
    const [blocks, threads, ...others] = node.configuration;
    return blocks !== undefined && threads !== undefined && others.length === 0 ? [threads] : [];
  });
  if (launches.length === 0) return [];
  const isPerThread = needed === threadsOf(block);
  const size = `sizeof(${left.element.name})`;
  const enlarged = (bytesOf: (threads: string) => string): Enlargement => {
    const edits = launches.map(({ span }) => ({ offset: writtenSpan(text, span).to, text: `, ${bytesOf(writtenText(text, span))}` }));
    const written = edits[0]!.text.slice(2);
    return {
      edits,
      words: `\`${written}\` as third argument of \`<<<…>>>\` in ${linesWords(edits.map(({ offset }) => places.at(offset).line))}`,
    };
  };
  const counted = enlarged(() => (needed === 1 ? size : `${needed} * ${size}`));
  return isPerThread && launches.every(({ kind }) => kind === "name" || kind === "number")
    ? [enlarged((threads) => `${threads} * ${size}`), counted]
    : [counted];
}

/** A shared array with an element for each thread, where they both write and read beyond it; else those that write want a guard. */
function withLength(
  { name, type }: VariableNode,
  { needed, findings }: Overrun,
  { launch: { block }, places }: RemedyTrials,
): Enlargement[] {
  if (!findings.some(({ access }) => access?.op === "load") || findings.length < 2) return [];
  if (type.kind !== "array" || type.of.kind === "array" || type.length === undefined || needed !== threadsOf(block)) return [];
  const { from, to } = type.length.span;
  const words = `\`${name}[${needed}]\`, an element for each thread, in ${linesWords([places.at(from).line])}`;
  return [{ edits: [{ offset: from, removes: to - from, text: String(needed) }], words }];
}

/** The calls that are told how many bytes an array has, and the position of that argument. */
const SIZED: Readonly<Record<string, number>> = { cudaMalloc: 1, cudaMallocManaged: 1, cudaMemcpy: 2, cudaMemset: 2 };

/** `sizeof(double)` instead of `sizeof(float)`, or where it is forgotten, for an array of doubles: wherever the host gives its size. */
function withBytes({ left, needed }: Overrun, { file, launch: { text }, places }: RemedyTrials): Enlargement[] {
  const { given, name, element, length } = left;
  const array = given ?? name;
  if (array === "" || element.name === "" || element.bytes === 1) return [];
  const size = `sizeof(${element.name})`;
  const replaced: { readonly edits: readonly TextEdit[]; readonly line: number; readonly was: string }[] = [];
  for (const node of hostNodes(file)) {
    if (node.kind !== "call" || node.callee.kind !== "name") continue;
    const bytes = node.arguments[SIZED[node.callee.name] ?? -1];
    if (bytes === undefined || !node.arguments.slice(0, 2).some((argument) => names(argument, array))) continue;
    const written = writtenText(text, bytes.span);
    const start = text.indexOf(written, bytes.span.from - written.length);
    const { line } = places.at(bytes.span.from);
    const asked = [bytes, ...descendants(bytes)].find((part) => part.kind === "sizeof" && part.isType);
    const known = asked && writtenText(text, asked.span);
    // As many elements are used as there are bytes.
    if (known === undefined && needed !== length * element.bytes) return [];
    if (known === size) continue;
    const edit =
      known === undefined
        ? { offset: start, removes: written.length, text: `${factorText(text, bytes)} * ${size}` }
        : { offset: start + written.indexOf(known), removes: known.length, text: size };
    replaced.push({ edits: [edit], line, was: known ?? written });
  }
  if (replaced.length === 0) return [];
  const known = [...new Set(replaced.map(({ was }) => was))];
  const changed = known.every((was) => was.startsWith("sizeof")) ? size : `${known[0]!} * ${size}`;
  const words = `\`${changed}\` instead of ${listed(known.map((was) => `\`${was}\``))} in ${linesWords(replaced.map(({ line }) => line))}`;
  return [{ edits: inOrder(replaced.flatMap(({ edits }) => edits)), words }];
}

/** Whether an expression uses a variable or a member of the name. */
function names(expression: Expression, name: string): boolean {
  return [expression, ...descendants(expression)].some((part) => (part.kind === "name" || part.kind === "member") && part.name === name);
}

function threadsOf([x, y, z]: readonly number[]): number {
  return x! * y! * z!;
}

function hostNodes({ declarations }: RemedyTrials["file"]): BodyNode[] {
  return declarations.flatMap((declared) =>
    declared.kind === "function" && declared.body && !declared.runs.global ? descendants(declared.body) : [],
  );
}
