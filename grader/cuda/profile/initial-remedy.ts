import type { Expression, SourceFile, VariableNode } from "../syntax/tree.ts";
import type { Finding } from "../machine/findings.ts";
import { linesWords, type Remedy } from "./remedy.ts";
import type { RemedyTrials } from "./remedy-trials.ts";
import { declarationsAround, descendants, factorText, freshName, isSameSpan, pathTo, writtenText, type SourcePath } from "./source-path.ts";
import type { TextEdit } from "./text-edits.ts";

/** Zeros for memory that is read before it is written. */
interface Zeroing {
  readonly edits: readonly TextEdit[];
  readonly words: string;
}

/**
 * What sets memory before it is read: zeros for a shared array and for the sums of a product, where they are declared; for an array that
 * threads add to, a `cudaMemset` behind its `cudaMalloc`. What is only read wants its contents: that is said.
 *
 * @param numbers of the findings that are reads before the write
 */
export function initialRemedies(numbers: readonly number[], trials: RemedyTrials): Remedy[] {
  const remedies: Remedy[] = [];
  const missing = new Map<string, number[]>();
  for (const number of numbers) {
    const finding = trials.before.findings[number]!;
    if (remedies.some(({ ends }) => ends.includes(number))) continue;
    const path = pathTo(trials.file, finding.span);
    if (path === undefined) continue;
    const zeroing = zeroingFor(finding, path, trials);
    const change = zeroing && trials.try(zeroing.edits);
    if (change && trials.isEnded(finding, change)) {
      const microseconds = { before: trials.before.microseconds, after: change.microseconds };
      remedies.push({ words: zeroing.words, edits: change.edits, ends: trials.endedBy(change), microseconds });
    } else if (finding.space === "global" && !isUpdate(path, finding.span) && finding.array !== undefined)
      missing.set(finding.array, [...(missing.get(finding.array) ?? []), number]);
  }
  for (const [array, ends] of missing)
    remedies.push({
      words: `Copy all that is read of \`${array}\` before the launch (\`cudaMemcpy\`), or set it (\`cudaMemset\`).`,
      edits: [],
      ends,
    });
  return remedies;
}

/** Zeros for the sums of a product, for a shared array, or for an array in global memory that threads add to. */
function zeroingFor({ unset, space, array, span }: Finding, path: SourcePath, trials: RemedyTrials): Zeroing | undefined {
  if (unset !== undefined) return zeroedWhereDeclared(unset, trials);
  if (space === "shared") return zeroed(path, trials);
  return space === "global" && array !== undefined && isUpdate(path, span) ? zeroedByHost(array, trials) : undefined;
}

/** The only variable of that name that device code declares without a value gets zeros. */
function zeroedWhereDeclared(name: string, { file, places }: RemedyTrials): Zeroing | undefined {
  const inDeviceCode = file.declarations.filter((one) => one.kind === "function" && (one.runs.global || one.runs.device));
  const declared = bodiesOf({ declarations: inDeviceCode }).flatMap((node) =>
    node.kind === "variables" && node.memory === undefined ? node.variables : [],
  );
  const [variable, ...others] = declared.filter((one) => one.name === name && one.initializer === undefined);
  if (variable === undefined || others.length > 0) return undefined;
  return {
    edits: [{ offset: variable.span.to, text: " = {}" }],
    words: `\`${name}\` set to 0 in ${linesWords([places.at(variable.span.from).line])}`,
  };
}

/** Whether an access adds to what is there: an atomic, `+=`, `++`. */
function isUpdate({ nodes }: SourcePath, span: { readonly from: number; readonly to: number }): boolean {
  return nodes.some(
    (node) =>
      (node.kind === "call" && node.callee.kind === "name" && node.callee.name.startsWith("atomic")) ||
      (node.kind === "assignment" && node.operator !== "=" && isSameSpan(node.target.span, span)) ||
      node.kind === "postfix",
  );
}

