import type { Expression } from "../syntax/tree.ts";
import { tokenize } from "../text/token.ts";
import { linesWords, type Remedy } from "./remedy.ts";
import type { RemedyTrials } from "./remedy-trials.ts";
import { freshName, isSameSpan, pathTo, writtenText, type BodyNode } from "./source-path.ts";
import type { TextEdit } from "./text-edits.ts";

/**
 * What makes accesses fit their addresses: `memcpy`, which promises no alignment, in place of `*(T*)p`; it was tried. Else where the access
 * may start is said.
 *
 * @param numbers of the findings that are misaligned
 */
export function alignmentRemedies(numbers: readonly number[], trials: RemedyTrials): Remedy[] {
  const remedies: Remedy[] = [];
  const plain = new Map<string, number[]>();
  for (const number of numbers) {
    const finding = trials.before.findings[number]!;
    if (remedies.some(({ ends }) => ends.includes(number))) continue;
    const copy = copyInstead(pathTo(trials.file, finding.span)?.nodes ?? [], finding.span, trials);
    const change = copy && trials.try([copy]);
    if (change && trials.isEnded(finding, change)) {
      const microseconds = { before: trials.before.microseconds, after: change.microseconds };
      const words = `\`memcpy\` in ${linesWords([trials.places.at(finding.span.from).line])}, which needs no alignment,`;
      remedies.push({ words, edits: change.edits, ends: trials.endedBy(change), microseconds });
      continue;
    }
    if (finding.access === undefined) continue;
    const { bytes, isMatrixRow } = finding.access;
    const words = isMatrixRow
      ? `Make the rows of the tile a multiple of ${bytes} bytes long: each row of a matrix begins at one.`
      : `Start at an address that is a multiple of ${bytes}, or access the ${bytes} bytes in narrower parts.`;
    plain.set(words, [...(plain.get(words) ?? []), number]);
  }
  return [...remedies, ...[...plain].map(([words, ends]) => ({ words, edits: [], ends }))];
}

/** `T v = *(T*)p;`, `x = *(T*)p;` and `*(T*)p = x;` by `memcpy`. */
function copyInstead(
  nodes: readonly BodyNode[],
  span: { readonly from: number; readonly to: number },
  { launch: { text } }: RemedyTrials,
): TextEdit | undefined {
  const access = nodes.find((node) => isSameSpan(node.span, span));
  if (access?.kind !== "unary" || access.operator !== "*" || access.operand.kind !== "cast" || access.operand.type.kind !== "pointer")
    return undefined;
  const { type, operand: pointer } = access.operand;
  const written = (expression: Expression): string => writtenText(text, expression.span);
  const typeName = withoutConst(writtenText(text, type.to.span));
  const address = written(pointer);
  const statement = nodes.findLast(({ kind }) => kind === "expression" || kind === "variables");
  if (statement?.kind === "variables" && statement.variables.length === 1) {
    const [{ name, initializer }] = statement.variables as [(typeof statement.variables)[number]];
    if (initializer?.kind !== "value" || initializer.value !== access) return undefined;
    return {
      offset: statement.span.from,
      removes: length(statement),
      text: `${typeName} ${name}; memcpy(&${name}, ${address}, sizeof ${name});`,
    };
  }
  if (statement?.kind !== "expression" || statement.expression.kind !== "assignment" || statement.expression.operator !== "=")
    return undefined;
  const { target, value } = statement.expression;
  const copy = freshName("value", text);
  if (target === access)
    return {
      offset: statement.span.from,
      removes: length(statement),
      text: `{ ${typeName} ${copy} = ${written(value)}; memcpy(${address}, &${copy}, sizeof ${copy}); }`,
    };
  if (value !== access) return undefined;
  return {
    offset: statement.span.from,
    removes: length(statement),
    text: `{ ${typeName} ${copy}; memcpy(&${copy}, ${address}, sizeof ${copy}); ${written(target)} = ${copy}; }`,
  };
}

/** "unsigned int" of "const unsigned int *": a type's own words. */
function withoutConst(written: string): string {
  const words = tokenize(written).filter(({ text }) => text !== "const" && text !== "*");
  return written.slice(words.at(0)?.span.from, words.at(-1)?.span.to);
}

function length({ span: { from, to } }: BodyNode): number {
  return to - from;
}
