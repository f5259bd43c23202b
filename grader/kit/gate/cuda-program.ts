// The part of CUDA C++ that the kernels of exercises are written in, as JavaScript: what a test needs to run a kernel's text.

import {
  BUILT_IN,
  SCALARS,
  VECTORS,
  binary,
  commonType,
  converted,
  inMemory,
  sizeOf,
  type Struct,
  type Type,
  type Typed,
} from "./cuda-types.ts";

interface Signature {
  readonly parameters: readonly Type[];
  readonly result: Type;
}

/** A kernel's text as JavaScript: the body of a function of `memory` that returns a generator per thread, which yields at barriers. */
export function cudaToJavaScript(text: string, arrays: readonly string[]): string {
  return new CudaCompiler(text, arrays).program();
}

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

class CudaCompiler {
  readonly #tokens: readonly string[];
  readonly #lines: readonly number[];
  readonly #arrays: ReadonlySet<string>;
  readonly #structs = new Map<string, Struct>(Object.entries(VECTORS));
  readonly #functions = new Map<string, Signature>();
  readonly #scopes: Map<string, Type>[] = [new Map()];
  #at = 0;
  #result: Type = "int";

  constructor(text: string, arrays: readonly string[]) {
    const blank = (comment: string): string => comment.replace(/[^\n]/g, " ");
    const code = text.replace(/\/\*[^]*?\*\/|\/\/.*|^#.*/gm, blank);
    const found = [...code.matchAll(/[A-Za-z_]\w*|\d+(?:\.\d+)?f?|<<(?!=)|>>(?!>)|[-+*/%<>=!&|^]=|\+\+|--|&&|\|\||[^\s\w]/g)];
    this.#tokens = found.map(([token]) => token);
    this.#lines = found.map(({ index }) => code.slice(0, index).split("\n").length);
    this.#arrays = new Set(arrays);
  }

  program(): string {
    const parts: string[] = [];
    while (this.#at < this.#tokens.length) parts.push(this.#topLevel());
    return parts.join("\n");
  }

  // ---- Tokens

  #peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead] ?? "";
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? "";
  }

  #skip(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at++;
    return true;
  }

  #expect(token: string): void {
    if (!this.#skip(token)) throw this.#error(`"${token}" is missing before "${this.#peek()}"`);
  }

