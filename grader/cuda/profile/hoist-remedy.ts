import type { Expression, Statement } from "../syntax/tree.ts";
import { linesWords, type Remedy } from "./remedy.ts";
import type { RemedyTrials } from "./remedy-trials.ts";
import { descendants, pathTo, writtenText, type SourcePath } from "./source-path.ts";
import type { TextEdit } from "./text-edits.ts";

/** A change that lets all threads reach a barrier, and what it is called. */
interface Hoist {
  readonly edits: readonly TextEdit[];
  readonly words: string;
}

/**
 * What lets all threads of a block reach a barrier: the barrier out of the `if` around it.
 *
 * @param numbers of the findings that are divergent barriers
 */
export function hoistRemedies(numbers: readonly number[], trials: RemedyTrials): Remedy[] {
  const remedies: Remedy[] = [];
  for (const number of numbers) {
    const finding = trials.before.findings[number]!;
    const path = pathTo(trials.file, finding.span);
    if (path === undefined || remedies.some(({ ends }) => ends.includes(number))) continue;
    const hoist = outOfCondition(path, trials);
    const change = hoist && trials.try(hoist.edits);
    if (hoist === undefined || change === undefined || !trials.isEnded(finding, change)) continue;
    const microseconds = { before: trials.before.microseconds, after: change.microseconds };
    remedies.push({ words: hoist.words, edits: change.edits, ends: trials.endedBy(change), microseconds });
  }
  return remedies;
}

/** Whether a condition is the same behind a barrier: it reads no memory and changes nothing. */
export function isSimple(test: Expression): boolean {
  return [test, ...descendants(test)].every((node) => ["name", "number", "binary", "member", "boolean"].includes(node.kind));
}

function outOfCondition({ nodes }: SourcePath, { places, launch: { text } }: RemedyTrials): Hoist | undefined {
  const position = nodes.findLastIndex(({ kind }) => kind === "expression");
  const barrier = nodes[position];
  const outer = nodes.slice(0, position).findLast(({ kind }) => kind !== "block");
  if (barrier?.kind !== "expression" || outer?.kind !== "if" || outer.declaration !== undefined || !isSimple(outer.test)) return undefined;
  const name = text.slice(barrier.span.from, barrier.span.to);
  const words = `\`${writtenText(text, barrier.expression.span)}\` out of the \`if\` in ${linesWords([places.at(outer.span.from).line])}`;
  const branches = [outer.then, outer.otherwise].filter((branch) => branch !== undefined);
  const removed = ({ span }: Statement): TextEdit => ({ offset: span.from, removes: span.to - span.from, text: "" });
  // Each branch ends at a barrier: they become one.
  const last = branches.map((branch) => (branch.kind === "block" ? branch.statements.at(-1) : branch));
  if (
    last.length > 0 &&
    last.every((statement) => statement !== undefined && text.slice(statement.span.from, statement.span.to) === name)
  ) {
    const alone = branches.map((branch, number) =>
      branch === last[number] ? [{ ...removed(last[number]!), text: "{}" }] : [removed(last[number]!)],
    );
    const only = branches.length === 1 && (outer.then === barrier || (outer.then.kind === "block" && outer.then.statements.length === 1));
    if (only) return { edits: [{ offset: outer.span.from, removes: outer.span.to - outer.span.from, text: name }], words };
    return { edits: [...alone.flat(), { offset: outer.span.to, text: ` ${name}` }], words };
  }
  if (outer.otherwise !== undefined || outer.then.kind !== "block") return undefined;
  return { edits: [{ ...removed(barrier), text: `} ${name} if (${writtenText(text, outer.test.span)}) {` }], words };
}
