import type { AtomicOperator, ArithmeticOperator, ComparisonOperator, Value } from "../ir/program.ts";
import type { PtxItem } from "../ptx/ptx-tree.ts";
import type { Span } from "../source-error.ts";
import type { FunctionNode, ListExpression } from "../syntax/tree.ts";
import type { CudaType, GivenArgument } from "./types.ts";

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
  /** Whether the result is `auto &`. */
  readonly isReferenceDeduced?: boolean;
  /** The template arguments and the type of `*this`: a shared variable is one variable for each. */
  readonly instance: string;
  /** Whether the lab's headers declare it, and not the text. */
  readonly isOfLibrary: boolean;
  /** `__noinline__`: the names in its `asm` statements are its own. */
  readonly isCalled?: true;
  /** Whether a header declares it without a body: the host's runtime does what it does. */
  readonly isNative?: true;
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
  | HostExpression
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
  | (Typed & {
      readonly kind: "aggregate";
      /** A base has no path. */
      readonly parts: readonly (readonly [path: string, value: CheckedExpression])[];
      /** Whether what has no part is left as it is, and not set to zero. */
      readonly isPartial?: true;
    })
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
  /** For a function of the runtime: the arguments before they are converted to the types of the parameters. */
  readonly given?: readonly CheckedExpression[];
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
  | HostStatement
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
  | CheckedAssembly
  | { readonly kind: "break" | "continue"; readonly span: Span }
  | { readonly kind: "return"; readonly value: CheckedExpression | undefined; readonly span: Span };

/** An `asm` statement. */
export interface CheckedAssembly {
  readonly kind: "assembly";
  readonly items: readonly PtxItem[];
  /** In the order of their numbers, outputs first. */
  readonly operands: readonly AssemblyOperand[];
  /** Whether its accesses count, whatever is known of their values. */
  readonly isVolatile: boolean;
  /** Whether what was known of memory is not known after it. */
  readonly clobbersMemory: boolean;
  readonly span: Span;
}

export interface AssemblyOperand {
  readonly use: "input" | "output" | "both";
  /** A scalar or a pointer; of an output, the lvalue. */
  readonly expression: CheckedExpression;
  /** The number of the output in whose register an input begins: `"0"(x)`. */
  readonly tiedTo?: number;
  /** Whether it stands in the text as a number: `"n"`. */
  readonly isImmediate?: true;
  readonly span: Span;
}

/** A kernel with its checked body, and the device's variables that its file declares. */
export interface CheckedKernel {
  readonly function: CheckedFunction;
  /** The arguments of its template, with those that the template itself gives. */
  readonly templateArguments: readonly GivenArgument[];
  readonly globals: readonly Variable[];
  /** Blocks of a cluster along x, y and z, if the text says so. */
  readonly cluster: readonly [number, number, number] | undefined;
}

/** A scalar that is known before the kernel runs, or the scalars of a struct or array by their paths; undefined if it is not known. */
export type Known = Value | ReadonlyMap<string, Value> | undefined;

// Nodes that only the host's code has.

