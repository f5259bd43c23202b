import type { Finding } from "../machine/findings.ts";
import { isWrittenInteger } from "../syntax/number-types.ts";
import type { Expression, FunctionNode, Statement, VariableNode } from "../syntax/tree.ts";
import { linesWords, type Remedy } from "./remedy.ts";
import { laneKey, type RemedyTrials, type TriedChange } from "./remedy-trials.ts";
import {
  contains,
  descendants,
  isSameSpan,
  partsOf,
  pathTo,
  variableNamed,
  writtenText,
  type BodyNode,
  type SourcePath,
} from "./source-path.ts";
import { numberMacros } from "../text/number-macros.ts";
import { tokenize } from "../text/token.ts";
import { inOrder, type TextEdit } from "./text-edits.ts";

/** The most elements before an array that a thread may look for a neighbour. */
const WIDEST_HALO = 1024;
/** The most bounds that an index is compared with. */
const MOST_BOUNDS = 6;

/** A change that keeps an access in bounds, and what it is called. */
interface Guard {
  readonly edits: readonly TextEdit[];
  readonly words: string;
}

/** A condition under which an access is in bounds, and the access. */
interface GuardedAccess {
  readonly number: number;
  readonly finding: Finding;
  readonly path: SourcePath;
  readonly condition: string;
}

/**
 * What keeps accesses in bounds: `<` for a `<=`, or a condition in the kernel's own words. A change is right if the finding is gone with it
 * and every access there that was in bounds is still made.
 *
 * @param numbers of the findings that are out of bounds
 */
export function guardRemedies(numbers: readonly number[], trials: RemedyTrials): Remedy[] {
  if (trials.areOver) return untriedStrict(numbers, trials);
  const remedies: Remedy[] = [];
  const guarded: GuardedAccess[] = [];
  for (const number of numbers) {
    const finding = trials.before.findings[number]!;
    const path = pathTo(trials.file, finding.span);
    if (path === undefined || remedies.some(({ ends }) => ends.includes(number))) continue;
    const shifted = withoutShift(path, trials);
    if (shifted) remedies.push(shifted);
    if (shifted?.ends.includes(number)) continue;
    const strict = firstThatHolds(strictComparisons(path, trials), finding, trials);
    if (strict) remedies.push(remedyOf(strict, trials));
    else {
      const condition = conditionOf(finding, path, trials);
      if (condition !== undefined) guarded.push({ number, finding, path, condition });
    }
  }
  const early = earlyReturn(guarded, trials);
  if (early) return [...remedies, early];
  const overflown = numbers.filter((number) => isOverflown(trials.before.findings[number]!, trials));
  if (overflown.length > 0) remedies.push({ words: OVERFLOW, edits: [], ends: overflown });
  for (const accesses of Map.groupBy(guarded, ({ path }) => statementOf(path).statement).values()) {
    const [{ finding, path }] = accesses as [GuardedAccess];
    const condition = [...new Set(accesses.map((access) => access.condition))].join(" && ");
    for (const guard of guards(finding, path, condition, trials)) {
      const change = trials.try(guard.edits);
      if (change === undefined || !accesses.every((access) => trials.isEnded(access.finding, change))) continue;
      remedies.push(remedyOf({ guard, change }, trials));
      break;
    }
  }
  return remedies;
}

/** For a launch that is too long for trials: the `<=` that lets one thread, or one pass, too many in. Only where one element is too much. */
function untriedStrict(numbers: readonly number[], trials: RemedyTrials): Remedy[] {
  const words = new Map<string, number[]>();
  for (const number of numbers) {
    const finding = trials.before.findings[number]!;
    const path = pathTo(trials.file, finding.span);
    const [strict] = path ? strictComparisons(path, trials) : [];
    if (strict && (finding.left?.lowest ?? 0) >= 0) words.set(strict.words, [...(words.get(strict.words) ?? []), number]);
  }
  return [...words].map(([change, ends]) => ({
    words: `Try ${change}: of \`n\` elements, the last one is \`n - 1\`. The launch is too long to be tried with it here.`,
    edits: [],
    ends,
  }));
}

/**
 * Subscripts without their `+ 1`, where elements that are read were not written because they were written one further on: nothing at all may
 * be found with it.
 */
