import type { SourceError, Span } from "../source-error.ts";
import type { AliasNode, Expression, FunctionNode, ListExpression, StructNode } from "../syntax/tree.ts";
import type { Register, RegisterArray, Value } from "../ir/program.ts";
import type { CudaType } from "./types.ts";

// What expressions and names stand for, and where names are looked up: a lambda has a scope, and a scope has lambdas.

/** What an expression stands for. */
export type Operand =
  /** A scalar or a pointer. */
  | { readonly kind: "value"; readonly type: CudaType; readonly value: Value }
  /** A struct or an array as a value: its scalars by their paths, as in `leavesOf`. */
  | { readonly kind: "aggregate"; readonly type: CudaType & { kind: "struct" | "array" }; readonly leaves: ReadonlyMap<string, Value> }
  | Place
  /** A pointer to a variable in registers, which has no address: it can be followed, indexed and passed on. */
  | { readonly kind: "pointer-to-local"; readonly type: CudaType & { kind: "pointer" }; readonly place: LocalPlace; readonly offset: Value }
  | { readonly kind: "lambda"; readonly type: CudaType; readonly lambda: Lambda }
  /** The name of a function, passed on to be called. */
  | { readonly kind: "function"; readonly type: CudaType; readonly name: string; readonly functions: readonly FunctionEntity[] }
  /** A list in braces, until it is known what type it makes. */
  | { readonly kind: "list"; readonly type: CudaType & { kind: "void" }; readonly list: ListExpression }
  /** `mask`: the lanes that were active when a coalesced group was made. */
  | { readonly kind: "group"; readonly type: CudaType & { kind: "group" }; readonly mask?: Value }
  | { readonly kind: "nothing"; readonly type: CudaType & { kind: "void" } };

export interface Lambda {
  readonly node: Expression & { kind: "lambda" };
  /** Where its names are looked up: where it was written, with copies of what it captures by value. */
  readonly scope: Scope;
  /** What `*this` was there. */
  readonly self: Operand | undefined;
}

/** Where a value lives and can be stored. */
export type Place = MemoryPlace | LocalPlace;

export interface MemoryPlace {
  readonly kind: "memory";
  readonly type: CudaType;
  readonly address: Value;
  /** Of the expression that names it, for the accesses to it. */
  readonly span?: Span;
}

/** A variable in registers, or a part of one. */
export interface LocalPlace {
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
  readonly isConst: boolean;
  /** The same for each translation of its declaration. */
  readonly key: string;
  /** By the path of fields; all arrays on the way are one array of registers. */
  readonly leaves: ReadonlyMap<string, Register | RegisterArray>;
}

export function isPlace(operand: Operand): operand is Place {
  return operand.kind === "memory" || operand.kind === "local";
}

/** What a name stands for. */
export type Entity =
  | { readonly kind: "type"; readonly type: CudaType }
  | {
      readonly kind: "struct-template";
      readonly node: StructNode;
      readonly scope: Scope;
      readonly instances: Map<string, CudaType>;
      /** `template <> struct S<float> {…}` and the like. */
      readonly specializations: StructNode[];
    }
  | { readonly kind: "alias-template"; readonly node: AliasNode; readonly scope: Scope }
  /** A variable, a parameter, a constant. */
  | { readonly kind: "operand"; readonly operand: Operand }
  /** What a kernel cannot use, such as a variable of the host: says why. */
  | { readonly kind: "refused"; readonly error: SourceError }
  /** All functions of a name: overloads and templates. */
  | { readonly kind: "functions"; readonly functions: FunctionEntity[] };

export interface FunctionEntity {
  readonly node: FunctionNode;
  /** Where its names are looked up. */
  readonly scope: Scope;
}

/** A definition with the default arguments of its declaration. */
export function withDefaultsOf(declared: FunctionNode, defined: FunctionNode): FunctionNode {
  if (declared.parameters.every(({ fallback }) => fallback === undefined)) return defined;
  const parameters = defined.parameters.map((parameter, i) => {
    const fallback = parameter.fallback ?? declared.parameters[i]?.fallback;
    return fallback ? { ...parameter, fallback } : parameter;
  });
  return { ...defined, parameters };
}

/** Whether two declarations can be of the same function, and not of a template and its specialization. */
function canBeOfOneFunction(a: FunctionNode, b: FunctionNode): boolean {
  return (
    a.parameters.length === b.parameters.length &&
    a.templateParameters.length === b.templateParameters.length &&
    (a.specializes === undefined) === (b.specializes === undefined)
  );
}

/** Names of one part of the text, and of the parts around it. */
export class Scope {
  readonly #names = new Map<string, Entity>();
  readonly #around: Scope | undefined;
  readonly #further: ((name: string) => Entity | undefined) | undefined;

  /** @param further finds what is declared only when it is asked for */
  constructor(around?: Scope, further?: (name: string) => Entity | undefined) {
    this.#around = around;
    this.#further = further;
  }

  declare(name: string, entity: Entity): void {
    this.#names.set(name, entity);
  }

  declareFunction(declared: FunctionEntity): void {
    const { name } = declared.node;
    const known = this.#names.get(name);
    if (known?.kind !== "functions") return void this.#names.set(name, { kind: "functions", functions: [declared] });
    // A definition takes the place of its declaration.
    const same = known.functions.findIndex(({ node }) => node.body === undefined && canBeOfOneFunction(node, declared.node));
    if (same >= 0 && declared.node.body !== undefined)
      known.functions[same] = { ...declared, node: withDefaultsOf(known.functions[same]!.node, declared.node) };
    else known.functions.push(declared);
  }

  find(name: string): Entity | undefined {
    return this.#names.get(name) ?? this.#around?.find(name) ?? this.#further?.(name);
  }

  /** Inside a struct its name stands for itself, and with arguments for the template that it was made from. */
  findTemplate(name: string): (Entity & { kind: "struct-template" }) | undefined {
    const own = this.#names.get(name);
    return own?.kind === "struct-template" ? own : this.#around?.findTemplate(name);
  }

  /** In the outermost part: what the headers declare. */
  findInLibrary(name: string): Entity | undefined {
    return this.library.find(name);
  }

  /** The outermost part. */
  get library(): Scope {
    return this.#around ? this.#around.library : this;
  }

  /** Only in this part. */
  own(name: string): Entity | undefined {
    return this.#names.get(name);
  }

  /** All names, the innermost first. */
  *names(): Generator<string> {
    yield* this.#names.keys();
    if (this.#around) yield* this.#around.names();
  }
}
