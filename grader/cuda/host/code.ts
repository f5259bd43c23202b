import type { Context } from "../check/context.ts";
import type { Entity, FunctionEntity } from "../check/scope.ts";
import type { Variable } from "../check/checked-tree.ts";
import { VOID, pointerTo, type CudaType, type GivenArgument } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type {
  Block,
  Expression,
  FunctionNode,
  Initializer,
  ListExpression,
  Statement,
  TemplateArgument,
  TypeNode,
} from "../syntax/tree.ts";
import type { Scalar } from "./host-memory.ts";
import type { FrameLife, HostMachine } from "./host-machine.ts";

/** An expression of the host, ready to run. The value of a struct or an array is its address. */
export interface Code {
  readonly type: CudaType;
  readonly value: () => Scalar;
  /** A variable of the function that is being compiled. */
  readonly isLocal?: boolean;
  /** `std::move(x)`: what is at its address may be taken over. */
  readonly isMoved?: boolean;
  /** Of what can be assigned to. */
  readonly address?: (() => number) | undefined;
  /** Of a variable in the device's memory: its name. */
  readonly symbol?: string;
  /** Of a list in braces, which has no value until its type is known. */
  readonly list?: ListExpression;
  /** An integer that is known to be 0. */
  readonly isZero?: boolean;
}

/** How a statement ended. */
export type Outcome = 0 | 1 | 2 | 3 | 4;
/** The outcomes in order: from `RETURN` on, loops end as well. `GOTO` goes to the machine's `label`. */
export const NEXT = 0;
export const BREAK = 1;
export const CONTINUE = 2;
export const RETURN = 3;
export const GOTO = 4;
/** A statement, ready to run. */
export type Run = () => Outcome;

/** Where a variable lives. */
export interface Slot {
  readonly offset: number;
  readonly isReference: boolean;
  /** An offset into the host's memory instead of one into the function's frame. */
  readonly isGlobal: boolean;
  readonly type: CudaType;
  /** Of a member of `*this`: where it is in the object; the slot itself is that of `this`. */
  readonly inSelf?: number;
  /** Whether it points to an array whose length was worked out when it was declared. */
  readonly isRuntimeArray?: boolean;
}

/** A function of the host with the arguments of its template. */
export interface Instance {
  readonly node: FunctionNode;
  readonly parameters: Slot[];
  /** Of a method: where `this` is. */
  self: Slot | undefined;
  result: CudaType;
  /** Whether the first `return` says what the result is. */
  deducesResult: boolean;
  bytes: number;
  run: Run;
}

/** What is passed on by its address and copied byte by byte. */
export function isAggregate(type: CudaType): boolean {
  return type.kind === "struct" || type.kind === "array" || type.kind === "lambda";
}

/** A variable with a destructor. */
export interface LivingObject {
  readonly name: string;
  /** Where its function's frame says whether it was made and is not destroyed yet. */
  readonly flag: number;
  readonly offset: number;
  readonly destroy: (at: number) => void;
}

/** What can be called or launched by way of a variable. */
export type Callable =
  | {
      readonly kind: "functions";
      readonly name: string;
      readonly functions: readonly FunctionEntity[];
      readonly templateArguments: readonly TemplateArgument[] | undefined;
      /** Where its template's arguments are looked up. */
      readonly context: Context;
    }
  | {
      readonly kind: "lambda";
      readonly node: Expression & { kind: "lambda" };
      readonly context: Context;
      /** The function that it is written in. */
      readonly owner: Instance;
      /** Names of the variables that it has copies of. */
      readonly copied: ReadonlySet<string>;
    };

/** A lambda that is kept, with what it captured. */
export interface Closure {
  readonly kind: "closure";
  readonly code: ClosureCode;
  /** Of the variables that it captured. */
  readonly addresses: readonly number[];
  /** What `this` was. */
  readonly object: number;
  /** The call that its variables belong to; undefined if it has copies of all. */
  readonly around: FrameLife | undefined;
}

/** A lambda as a function of its own. */
export interface ClosureCode {
  readonly instance: Instance;
  readonly captures: readonly Capture[];
  readonly parameters: readonly Slot[];
}

export interface Capture {
  /** In the frame of the function that the lambda stands in. */
  readonly from: Slot;
  /** Of the reference to it, in the frame of the lambda. */
  readonly offset: number;
  /** Of what is captured by value: sets the closure's own. */
  readonly copy: ((to: number, frame: number) => void) | undefined;
}

/** A pointer to a function or kernel: which one is known when the program runs. */
export interface FunctionPointer {
  readonly kind: "pointer";
  /** What a call of it returns. */
  readonly result: TypeNode;
}

