import { recursion } from "../errors/call-errors.ts";
import { tooManyInstances } from "../errors/template-errors.ts";
import type { Span } from "../source-error.ts";
import type { EnumNode, Expression, ListExpression, Statement, TypeNode } from "../syntax/tree.ts";
import type { CheckedExpression, CheckedFunction, CheckedStatement, Known, Variable } from "./checked-tree.ts";
import { type Entity, Scope } from "./scope.ts";
import type { CudaType, GivenArgument, StructType } from "./types.ts";

/** A function whose body is being checked. */
export interface Frame {
  readonly name: string;
  /** Undefined at file scope. */
  readonly function: CheckedFunction | undefined;
  /** The type of `*this` in a method. */
  readonly self: CudaType | undefined;
  /** Whether it is a kernel, which returns nothing. */
  readonly isKernel: boolean;
}

/** Works out an expression before the kernel runs. @param isSettled whether loops and calls of functions are run for it */
export type Evaluate = (expression: CheckedExpression, isSettled: boolean) => Known;

/** The functions that check each kind of node: they call each other by way of the context. */
export interface Visitors {
  expression(expression: Expression, context: Context): CheckedExpression;
  lvalue(expression: Expression, context: Context): CheckedExpression;
  statement(statement: Statement, context: Context): CheckedStatement[];
  type(node: TypeNode, context: Context): CudaType;
  /** `T(a, b)` and `T x(a, b)`. */
  construct(type: CudaType, values: readonly Expression[], context: Context, span: Span): CheckedExpression;
  /** `T{a, b}`, `T x = {a, b}`, and a list where a T is needed. */
  list(type: CudaType, list: ListExpression, context: Context): CheckedExpression;
  /** A conversion that only code of one side has; undefined for all others. */
  conversion(to: CudaType, operand: CheckedExpression, context: Context, span: Span): CheckedExpression | undefined;
  /** @param isExplicit whether constructors that are `explicit` count, too; they do by default */
  constructorCall(
    type: CudaType,
    given: readonly CheckedExpression[],
    context: Context,
    span: Span,
    isExplicit?: boolean,
  ): CheckedExpression;
  /** @param isExplicit whether conversions that are `explicit` count, too */
  conversionCall(
    to: CudaType,
    operand: CheckedExpression,
    context: Context,
    span: Span,
    isExplicit: boolean,
  ): CheckedExpression | undefined;
  valueCall(callee: CheckedExpression, given: readonly CheckedExpression[], context: Context, span: Span): CheckedExpression;
  /** The parts of an object that a constructor of the host sets although it does not name them. */
  ownParts(
    type: CudaType & { kind: "struct" },
    except: ReadonlySet<string>,
    context: Context,
    span: Span,
  ): readonly (readonly [path: string, value: CheckedExpression])[];
  enumeration(node: EnumNode, context: Context): CudaType;
  struct(template: Entity & { kind: "struct-template" }, given: readonly GivenArgument[], context: Context, span: Span): CudaType;
}

/** A file that is being checked: what all its functions share. */
export class Checker {
  readonly visit: Visitors;
  readonly evaluate: Evaluate;
  /** Whether the code runs on the host, and not on the device. */
  readonly isHost: boolean;
  /** Variables in the device's memory, in the order in which they are declared or needed. */
  readonly globals: Variable[] = [];
  /** Functions that were checked, by their declarations and the types that they were checked for. */
  readonly instances = new Map<object, Map<string, CheckedFunction>>();
  /** Pointers to arrays whose lengths are worked out when they are declared. */
  readonly runtimeArrays = new Set<Variable>();
  /** Values of structs of which nothing is given. */
  readonly defaults = new Map<StructType, CheckedExpression | undefined>();
  /** Functions whose bodies are being checked. */
  readonly #unfinished = new Set<CheckedFunction>();
  #depth = 0;

