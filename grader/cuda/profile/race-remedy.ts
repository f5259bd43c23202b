import type { Expression, SourceFile, Statement } from "../syntax/tree.ts";
import { AccessPair } from "./barrier-places.ts";
import { isSimple } from "./hoist-remedy.ts";
import { barrierRemedy, byMissingBarrier, type BlockRace } from "./barrier-remedy.ts";
import type { KnownRace } from "./race-ends.ts";
import { linesWords, listed, type Remedy } from "./remedy.ts";
import type { RemedyTrials } from "./remedy-trials.ts";
import type { Span } from "../source-error.ts";
import { contains, descendants, factorText, pathTo, writtenText, type BodyNode } from "./source-path.ts";
import type { TextEdit } from "./text-edits.ts";

/** Remedies of races, and which findings of the list are one: the first of each group tells of the others. */
export interface RaceRemedies {
  readonly remedies: Remedy[];
  readonly groups: readonly (readonly number[])[];
}

/**
 * What ends a launch's races: atomics where threads update the same element; barriers within blocks; between blocks, which no barrier
 * orders, a fence before the atomic that tells of a store, or words. Races that one barrier would order are one finding, as are the two ends of a race between blocks.
 *
 * @param isEnded whether a race is gone with a remedy of another finding
 */
export function raceRemedies(known: readonly KnownRace[], isEnded: (number: number) => boolean, trials: RemedyTrials): RaceRemedies {
  const remedies: Remedy[] = [];
  const groups: number[][] = [];
  const races = known.filter(({ number }) => !isEnded(number));
  let left = races;
  const end = (numbers: readonly number[]): void => void (left = left.filter(({ number }) => !numbers.includes(number)));

  const updates = races.filter((race) => isOfUpdates(race, trials));
  const atomics = updates.length > 0 ? atomicRemedy(updates, trials) : undefined;
  if (atomics) {
    remedies.push(atomics);
    const ended = races.filter(({ number }) => atomics.ends.includes(number));
    groups.push(...[...Map.groupBy(ended, (race) => updateKey(race, trials)).values()].map(numbersOf));
    end(atomics.ends);
  }

  const isWithinBlock = ({ story }: KnownRace): boolean => story.isWithinBlock;
  for (let failed = 0, within: KnownRace[]; !trials.areOver && (within = left.filter(isWithinBlock).slice(failed)).length > 0;) {
    const remedy = barrierRemedy(within.map(blockRace), trials);
    if (remedy === undefined) {
      failed++;
      continue;
    }
    remedies.push(remedy);
    const ended = withPairs(
      left.filter(isWithinBlock).filter(({ number }) => remedy.ends.includes(number)),
      trials,
    );
    const ofBarriers = byMissingBarrier(ended, remedy.places).map(numbersOf);
    groups.push(...withConsequences(ofBarriers, remedy.ends, races, trials));
    end(remedy.ends);
  }
  const stuck = withPairs(left.filter(isWithinBlock), trials);
  const split = trials.areOver ? [] : splitRemedies(stuck, trials);
  remedies.push(...split);
  const ofSplits = split.map(({ ends }) => ends);
  groups.push(
    ...ofSplits.map((ends) => [...ends]),
    ...byMissingBarrier(stuck.filter(({ number }) => !ofSplits.flat().includes(number))).map(numbersOf),
  );

  const fence = fenceRemedy(
    left.filter((race) => !isWithinBlock(race)),
    trials,
  );
  if (fence) {
    remedies.push(fence);
    groups.push([...fence.ends]);
    end(fence.ends);
  }
  const between = [
    ...Map.groupBy(
      left.filter((race) => !isWithinBlock(race)),
      pairKey,
    ).values(),
  ];
  groups.push(...between.map(numbersOf));
  for (const [words, own] of Map.groupBy(between, ([race]) => betweenBlocksWords(race!, trials)))
    remedies.push({ words, edits: [], ends: own.flatMap(numbersOf) });
  return { remedies, groups };
}

const numbersOf = (races: readonly { readonly number: number }[]): number[] => races.map(({ number }) => number);

