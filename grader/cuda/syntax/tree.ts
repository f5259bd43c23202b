import type { IncludedHeader } from "../text/headers.ts";
import type { AssemblyText } from "../ptx/read-ptx.ts";
import type { SourceError, Span } from "../source-error.ts";

/**
 * The syntax tree of a CUDA text, before names and types are looked up. Every node has its span in the text as the learner wrote it, before
 * macros: tokens that a macro brings have the span of the macro's use.
 */

/** A whole `.cu` file, in order. */
export interface SourceFile {
  readonly text: string;
  readonly declarations: readonly TopLevel[];
  /** Headers that it includes, in their order. */
  readonly headers: readonly IncludedHeader[];
}

export type TopLevel = FunctionNode | StructNode | EnumNode | AliasNode | VariablesNode | StaticAssertNode;

/** A function or kernel, or its declaration without a body. */
export interface FunctionNode {
  readonly kind: "function";
  /** As written, qualified names joined with `::`. Operators are spelled `operator+`, a constructor as its struct, a destructor with `~` in front. */
  readonly name: string;
  /** Empty if it is not a template. */
  readonly templateParameters: readonly TemplateParameter[];
  /** The arguments of a specialization, `template <> void f<4>()`. */
  readonly specializes?: readonly TemplateArgument[];
  readonly result: TypeNode;
  readonly parameters: readonly ParameterNode[];
  /** Where it runs. A function without any of these words is a host function. */
  readonly runs: { readonly global: boolean; readonly device: boolean; readonly host: boolean };
  readonly body: Block | undefined;
  /** For a kernel: the numbers of `__cluster_dims__(2, 1, 1)`. */
  readonly cluster?: readonly Expression[];
  /** For a host function that the lab does not support: the error, for whoever wants to run it. It has no body. */
  readonly refused?: SourceError;
  /** For a constructor: `: x(a), y(b)`. */
  readonly memberInitializers: readonly { readonly name: string; readonly initializer: Initializer }[];
  readonly isConst: boolean;
  readonly isStatic: boolean;
  /** For a constructor and a conversion: only a cast or `T(x)` calls it. */
  readonly isExplicit?: boolean;
  /** `__noinline__`: nvcc calls it, and writes no copy of it where it is called. */
  readonly isCalled?: boolean;
  readonly span: Span;
  /** Where the name is. */
  readonly nameSpan: Span;
}

/** A pack, `typename... Ts`, stands for any number of them. */
export type TemplateParameter =
  | {
      readonly kind: "type";
      readonly name: string;
      readonly fallback?: TypeNode;
      readonly isPack?: true;
      /** `template <typename> class Op`: it stands for a template, not for a type. */
      readonly isTemplate?: true;
    }
  | { readonly kind: "value"; readonly name: string; readonly type: TypeNode; readonly fallback?: Expression; readonly isPack?: true };

export interface ParameterNode {
  /** Empty if it has none. */
  readonly name: string;
  readonly type: TypeNode;
  readonly fallback: Expression | undefined;
  /** `Ts... values`: one for each member of a pack. */
  readonly isPack?: true;
  readonly span: Span;
}

export interface StructNode {
  readonly kind: "struct";
  readonly union: boolean;
  /** Empty for a struct without a name. */
  readonly name: string;
  readonly templateParameters: readonly TemplateParameter[];
  /** The arguments of a specialization, `template <> struct S<float> {…}` or `template <typename T> struct S<T*> {…}`. */
  readonly specializes?: readonly TemplateArgument[];
  /** From `__align__(n)` or `alignas(n)`. */
  readonly align: Expression | undefined;
  readonly bases: readonly TypeNode[];
  /** For `template <typename T> struct S;`: it has no members here. */
  readonly isDeclaration?: true;
  readonly members: readonly (VariablesNode | FunctionNode | StructNode | EnumNode | AliasNode | StaticAssertNode)[];
  readonly span: Span;
}

export interface EnumNode {
  readonly kind: "enum";
  /** Empty for an enum without a name. */
  readonly name: string;
  /** `enum class`. */
  readonly scoped: boolean;
  readonly underlying: TypeNode | undefined;
  readonly values: readonly { readonly name: string; readonly value: Expression | undefined; readonly span: Span }[];
  readonly span: Span;
}

