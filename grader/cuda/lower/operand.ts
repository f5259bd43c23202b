import type { CudaType } from "../check/types.ts";
import type { Variable } from "../check/checked-tree.ts";
import type { Register, RegisterArray, Value } from "../ir/program.ts";
import type { Span } from "../source-error.ts";

/** A lowered expression: its value, or where the value lives. */
export type Operand =
  /** A scalar or a pointer. */
  | { readonly kind: "value"; readonly type: CudaType; readonly value: Value }
  | Aggregate
  | Lvalue
  /** A pointer to a variable in registers, which has no address: it can be followed, indexed and passed on. */
  | {
      readonly kind: "pointer-to-local";
      readonly type: CudaType & { kind: "pointer" };
      readonly place: LocalLvalue;
      readonly offset: Value;
    }
  | { readonly kind: "lambda"; readonly type: CudaType; readonly environment: Environment }
  | { readonly kind: "function"; readonly type: CudaType }
  /** `mask`: the lanes that were active when a coalesced group was made. */
  | { readonly kind: "group"; readonly type: CudaType & { kind: "group" }; readonly mask?: Value }
  | { readonly kind: "nothing"; readonly type: CudaType };

/** A struct or an array as a value: its scalars by their paths, as in `leavesOf`. */
export interface Aggregate {
  readonly kind: "aggregate";
  readonly type: CudaType & { kind: "struct" | "array" };
  readonly leaves: ReadonlyMap<string, Value>;
}

/** A value's place, which can be stored to. */
export type Lvalue = MemoryLvalue | LocalLvalue;

export interface MemoryLvalue {
  readonly kind: "memory";
  readonly type: CudaType;
  readonly address: Value;
  /** The expression that names it, for the accesses to it. */
  readonly span?: Span;
  /**
   * Bytes that a subscript of an array may reach: those of its type if not given. Without end for a whole variable, whose own bounds hold.
   */
  readonly room?: number;
}

/** A variable in registers, or a part of one. */
export interface LocalLvalue {
  readonly kind: "local";
  readonly type: CudaType;
  readonly variable: LocalVariable;
  /** The fields on the way to this part, each with a dot before it. */
  readonly path: string;
  /** The elements chosen on the way, one for each array that was entered. */
  readonly indexes: readonly { readonly value: Value; readonly length: number }[];
}

/** A variable in registers: one register, or one array of registers, for each scalar in its type. */
export interface LocalVariable {
  readonly name: string;
  readonly type: CudaType;
  /** The same for each lowering of its declaration. */
  readonly key: string;
  /** By the path of fields; all arrays on the way are one array of registers. */
  readonly leaves: ReadonlyMap<string, Register | RegisterArray>;
}

export function isLvalue(operand: Operand): operand is Lvalue {
  return operand.kind === "memory" || operand.kind === "local";
}

/** The operands of a function's variables while its body is written out for one call, and of those around a lambda. */
export class Environment {
  readonly #operands = new Map<Variable, Operand>();
  readonly #around: Environment | undefined;
  /** `*this` */
  readonly self: Operand | undefined;

  constructor(around?: Environment, self: Operand | undefined = around?.self) {
    this.#around = around;
    this.self = self;
  }

  bind(variable: Variable, operand: Operand): void {
    this.#operands.set(variable, operand);
  }

  find(variable: Variable): Operand | undefined {
    return this.#operands.get(variable) ?? this.#around?.find(variable);
  }
}
