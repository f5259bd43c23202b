import type { CudaType } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import type { HostMachine } from "./host-machine.ts";
import type { Scalar } from "./host-memory.ts";

/** A call of a function that a header declares without a body: the lab itself does what it does. */
export interface NativeCall {
  readonly machine: HostMachine;
  readonly name: string;
  readonly span: Span;
  /** The arguments as the text gives them, before they are converted to the types of the parameters. */
  readonly given: readonly GivenValue[];
  /** The type of the object of a method, whose address is the first value. */
  readonly self: CudaType | undefined;
  /** The address of a string constant. */
  readonly text: (text: string) => number;
  /** A function that makes an object of which nothing is given; undefined if it is left as it is. */
  readonly defaulting: (type: CudaType) => ((to: number) => void) | undefined;
  /** A function that sets an object to another. @param isCopied whether the other one stays: else it is taken over */
  readonly copying: (type: CudaType, isCopied: boolean) => (to: number, from: number) => void;
}

/** An argument as the text gives it. */
export interface GivenValue {
  readonly type: CudaType;
  readonly span: Span;
  /** Whether it is a variable, or a part of one. */
  readonly isVariable: boolean;
  /** Its type before casts to pointers of another type: `float**` for `(void**)&d_x`. */
  readonly uncastType: CudaType;
  /** The variable that it names or is the address of: `d_x` for `(void**)&d_x`; undefined for any other expression. */
  readonly variable: string | undefined;
}

/**
 * A function of the runtime: gets a call once, when the text is translated, and returns what runs with the values of the arguments: numbers
 * and addresses, converted to the types of the parameters. A reference is an address, as is the result where it is one.
 */
export type Native = (call: NativeCall) => (...values: Scalar[]) => Scalar;

/** Functions by their names. */
export type Natives = Readonly<Record<string, Native>>;
