import type { CudaTokens } from "./cuda-tokens.ts";
import { BUILT_IN, SCALARS, VECTORS, binary, commonType, converted, inMemory, type Struct, type Type, type Typed } from "./cuda-types.ts";

interface Signature {
  readonly parameters: readonly Type[];
  readonly result: Type;
}

/** Binary operators, those that bind weakest first. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];

/** Compiles the types and expressions of a kernel's text. */
export class CudaExpressions {
  readonly #tokens: CudaTokens;
  readonly arrays: ReadonlySet<string>;
  /** What the text has declared so far. */
  readonly structs = new Map<string, Struct>(Object.entries(VECTORS));
  readonly functions = new Map<string, Signature>();
  readonly scopes: Map<string, Type>[] = [new Map()];

  constructor(tokens: CudaTokens, arrays: readonly string[]) {
    this.#tokens = tokens;
    this.arrays = new Set(arrays);
  }

  isType(ahead = 0): boolean {
    const token = this.#tokens.peek(ahead);
    return token === "const" || token in SCALARS || this.structs.has(token);
  }

  type(): Type {
    this.#tokens.skip("const");
    const name = this.#tokens.next();
    if (name === "unsigned" && this.#tokens.skip("char")) return "data";
    const type = SCALARS[name] ?? this.structs.get(name);
    if (type === undefined) throw this.#tokens.error(`"${name}" is not a type that is known here`);
    return type;
  }

  declare(name: string, type: Type): void {
    this.scopes.at(-1)?.set(name, type);
  }

  expression(): Typed {
    const test = this.#binary(0);
    if (!this.#tokens.skip("?")) return test;
    const whenTrue = this.expression();
    this.#tokens.expect(":");
    const whenFalse = this.expression();
    const type = commonType(whenTrue.type, whenFalse.type);
    return { type, js: `(${test.js} ? ${converted(whenTrue, type)} : ${converted(whenFalse, type)})` };
  }

  #binary(level: number): Typed {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    while (operators.includes(this.#tokens.peek())) left = binary(this.#tokens.next(), left, this.#binary(level + 1));
    return left;
  }

  #unary(): Typed {
    if (this.#tokens.skip("-")) return binary("-", { type: "int", js: "0" }, this.#unary());
    if (this.#tokens.skip("~")) return binary("^", { type: "int", js: "-1" }, this.#unary());
    if (this.#tokens.skip("!")) return { type: "bool", js: `!${this.#unary().js}` };
    if (this.#tokens.peek() === "(" && this.isType(1) && this.#tokens.peek(2) === ")") {
      this.#tokens.next();
      const type = this.type();
      this.#tokens.expect(")");
      return { type, js: converted(this.#unary(), type) };
    }
    return this.#postfix(this.#primary());
  }

  #postfix(value: Typed): Typed {
    if (this.#tokens.skip(".")) {
      const name = this.#tokens.next();
      const field = typeof value.type === "object" && "struct" in value.type ? value.type.fields.get(name) : undefined;
      if (field === undefined) throw this.#tokens.error(`there is no field "${name}"`);
      if (typeof field.type === "object" && "elements" in field.type) {
        this.#tokens.expect("[");
        const index = this.expression().js;
        this.#tokens.expect("]");
        return this.#postfix({ type: field.type.elements, js: `${value.js}[${field.place} + ${index}]` });
      }
      return this.#postfix({ type: field.type, js: `${value.js}[${field.place}]` });
    }
    return value;
  }

  #primary(): Typed {
    if (this.#tokens.skip("(")) {
      const { type, js } = this.expression();
      this.#tokens.expect(")");
      return { type, js: `(${js})` };
    }
    const name = this.#tokens.next();
    if (/^\d/.test(name)) return { type: /[.f]/.test(name) ? "data" : "int", js: String(Number.parseFloat(name)) };
    if (name === "true" || name === "false") return { type: "bool", js: name };
    if (name === "reinterpret_cast") return this.#reinterpreted();
    if (/^(threadIdx|blockIdx|blockDim|gridDim)$/.test(name)) {
      this.#tokens.expect(".");
      return { type: "unsigned", js: `memory.${name}.${this.#tokens.next()}` };
    }
    const struct = this.structs.get(name);
    if (struct && this.#tokens.skip("{")) return { type: struct, js: this.#structValue(struct) };
    if (this.#tokens.peek() === "(") return this.#call(name);
    const type = this.scopes.findLast((scope) => scope.has(name))?.get(name);
    if (this.#tokens.skip("[")) {
      const index = this.expression();
      this.#tokens.expect("]");
      if (type === undefined && this.arrays.has(name)) return inMemory(name, index.js, "data");
      if (typeof type === "object" && "table" in type) return { type: "int", js: `memory.entry(${own(name)}, ${index.js})` };
      if (typeof type === "object" && "elements" in type) return { type: type.elements, js: `${own(name)}[${index.js}]` };
      throw this.#tokens.error(`"${name}" is not an array`);
    }
    if (type === undefined) throw this.#tokens.error(`"${name}" is not declared`);
    return { type, js: own(name) };
  }

  #structValue(struct: Struct): string {
    const values: string[] = [];
    while (!this.#tokens.skip("}")) {
      values.push(this.expression().js);
      this.#tokens.skip(",");
    }
    return values.length === 0 ? `new Array(${struct.scalars}).fill(0)` : `[${values.join(", ")}]`;
  }

  #reinterpreted(): Typed {
    this.#tokens.expect("<");
    const type = this.type();
    this.#tokens.expect("&");
    this.#tokens.expect(">");
    this.#tokens.expect("(");
    const { place } = this.expression();
    this.#tokens.expect(")");
    if (place === undefined) throw this.#tokens.error("only an element of an array can be taken for something else");
    return this.#postfix(inMemory(place.array, place.index, type));
  }

  #call(name: string): Typed {
    this.#tokens.expect("(");
    const args: Typed[] = [];
    while (!this.#tokens.skip(")")) {
      args.push(this.expression());
      this.#tokens.skip(",");
    }
    if (name === "min" || name === "max" || name === "abs") {
      const type = args.map((arg) => arg.type).reduce(commonType);
      return { type, js: `Math.${name}(${args.map((arg) => converted(arg, type)).join(", ")})` };
    }
    const builtIn = BUILT_IN[name];
    if (builtIn !== undefined) return { type: builtIn.type, js: `${builtIn.js}(${args.map(({ js }) => js).join(", ")})` };
    const signature = this.functions.get(name);
    if (signature === undefined) throw this.#tokens.error(`there is no function "${name}"`);
    if (signature.parameters.length !== args.length) {
      throw this.#tokens.error(`"${name}" takes ${signature.parameters.length} arguments and is given ${args.length}`);
    }
    const passed = args.map((arg, place) => converted(arg, signature.parameters[place] ?? arg.type));
    return { type: signature.result, js: `${own(name)}(${passed.join(", ")})` };
  }
}

/** A name of the kernel's in JavaScript, where words such as `in` are taken. */
export const own = (name: string): string => `$${name}`;
