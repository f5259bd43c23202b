// The part of CUDA C++ that the kernels of exercises are written in, as JavaScript: what a test needs to run a kernel's text.

import { CudaExpressions, own } from "./cuda-expressions.ts";
import { CudaTokens } from "./cuda-tokens.ts";
import { binary, converted, sizeOf, type Type, type Typed } from "./cuda-types.ts";

/** A kernel's text as JavaScript: the body of a function of `memory` that returns a generator per thread, which yields at barriers. */
export function cudaToJavaScript(text: string, arrays: readonly string[]): string {
  return new CudaCompiler(text, arrays).program();
}

class CudaCompiler {
  readonly #tokens: CudaTokens;
  readonly #expressions: CudaExpressions;
  #result: Type = "int";

  constructor(text: string, arrays: readonly string[]) {
    this.#tokens = new CudaTokens(text);
    this.#expressions = new CudaExpressions(this.#tokens, arrays);
  }

  program(): string {
    const parts: string[] = [];
    while (!this.#tokens.isAtEnd) parts.push(this.#topLevel());
    return parts.join("\n");
  }

  // ---- Declarations

  #topLevel(): string {
    if (this.#tokens.peek() === "struct") return this.#struct();
    if (this.#tokens.skip("__global__")) return this.#function(true);
    if (this.#tokens.skip("__device__")) return this.#function(false);
    if (this.#tokens.skip("constexpr")) return this.#variables(this.#expressions.type());
    throw this.#tokens.error(`"${this.#tokens.peek()}" begins no struct, constant or function`);
  }

  #struct(): string {
    this.#tokens.expect("struct");
    let alignment = "undefined";
    if (this.#tokens.skip("alignas")) {
      this.#tokens.expect("(");
      alignment = this.#expressions.expression().js;
      this.#tokens.expect(")");
    }
    const name = this.#tokens.next();
    this.#tokens.expect("{");
    const fields = new Map<string, { type: Type; place: string }>();
    const counts: string[] = [];
    while (!this.#tokens.skip("}")) {
      const type = this.#expressions.type();
      const field = this.#tokens.next();
      const place = counts.length === 0 ? "0" : `(${counts.join(" + ")})`;
      if (this.#tokens.skip("[")) {
        fields.set(field, { type: { elements: type }, place });
        counts.push(this.#expressions.expression().js);
        this.#tokens.expect("]");
      } else {
        fields.set(field, { type, place });
        counts.push("1");
      }
      this.#tokens.expect(";");
    }
    this.#tokens.expect(";");
    this.#expressions.structs.set(name, { struct: name, scalars: `(${counts.join(" + ")})`, alignment, fields });
    return "";
  }

  #function(isKernel: boolean): string {
    const result = isKernel && this.#tokens.skip("void") ? "int" : this.#expressions.type();
    const name = this.#tokens.next();
    this.#expressions.scopes.push(new Map());
    this.#tokens.expect("(");
    const parameters: { name: string; type: Type }[] = [];
    while (!this.#tokens.skip(")")) {
      const type = this.#expressions.type();
      const isPointer = this.#tokens.skip("*");
      const parameter = this.#tokens.next();
      if (isPointer && type !== "int" && !this.#expressions.arrays.has(parameter))
        throw this.#tokens.error(`the exercise's kernel has no array "${parameter}"`);
      if (!isPointer || type === "int") {
        const own: Type = isPointer ? { table: true } : type;
        this.#expressions.declare(parameter, own);
        parameters.push({ name: parameter, type: own });
      }
      this.#tokens.skip(",");
    }
    this.#expressions.functions.set(name, { parameters: parameters.map(({ type }) => type), result });
    this.#result = result;
    const body = this.#block();
    this.#expressions.scopes.pop();
    const names = parameters.map((parameter) => own(parameter.name)).join(", ");
    return isKernel ? `return function* ({ ${names} }) ${body};` : `function ${own(name)}(${names}) ${body}`;
  }

  // ---- Statements

  #block(): string {
    this.#tokens.expect("{");
    this.#expressions.scopes.push(new Map());
    const statements: string[] = [];
    while (!this.#tokens.skip("}")) statements.push(this.#statement());
    this.#expressions.scopes.pop();
    return `{ ${statements.join("\n")} }`;
  }

  #statement(): string {
    switch (this.#tokens.peek()) {
      case "{":
        return this.#block();
      case "if": {
        this.#tokens.next();
        const test = this.#bracketed();
        const then = this.#statement();
        return `if (${test}) ${then}${this.#tokens.skip("else") ? ` else ${this.#statement()}` : ""}`;
      }
      case "while":
        this.#tokens.next();
        return `while (${this.#bracketed()}) ${this.#statement()}`;
      case "for":
        return this.#for();
      case "return": {
        this.#tokens.next();
        const value = this.#tokens.peek() === ";" ? "" : converted(this.#expressions.expression(), this.#result);
        this.#tokens.expect(";");
        return `return ${value};`;
      }
      case "break":
      case "continue": {
        const word = this.#tokens.next();
        this.#tokens.expect(";");
        return `${word};`;
      }
      case "extern":
      case "__shared__":
        return this.#shared();
      case "__syncthreads":
        for (const token of ["__syncthreads", "(", ")", ";"]) this.#tokens.expect(token);
        return "yield;";
      default: {
        if (this.#expressions.isType() && this.#tokens.peek(1) !== "{") return this.#variables(this.#expressions.type());
        const { js } = this.#assignment();
        this.#tokens.expect(";");
        return `${js};`;
      }
    }
  }

  #bracketed(): string {
    this.#tokens.expect("(");
    const { js } = this.#expressions.expression();
    this.#tokens.expect(")");
    return js;
  }

  #for(): string {
    this.#tokens.expect("for");
    this.#tokens.expect("(");
    this.#expressions.scopes.push(new Map());
    const start = this.#variables(this.#expressions.type());
    const test = this.#expressions.expression().js;
    this.#tokens.expect(";");
    const step = this.#assignment().js;
    this.#tokens.expect(")");
    const body = this.#statement();
    this.#expressions.scopes.pop();
    return `for (${start} ${test}; ${step}) ${body}`;
  }

  #shared(): string {
    const isExtern = this.#tokens.skip("extern");
    this.#tokens.expect("__shared__");
    if (this.#tokens.skip("alignas")) this.#bracketed();
    this.#expressions.type();
    const name = this.#tokens.next();
    if (!this.#expressions.arrays.has(name)) throw this.#tokens.error(`the exercise's kernel has no array "${name}"`);
    this.#tokens.expect("[");
    const length = isExtern ? "undefined" : this.#expressions.expression().js;
    this.#tokens.expect("]");
    this.#tokens.expect(";");
    return `memory.share(${JSON.stringify(name)}, ${length});`;
  }

  #variables(type: Type): string {
    const declared: string[] = [];
    do {
      const name = this.#tokens.next();
      if (this.#tokens.skip("[")) {
        this.#expressions.expression();
        this.#tokens.expect("]");
        this.#expressions.declare(name, { elements: type });
        declared.push(`${own(name)} = []`);
        continue;
      }
      const value = this.#tokens.skip("=") ? converted(this.#expressions.expression(), type) : "0";
      this.#expressions.declare(name, type);
      declared.push(`${own(name)} = ${value}`);
    } while (this.#tokens.skip(","));
    this.#tokens.expect(";");
    return `let ${declared.join(", ")};`;
  }

  #assignment(): Typed {
    const target = this.#expressions.expression();
    const operator = this.#tokens.peek();
    if (operator === "++" || operator === "--") {
      this.#tokens.next();
      return { type: target.type, js: `${target.js}${operator}` };
    }
    if (!/^[-+*/%&|^]?=$/.test(operator)) return target;
    this.#tokens.next();
    const right = this.#expressions.expression();
    const combined = (old: string): string =>
      converted(operator === "=" ? right : binary(operator.slice(0, -1), { type: target.type, js: old }, right), target.type);
    if (target.place === undefined) return { type: target.type, js: `${target.js} = ${combined(target.js)}` };
    const { array, index } = target.place;
    const { scalars, alignment } = sizeOf(target.type);
    const where = `${JSON.stringify(array)}, ${index}, ${scalars}, ${alignment}`;
    const js = operator === "=" ? `memory.store(${where}, ${combined("")})` : `memory.update(${where}, (old) => ${combined("old")})`;
    return { type: target.type, js };
  }
}
