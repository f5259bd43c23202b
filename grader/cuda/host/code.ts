import type { CheckedExpression, CheckedFunction, CheckedStatement, Objects, Variable } from "../check/checked-tree.ts";
import { alignOf, bytesOf, type CudaType } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import type { FunctionNode } from "../syntax/tree.ts";
import type { GivenArgument } from "../check/types.ts";
import { HOST_BASE, READ, type Scalar } from "./host-memory.ts";
import type { FrameLife, HostMachine } from "./host-machine.ts";

/** The host's code as closures: of an expression one that returns its value, of a statement one that returns how it ended. */

/** The functions that read each kind of node: they call each other by way of the code of a function. */
export interface Readers {
  value(expression: CheckedExpression, code: FunctionCode): Value;
  address(expression: CheckedExpression, code: FunctionCode): () => number;
  /** A function that sets memory of a type to the value of an expression. */
  initialize(type: CudaType, expression: CheckedExpression, code: FunctionCode): (to: number) => void;
  statement(statement: CheckedStatement, code: FunctionCode): Run;
  /** The code of a function, read when it is asked for first. */
  function(called: CheckedFunction, program: HostProgram): FunctionCode;
  /** Runs a function in a frame of its own. @param passed addresses of what references refer to, and values */
  invoke(code: FunctionCode, self: number, passed: readonly Scalar[], span: Span): Scalar;
}

/** The value of an expression. That of a struct or an array is its address; that of a lambda the frame that it was made in. */
export type Value = () => Scalar;

/** The end of a statement: the next one follows, a loop or a function is left, or a label is gone to. */
export type Outcome = 0 | 1 | 2 | 3 | 4;
/** The outcomes in order: from `RETURN` on, loops end as well. `GOTO` goes to the machine's `label`. */
export const NEXT = 0;
export const BREAK = 1;
export const CONTINUE = 2;
export const RETURN = 3;
export const GOTO = 4;
export type Run = () => Outcome;

/** The place of a variable in the frame of its function. */
export interface Slot {
  readonly offset: number;
  /** Whether it holds the address of the variable. */
  readonly isReference: boolean;
  readonly type: CudaType;
}

/** A variable of the function around a lambda. */
export interface Capture {
  readonly variable: Variable;
  /** In the frame of the function around. */
  readonly from: Slot;
  /** Offset of the reference to it in the frame of the lambda. */
  readonly offset: number;
}

/** A variable with a destructor. */
export interface LivingObject {
  readonly variable: Variable;
  /** Offset of the byte that says whether it was made and is not destroyed yet. */
  readonly flag: number;
  readonly offset: number;
  readonly destroy: (at: number) => void;
}

/** A lambda in the function that it is made in. */
export interface MadeLambda {
  readonly owner: FunctionCode;
  /** The variables that it has copies of. */
  readonly copied: ReadonlySet<Variable>;
}

/** A target of a pointer to a function. */
export type Target =
  | { readonly kind: "kernel"; readonly node: FunctionNode; readonly given: readonly (GivenArgument | undefined)[] }
  | {
      readonly kind: "function";
      readonly code: FunctionCode;
      readonly adapter: AdapterCode | undefined;
      readonly kept: KeptLambda | undefined;
    };

/** A function between a pointer and one that takes or returns something else. */
export interface AdapterCode {
  readonly code: FunctionCode;
  readonly run: (kept: KeptLambda | undefined) => Scalar;
}

/** A lambda that is kept in a std::function or a pointer, with what it captured. */
export interface KeptLambda {
  /** Addresses of the variables that it captured. */
  readonly addresses: readonly number[];
  /** The address of `*this`. */
  readonly self: number;
  /** The call that its variables belong to; undefined if it has copies of all. */
  readonly around: FrameLife | undefined;
}

/** A program of the host while it is turned into closures, and what its functions share when it runs. */
export class HostProgram {
  readonly machine: HostMachine;
  readonly objects: Objects;
  readonly codes = new Map<CheckedFunction, FunctionCode>();
  /** Addresses of variables that live as long as the program. */
  readonly globals = new Map<Variable, number>();
  readonly lambdas = new Map<object, MadeLambda>();
  /** A pointer to a function holds a place in this list, counted from 1. */
  readonly targets: Target[] = [];
  readonly #texts = new Map<string, number>();
  readonly copiers = new Map<object, ((to: number, from: number) => void) | undefined>();
  readonly destroyers = new Map<object, ((at: number) => void) | undefined>();

