import type { SourceError } from "../source-error.ts";
import type { AliasNode, Expression, FunctionNode, StructNode } from "../syntax/tree.ts";
import type { CheckedExpression } from "./checked-tree.ts";
import type { CudaType, GivenArgument } from "./types.ts";

// Scopes, and the entities that names stand for.

/** A lambda, which is its own type. */
export class Lambda {
  readonly node: Expression & { kind: "lambda" };
  /** The scope of its text, with its captures. */
  readonly scope: Scope;
  /** The type of `*this` there. */
  readonly self: CudaType | undefined;

  constructor(node: Expression & { kind: "lambda" }, scope: Scope, self: CudaType | undefined) {
    this.node = node;
    this.scope = scope;
    this.self = self;
  }
}

/** The meaning of a name. */
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
  | { readonly kind: "value"; readonly value: CheckedExpression }
  /** A name that a kernel cannot use, such as a variable of the host, with the error of its use. */
  | { readonly kind: "refused"; readonly error: SourceError }
  /** All functions of a name: overloads and templates. */
  | { readonly kind: "functions"; readonly functions: FunctionEntity[]; readonly given?: GivenArgument[] };

export interface FunctionEntity {
  readonly node: FunctionNode;
  /** The scope of its names. */
  readonly scope: Scope;
}

/** The functions that a name stands for which was passed on; none for any other type. */
export function functionsOf(type: CudaType): readonly FunctionEntity[] {
  const entity = type.kind === "lambda" ? (type.lambda as Partial<Entity>) : undefined;
  return entity?.kind === "functions" ? (entity as Entity & { kind: "functions" }).functions : [];
}

/** The template arguments of a function that was passed on. */
export function givenFor(type: CudaType): readonly GivenArgument[] | undefined {
  const entity = type.kind === "lambda" ? (type.lambda as Partial<Entity>) : undefined;
  return entity?.kind === "functions" ? (entity as Entity & { kind: "functions" }).given : undefined;
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