/** `typedef T Name;` and `using Name = T;`. */
export interface AliasNode {
  readonly kind: "alias";
  readonly name: string;
  readonly templateParameters: readonly TemplateParameter[];
  readonly type: TypeNode;
  readonly span: Span;
}

export interface StaticAssertNode {
  readonly kind: "static-assert";
  readonly test: Expression;
  readonly message: string;
  readonly span: Span;
}

/** One or more variables declared together: globals, members, locals. */
export interface VariablesNode {
  readonly kind: "variables";
  readonly variables: readonly VariableNode[];
  /** The memory of `__shared__`, `__constant__`, `__device__`; a local without a word is a register. */
  readonly memory: "shared" | "constant" | "device" | undefined;
  /** `extern __shared__ float tile[];` */
  readonly isExtern: boolean;
  readonly isStatic: boolean;
  readonly isConstexpr: boolean;
  readonly span: Span;
}

export interface VariableNode {
  readonly name: string;
  /** The names of a structured binding, `auto [a, b] = pair;`; the variable itself cannot be named. */
  readonly bindings?: readonly string[];
  readonly type: TypeNode;
  readonly initializer: Initializer | undefined;
  /** From `__align__(n)` or `alignas(n)`. */
  readonly align: Expression | undefined;
  readonly span: Span;
}

export type Initializer =
  /** `= value` */
  | { readonly kind: "value"; readonly value: Expression }
  /** `(a, b)` */
  | { readonly kind: "arguments"; readonly values: readonly Expression[] }
  /** `{a, b}` or `= {a, b}` */
  | { readonly kind: "list"; readonly list: ListExpression };

/** A capture of a lambda: `n`, `&n`, or `n = value`. */
export interface CaptureNode {
  readonly name: string;
  readonly byReference: boolean;
  readonly isPack?: true;
  readonly value?: Expression;
}

/** A type as written. */
export type TypeNode =
  /** A built-in spelling in one canonical form (`unsigned long long`, `float`, `void`, …) or a name, perhaps qualified. */
  | {
      readonly kind: "named";
      readonly name: string;
      /** `S<T>` in `typename S<T>::type`; then the name is what follows it. */
      readonly owner?: TypeNode;
      readonly templateArguments: readonly TemplateArgument[] | undefined;
      readonly isConst: boolean;
      /** Every access to an object of the type counts: the compiler leaves none out. */
      readonly isVolatile?: true;
      readonly span: Span;
    }
  | { readonly kind: "auto"; readonly isConst: boolean; readonly isVolatile?: true; readonly span: Span }
  /**
   * The type that a pointer to a function points to. The device must know which function where it is called; the host's pointers can
   * change.
   */
  | { readonly kind: "function"; readonly result: TypeNode; readonly parameters: readonly ParameterNode[]; readonly span: Span }
  | { readonly kind: "decltype"; readonly of: Expression; readonly span: Span }
  | { readonly kind: "struct"; readonly struct: StructNode; readonly isConst: boolean; readonly isVolatile?: true; readonly span: Span }
  | { readonly kind: "enum"; readonly enumeration: EnumNode; readonly span: Span }
  | {
      readonly kind: "pointer";
      readonly to: TypeNode;
      readonly isConst: boolean;
      readonly isVolatile?: true;
      /** `__restrict__`: what it points to is reached by no other pointer. */
      readonly isRestrict?: true;
      readonly span: Span;
    }
  | { readonly kind: "reference"; readonly to: TypeNode; readonly span: Span }
  /** `T name[length]`; without a length for `extern __shared__ T name[]`, a parameter, or a list that says how long it is. */
  | { readonly kind: "array"; readonly of: TypeNode; readonly length: Expression | undefined; readonly span: Span };

/** A name alone could be either: then it is an expression of kind `name`. */
export type TemplateArgument =
  | { readonly kind: "type"; readonly type: TypeNode }
  | { readonly kind: "value"; readonly value: Expression }
  /** `Ts...` */
  | { readonly kind: "expansion"; readonly pattern: TemplateArgument; readonly span: Span };