function withoutShift(path: SourcePath, trials: RemedyTrials): Remedy | undefined {
  const { before, launch, places } = trials;
  if (!before.findings.some(({ kind }) => kind === "uninitialized")) return undefined;
  const { statement } = statementOf(path);
  const edits = [statement, ...descendants(statement)].flatMap((node): TextEdit[] => {
    if (node.kind !== "index" || node.index.kind !== "binary") return [];
    const { left, right } = node.index;
    const shift = tokenize(launch.text.slice(left.span.to, right.span.to)).map((token) => token.text);
    return shift.join(" ") === "+ 1" ? [{ offset: left.span.to, removes: right.span.to - left.span.to, text: "" }] : [];
  });
  const change = trials.try(inOrder(edits));
  if (change === undefined || change.left.size > 0) return undefined;
  return remedyOf(
    { guard: { edits, words: `no \`+ 1\` in the subscripts of ${linesWords([places.at(statement.span.from).line])}` }, change },
    trials,
  );
}

const OVERFLOW =
  "So far before the start of an array, the index has probably overflown: an `int` ends at 2,147,483,647. Compute the product in `size_t`: `(size_t)row * width`.";

/** Whether an index that is far less than 0 is computed with products, which may be too large for their type. */
function isOverflown({ left, span }: Finding, { file }: RemedyTrials): boolean {
  if ((left?.lowest ?? 0) >= -WIDEST_HALO) return false;
  const path = pathTo(file, span);
  return path !== undefined && descendants(path.function.body).some((node) => node.kind === "binary" && node.operator === "*");
}

interface TriedGuard {
  readonly guard: Guard;
  readonly change: TriedChange;
}

function remedyOf({ guard, change }: TriedGuard, trials: RemedyTrials): Remedy {
  const microseconds = { before: trials.before.microseconds, after: change.microseconds };
  return { words: guard.words, edits: change.edits, ends: trials.endedBy(change), microseconds };
}

function firstThatHolds(all: Iterable<Guard>, finding: Finding, trials: RemedyTrials): TriedGuard | undefined {
  for (const guard of all) {
    const change = trials.try(guard.edits);
    if (change && holds(change, finding, trials)) return { guard, change };
  }
  return undefined;
}

/** Whether a finding is gone, and all accesses there that were in bounds are still made. */
function holds(change: TriedChange, finding: Finding, trials: RemedyTrials): boolean {
  const key = laneKey(trials.places.at(finding.span.from).line, trials.places.text(finding.span));
  return trials.isEnded(finding, change) && (change.lanes.get(key) ?? 0) === (trials.before.lanes.get(key) ?? 0);
}

/** Whether a finding is gone, and its races, too: accesses beyond the end of a row are in the next one. */
function keepsRows(change: TriedChange, finding: Finding, trials: RemedyTrials): boolean {
  const races = trials.before.findings.filter(({ kind, span }) => kind === "race" && isSameSpan(span, finding.span));
  return trials.isEnded(finding, change) && races.length > 0 && races.every((race) => trials.isEnded(race, change));
}

/** `<` for each `<=` that an access depends on, and `>=` for each `>` behind which a thread returns. */
function* strictComparisons({ nodes }: SourcePath, { launch: { text }, places }: RemedyTrials): Iterable<Guard> {
  const tests = nodes.flatMap((node): { readonly test: Expression; readonly isOfReturn: boolean }[] => {
    if ((node.kind === "for" || node.kind === "while" || node.kind === "if" || node.kind === "conditional") && node.test)
      return [{ test: node.test, isOfReturn: false }];
    if (node.kind !== "block") return [];
    const before = node.statements.slice(
      0,
      node.statements.findIndex((statement) => nodes.includes(statement)),
    );
    return before.flatMap((statement) => (isEarlyReturn(statement) ? [{ test: statement.test, isOfReturn: true }] : []));
  });
  for (const { test, isOfReturn } of tests.toReversed()) {
    for (const comparison of [test, ...descendants(test)]) {
      if (comparison.kind !== "binary" || comparison.operator !== (isOfReturn ? ">" : "<=")) continue;
      const at = text.indexOf(comparison.operator, comparison.left.span.to);
      const [edit, better] = isOfReturn ? [{ offset: at + 1, text: "=" }, ">="] : [{ offset: at + 1, removes: 1, text: "" }, "<"];
      yield { edits: [edit], words: `\`${better}\` instead of \`${comparison.operator}\` in ${linesWords([places.at(at).line])}` };
    }
  }
}

