import type { AtomicOperator, ArithmeticOperator, ComparisonOperator, Value } from "../ir/program.ts";
import type { Span } from "../source-error.ts";
import type { ListExpression } from "../syntax/tree.ts";
import type { CudaType } from "./types.ts";

/**
 * The checked tree of a function: the tree of the text after names are looked up, types are known, templates are instantiated and overloads
 * are chosen. Each expression has its type, and conversions that C++ makes by itself are expressions. Who reads it looks up no name.
 */

/** A variable, a parameter, or a constant that needs memory. */
export interface Variable {
  readonly name: string;
  readonly type: CudaType;
  readonly span: Span;
  /** A scalar that cannot be changed. */
  readonly isConst: boolean;
  /** One for all threads: `static constexpr`. */
  readonly isStatic?: boolean;
  /** The memory that it lives in, if not the thread's registers or local memory. */
  readonly memory?: "device" | "constant" | "shared" | "dynamic shared" | "host";
  /** The initial bytes of a variable in the device's memory, if the text gives any. */
  readonly contents?: Uint8Array | undefined;
  /** In bytes, of a variable in shared memory. */
  readonly align?: number;
}

/** A function with the arguments of its template. A method has one for each type of `*this`. */
export interface CheckedFunction {
  readonly name: string;
  /** Undefined for `auto`, until the first return is checked. */
  result: CudaType | undefined;
  readonly self: CudaType | undefined;
  readonly parameters: readonly Parameter[];
  /** The members that a constructor sets before its body. */
  readonly memberInitializers: readonly { readonly target: CheckedExpression; readonly value: CheckedExpression }[];
  /** Empty until the body is checked: a function may call itself. */
  readonly body: CheckedStatement[];
  readonly returns: number;
  /** The template arguments and the type of `*this`: a shared variable is one variable for each. */
  readonly instance: string;
  /** Whether the lab's headers declare it, and not the text. */
  readonly isOfLibrary: boolean;
  readonly nameSpan: Span;
}

export interface Parameter {
  /** Its name may be empty. */
  readonly variable: Variable;
  readonly isReference: boolean;
  /** The value where a call gives none. */
  readonly fallback: CheckedExpression | undefined;
  /** Whether the body assigns to it, or takes its address. */
  readonly isAssigned: boolean;
  /** Whether the body passes it on, perhaps to a function that takes a reference. */
  readonly isPassed: boolean;
}

/** An operation on numbers, component by component for a pair of halves. */
export type Operation =
  | { readonly kind: "function"; readonly name: string; readonly isFast?: boolean }
  | { readonly kind: "arithmetic"; readonly operator: ArithmeticOperator }
  | { readonly kind: "comparison"; readonly operator: ComparisonOperator }
  | { readonly kind: "negate" }
  /** A conversion to the type of the result. */
  | { readonly kind: "convert" }
  /** The same bits. */
  | { readonly kind: "bits" }
  /** A component of a vector. */
  | { readonly kind: "component"; readonly path: string };

interface Typed {
  readonly type: CudaType;
  readonly span: Span;
}