function blockRace({ number, finding, site, other }: KnownRace): BlockRace {
  return { number, finding, other: { span: site.span, thread: other.thread } };
}

function withPairs(races: readonly KnownRace[], { file }: RemedyTrials): (KnownRace & { readonly pair: AccessPair })[] {
  return races.map((race) => ({ ...race, pair: new AccessPair(file, race.own.span, race.site.span) }));
}

/** The innermost `if` around both accesses. */
function conditionAround({ own, site }: KnownRace, { file }: RemedyTrials): Extract<Statement, { kind: "if" }> | undefined {
  const nodes = pathTo(file, own.span)?.nodes ?? [];
  const around = nodes.findLast((node) => node.kind === "if" && contains(node.span, site.span) && !contains(node.test.span, site.span));
  return around?.kind === "if" ? around : undefined;
}

/** Races within an `if` that not all threads take: it ends before the barrier and is asked again behind it. In words, if that doesn't compile. */
function splitRemedies(races: readonly (KnownRace & { readonly pair: AccessPair })[], trials: RemedyTrials): Remedy[] {
  const remedies: Remedy[] = [];
  for (const [condition, own] of Map.groupBy(races, (race) => conditionAround(race, trials))) {
    if (condition === undefined) continue;
    const line = linesWords([trials.places.at(condition.span.from).line]);
    const isPlain = condition.otherwise === undefined && condition.declaration === undefined && isSimple(condition.test);
    const test = writtenText(trials.launch.text, condition.test.span);
    const places = isPlain ? own.flatMap(({ pair }) => pair.placeBetween(`} __syncthreads(); if (${test}) {`)) : [];
    const change = places
      .map(({ edits }) => trials.try(edits))
      .find((tried) => tried && own.every(({ finding }) => trials.isEnded(finding, tried)));
    const { before } = trials;
    remedies.push(
      change
        ? {
            words: `\`__syncthreads()\` between two halves of the \`if\` in ${line}`,
            edits: change.edits,
            ends: trials.endedBy(change),
            microseconds: { before: before.microseconds, after: change.microseconds },
          }
        : {
            words: `Split the \`if\` in ${line}: reads first, then \`__syncthreads()\` for all threads, then writes.`,
            edits: [],
            ends: numbersOf(own),
          },
    );
  }
  return remedies;
}

/** A fence behind each store whose block tells others, by an atomic, that it has stored: the last block adds up what all have left. */
function fenceRemedy(races: readonly KnownRace[], trials: RemedyTrials): Remedy | undefined {
  const { file, places, before } = trials;
  const stores = races.flatMap(({ own, site }) => [own, site].filter(({ op }) => op === "store"));
  const statements = new Map<number, readonly [statement: Statement, parent: BodyNode | undefined]>();
  for (const { span } of stores) {
    const nodes = pathTo(file, span)?.nodes ?? [];
    const position = nodes.findIndex(({ kind }) => kind === "expression");
    const statement = nodes[position];
    if (statement?.kind === "expression" && hasAtomicBehind(file, statement.span.to))
      statements.set(statement.span.from, [statement, nodes[position - 1]]);
  }
  const edits = [...statements.values()].flatMap(([{ span }, parent]): TextEdit[] =>
    parent?.kind === "block"
      ? [{ offset: span.to, text: " __threadfence();" }]
      : [
          { offset: span.from, text: "{ " },
          { offset: span.to, text: " __threadfence(); }" },
        ],
  );
  const change = trials.try(edits);
  if (change === undefined || !races.some(({ finding }) => trials.isEnded(finding, change))) return undefined;
  const lines = [...statements.keys()].map((from) => places.at(from).line);
  return {
    words: `\`__threadfence()\` after the store${statements.size === 1 ? "" : "s"} in ${linesWords(lines)}`,
    edits: change.edits,
    ends: trials.endedBy(change),
    microseconds: { before: before.microseconds, after: change.microseconds },
  };
}

/** Both ends of a race have the same key. */
function pairKey({ own, site }: KnownRace): string {
  return [own, site]
    .map(({ span: { from, to } }) => `${from} ${to}`)
    .sort()
    .join();
}