export type HostExpression =
  /** `new T(a)` and `new T[n]`: a pointer. */
  | (Typed & {
      readonly kind: "new";
      readonly allocated: CudaType;
      /** The `n` of `new T[n]`. */
      readonly count: CheckedExpression | undefined;
      /** The value of each element; undefined if it is left as it is. */
      readonly value: CheckedExpression | undefined;
      /** A call of the `operator new` that the class has, with the bytes in a variable. */
      readonly allocation: { readonly bytes: Variable; readonly call: CheckedCall } | undefined;
    })
  | (Typed & {
      readonly kind: "delete";
      readonly operand: CheckedExpression;
      readonly isArray: boolean;
      /** A call of the `operator delete` that the class has, with the address in a variable. */
      readonly release: { readonly address: Variable; readonly call: CheckedCall } | undefined;
    })
  | (Typed & {
      readonly kind: "launch";
      readonly kernel: ChosenKernel | CheckedExpression;
      /** Both are a dim3. */
      readonly grid: CheckedExpression;
      readonly block: CheckedExpression;
      readonly sharedBytes: CheckedExpression | undefined;
      readonly arguments: readonly CheckedExpression[];
    })
  /** A pointer to a function or kernel, or a std::function, that is given one. */
  | (Typed & { readonly kind: "function-pointer"; readonly target: ChosenKernel | PointedFunction })
  /** A call by way of a pointer. */
  | (Typed & { readonly kind: "pointer-call"; readonly pointer: CheckedExpression; readonly arguments: readonly CheckedExpression[] })
  /** `char text[] = "…"` */
  | (Typed & { readonly kind: "characters"; readonly text: string })
  /** A container of items in braces: each is inserted. */
  | (Typed & {
      readonly kind: "insertions";
      /** Refers to the container. */
      readonly object: Variable;
      readonly empty: CheckedExpression | undefined;
      readonly inserts: readonly CheckedExpression[];
    })
  /** Memory as it is, before a constructor sets it. */
  | (Typed & { readonly kind: "uninitialized" })
  /** The bytes of an array whose length was worked out when it was declared. */
  | (Typed & { readonly kind: "allocated-bytes"; readonly pointer: CheckedExpression });

/** A kernel with the arguments of its template. */
export interface ChosenKernel {
  readonly kind: "kernel";
  readonly node: FunctionNode;
  readonly given: readonly (GivenArgument | undefined)[];
}

/** A function, perhaps a lambda, that takes and returns what the pointer to it says. */
export interface PointedFunction {
  readonly kind: "pointed-function";
  readonly function: CheckedFunction;
  /** The lambda, which is kept with what it captures. */
  readonly lambda: CheckedExpression | undefined;
  readonly adapter: Adapter | undefined;
}

/** A step between a pointer and a function that takes or returns something else. */
export interface Adapter {
  /** Parameters of the pointer's types. */
  readonly parameters: readonly { readonly variable: Variable; readonly isReference: boolean }[];
  /** The parameters as the function takes them. */
  readonly arguments: readonly CheckedExpression[];
  /** The function's result, and its conversion to that of the pointer; undefined if that returns nothing. */
  readonly result: { readonly returned: Variable; readonly value: CheckedExpression } | undefined;
}

export type HostStatement =
  /** `float a[n];`: the variable points to memory that is allocated. */
  | {
      readonly kind: "runtime-array";
      readonly variable: Variable;
      readonly of: CudaType;
      readonly count: CheckedExpression;
      readonly span: Span;
    }
  /** `for (T x : values) body` */
  | {
      readonly kind: "range";
      /** Refers to the values. */
      readonly values: CheckedStatement;
      readonly begin: CheckedExpression;
      readonly end: CheckedExpression;
      /** Points to the element. */
      readonly at: Variable;
      readonly declarations: readonly CheckedStatement[];
      readonly body: CheckedStatement;
      readonly span: Span;
    }
  /** Without a value: what the innermost handler has caught. */
  | { readonly kind: "throw"; readonly value: CheckedExpression | undefined; readonly span: Span }
  | { readonly kind: "try"; readonly body: CheckedStatement; readonly handlers: readonly Handler[] }
  | { readonly kind: "label"; readonly name: string }
  | { readonly kind: "goto"; readonly label: string; readonly span: Span };

export interface Handler {
  /** The type that is caught; undefined for any. */
  readonly type: CudaType | undefined;
  /** Refers to what was thrown. */
  readonly variable: Variable | undefined;
  readonly body: CheckedStatement;
}

/** A program's code of the host. */
export interface CheckedProgram {
  readonly entry: CheckedFunction;
  /** Variables outside of functions, in order. */
  readonly globals: readonly CheckedStatement[];
  readonly objects: Objects;
}

/** The functions that copy and destroy objects of a struct, as far as it declares any. */
export interface Objects {
  copyConstructor(type: CudaType): CheckedFunction | undefined;
  destructor(type: CudaType): CheckedFunction | undefined;
  /** The value of an object of which nothing is given. */
  defaultValue(type: CudaType): CheckedExpression | undefined;
}