  constructor(visit: Visitors, evaluate: Evaluate, isHost: boolean) {
    this.visit = visit;
    this.evaluate = evaluate;
    this.isHost = isHost;
  }

  /** Checks the body of a function, one call deeper. */
  inside(called: CheckedFunction, span: Span, body: () => void): void {
    if (this.isHost && this.#depth >= MAX_HOST_DEPTH) throw tooManyInstances(span, called.name, MAX_HOST_DEPTH);
    if (!this.isHost && this.#depth >= MAX_DEPTH) throw recursion(span, called.name, MAX_DEPTH);
    this.#depth++;
    this.#unfinished.add(called);
    try {
      body();
    } finally {
      this.#depth--;
      this.#unfinished.delete(called);
    }
  }

  /** @throws SourceError for a function that calls itself before its `auto` result is known */
  expectResult(called: CheckedFunction, span: Span): void {
    if (called.result === undefined && this.#unfinished.has(called)) throw recursion(span, called.name, MAX_DEPTH);
  }
}

const MAX_DEPTH = 48;
/** Functions of the host that are checked for calls in each other: only templates without an end go as deep. */
const MAX_HOST_DEPTH = 60;

/** The surroundings of a node that is checked: names, the function, the loops. */
export class Context {
  readonly checker: Checker;
  readonly scope: Scope;
  readonly frame: Frame;
  readonly canBreak: boolean;
  readonly canContinue: boolean;
  /** The labels of the blocks around. */
  readonly labels: readonly string[];

  constructor(parts: {
    readonly checker: Checker;
    readonly scope: Scope;
    readonly frame: Frame;
    readonly canBreak: boolean;
    readonly canContinue: boolean;
    readonly labels: readonly string[];
  }) {
    this.checker = parts.checker;
    this.scope = parts.scope;
    this.frame = parts.frame;
    this.canBreak = parts.canBreak;
    this.canContinue = parts.canContinue;
    this.labels = parts.labels;
  }

  with(changed: { scope?: Scope; frame?: Frame; canBreak?: boolean; canContinue?: boolean; labels?: readonly string[] }): Context {
    return new Context({ ...this, ...changed });
  }

  /** A context for a nested block, with its own names. */
  inner(changed: { frame?: Frame; canBreak?: boolean; canContinue?: boolean; labels?: readonly string[] } = {}): Context {
    return this.with({ ...changed, scope: new Scope(this.scope) });
  }

  expression(expression: Expression): CheckedExpression {
    return this.checker.visit.expression(expression, this);
  }

  /** An expression that is stored to or referred to: a choice between two variables is a variable. */
  lvalue(expression: Expression): CheckedExpression {
    return this.checker.visit.lvalue(expression, this);
  }

  statement(statement: Statement): CheckedStatement[] {
    return this.checker.visit.statement(statement, this);
  }

  construct(type: CudaType, values: readonly Expression[], span: Span): CheckedExpression {
    return this.checker.visit.construct(type, values, this, span);
  }

  list(type: CudaType, list: ListExpression): CheckedExpression {
    return this.checker.visit.list(type, list, this);
  }

  get isHost(): boolean {
    return this.checker.isHost;
  }

  type(node: TypeNode): CudaType {
    return this.checker.visit.type(node, this);
  }

  struct(template: Entity & { kind: "struct-template" }, given: readonly GivenArgument[], span: Span): CudaType {
    return this.checker.visit.struct(template, given, this, span);
  }

  /** An expression that must be known before the kernel runs: a constant if it is. */
  constant(expression: Expression): CheckedExpression {
    const checked = this.expression(expression);
    const { type, span } = checked;
    if (checked.kind === "constant" || (type.kind !== "scalar" && type.kind !== "pointer")) return checked;
    const value = this.checker.evaluate(checked, true);
    return value && "kind" in value && value.kind === "constant" ? { kind: "constant", type, value, span } : checked;
  }
}