/** Adds to each group the other findings that the barriers end, at an access of the group: reads before the write of a thread that is late. */
function withConsequences(
  groups: readonly number[][],
  ends: readonly number[],
  races: readonly KnownRace[],
  trials: RemedyTrials,
): number[][] {
  const { findings } = trials.before;
  const further = ends.filter((number) => !races.some((race) => race.number === number));
  const isAt = (one: Span, other: Span): boolean => one.from === other.from && one.to === other.to;
  return groups.map((group) => {
    const spans = races.filter(({ number }) => group.includes(number)).flatMap(({ own, site }) => [own.span, site.span]);
    return [...group, ...further.filter((number) => spans.some((span) => isAt(span, findings[number]!.span)))];
  });
}

/** `x[0] += v`, `x[0] = x[0] + v`, `x[0]++`, `m = max(m, v)`: the object, and the atomic that does it in one go. */
interface Update {
  readonly target: Expression;
  /** The accesses to the object. */
  readonly accesses: readonly Span[];
  readonly statement: Extract<Statement, { kind: "expression" }>;
  readonly atomic: string;
}

function isOfUpdates({ own, site }: KnownRace, trials: RemedyTrials): boolean {
  return updateAt(own.span, trials) !== undefined && updateAt(site.span, trials) !== undefined;
}

function updateKey({ own }: KnownRace, trials: RemedyTrials): string {
  return writtenText(trials.launch.text, updateAt(own.span, trials)!.target.span);
}

/** The races of updates end if each is an atomic. */
function atomicRemedy(races: readonly KnownRace[], trials: RemedyTrials): Remedy | undefined {
  const { text } = trials.launch;
  const updates = races.flatMap(({ own, site }) => [own, site]).map(({ span }) => updateAt(span, trials)!);
  const distinct = [...new Map(updates.map((update) => [update.statement.span.from, update])).values()];
  const edits = distinct.map(({ statement: { span }, atomic }): TextEdit => ({
    offset: span.from,
    removes: span.to - span.from,
    text: `${atomic};`,
  }));
  const change = trials.try(edits.toSorted((a, b) => a.offset - b.offset));
  if (change === undefined || races.some(({ finding }) => !trials.isEnded(finding, change))) return undefined;
  const words = distinct.map(({ statement: { span, expression }, atomic }) => {
    const { line } = trials.places.at(span.from);
    return `\`${atomic}\` instead of \`${writtenText(text, expression.span)}\` in ${linesWords([line])}`;
  });
  const { before } = trials;
  return {
    words: listed(words),
    edits: change.edits,
    ends: trials.endedBy(change),
    microseconds: { before: before.microseconds, after: change.microseconds },
  };
}

const ATOMICS: Record<string, string> = { "+": "atomicAdd", "-": "atomicAdd", "&": "atomicAnd", "|": "atomicOr", "^": "atomicXor" };

function updateAt(span: Span, { file, launch: { text } }: RemedyTrials): Update | undefined {
  const nodes = pathTo(file, span)?.nodes ?? [];
  const position = nodes.findIndex(({ kind }) => kind === "expression");
  const statement = nodes[position] as Statement | undefined;
  if (statement?.kind !== "expression") return undefined;
  const found = updateOf(statement.expression, text);
  if (found === undefined || !found.accesses.some(({ from, to }) => from === span.from && to === span.to)) return undefined;
  const { target, name, value } = found;
  return { target, accesses: found.accesses, statement, atomic: `${name}(${addressOf(target, text)}, ${value})` };
}

/** `p` of `*p`, else `&x`. */
function addressOf(target: Expression, text: string): string {
  const isPointed = target.kind === "unary" && target.operator === "*";
  return isPointed ? writtenText(text, target.operand.span) : `&${writtenText(text, target.span)}`;
}

interface ReadUpdate extends Pick<Update, "target" | "accesses"> {
  readonly name: string;
  readonly value: string;
}