type EarlyReturn = Extract<Statement, { kind: "if" }>;

/** `if (i >= n) return;` */
function isEarlyReturn(statement: Statement): statement is EarlyReturn {
  if (statement.kind !== "if" || statement.otherwise !== undefined) return false;
  const only = statement.then.kind === "block" ? statement.then.statements : [statement.then];
  return only.length === 1 && only[0]!.kind === "return";
}

/** The shortest condition under which an access is in bounds. */
function conditionOf(finding: Finding, path: SourcePath, trials: RemedyTrials): string | undefined {
  for (const { conditions, isDeclared, isOfRows } of conditionSets(finding, path, trials)) {
    const holdsWith = (some: readonly string[]): boolean => {
      const [guard] = guards(finding, path, some.join(" && "), trials);
      const change = guard && trials.try(guard.edits);
      if (change === undefined) return false;
      if (isDeclared) return trials.isEnded(finding, change);
      return holds(change, finding, trials) || (isOfRows && keepsRows(change, finding, trials));
    };
    if (!holdsWith(conditions)) continue;
    let needed = conditions;
    for (const condition of conditions) {
      const others = needed.filter((other) => other !== condition);
      if (others.length > 0 && holdsWith(others)) needed = others;
    }
    return needed.join(" && ");
  }
  return undefined;
}

interface ConditionSet {
  readonly conditions: readonly string[];
  /** Whether the bounds are those that the array is declared with: no other access is lost with them. */
  readonly isDeclared: boolean;
  /** Whether they hold a row and a column apart. */
  readonly isOfRows: boolean;
}

/** Sets of conditions that may keep an access in bounds, the simplest first. */
function* conditionSets(finding: Finding, path: SourcePath, trials: RemedyTrials): Iterable<ConditionSet> {
  const { text } = trials.launch;
  const access = path.nodes.findLast(({ span }) => isSameSpan(span, finding.span));
  const subscripts = access ? subscriptsOf(access) : [];
  if (subscripts.length === 0 || subscripts.some(({ index }) => hasEffect(index))) return;
  const written = ({ span }: Expression): string => writtenText(text, span);
  const lengths = lengthsOf(subscripts[0]!.array, path, trials);
  if (lengths.length === subscripts.length) {
    const each = subscripts.map(({ index }, dimension) => ({
      below: below(written(index), lengths[dimension]!),
      above: aboveZero(index, written),
    }));
    for (const { below: one } of each) yield { conditions: [one], isDeclared: true, isOfRows: false };
    for (const { above: one } of each) yield { conditions: [one], isDeclared: true, isOfRows: false };
    yield { conditions: each.flatMap((both) => [both.above, both.below]), isDeclared: true, isOfRows: false };
    return;
  }
  if (subscripts.length > 1) return;
  const { index } = subscripts[0]!;
  const bounds = boundsOf(path.function, trials).slice(0, MOST_BOUNDS);
  for (const bound of bounds) yield { conditions: [below(written(index), bound)], isDeclared: false, isOfRows: false };
  // So far before the start, it is no neighbour, but an index that has overflown.
  if ((finding.left?.lowest ?? 0) < -WIDEST_HALO) return;
  yield { conditions: [aboveZero(index, written)], isDeclared: false, isOfRows: false };
  const flat = rowMajor(index);
  if (flat === undefined) {
    for (const bound of bounds)
      yield { conditions: [aboveZero(index, written), below(written(index), bound)], isDeclared: false, isOfRows: false };
    return;
  }
  const { row, column, width } = flat;
  const inRow = below(written(column), written(width));
  const afterRow = aboveZero(column, written);
  for (const bound of bounds) yield { conditions: [below(written(row), bound), inRow], isDeclared: false, isOfRows: true };
  yield { conditions: [aboveZero(row, written), afterRow], isDeclared: false, isOfRows: true };
  for (const bound of bounds)
    yield { conditions: [aboveZero(row, written), below(written(row), bound), afterRow, inRow], isDeclared: false, isOfRows: true };
  for (const bound of bounds)
    if (bound !== written(width))
      yield { conditions: [below(written(index), `${bound} * ${written(width)}`)], isDeclared: false, isOfRows: false };
}