  readonly read: Readers;

  constructor(machine: HostMachine, objects: Objects, read: Readers) {
    this.machine = machine;
    this.objects = objects;
    this.read = read;
  }

  code(called: CheckedFunction): FunctionCode {
    return this.read.function(called, this);
  }

  /** The address of a string constant. */
  text(text: string, span: Span): number {
    let address = this.#texts.get(text);
    if (address === undefined) this.#texts.set(text, (address = this.machine.memory.text(text, span)));
    return address;
  }
}

/** A function of the host: its frame, and what runs in it. */
export class FunctionCode {
  readonly program: HostProgram;
  /** The function that a lambda is made in; undefined for any other function. */
  readonly owner: FunctionCode | undefined;
  readonly parameters: Slot[] = [];
  readonly captures: Capture[] = [];
  /** Offset of the address of `*this`. */
  self: number | undefined;
  /** Size of its frame. */
  bytes = 0;
  /** Variables of the block that is being translated which are destroyed at its end. */
  objects: LivingObject[] | undefined;
  run: Run = () => NEXT;
  /** Whether a header has it, and not the text. */
  isOfHeaders = false;
  name = "";
  returnsReference = false;
  readonly #slots = new Map<Variable, Slot>();

  constructor(program: HostProgram, owner?: FunctionCode) {
    this.program = program;
    this.owner = owner;
  }

  value(expression: CheckedExpression): Value {
    return this.program.read.value(expression, this);
  }

  /** The address of an lvalue, or of a value that is put into the frame. */
  address(expression: CheckedExpression): () => number {
    return this.program.read.address(expression, this);
  }

  /** The address that a reference to an expression holds: also that of a variable of the device, which only the runtime may use. */
  reference(expression: CheckedExpression): () => number {
    const variable = expression.kind === "variable" ? expression.variable : undefined;
    if (!variable || (variable.memory !== "device" && variable.memory !== "constant")) return this.address(expression);
    const { symbols } = this.program.machine;
    return () => symbols.get(variable.name)!.address;
  }

  /** A condition: not zero, not null. */
  truth(expression: CheckedExpression): () => boolean {
    const value = this.value(expression.kind === "truth" ? expression.operand : expression);
    return () => value() !== 0;
  }

  initialize(type: CudaType, expression: CheckedExpression): (to: number) => void {
    return this.program.read.initialize(type, expression, this);
  }

  statement(statement: CheckedStatement): Run {
    return this.program.read.statement(statement, this);
  }

  /** Room in the frame. */
  room(type: CudaType): number {
    const align = Math.max(1, alignOf(type));
    const offset = Math.ceil(this.bytes / align) * align;
    this.bytes = offset + bytesOf(type);
    return offset;
  }

  declare(variable: Variable, isReference = false): Slot {
    const { type } = variable;
    const slot: Slot = { offset: this.room(isReference ? ADDRESS : type), isReference, type };
    this.#slots.set(variable, slot);
    return slot;
  }

  /** The slot of a variable: its own, or one that refers to a variable of the function around. */
  slotOf(variable: Variable): Slot {
    const own = this.#slots.get(variable);
    if (own) return own;
    if (!this.owner) throw new TypeError(`the variable ${variable.name} has no place`);
    const from = this.owner.slotOf(variable);
    const slot = this.declare(variable, true);
    this.captures.push({ variable, from, offset: slot.offset });
    return slot;
  }

  /** Whether a variable lives in the frame itself. */
  isOwn(variable: Variable): boolean {
    return this.#slots.get(variable)?.isReference === false;
  }
}

const ADDRESS: CudaType = { kind: "reference", to: { kind: "void" } };

/** The address of a variable in a frame. */
export function slotAddress({ machine }: HostProgram, { offset, isReference }: Slot, frame: number): number {
  return isReference ? Number(READ.ptr(machine.memory.view, frame + offset)) : HOST_BASE + frame + offset;
}