/** The translation of the host's code, as its parts see each other. */
export interface Translation {
  readonly machine: HostMachine;
  /** The function that is being compiled. */
  function: Instance;
  /** How many functions are being compiled, each for a call in the one before. */
  depth: number;
  readonly slots: Map<Variable, Slot>;
  /** Functions that were compiled, by the arguments of their templates. */
  readonly instances: Map<FunctionNode, Map<string, Instance>>;
  /** What ends the life of objects of a struct; undefined where nothing is to be done. */
  readonly destroyers: Map<object, ((at: number) => void) | undefined>;
  /** Structs whose objects are not copied byte by byte. */
  readonly deepCopied: Set<object>;
  /** What copies the objects of a struct. */
  readonly copiers: Map<object, (to: number, from: number) => void>;
  /** Variables of the block that is being compiled which must be destroyed at its end. */
  objects: LivingObject[] | undefined;
  /** The labels of the blocks around what is being compiled, the innermost block's last. */
  readonly labels: ReadonlyMap<string, number>[];
  /** What sets a struct of which nothing is given; undefined where nothing is to be set. */
  readonly defaults: Map<object, ((to: number) => void) | undefined>;
  /** Addresses of texts. */
  readonly texts: Map<string, number>;
  /** What values of lambdas' types stand for. */
  readonly callables: Map<object, Callable>;
  /** What pointers to functions can point to: a pointer holds a place in this list, counted from 1. */
  readonly targets: ((Callable & { kind: "functions" }) | Closure)[];
  /** Lambdas that are kept, as functions of their own. */
  readonly closures: Map<object, ClosureCode>;
  /** Room in the frame of the function that is being compiled. */
  room(type: CudaType): number;
  block(block: Block, around: Context): Run;
  statement(statement: Statement, context: Context): Run;
  /** A call of a function; of a method with the object that it works on. */
  call(
    entity: FunctionEntity,
    given: readonly (GivenArgument | undefined)[],
    values: readonly Code[],
    context: Context,
    span: Span,
    self?: Code,
  ): Code;
  expression(expression: Expression, context: Context): Code;
  truth(expression: Expression, context: Context): () => boolean;
  /** A value as one of another type. */
  convert(code: Code, type: CudaType, span: Span): Code;
  /** The same, also by what the text's structs declare: constructors and conversions. */
  convertIn(code: Code, type: CudaType, context: Context, span: Span): Code;
  /** What is at an address. */
  place(type: CudaType, address: () => number, span: Span): Code;
  text(text: string, span: Span): Code;
  /** The place of a lambda, kept for later as it is when it runs, in the list of targets. */
  keep(lambda: Callable & { kind: "lambda" }, value: () => Scalar, span: Span): () => number;
  copy(to: number, from: number, bytes: number, span: Span): void;
  initialize(type: CudaType, initializer: Initializer | undefined, context: Context, span: Span): ((to: number) => void) | undefined;
  /** Gives a vector memory for `count` elements, all set alike. */
  fillVector(vector: number, count: number, element: CudaType, set: ((to: number) => void) | undefined, span: Span): void;
}

/** Declares a variable of the host under its name, with its place. */
export function declareSlot(host: Translation, name: string, type: CudaType, slot: Slot, context: Context, span: Span): void {
  const variable: Variable = { name, type, span, isConst: false, memory: "host" };
  host.slots.set(variable, slot);
  if (name !== "") context.scope.declare(name, { kind: "value", value: { kind: "variable", type, variable, span } });
}

/** The place of the variable of the host that a name stands for, if it does. */
export function slotOf(host: Translation, entity: Entity | undefined): Slot | undefined {
  return entity?.kind === "value" && entity.value.kind === "variable" ? host.slots.get(entity.value.variable) : undefined;
}

/** Arrays are passed as pointers. */
export function decayed(type: CudaType): CudaType {
  return type.kind === "array" ? pointerTo(type.of) : type;
}

export function known(type: CudaType, value: Scalar): Code {
  return { type, value: () => value, isZero: Number(value) === 0 };
}

export function newInstance(node: FunctionNode): Instance {
  return { node, parameters: [], self: undefined, result: VOID, deducesResult: false, bytes: 0, run: () => NEXT };
}

/** `auto`, `auto &` and pointers to functions: which function it is, only the argument says. */
export function isLeftToValue(node: TypeNode): boolean {
  if (node.kind === "pointer" || node.kind === "reference")
    return isFunction(node.to) || (node.kind === "reference" && node.to.kind === "auto");
  return node.kind === "auto" || isFunction(node);
}

export function isFunction(node: TypeNode): boolean {
  return node.kind === "function" || (node.kind === "named" && node.name === "std::function");
}