/** Where a shared array is declared, all threads of the block set it. */
function zeroed(path: SourcePath, trials: RemedyTrials): Zeroing | undefined {
  const { text, block } = trials.launch;
  const access = path.nodes.at(-1)!;
  const within = [access, ...descendants(access)].flatMap((node) => (node.kind === "name" ? [node] : []));
  const names = new Set([
    ...path.nodes.slice(-6).flatMap((node) => (node.kind === "name" ? [node.name] : [])),
    ...within.map(({ name }) => name),
  ]);
  const base = within.toSorted((a, b) => a.span.from - b.span.from).at(0)?.name;
  for (const declared of declarationsAround(path).toReversed()) {
    if (declared.memory !== "shared" || declared.isExtern) continue;
    const variable =
      declared.variables.find(({ name }) => name === base) ??
      declared.variables.find(({ name, type }) => type.kind === "array" && names.has(name));
    if (variable === undefined || variable.initializer !== undefined) continue;
    const where = `after ${linesWords([trials.places.at(declared.span.to - 1).line])}`;
    return {
      edits: [{ offset: declared.span.to, text: ` ${zeroingLoop(variable, text, block)}` }],
      words: `\`${variable.name}\` set to 0 ${where}`,
    };
  }
  return undefined;
}

function zeroingLoop({ name, type }: VariableNode, text: string, [, height, depth]: readonly number[]): string {
  const sizes: Expression[] = [];
  let element = type;
  for (; element.kind === "array"; element = element.of) if (element.length) sizes.push(element.length);
  const lengths = sizes.map((size) => (sizes.length === 1 ? writtenText(text, size.span) : factorText(text, size)));
  const thread = `threadIdx.x${height! > 1 ? " + blockDim.x * threadIdx.y" : ""}${depth! > 1 ? " + blockDim.x * blockDim.y * threadIdx.z" : ""}`;
  const threads = `blockDim.x${height! > 1 ? " * blockDim.y" : ""}${depth! > 1 ? " * blockDim.z" : ""}`;
  if (lengths.length === 0) return `if (${height! > 1 || depth! > 1 ? `(${thread})` : thread} == 0) ${name} = 0; __syncthreads();`;
  const i = freshName("i", text);
  const first = lengths.length === 1 ? name : `(&${name}${"[0]".repeat(lengths.length)})`;
  const length = lengths.length === 1 ? lengths[0]! : lengths.join(" * ");
  return `for (int ${i} = ${thread}; ${i} < ${length}; ${i} += ${threads}) ${first}[${i}] = 0; __syncthreads();`;
}

/** The functions that give an array memory of the device, by the address of its pointer. */
const ALLOCATING: ReadonlySet<string> = new Set(["cudaMalloc", "cudaMallocManaged"]);

/** `total` of `&total` and `(void **)&total`. */
function pointedVariable(target: Expression): string | undefined {
  if (target.kind === "cast") return pointedVariable(target.operand);
  return target.kind === "unary" && target.operator === "&" && target.operand.kind === "name" ? target.operand.name : undefined;
}

/** `cudaMemset` behind the `cudaMalloc` of an array. */
function zeroedByHost(array: string, { file, places, launch: { text } }: RemedyTrials): Zeroing | undefined {
  for (const node of bodiesOf(file)) {
    if (node.kind !== "expression") continue;
    const call = [node, ...descendants(node)].find(
      (part) => part.kind === "call" && part.callee.kind === "name" && ALLOCATING.has(part.callee.name),
    );
    if (call?.kind !== "call") continue;
    const [target, bytes] = call.arguments;
    if (target === undefined || bytes === undefined || pointedVariable(target) !== array) continue;
    const set = `cudaMemset(${array}, 0, ${writtenText(text, bytes.span)});`;
    return {
      edits: [{ offset: node.span.to, text: ` ${set}` }],
      words: `\`${set.slice(0, -1)}\` after ${linesWords([places.at(node.span.to - 1).line])}`,
    };
  }
  return undefined;
}

function bodiesOf({ declarations }: Pick<SourceFile, "declarations">): ReturnType<typeof descendants> {
  return declarations.flatMap((declared) => (declared.kind === "function" && declared.body ? descendants(declared.body) : []));
}