function below(index: string, bound: string): string {
  return `${index} < ${bound}`;
}

/** `i >= 1` for `i - 1`, else `i >= 0`. */
function aboveZero(index: Expression, written: (expression: Expression) => string): string {
  return index.kind === "binary" && index.operator === "-" ? `${written(index.left)} >= ${written(index.right)}` : `${written(index)} >= 0`;
}

interface Subscript {
  readonly array: Expression;
  readonly index: Expression;
}

/** The subscripts of `a[i][j].x` or `*(a + i)`, the outermost dimension first. */
function subscriptsOf(node: BodyNode): Subscript[] {
  if (node.kind === "member") return subscriptsOf(node.base);
  if (node.kind === "index") {
    const outer = subscriptsOf(node.base);
    return [...outer, { array: outer[0]?.array ?? node.base, index: node.index }];
  }
  if (node.kind === "unary" && node.operator === "*" && node.operand.kind === "binary" && node.operand.operator === "+")
    return [{ array: node.operand.left, index: node.operand.right }];
  return [];
}

function hasEffect(index: Expression): boolean {
  return [index, ...descendants(index)].some(
    (node) =>
      node.kind === "assignment" ||
      node.kind === "postfix" ||
      (node.kind === "unary" && (node.operator === "++" || node.operator === "--")),
  );
}

/** The lengths of a declared array, as written; empty for a pointer. */
function lengthsOf(array: Expression, path: SourcePath, { launch: { text } }: RemedyTrials): string[] {
  const variable = array.kind === "name" ? variableNamed(array.name, path) : undefined;
  const lengths: string[] = [];
  for (let type: VariableNode["type"] | undefined = variable?.type; type?.kind === "array"; type = type.of) {
    if (type.length === undefined) return [];
    lengths.push(writtenText(text, type.length.span));
  }
  return lengths;
}

/** Names that an index may be compared with: whole numbers among the parameters, then the text's constants. Names of sizes come first. */
function boundsOf({ parameters }: FunctionNode, { file, launch: { text } }: RemedyTrials): string[] {
  const ofParameters = parameters.flatMap(({ name, type }) => (isWrittenInteger(type) && name !== "" ? [name] : []));
  const constants = file.declarations.flatMap((declared) =>
    declared.kind === "variables" && declared.memory === undefined
      ? declared.variables.flatMap(({ name, type }) =>
          type.kind === "named" && (declared.isConstexpr || type.isConst) && isWrittenInteger(type) ? [name] : [],
        )
      : [],
  );
  const isSize = (name: string): boolean => /^n|size|len|count|num|total|width|height|rows|cols/i.test(name);
  return [...ofParameters, ...constants, ...numberMacros(text)].sort((a, b) => Number(isSize(b)) - Number(isSize(a)));
}

/** The parts of `row * width + column`. */
function rowMajor(index: Expression): { readonly row: Expression; readonly column: Expression; readonly width: Expression } | undefined {
  if (index.kind !== "binary" || index.operator !== "+") return undefined;
  const [product, column] =
    index.left.kind === "binary" && index.left.operator === "*" ? [index.left, index.right] : [index.right, index.left];
  if (product.kind !== "binary" || product.operator !== "*") return undefined;
  return { row: product.left, width: product.right, column };
}

/** The statement of an access, and whether it stands in a list of statements. */
function statementOf({ nodes }: SourcePath): { readonly statement: BodyNode; readonly isInList: boolean } {
  const position = nodes.findLastIndex(({ kind }) =>
    ["expression", "variables", "return", "if", "for", "while", "do", "switch"].includes(kind),
  );
  const parent = nodes[position - 1];
  return { statement: nodes[position]!, isInList: parent === undefined || parent.kind === "block" || parent.kind === "switch" };
}

