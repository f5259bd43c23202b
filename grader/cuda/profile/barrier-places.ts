import type { Span } from "../source-error.ts";
import type { SourceFile, Statement } from "../syntax/tree.ts";
import { contains, isSameSpan } from "./source-path.ts";
import type { TextEdit } from "./text-edits.ts";

/** A place for a barrier between two accesses of a kernel. */
export interface BarrierPlace {
  readonly edits: readonly TextEdit[];
  /** The statement that the barrier follows, the loop at whose end it stands, or the statement that it cuts in two. */
  readonly at: Span;
  /** The part of it that is named, if it is not its beginning. */
  readonly named?: Span;
  readonly kind: "after" | "end-of-loop" | "within";
}

export type Loop = Extract<Statement, { kind: "for" | "while" | "do" }>;

/** A list of statements around an access, the position of the one that contains it, and the loop whose body the list is. */
interface Level {
  readonly statements: readonly Statement[];
  readonly index: number;
  readonly loop: Loop | undefined;
}

/** Two accesses of one function: where they stand to each other. */
export class AccessPair {
  readonly own: Span;
  readonly other: Span;
  /** Lists that contain both, the innermost last. */
  readonly #shared: readonly Level[];
  /** The statement with the access that comes first in the text, and the one with the other, in the innermost of these lists. */
  readonly #first: number;
  readonly #last: number;

  /** @param own the access that was noticed to race: it came later */
  constructor(file: SourceFile, own: Span, other: Span) {
    this.own = own;
    this.other = other;
    const levels = levelsAround(file, own);
    const otherLevels = levelsAround(file, other);
    this.#shared = levels.filter(({ statements }, depth) => otherLevels[depth]?.statements === statements);
    const indexes = [this.#shared.at(-1)?.index ?? 0, otherLevels[this.#shared.length - 1]?.index ?? 0];
    this.#first = Math.min(...indexes);
    this.#last = Math.max(...indexes);
  }

  /** Loops around both, the innermost first. */
  get loops(): Loop[] {
    return this.#shared.flatMap(({ loop }) => loop ?? []).toReversed();
  }

  /** The loop in whose next pass they meet: a barrier between them orders them in each pass. */
  get acrossPasses(): Loop | undefined {
    const list = this.#shared.at(-1)?.statements.slice(this.#first + 1, this.#last) ?? [];
    return list.some(isBarrier) ? this.loops[0] : undefined;
  }

  /** Whether a barrier at a place would order them: one at the end of a loop does so between its passes only. */
  isOrderedBy({ at, kind }: BarrierPlace): boolean {
    if (kind === "end-of-loop") return this.loops.some(({ span }) => isSameSpan(span, at));
    if (kind === "within") return contains(at, this.own) && contains(at, this.other);
    const statements = this.#shared.at(-1)?.statements ?? [];
    const index = statements.findIndex(({ span }) => isSameSpan(span, at));
    return this.#first <= index && index < this.#last && this.acrossPasses === undefined;
  }

  /** Whether the access that came later comes first in the text: then a pass of a loop may lie between them. */
  get isBackwards(): boolean {
    return this.own.from < this.other.from;
  }

  /** After the statement with the first access; none if both are in one statement, or in two functions. */
  placeBetween(barrier: string): BarrierPlace[] {
    const common = this.#shared.at(-1);
    if (common === undefined || this.#first === this.#last || (common.loop !== undefined && common.loop.body.kind !== "block")) return [];
    const { span } = common.statements[this.#first]!;
    return [{ edits: [{ offset: span.to, text: ` ${barrier}` }], at: span, kind: "after" }];
  }

  /** At the end of each loop around both, the innermost first. */
  loopEnds(barrier: string): BarrierPlace[] {
    return this.loops.map(({ body, span }) => ({ edits: atEndOf(body, barrier), at: span, kind: "end-of-loop" }));
  }
}

/** What the names of barriers begin with: `__syncthreads_count` is one, too. */
const BARRIERS = ["__syncthreads", "__syncwarp"];

/** `__syncthreads();`, `block.sync();` */
function isBarrier(statement: Statement): boolean {
  if (statement.kind !== "expression" || statement.expression.kind !== "call") return false;
  const { callee } = statement.expression;
  if (callee.kind === "member") return callee.name === "sync";
  return callee.kind === "name" && (callee.name.endsWith("::sync") || BARRIERS.some((barrier) => callee.name.startsWith(barrier)));
}

function atEndOf({ kind, span }: Statement, barrier: string): TextEdit[] {
  if (kind === "block") return [{ offset: span.to - 1, text: `${barrier} ` }];
  return [
    { offset: span.from, text: "{ " },
    { offset: span.to, text: ` ${barrier} }` },
  ];
}

function levelsAround(file: SourceFile, access: Span): Level[] {
  for (const declared of file.declarations) {
    if (declared.kind === "function" && declared.body !== undefined && contains(declared.body.span, access))
      return levelsIn(declared.body.statements, access, undefined);
  }
  return [];
}

function levelsIn(statements: readonly Statement[], access: Span, loop: Loop | undefined): Level[] {
  const index = statements.findIndex(({ span }) => contains(span, access));
  const statement = statements[index];
  if (statement === undefined) return [];
  return [{ statements, index, loop }, ...innerLevels(statement, access)];
}

function innerLevels(statement: Statement, access: Span): Level[] {
  switch (statement.kind) {
    case "block":
      return levelsIn(statement.statements, access, undefined);
    case "for":
    case "while":
    case "do": {
      const { body } = statement;
      if (!contains(body.span, access)) return [];
      return levelsIn(body.kind === "block" ? body.statements : bodyList(body), access, statement);
    }
    case "if": {
      const branch = [statement.then, statement.otherwise].find((one) => one !== undefined && contains(one.span, access));
      return branch?.kind === "block" ? levelsIn(branch.statements, access, undefined) : [];
    }
    case "switch": {
      const chosen = statement.cases.find(({ statements }) => statements.some(({ span }) => contains(span, access)));
      return chosen ? levelsIn(chosen.statements, access, undefined) : [];
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