export type CheckedExpression =
  | CheckedConversion
  | (Typed & { readonly kind: "constant"; readonly value: Value })
  | (Typed & { readonly kind: "string"; readonly text: string })
  /** threadIdx, blockIdx, blockDim, gridDim. */
  | (Typed & { readonly kind: "coordinates"; readonly name: "threadIdx" | "blockIdx" | "blockDim" | "gridDim" })
  | (Typed & { readonly kind: "variable"; readonly variable: Variable })
  /** `*this` */
  | (Typed & { readonly kind: "self" })
  /** The name of a function, passed on to be called. */
  | (Typed & { readonly kind: "function"; readonly name: string })
  | (Typed & { readonly kind: "member"; readonly base: CheckedExpression; readonly name: string })
  /** An element of an array, or of the elements behind a pointer; without an index the first. */
  | (Typed & { readonly kind: "element"; readonly base: CheckedExpression; readonly index: CheckedExpression | undefined })
  | (Typed & { readonly kind: "address"; readonly operand: CheckedExpression })
  | (Typed & { readonly kind: "unary"; readonly operator: "-" | "~" | "!" | "+"; readonly operand: CheckedExpression })
  | (Typed & { readonly kind: "increment"; readonly target: CheckedExpression; readonly by: 1 | -1; readonly isPostfix: boolean })
  | (Typed & {
      readonly kind: "arithmetic";
      readonly operator: ArithmeticOperator;
      readonly left: CheckedExpression;
      readonly right: CheckedExpression;
    })
  | (Typed & {
      readonly kind: "comparison";
      readonly operator: ComparisonOperator;
      readonly left: CheckedExpression;
      readonly right: CheckedExpression;
    })
  | (Typed & {
      readonly kind: "logic";
      readonly operator: "&&" | "||";
      readonly left: CheckedExpression;
      readonly right: CheckedExpression;
    })
  /** A pointer moved by a count of elements; `n + p` has the count on its left. */
  | (Typed & {
      readonly kind: "pointer-offset";
      readonly left: CheckedExpression;
      readonly right: CheckedExpression;
      readonly sign: 1 | -1;
      readonly isPointerRight: boolean;
    })
  | (Typed & {
      readonly kind: "pointer-difference";
      readonly left: CheckedExpression;
      readonly right: CheckedExpression;
      readonly bytes: number;
    })
  | (Typed & { readonly kind: "comma"; readonly left: CheckedExpression; readonly right: CheckedExpression })
  | (Typed & {
      readonly kind: "assignment";
      readonly target: CheckedExpression;
      readonly value: CheckedExpression;
      /** Whether finding the target may change the value, which comes first. */
      readonly hasEffects: boolean;
    })
  | (Typed & {
      readonly kind: "compound-assignment";
      readonly operator: ArithmeticOperator;
      readonly target: CheckedExpression;
      /** Converted to the type that is computed with; for a pointer the count of elements. */
      readonly value: CheckedExpression;
      /** The type that is computed with. */
      readonly computed: CudaType;
      readonly hasEffects: boolean;
    })
  | (Typed & {
      readonly kind: "conditional";
      readonly test: CheckedExpression;
      readonly then: CheckedExpression;
      readonly otherwise: CheckedExpression;
    })
  /** A choice between two variables, as a variable. */
  | (Typed & {
      readonly kind: "choice";
      readonly test: CheckedExpression;
      readonly then: CheckedExpression;
      readonly otherwise: CheckedExpression;
    })
  /** A place in memory seen as one of another type: `(T &)x`. */
  | (Typed & { readonly kind: "reinterpretation"; readonly operand: CheckedExpression })
  /** `(void)x` */
  | (Typed & { readonly kind: "discard"; readonly operand: CheckedExpression })
  | CheckedCall
  /** A struct or array of its scalars and parts, by their paths. */
  | (Typed & { readonly kind: "aggregate"; readonly parts: readonly (readonly [path: string, value: CheckedExpression])[] })
  | (Typed & { readonly kind: "zero" })
  /** An array of elements that are all the same. */
  | (Typed & { readonly kind: "repeated"; readonly element: CheckedExpression })
  | (Typed & {
      readonly kind: "lambda";
      readonly captures: readonly Capture[];
    })
  /** A function of numbers that CUDA's headers declare. */
  | (Typed & { readonly kind: "operation"; readonly operation: Operation; readonly operands: readonly CheckedExpression[] })
  /** Any other function of CUDA's headers. */
  | (Typed & {
      readonly kind: "built-in";
      readonly name: string;
      readonly operands: readonly CheckedExpression[];
    })
  | (Typed & {
      readonly kind: "atomic";
      readonly operator: AtomicOperator;
      readonly name: string;
      readonly operands: readonly CheckedExpression[];
    })
  /** `memcpy` and `memset`, by elements of the unit if so many bytes are whole ones, else by bytes. */
  | (Typed & {
      readonly kind: "bytes";
      readonly to: CheckedExpression;
      /** The source of a copy; undefined where bytes are set. */
      readonly from: CheckedExpression | undefined;
      readonly byte: CheckedExpression | undefined;
      readonly count: CheckedExpression;
      readonly unit: CudaType;
      /** The functions that do it in a loop: for the unit, and for bytes. */
      readonly loops: readonly [unit: CheckedFunction, bytes: CheckedFunction];
    })
  | (Typed & { readonly kind: "print"; readonly format: string; readonly operands: readonly CheckedExpression[] })
  /** A group of threads, which its type describes. */
  | (Typed & { readonly kind: "group" })
  | (Typed & {
      readonly kind: "group-call";
      readonly name: string;
      readonly group: CheckedExpression;
      readonly operands: readonly CheckedExpression[];
    })
  | (Typed & {
      readonly kind: "group-reduction";
      readonly group: CheckedExpression;
      readonly value: CheckedExpression;
      readonly operation: CheckedExpression;
      readonly variables: { readonly operation: Variable; readonly a: Variable; readonly b: Variable };
      /** A call of the operation with `a` and `b`, converted to the type of the value. */
      readonly combined: CheckedExpression;
    })
  /** A list in braces, until it is known what type it makes: only inside of the checker. */
  | (Typed & { readonly kind: "list"; readonly list: ListExpression })
  /** No value: what a call of a void function is worth. */
  | (Typed & { readonly kind: "nothing" });