/** Ways to put a condition around an access, the usual one first: around its statement, or 0 in place of what is loaded. */
function guards(finding: Finding, path: SourcePath, condition: string, { places, launch: { text } }: RemedyTrials): Guard[] {
  const { statement, isInList } = statementOf(path);
  const at = linesWords([places.at(finding.span.from).line]);
  const whole = (expression: Expression): Guard => {
    const written = writtenText(text, expression.span);
    const from = expression.span.from - written.indexOf(text.slice(expression.span.from, expression.span.to));
    const value = ["conditional", "assignment"].includes(expression.kind) ? `(${written})` : written;
    const chosen = `${condition} ? ${value} : 0`;
    const isPart = !path.nodes.some(
      (node) => initializerOf(node) === expression || (node.kind === "assignment" && node.value === expression),
    );
    const edits = [{ offset: from, removes: written.length, text: isPart ? `(${chosen})` : chosen }];
    return { edits, words: `\`${chosen}\` in ${at}` };
  };
  const access = path.nodes.find((node) => isSameSpan(node.span, finding.span)) as Expression | undefined;
  const loads = access && ["index", "unary", "member"].includes(access.kind) ? [whole(access)] : [];
  if (statement.kind === "variables") {
    const initializer =
      path.nodes.map(initializerOf).find((value) => value !== undefined) ??
      partsOf(statement).find(({ span }) => contains(span, finding.span));
    return initializer ? [whole(initializer as Expression)] : loads;
  }
  if (statement.kind !== "expression") return loads;
  const { from, to } = statement.span;
  const edits = isInList
    ? [{ offset: from, text: `if (${condition}) ` }]
    : [
        { offset: from, text: `{ if (${condition}) ` },
        { offset: to, text: " }" },
      ];
  const around = { edits, words: `\`if (${condition})\` before ${at}` };
  const { expression } = statement;
  if (expression.kind !== "assignment" || !contains(expression.value.span, finding.span)) return [around, ...loads];
  const target = expression.target.kind === "index" ? subscriptsOf(expression.target)[0]!.array : undefined;
  const isTile = target?.kind === "name" && isShared(target.name, path);
  return isTile && expression.operator === "=" ? [whole(expression.value), around] : [around, ...loads];
}

function initializerOf(node: BodyNode): Expression | undefined {
  if (node.kind !== "variables") return undefined;
  const initializers = node.variables.map(({ initializer }) => initializer);
  return initializers.length === 1 && initializers[0]?.kind === "value" ? initializers[0].value : undefined;
}

function isShared(name: string, path: SourcePath): boolean {
  return descendants(path.function.body).some(
    (node) => node.kind === "variables" && node.memory === "shared" && node.variables.some((variable) => variable.name === name),
  );
}

/** Whether a call waits for other threads, or exchanges values with them: `__syncthreads()`, `tile.sync()`, `__shfl_down_sync(…)`. */
function synchronizes(node: BodyNode): boolean {
  if (node.kind !== "call" || (node.callee.kind !== "name" && node.callee.kind !== "member")) return false;
  return node.callee.name.startsWith("__sync") || node.callee.name.endsWith("sync");
}

/** One early return for several statements under the same condition, where no thread is awaited at a barrier. */
function earlyReturn(guarded: readonly GuardedAccess[], trials: RemedyTrials): Remedy | undefined {
  const [first] = guarded;
  if (first === undefined || guarded.some(({ condition }) => condition !== first.condition)) return undefined;
  if (new Set(guarded.map(({ path }) => statementOf(path).statement)).size < 2) return undefined;
  const { body } = first.path.function;
  // "i < n": a condition of two words, in the kernel's own.
  const [index, operator, bound, ...others] = tokenize(first.condition);
  const isPlain = index?.kind === "name" && operator?.text === "<" && bound !== undefined && others.length === 0;
  if (!isPlain || descendants(body).some(synchronizes)) return undefined;
  const declared = body.statements.find(
    (statement) => statement.kind === "variables" && statement.variables.some(({ name }) => name === index.text),
  );
  if (declared === undefined) return undefined;
  const guard = `if (${index.text} >= ${bound.text}) return;`;
  const change = trials.try([{ offset: declared.span.to, text: ` ${guard}` }]);
  if (change === undefined || !guarded.every(({ finding }) => holds(change, finding, trials))) return undefined;
  const words = `\`${guard}\` after ${linesWords([trials.places.at(declared.span.to - 1).line])}`;
  return remedyOf({ guard: { edits: change.edits, words }, change }, trials);
}