function updateOf(expression: Expression, text: string): ReadUpdate | undefined {
  const written = ({ span }: Expression): string => writtenText(text, span);
  const negated = (value: Expression): string => (value.kind === "member" ? `-${written(value)}` : `-${factorText(text, value)}`);
  const withOperator = (operator: string, target: Expression, value: Expression, accesses: Span[]): ReadUpdate | undefined => {
    const name = ATOMICS[operator];
    return name === undefined ? undefined : { target, accesses, name, value: operator === "-" ? negated(value) : written(value) };
  };
  switch (expression.kind) {
    case "postfix":
      return { target: expression.operand, accesses: [expression.operand.span], name: "atomicAdd", value: stepOf(expression.operator) };
    case "unary":
      if (expression.operator !== "++" && expression.operator !== "--") return undefined;
      return { target: expression.operand, accesses: [expression.operand.span], name: "atomicAdd", value: stepOf(expression.operator) };
    case "assignment": {
      const { operator, target, value } = expression;
      if (operator !== "=") return withOperator(operator.slice(0, -1), target, value, [target.span]);
      const isTarget = (part: Expression): boolean => written(part) === written(target);
      if (value.kind === "binary") {
        const [own, other] = isTarget(value.left) ? [value.left, value.right] : [value.right, value.left];
        if (!isTarget(own) || (own === value.right && value.operator === "-")) return undefined;
        return withOperator(value.operator, target, other, [target.span, own.span]);
      }
      if (value.kind !== "call" || value.callee.kind !== "name" || value.arguments.length !== 2) return undefined;
      const called = value.callee.name.toLowerCase();
      const name = called.includes("max") ? "atomicMax" : called.includes("min") ? "atomicMin" : undefined;
      const own = value.arguments.find(isTarget);
      const other = value.arguments.find((argument) => argument !== own);
      if (name === undefined || own === undefined || other === undefined) return undefined;
      return { target, accesses: [target.span, own.span], name, value: written(other) };
    }
    default:
      return undefined;
  }
}

const stepOf = (operator: "++" | "--" | string): string => (operator === "++" ? "1" : "-1");

/** The remedy for a race between blocks. */
function betweenBlocksWords({ own, site }: KnownRace, { file, places }: RemedyTrials): string {
  const isAtomic = ({ op }: KnownRace["own"]): boolean => op === "atomic" || op === "reduction";
  const line = ({ span }: KnownRace["own"]): number => places.at(span.from).line;
  const atomic = [own, site].find(isAtomic);
  const store = [own, site].find(({ op }) => op === "store");
  const load = [own, site].find(({ op }) => op === "load");
  const array = arrayName(file, (store ?? own).span);
  if (atomic && store)
    return `Write ${array} before the launch, with \`cudaMemset\` or in a kernel of its own, not in line ${line(store)}.`;
  if (load === undefined || store === undefined) return `Give each block an element of ${array} of its own, or let one block write it.`;
  const [loop] = new AccessPair(file, own.span, site.span).loops;
  if (loop !== undefined)
    return `Launch the kernel once for each pass of the loop in line ${places.at(loop.span.from).line}, and write to a second array: a launch ends once all its blocks have.`;
  if (load.span.from < store.span.from || line(load) === line(store))
    return `Write to a second array instead of ${array}: other blocks still have to read this one.`;
  return `Read ${array} in a second kernel, launched after this one: then all blocks have written. In one launch, only a barrier of the whole grid does that (\`grid.sync()\`, cooperative launch).`;
}

/** Whether a text calls an atomic function behind a place. */
function hasAtomicBehind({ declarations }: SourceFile, offset: number): boolean {
  return declarations.some(
    (declared) =>
      declared.kind === "function" &&
      declared.body !== undefined &&
      descendants(declared.body).some((node) => node.kind === "name" && node.name.startsWith("atomic") && node.span.from >= offset),
  );
}

/** "`out`" of `out[i]`, of `*(&out[i])`. */
function arrayName(file: SourceFile, span: Span): string {
  const access = pathTo(file, span)?.nodes.at(-1);
  const name = access && [access, ...descendants(access)].find((node) => node.kind === "name");
  return name?.kind === "name" ? `\`${name.name}\`` : "it";
}