export interface Block {
  readonly kind: "block";
  readonly statements: readonly Statement[];
  readonly span: Span;
}

/** `asm volatile ("…" : "=r"(x) : "r"(y) : "memory");` */
export interface AssemblyNode {
  readonly kind: "assembly";
  readonly isVolatile: boolean;
  readonly instructions: AssemblyText;
  readonly outputs: readonly AssemblyOperandNode[];
  readonly inputs: readonly AssemblyOperandNode[];
  readonly clobbers: readonly string[];
  readonly span: Span;
}

/** `"=r"(x)` */
export interface AssemblyOperandNode {
  readonly constraint: string;
  readonly constraintSpan: Span;
  readonly value: Expression;
}

export type Statement =
  | Block
  | AssemblyNode
  | VariablesNode
  | StructNode
  | EnumNode
  | AliasNode
  | StaticAssertNode
  | { readonly kind: "expression"; readonly expression: Expression; readonly span: Span }
  | {
      readonly kind: "if";
      readonly isConstexpr: boolean;
      readonly declaration: VariablesNode | undefined;
      readonly test: Expression;
      readonly then: Statement;
      readonly otherwise: Statement | undefined;
      readonly span: Span;
    }
  | {
      readonly kind: "for";
      readonly start: Statement | undefined;
      readonly test: Expression | undefined;
      readonly step: Expression | undefined;
      readonly body: Statement;
      /** For `for (T x : range)`: the loop is then the one over the indexes of an array. */
      readonly range?: RangeNode;
      readonly span: Span;
    }
  | { readonly kind: "while"; readonly test: Expression; readonly body: Statement; readonly span: Span }
  | { readonly kind: "do"; readonly body: Statement; readonly test: Expression; readonly span: Span }
  | { readonly kind: "switch"; readonly value: Expression; readonly cases: readonly SwitchCase[]; readonly span: Span }
  | { readonly kind: "break"; readonly span: Span }
  /** With a label, it goes on there, and not in the loop: `goto end;`. Only the host does that. */
  | { readonly kind: "continue"; readonly label?: string; readonly span: Span }
  | { readonly kind: "return"; readonly value: Expression | undefined; readonly span: Span }
  | { readonly kind: "throw"; readonly value: Expression | undefined; readonly span: Span }
  | { readonly kind: "try"; readonly body: Block; readonly handlers: readonly HandlerNode[]; readonly span: Span }
  /** With a label, it marks where a `goto` goes on: `end: ;`. */
  | { readonly kind: "empty"; readonly label?: string; readonly span: Span };

/** `catch (const T &e) {…}`; without a variable `catch (...)`. */
export interface HandlerNode {
  readonly variable: ParameterNode | undefined;
  readonly body: Block;
}

/** The parts of `for (T x : values) body`. */
export interface RangeNode {
  readonly variable: VariableNode;
  readonly values: Expression;
  readonly body: Statement;
}

/** One or more labels with the statements up to the next label. Without a value: `default`. */
export interface SwitchCase {
  readonly values: readonly (Expression | undefined)[];
  readonly statements: readonly Statement[];
  readonly span: Span;
}

export interface ListExpression {
  readonly kind: "list";
  readonly items: readonly Expression[];
  /** For `{.x = 1, .y = 2}`: the name of each item. */
  readonly designators?: readonly string[];
  readonly span: Span;
}

export type BinaryOperator =
  | "+" | "-" | "*" | "/" | "%"
  | "<<" | ">>" | "&" | "|" | "^"
  | "&&" | "||"
  | "==" | "!=" | "<" | ">" | "<=" | ">="
  | ","; // prettier-ignore

export type AssignmentOperator = "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | ">>=" | "&=" | "|=" | "^=";