/** A conversion: its operand is found where the whole is written, and converted where its value is needed. */
export type CheckedConversion =
  /** Lvalue to rvalue, and array to pointer. */
  | (Typed & { readonly kind: "load"; readonly operand: CheckedExpression })
  /** A scalar or a pointer as one of another type. */
  | (Typed & { readonly kind: "convert"; readonly operand: CheckedExpression })
  /** A condition: not zero, not null. */
  | (Typed & { readonly kind: "truth"; readonly operand: CheckedExpression })
  /** An object as its base. */
  | (Typed & { readonly kind: "base"; readonly operand: CheckedExpression })
  /** By a constructor or a conversion operator: the call has the operand as its argument or object. */
  | (Typed & { readonly kind: "user-conversion"; readonly operand: CheckedExpression; readonly call: CheckedCall });

export interface CheckedCall extends Typed {
  readonly kind: "call";
  readonly function: CheckedFunction;
  readonly arguments: readonly CheckedExpression[];
  /** The object of a method. */
  readonly self: CheckedExpression | undefined;
  /** The lambda that is called. */
  readonly lambda: CheckedExpression | undefined;
  /** The object of a constructor before its fields are set. */
  readonly constructed: CheckedExpression | undefined;
}

export interface Capture {
  readonly variable: Variable;
  readonly value: CheckedExpression;
  readonly byReference: boolean;
}

export type CheckedStatement =
  | { readonly kind: "block"; readonly statements: readonly CheckedStatement[] }
  | {
      readonly kind: "variable";
      readonly variable: Variable;
      readonly initial: CheckedExpression | undefined;
      /** Whether it stands for its initial value instead of holding a copy. */
      readonly isReference: boolean;
    }
  | { readonly kind: "expression"; readonly expression: CheckedExpression }
  | {
      readonly kind: "if";
      readonly test: CheckedExpression;
      readonly then: CheckedStatement;
      readonly otherwise: CheckedStatement | undefined;
      readonly span: Span;
    }
  | {
      readonly kind: "loop";
      readonly before: CheckedExpression | undefined;
      readonly body: CheckedStatement;
      readonly step: CheckedExpression | undefined;
      readonly after: CheckedExpression | undefined;
      readonly span: Span;
    }
  | {
      readonly kind: "switch";
      /** Converted to the type of the labels. */
      readonly value: CheckedExpression;
      readonly cases: readonly {
        readonly labels: readonly (number | bigint)[];
        readonly isDefault: boolean;
        readonly statements: readonly CheckedStatement[];
        readonly span: Span;
      }[];
      readonly span: Span;
    }
  | { readonly kind: "break" | "continue"; readonly span: Span }
  | { readonly kind: "return"; readonly value: CheckedExpression | undefined; readonly span: Span };

/** A kernel with its checked body, and the device's variables that its file declares. */
export interface CheckedKernel {
  readonly function: CheckedFunction;
  readonly globals: readonly Variable[];
}

/** A scalar that is known before the kernel runs, or the scalars of a struct or array by their paths; undefined if it is not known. */
export type Known = Value | ReadonlyMap<string, Value> | undefined;
