import type { Span } from "../source-error.ts";
import type { SourceFile, Statement } from "../syntax/tree.ts";

/** Text that is put into a text. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** A place for a barrier between two accesses of a kernel. */
export interface BarrierPlace {
  readonly insertions: readonly Insertion[];
  /** The statement that the barrier follows, or the loop at whose end it stands. */
  readonly after: Span;
  readonly isEndOfLoop: boolean;
}

type Loop = Extract<Statement, { kind: "for" | "while" | "do" }>;

/** A list of statements around an access, the position of the one that contains it, and the loop whose body the list is. */
interface Level {
  readonly statements: readonly Statement[];
  readonly index: number;
  readonly loop: Loop | undefined;
}

/**
 * Finds the places where a barrier may order two accesses: after the statement with the one that comes first in the text, and at the end
 * of each loop around both, the innermost first. Accesses of two functions have none.
 *
 * @param barrier `__syncthreads();`
 */
export function barrierPlaces(file: SourceFile, one: Span, other: Span, barrier: string): BarrierPlace[] {
  const [levels, otherLevels] = [levelsAround(file, one.from), levelsAround(file, other.from)];
  const shared = levels.filter(({ statements }, depth) => otherLevels[depth]?.statements === statements);
  const common = shared.at(-1);
  if (common === undefined) return [];
  const places: BarrierPlace[] = [];
  const first = Math.min(common.index, otherLevels[shared.length - 1]!.index);
  const last = Math.max(common.index, otherLevels[shared.length - 1]!.index);
  const isInBraces = common.loop === undefined || common.loop.body.kind === "block";
  if (first < last && isInBraces) {
    const { span } = common.statements[first]!;
    places.push({ insertions: [{ offset: span.to, text: ` ${barrier}` }], after: span, isEndOfLoop: false });
  }
  for (const { loop } of shared.toReversed())
    if (loop) places.push({ insertions: atEndOf(loop.body, barrier), after: loop.span, isEndOfLoop: true });
  return places;
}

function atEndOf({ kind, span }: Statement, barrier: string): Insertion[] {
  if (kind === "block") return [{ offset: span.to - 1, text: `${barrier} ` }];
  return [
    { offset: span.from, text: "{ " },
    { offset: span.to, text: ` ${barrier} }` },
  ];
}

function levelsAround(file: SourceFile, offset: number): Level[] {
  for (const declared of file.declarations) {
    if (declared.kind === "function" && declared.body !== undefined && isIn(declared.body.span, offset))
      return levelsIn(declared.body.statements, offset, undefined);
  }
  return [];
}

function levelsIn(statements: readonly Statement[], offset: number, loop: Loop | undefined): Level[] {
  const index = statements.findIndex(({ span }) => isIn(span, offset));
  const statement = statements[index];
  if (statement === undefined) return [];
  return [{ statements, index, loop }, ...innerLevels(statement, offset)];
}

function innerLevels(statement: Statement, offset: number): Level[] {
  switch (statement.kind) {
    case "block":
      return levelsIn(statement.statements, offset, undefined);
    case "for":
    case "while":
    case "do": {
      const { body } = statement;
      if (!isIn(body.span, offset)) return [];
      return levelsIn(body.kind === "block" ? body.statements : bodyList(body), offset, statement);
    }
    case "if": {
      const branch = [statement.then, statement.otherwise].find((one) => one !== undefined && isIn(one.span, offset));
      return branch?.kind === "block" ? levelsIn(branch.statements, offset, undefined) : [];
    }
    case "switch": {
      const chosen = statement.cases.find(({ statements }) => statements.some(({ span }) => isIn(span, offset)));
      return chosen ? levelsIn(chosen.statements, offset, undefined) : [];
    }
    default:
      return [];
  }
}

const bodyLists = new WeakMap<Statement, readonly Statement[]>();

/** A body without braces as a list, the same one each time. */
function bodyList(body: Statement): readonly Statement[] {
  const list = bodyLists.get(body) ?? [body];
  bodyLists.set(body, list);
  return list;
}

function isIn({ from, to }: Span, offset: number): boolean {
  return from <= offset && offset < to;
}

/** A text with insertions. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  let result = text;
  for (const { offset, text: inserted } of insertions.toSorted((a, b) => b.offset - a.offset))
    result = result.slice(0, offset) + inserted + result.slice(offset);
  return result;
}
