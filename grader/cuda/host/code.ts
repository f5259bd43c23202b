import type { Context } from "../program/context.ts";
import { pointerTo, type CudaType } from "../program/types.ts";
import type { Expression, Initializer, Span } from "../syntax/tree.ts";
import type { Scalar } from "./host-memory.ts";
import type { HostMachine } from "./host-machine.ts";

/** An expression of the host, ready to run. The value of a struct or an array is its address. */
export interface Code {
  readonly type: CudaType;
  readonly value: () => Scalar;
  /** Of what can be assigned to. */
  readonly address?: (() => number) | undefined;
  /** Of a variable in the device's memory: its name. */
  readonly symbol?: string;
}

/** What the functions of libraries ask of the translation of the host's code. */
export interface Translation {
  readonly machine: HostMachine;
  expression(expression: Expression, context: Context): Code;
  truth(expression: Expression, context: Context): () => boolean;
  /** A value as one of another type. */
  convert(code: Code, type: CudaType, span: Span): Code;
  /** What is at an address. */
  place(type: CudaType, address: () => number, span: Span): Code;
  text(text: string): Code;
  copy(to: number, from: number, bytes: number, span: Span): void;
  initialize(type: CudaType, initializer: Initializer | undefined, context: Context, span: Span): ((to: number) => void) | undefined;
  /** Gives a vector memory for `count` elements, all set alike. */
  fillVector(vector: number, count: number, element: CudaType, set: ((to: number) => void) | undefined, span: Span): void;
}

/** Arrays are passed as pointers. */
export function decayed(type: CudaType): CudaType {
  return type.kind === "array" ? pointerTo(type.of) : type;
}