  #error(message: string): Error {
    return new Error(`kernel.cu with the solution, line ${this.#lines[Math.min(this.#at, this.#lines.length - 1)]}: ${message}`);
  }

  // ---- Declarations

  #topLevel(): string {
    if (this.#peek() === "struct") return this.#struct();
    if (this.#skip("__global__")) return this.#function(true);
    if (this.#skip("__device__")) return this.#function(false);
    if (this.#skip("constexpr")) return this.#variables(this.#type());
    throw this.#error(`"${this.#peek()}" begins no struct, constant or function`);
  }

  #isType(ahead = 0): boolean {
    const token = this.#peek(ahead);
    return token === "const" || token in SCALARS || this.#structs.has(token);
  }

  #type(): Type {
    this.#skip("const");
    const name = this.#next();
    if (name === "unsigned" && this.#skip("char")) return "data";
    const type = SCALARS[name] ?? this.#structs.get(name);
    if (type === undefined) throw this.#error(`"${name}" is not a type that is known here`);
    return type;
  }

  #struct(): string {
    this.#expect("struct");
    let alignment = "undefined";
    if (this.#skip("alignas")) {
      this.#expect("(");
      alignment = this.#expression().js;
      this.#expect(")");
    }
    const name = this.#next();
    this.#expect("{");
    const fields = new Map<string, { type: Type; place: string }>();
    const counts: string[] = [];
    while (!this.#skip("}")) {
      const type = this.#type();
      const field = this.#next();
      const place = counts.length === 0 ? "0" : `(${counts.join(" + ")})`;
      if (this.#skip("[")) {
        fields.set(field, { type: { elements: type }, place });
        counts.push(this.#expression().js);
        this.#expect("]");
      } else {
        fields.set(field, { type, place });
        counts.push("1");
      }
      this.#expect(";");
    }
    this.#expect(";");
    this.#structs.set(name, { struct: name, scalars: `(${counts.join(" + ")})`, alignment, fields });
    return "";
  }

  #function(isKernel: boolean): string {
    const result = isKernel && this.#skip("void") ? "int" : this.#type();
    const name = this.#next();
    this.#scopes.push(new Map());
    this.#expect("(");
    const parameters: { name: string; type: Type }[] = [];
    while (!this.#skip(")")) {
      const type = this.#type();
      const isPointer = this.#skip("*");
      const parameter = this.#next();
      if (isPointer && type !== "int" && !this.#arrays.has(parameter))
        throw this.#error(`the exercise's kernel has no array "${parameter}"`);
      if (!isPointer || type === "int") {
        const own: Type = isPointer ? { table: true } : type;
        this.#declare(parameter, own);
        parameters.push({ name: parameter, type: own });
      }
      this.#skip(",");
    }
    this.#functions.set(name, { parameters: parameters.map(({ type }) => type), result });
    this.#result = result;
    const body = this.#block();
    this.#scopes.pop();
    const names = parameters.map((parameter) => own(parameter.name)).join(", ");
    return isKernel ? `return function* ({ ${names} }) ${body};` : `function ${own(name)}(${names}) ${body}`;
  }

  #declare(name: string, type: Type): void {
    this.#scopes.at(-1)?.set(name, type);
  }

  // ---- Statements

  #block(): string {
    this.#expect("{");
    this.#scopes.push(new Map());
    const statements: string[] = [];
    while (!this.#skip("}")) statements.push(this.#statement());
    this.#scopes.pop();
    return `{ ${statements.join("\n")} }`;
  }

  #statement(): string {
    switch (this.#peek()) {
      case "{":
        return this.#block();
      case "if": {
        this.#next();
        const test = this.#bracketed();
        const then = this.#statement();
        return `if (${test}) ${then}${this.#skip("else") ? ` else ${this.#statement()}` : ""}`;
      }
      case "while":
        this.#next();
        return `while (${this.#bracketed()}) ${this.#statement()}`;
      case "for":
        return this.#for();
      case "return": {
        this.#next();
        const value = this.#peek() === ";" ? "" : converted(this.#expression(), this.#result);
        this.#expect(";");
        return `return ${value};`;
      }
      case "break":
      case "continue": {
        const word = this.#next();
        this.#expect(";");
        return `${word};`;
      }
      case "extern":
      case "__shared__":
        return this.#shared();
      case "__syncthreads":
        for (const token of ["__syncthreads", "(", ")", ";"]) this.#expect(token);
        return "yield;";
      default: {
        if (this.#isType() && this.#peek(1) !== "{") return this.#variables(this.#type());
        const { js } = this.#assignment();
        this.#expect(";");
        return `${js};`;
      }
    }
  }

  #bracketed(): string {
    this.#expect("(");
    const { js } = this.#expression();
    this.#expect(")");
    return js;
  }

  #for(): string {
    this.#expect("for");
    this.#expect("(");
    this.#scopes.push(new Map());
    const start = this.#variables(this.#type());
    const test = this.#expression().js;
    this.#expect(";");
    const step = this.#assignment().js;
    this.#expect(")");
    const body = this.#statement();
    this.#scopes.pop();
    return `for (${start} ${test}; ${step}) ${body}`;
  }

  #shared(): string {
    const isExtern = this.#skip("extern");
    this.#expect("__shared__");
    if (this.#skip("alignas")) this.#bracketed();
    this.#type();
    const name = this.#next();
    if (!this.#arrays.has(name)) throw this.#error(`the exercise's kernel has no array "${name}"`);
    this.#expect("[");
    const length = isExtern ? "undefined" : this.#expression().js;
    this.#expect("]");
    this.#expect(";");
    return `memory.share(${JSON.stringify(name)}, ${length});`;
  }

  #variables(type: Type): string {
    const declared: string[] = [];
    do {
      const name = this.#next();
      if (this.#skip("[")) {
        this.#expression();
        this.#expect("]");
        this.#declare(name, { elements: type });
        declared.push(`${own(name)} = []`);
        continue;
      }
      const value = this.#skip("=") ? converted(this.#expression(), type) : "0";
      this.#declare(name, type);
      declared.push(`${own(name)} = ${value}`);
    } while (this.#skip(","));
    this.#expect(";");
    return `let ${declared.join(", ")};`;
  }

  // ---- Expressions

  #assignment(): Typed {
    const target = this.#expression();
    const operator = this.#peek();
    if (operator === "++" || operator === "--") {
      this.#next();
      return { type: target.type, js: `${target.js}${operator}` };
    }
    if (!/^[-+*/%&|^]?=$/.test(operator)) return target;
    this.#next();
    const right = this.#expression();
    const combined = (old: string): string =>
      converted(operator === "=" ? right : binary(operator.slice(0, -1), { type: target.type, js: old }, right), target.type);
    if (target.place === undefined) return { type: target.type, js: `${target.js} = ${combined(target.js)}` };
    const { array, index } = target.place;
    const { scalars, alignment } = sizeOf(target.type);
    const where = `${JSON.stringify(array)}, ${index}, ${scalars}, ${alignment}`;
    const js = operator === "=" ? `memory.store(${where}, ${combined("")})` : `memory.update(${where}, (old) => ${combined("old")})`;
    return { type: target.type, js };
  }

  #expression(): Typed {
    const test = this.#binary(0);
    if (!this.#skip("?")) return test;
    const whenTrue = this.#expression();
    this.#expect(":");
    const whenFalse = this.#expression();
    const type = commonType(whenTrue.type, whenFalse.type);
    return { type, js: `(${test.js} ? ${converted(whenTrue, type)} : ${converted(whenFalse, type)})` };
  }

  #binary(level: number): Typed {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    while (operators.includes(this.#peek())) left = binary(this.#next(), left, this.#binary(level + 1));
    return left;
  }

  #unary(): Typed {
    if (this.#skip("-")) return binary("-", { type: "int", js: "0" }, this.#unary());
    if (this.#skip("~")) return binary("^", { type: "int", js: "-1" }, this.#unary());
    if (this.#skip("!")) return { type: "bool", js: `!${this.#unary().js}` };
    if (this.#peek() === "(" && this.#isType(1) && this.#peek(2) === ")") {
      this.#next();
      const type = this.#type();
      this.#expect(")");
      return { type, js: converted(this.#unary(), type) };
    }
    return this.#postfix(this.#primary());
  }

  #postfix(value: Typed): Typed {
    if (this.#skip(".")) {
      const name = this.#next();
      const field = typeof value.type === "object" && "struct" in value.type ? value.type.fields.get(name) : undefined;
      if (field === undefined) throw this.#error(`there is no field "${name}"`);
      if (typeof field.type === "object" && "elements" in field.type) {
        this.#expect("[");
        const index = this.#expression().js;
        this.#expect("]");
        return this.#postfix({ type: field.type.elements, js: `${value.js}[${field.place} + ${index}]` });
      }
      return this.#postfix({ type: field.type, js: `${value.js}[${field.place}]` });
    }
    return value;
  }

  #primary(): Typed {
    if (this.#skip("(")) {
      const { type, js } = this.#expression();
      this.#expect(")");
      return { type, js: `(${js})` };
    }
    const name = this.#next();
    if (/^\d/.test(name)) return { type: /[.f]/.test(name) ? "data" : "int", js: String(Number.parseFloat(name)) };
    if (name === "true" || name === "false") return { type: "bool", js: name };
    if (name === "reinterpret_cast") return this.#reinterpreted();
    if (/^(threadIdx|blockIdx|blockDim|gridDim)$/.test(name)) {
      this.#expect(".");
      return { type: "unsigned", js: `memory.${name}.${this.#next()}` };
    }
    const struct = this.#structs.get(name);
    if (struct && this.#skip("{")) return { type: struct, js: this.#structValue(struct) };
    if (this.#peek() === "(") return this.#call(name);
    const type = this.#scopes.findLast((scope) => scope.has(name))?.get(name);
    if (this.#skip("[")) {
      const index = this.#expression();
      this.#expect("]");
      if (type === undefined && this.#arrays.has(name)) return inMemory(name, index.js, "data");
      if (typeof type === "object" && "table" in type) return { type: "int", js: `memory.entry(${own(name)}, ${index.js})` };
      if (typeof type === "object" && "elements" in type) return { type: type.elements, js: `${own(name)}[${index.js}]` };
      throw this.#error(`"${name}" is not an array`);
    }
    if (type === undefined) throw this.#error(`"${name}" is not declared`);
    return { type, js: own(name) };
  }

  #structValue(struct: Struct): string {
    const values: string[] = [];
    while (!this.#skip("}")) {
      values.push(this.#expression().js);
      this.#skip(",");
    }
    return values.length === 0 ? `new Array(${struct.scalars}).fill(0)` : `[${values.join(", ")}]`;
  }

  #reinterpreted(): Typed {
    this.#expect("<");
    const type = this.#type();
    this.#expect("&");
    this.#expect(">");
    this.#expect("(");
    const { place } = this.#expression();
    this.#expect(")");
    if (place === undefined) throw this.#error("only an element of an array can be taken for something else");
    return this.#postfix(inMemory(place.array, place.index, type));
  }

  #call(name: string): Typed {
    this.#expect("(");
    const args: Typed[] = [];
    while (!this.#skip(")")) {
      args.push(this.#expression());
      this.#skip(",");
    }
    if (name === "min" || name === "max" || name === "abs") {
      const type = args.map((arg) => arg.type).reduce(commonType);
      return { type, js: `Math.${name}(${args.map((arg) => converted(arg, type)).join(", ")})` };
    }
    const builtIn = BUILT_IN[name];
    if (builtIn !== undefined) return { type: builtIn.type, js: `${builtIn.js}(${args.map(({ js }) => js).join(", ")})` };
    const signature = this.#functions.get(name);
    if (signature === undefined) throw this.#error(`there is no function "${name}"`);
    if (signature.parameters.length !== args.length) {
      throw this.#error(`"${name}" takes ${signature.parameters.length} arguments and is given ${args.length}`);
    }
    const passed = args.map((arg, place) => converted(arg, signature.parameters[place] ?? arg.type));
    return { type: signature.result, js: `${own(name)}(${passed.join(", ")})` };
  }
}

/** A name of the kernel's in JavaScript, where words such as `in` are taken. */
export const own = (name: string): string => `$${name}`;
