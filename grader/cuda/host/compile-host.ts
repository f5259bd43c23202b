import type { Context } from "../check/context.ts";
import type { FunctionEntity } from "../check/scope.ts";
import type { Variable } from "../check/checked-tree.ts";
import type { CudaType, GivenArgument } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import type { Block, Expression, FunctionNode, Initializer, Statement, VariableNode } from "../syntax/tree.ts";
import { callFunction, entryPoint } from "./calls.ts";
import { keepLambda } from "./closures.ts";
import { newInstance, type Callable, type Code, type Instance, type LivingObject, type Run, type Slot, type Translation } from "./code.ts";
import { globalVariable, roomFor } from "./declarations.ts";
import { translateExpression } from "./expressions.ts";
import type { HostMachine } from "./host-machine.ts";
import type { Scalar } from "./host-memory.ts";
import { convertedIn } from "./conversions.ts";
import { setInitially } from "./initial-values.ts";
import { translateBlock, translateStatement } from "./statements.ts";
import { converted, copyBytes, fillVectorOf, placeAtAddress, textConstant, truthOf } from "./values.ts";

/** Turns functions of the host into closures. */
export class HostCompiler implements Translation {
  readonly machine: HostMachine;
  readonly slots = new Map<Variable, Slot>();
  readonly instances = new Map<FunctionNode, Map<string, Instance>>();
  readonly destroyers = new Map<object, ((at: number) => void) | undefined>();
  readonly deepCopied = new Set<object>();
  readonly copiers = new Map<object, (to: number, from: number) => void>();
  objects: LivingObject[] | undefined = undefined;
  readonly labels: ReadonlyMap<string, number>[] = [];
  readonly defaults = new Map<object, ((to: number) => void) | undefined>();
  readonly texts = new Map<string, number>();
  readonly callables = new Map<object, Callable>();
  readonly targets: Translation["targets"] = [];
  readonly closures: Translation["closures"] = new Map();
  function: Instance = newInstance(undefined as never);
  depth = 0;

  constructor(machine: HostMachine) {
    this.machine = machine;
  }

  /** Code that sets a variable outside of functions. */
  global(variable: VariableNode, context: Context): Run | undefined {
    return globalVariable(this, variable, context);
  }

  /** A function that the host calls first. */
  entry(node: FunctionNode, values: readonly number[], context: Context): () => Scalar {
    return entryPoint(this, node, values, context);
  }

  room(type: CudaType): number {
    return roomFor(this, type);
  }

  block(block: Block, around: Context): Run {
    return translateBlock(this, block, around);
  }

  statement(statement: Statement, context: Context): Run {
    return translateStatement(this, statement, context);
  }

  call(
    entity: FunctionEntity,
    given: readonly (GivenArgument | undefined)[],
    values: readonly Code[],
    context: Context,
    span: Span,
    self?: Code,
  ): Code {
    return callFunction(this, entity, given, values, context, span, self);
  }

  expression(expression: Expression, context: Context): Code {
    return translateExpression(this, expression, context);
  }

  truth(expression: Expression, context: Context): () => boolean {
    return truthOf(this, expression, context);
  }

  convert(code: Code, type: CudaType, span: Span): Code {
    return converted(this, code, type, span);
  }

  convertIn(code: Code, type: CudaType, context: Context, span: Span): Code {
    return convertedIn(this, code, type, context, span);
  }

  place(type: CudaType, address: () => number, span: Span): Code {
    return placeAtAddress(this, type, address, span);
  }

  text(text: string, span: Span): Code {
    return textConstant(this, text, span);
  }

  keep(lambda: Callable & { kind: "lambda" }, value: () => Scalar, span: Span): () => number {
    return keepLambda(this, lambda, value, span);
  }

  copy(to: number, from: number, bytes: number, span: Span): void {
    copyBytes(this, to, from, bytes, span);
  }

  initialize(type: CudaType, initializer: Initializer | undefined, context: Context, span: Span): ((to: number) => void) | undefined {
    return setInitially(this, type, initializer, context, span);
  }

  fillVector(vector: number, count: number, element: CudaType, set: ((to: number) => void) | undefined, span: Span): void {
    fillVectorOf(this, vector, count, element, set, span);
  }
}