export type Expression =
  /** A literal as written, with its suffix: `0x1Fu`, `1.5f`, `3ULL`. */
  | { readonly kind: "number"; readonly text: string; readonly span: Span }
  | { readonly kind: "character"; readonly code: number; readonly span: Span }
  /** Neighbouring literals joined, escapes resolved. */
  | { readonly kind: "string"; readonly value: string; readonly span: Span }
  | { readonly kind: "boolean"; readonly value: boolean; readonly span: Span }
  | { readonly kind: "null"; readonly span: Span }
  | { readonly kind: "this"; readonly span: Span }
  /** Qualified names joined with `::` (`cg::this_thread_block`, `Shape::width`). */
  | {
      readonly kind: "name";
      readonly name: string;
      /** `S<T>` in `S<T>::width`; then the name is what follows it. */
      readonly owner?: TypeNode;
      readonly templateArguments: readonly TemplateArgument[] | undefined;
      readonly span: Span;
    }
  | {
      readonly kind: "unary";
      readonly operator: "+" | "-" | "!" | "~" | "*" | "&" | "++" | "--";
      readonly operand: Expression;
      readonly span: Span;
    }
  | { readonly kind: "postfix"; readonly operator: "++" | "--"; readonly operand: Expression; readonly span: Span }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: "assignment";
      readonly operator: AssignmentOperator;
      readonly target: Expression;
      readonly value: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: "conditional";
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
      readonly span: Span;
    }
  /** `(T)x`, `static_cast<T>(x)`, `reinterpret_cast<T>(x)`, `const_cast<T>(x)`. */
  | {
      readonly kind: "cast";
      readonly style: "c" | "static" | "reinterpret" | "const";
      readonly type: TypeNode;
      readonly operand: Expression;
      readonly span: Span;
    }
  /** `f(a, b)`; `T(a)` for a type that the text cannot tell from a function has a name as its callee. */
  | { readonly kind: "call"; readonly callee: Expression; readonly arguments: readonly Expression[]; readonly span: Span }
  /** `T{a, b}`, and `float(a)` for a built-in type. */
  | {
      readonly kind: "construct";
      readonly type: TypeNode;
      readonly arguments: readonly Expression[];
      readonly braces: boolean;
      readonly span: Span;
    }
  /** `new T`, `new T[n]`, `new T(a, b)`. */
  | {
      readonly kind: "new";
      readonly type: TypeNode;
      /** For `new T[n]`. */
      readonly count: Expression | undefined;
      readonly initializer: Initializer | undefined;
      readonly span: Span;
    }
  /** `delete p` and `delete[] p`. */
  | { readonly kind: "delete"; readonly operand: Expression; readonly isArray: boolean; readonly span: Span }
  | { readonly kind: "index"; readonly base: Expression; readonly index: Expression; readonly span: Span }
  | {
      readonly kind: "member";
      readonly base: Expression;
      readonly name: string;
      readonly templateArguments: readonly TemplateArgument[] | undefined;
      readonly arrow: boolean;
      readonly span: Span;
    }
  | { readonly kind: "alignof"; readonly of: TypeNode; readonly span: Span }
  | { readonly kind: "sizeof"; readonly of: TypeNode | Expression; readonly isType: boolean; readonly span: Span }
  | {
      readonly kind: "lambda";
      /** `[&]`, `[=]`, `[]`, or names. */
      readonly captures: readonly CaptureNode[];
      readonly captureAll: "reference" | "value" | undefined;
      readonly parameters: readonly ParameterNode[];
      readonly result: TypeNode | undefined;
      readonly body: Block;
      readonly span: Span;
    }
  /** `kernel<<<grid, block, bytes, stream>>>(a, b)`. */
  | {
      readonly kind: "launch";
      readonly kernel: Expression;
      readonly configuration: readonly Expression[];
      readonly arguments: readonly Expression[];
      readonly span: Span;
    }
  /** `f(values)...`: the pattern for each member of the packs in it. */
  | { readonly kind: "expansion"; readonly pattern: Expression; readonly span: Span }
  /** `sizeof...(Ts)` */
  | { readonly kind: "pack-size"; readonly name: string; readonly span: Span }
  /** `(left op ...)`, `(... op right)`, `(left op ... op right)`. */
  | {
      readonly kind: "fold";
      readonly operator: BinaryOperator;
      readonly left: Expression | undefined;
      readonly right: Expression | undefined;
      readonly span: Span;
    }
  | ListExpression;
