import { functionTypeRefused, packedRefused, returnedFunctionRefused, variadicRefused } from "../errors/refusals.ts";
import {
  nameInType,
  operatorMissing,
  parameterMissing,
  parameterType,
  typeExpected,
  typeMissing,
  typeTooDeep,
  wordsOfType,
} from "../errors/syntax-errors.ts";
import { ExpressionReader } from "./operators.ts";
import { BUILT_IN_TYPES } from "./names.ts";
import { cover } from "./token-cursor.ts";
import type { Span } from "../source-error.ts";
import type { EnumNode, Expression, ParameterNode, StructNode, TemplateArgument, TypeNode, VariablesNode } from "./tree.ts";

/** The most `*` or `[…]` of one declarator: `int ****…`, `[1][1]…`. */
const MOST_DECLARATORS = 100;

const OPERATORS: ReadonlySet<string> = new Set([
  "+", "-", "*", "/", "%", "<<", "&", "|", "^", "&&", "||", "==", "!=", "<", ">", "<=", "!", "~", "++", "--", "->", ",",
  "=", "+=", "-=", "*=", "/=", "%=", "<<=", "&=", "|=", "^=",
]); // prettier-ignore

/** The spellings of `restrict`. */
const RESTRICT: ReadonlySet<string> = new Set(["__restrict__", "__restrict", "restrict"]);

/** The words before the names of a declaration. */
export interface Specifiers {
  /** Undefined for constructors and conversions. */
  type: TypeNode | undefined;
  /** The struct or enum that is defined here. */
  defined: StructNode | EnumNode | undefined;
  runs: { global: boolean; device: boolean; host: boolean };
  memory: VariablesNode["memory"];
  isExtern: boolean;
  isStatic: boolean;
  /** `__noinline__` */
  isCalled: boolean;
  isConstexpr: boolean;
  isFriend: boolean;
  isExplicit: boolean;
  align: Expression | undefined;
  /** The numbers of `__cluster_dims__(2, 1, 1)`. */
  cluster: readonly Expression[] | undefined;
}

/** A declarator: a name with its `*`, `&` and brackets. */
export interface Declarator {
  /** As written; empty if there is none. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly specializes: readonly TemplateArgument[] | undefined;
  /** `... name` */
  readonly isPack: boolean;
  /** For `operator float`. */
  readonly conversion: TypeNode | undefined;
  /** For a function. */
  readonly parameters: readonly ParameterNode[] | undefined;
  /** The numbers of `__cluster_dims__(2, 1, 1)` in front of the name. */
  readonly cluster?: readonly Expression[] | undefined;
  readonly apply: (type: TypeNode) => TypeNode;
}

/** Reads types and declarators. */
export abstract class TypeReader extends ExpressionReader {
  /** `struct …` or `union …`, with or without a body. */
  protected abstract struct(align: Expression | undefined): { readonly type: TypeNode; readonly defined: StructNode | undefined };
  protected abstract enumeration(): { readonly type: TypeNode; readonly defined: EnumNode | undefined };
  /** Whether a constructor's name is next. */
  protected abstract startsConstructor(): boolean;

  protected typeName(): TypeNode {
    const start = this.at;
    const { type } = this.specifiers();
    if (!type && this.at < this.end) this.fail(typeExpected, undefined, this.peek());
    if (!type) this.fail(typeMissing);
    const declarator = this.declarator();
    if (declarator.name !== "") this.fail(nameInType, declarator.nameSpan, declarator.name);
    if (declarator.parameters) this.refuse(functionTypeRefused, this.spanFrom(start));
    return declarator.apply(type);
  }

  protected specifiers(): Specifiers {
    const start = this.at;
    const found: Specifiers = {
      type: undefined,
      defined: undefined,
      runs: { global: false, device: false, host: false },
      memory: undefined,
      isExtern: false,
      isStatic: false,
      isCalled: false,
      isConstexpr: false,
      isFriend: false,
      isExplicit: false,
      align: undefined,
      cluster: undefined,
    };
    const builtIn: string[] = [];
    let isConst = false;
    let isVolatile = false;
    while (this.at < this.end) {
      const text = this.peek();
      const wordEnd = this.cudaWordEnd(this.at);
      const typeIsKnown = found.type !== undefined || builtIn.length > 0;
      if (wordEnd > this.at) this.#word(found, wordEnd);
      else if (this.kindAt(this.at) !== "name" && text !== "::") break;
      else if (BUILT_IN_TYPES.has(text) && !found.type) {
        builtIn.push(text);
        this.at++;
      } else if (this.#flag(found, text)) this.at++;
      else if (text === "const") {
        isConst = true;
        this.at++;
      } else if (text === "volatile") {
        isVolatile = true;
        this.at++;
      } else if (typeIsKnown) break;
      else if (text === "struct" || text === "union" || text === "class") {
        const { type, defined } = this.struct(found.align);
        found.type = type;
        found.defined = defined;
      } else if (text === "enum") {
        const { type, defined } = this.enumeration();
        found.type = type;
        found.defined = defined;
      } else if (text === "auto") {
        this.at++;
        found.type = { kind: "auto", isConst: false, span: this.spanFrom(this.at - 1) };
      } else if (text === "decltype") {
        const first = this.at++;
        if (this.peek() !== "(") this.expect("(");
        const of = this.inBrackets(() => (this.accept("auto") ? undefined : this.expression()));
        const span = this.spanFrom(first);
        found.type = of ? { kind: "decltype", of, span } : { kind: "auto", isConst: false, span };
      } else if (text === "operator" || this.startsConstructor()) break;
      else if (text === "::" || this.isName(this.at)) {
        const { name, owner, templateArguments, span } = this.name(true);
        found.type = { kind: "named", name, ...(owner && { owner }), templateArguments, isConst: false, span };
      } else break;
    }
    if (builtIn.length > 0) {
      const span = this.spanFrom(start);
      found.type = { kind: "named", name: this.#builtIn(builtIn, span), templateArguments: undefined, isConst: false, span };
    }
    const { type } = found;
    if (type && "isConst" in type) found.type = { ...type, isConst: type.isConst || isConst, ...(isVolatile && { isVolatile }) };
    return found;
  }

  /** Words that are recorded, and words that have no effect here. */
  #flag(found: Specifiers, text: string): boolean {
    switch (text) {
      case "static":
        return (found.isStatic = true);
      case "extern":
        return (found.isExtern = true);
      case "constexpr":
        return (found.isConstexpr = true);
      case "friend":
        return (found.isFriend = true);
      case "explicit":
        return (found.isExplicit = true);
      case "inline":
      case "mutable":
      case "register":
      case "typename":
        return true;
      default:
        return false;
    }
  }

  /** CUDA's words that are recorded; the others do not affect what a kernel computes. */
  #word(found: Specifiers, end: number): void {
    switch (this.peek()) {
      case "__noinline__":
        found.isCalled = true;
        break;
      case "__global__":
        found.runs.global = true;
        break;
      case "__host__":
        found.runs.host = true;
        break;
      case "__device__":
        found.runs.device = true;
        found.memory ??= "device";
        break;
      case "__managed__":
        found.memory = "device";
        break;
      case "__shared__":
        found.memory = "shared";
        break;
      case "__constant__":
        found.memory = "constant";
        break;
      case "__cluster_dims__":
        found.cluster = this.#clusterNumbers();
        break;
      default: {
        const align = this.alignment();
        if (align) found.align = align;
      }
    }
    this.at = end;
  }

  /** The numbers of `__cluster_dims__(2, 1, 1)`, if that is next. */
  #clusterNumbers(): readonly Expression[] | undefined {
    if (this.peek() !== "__cluster_dims__" || this.peek(1) !== "(") return undefined;
    const start = this.at++;
    const numbers = this.inBrackets(() => this.commaSeparated(() => this.item()));
    this.at = start;
    return numbers;
  }

  /** The `n` of `alignas(n)`, `__align__(n)` and `__attribute__((aligned(n)))`, if such a word is next. */
  protected alignment(): Expression | undefined {
    const start = this.at;
    const open = this.brackets[start + 1] ?? -1;
    const inner = this.textAt(start + 3);
    let result: Expression | undefined;
    if (["alignas", "__align__"].includes(this.peek())) {
      this.at++;
      result = this.inBrackets(() => {
        if (!this.typeShape(this.at)?.isSure) return this.expression();
        const first = this.at;
        return { kind: "alignof", of: this.typeName(), span: this.spanFrom(first) };
      });
    } else if (this.peek() === "__attribute__" && open > start && /^(?:__)?aligned(?:__)?$/.test(inner) && this.textAt(start + 4) === "(") {
      this.at = start + 4;
      result = this.inBrackets(() => this.expression());
    } else if (this.tokens.slice(start, this.cudaWordEnd(start)).some(({ text }) => /^(?:__)?packed(?:__)?$/.test(text))) {
      this.refuse(packedRefused);
    }
    this.at = start;
    return result;
  }

  #builtIn(words: readonly string[], span: Span): string {
    const count = (word: string) => words.filter((other) => other === word).length;
    const longs = count("long");
    const [base, ...others] = words.filter((word) => !["signed", "unsigned", "long", "short"].includes(word));
    const sign = count("unsigned") > 0 ? "unsigned " : base === "char" && count("signed") > 0 ? "signed " : "";
    const isWhole = base === undefined || base === "int" || (base === "char" && longs + count("short") === 0);
    const isPlain = words.length === 1 || isWhole || (base === "double" && longs === 1 && words.length === 2);
    const contradicts = (longs > 0 && count("short") > 0) || longs > 2 || (count("signed") > 0 && count("unsigned") > 0);
    if (others.length > 0 || !isPlain || contradicts) this.fail(wordsOfType, span, words.join(" "));
    if (base === "double" && longs > 0) return "long double";
    if (base !== undefined && base !== "int") return sign + base;
    if (count("short") > 0) return `${sign}short`;
    return sign + (longs === 0 ? "int" : longs === 1 ? "long" : "long long");
  }

  /** The declarator after the specifiers: `*`, `&`, a name or none, and the brackets after it. */
  protected declarator(mayBePack = false): Declarator {
    return this.deeper(() => {
      const before: ((type: TypeNode) => TypeNode)[] = [];
      for (;;) {
        if (before.length > MOST_DECLARATORS) this.fail(typeTooDeep);
        const start = this.at;
        if (this.accept("*")) {
          const words = this.#pointerWords();
          const place = this.spanFrom(start);
          before.push((to) => ({ kind: "pointer", to, ...words, span: cover(to.span, place) }));
        } else if (this.accept("&") || this.accept("&&")) {
          this.#pointerWords();
          const place = this.spanFrom(start);
          before.push((to) => ({ kind: "reference", to, span: cover(to.span, place) }));
        } else break;
      }
      const isPack = mayBePack && this.accept("...");
      const nested = this.peek() === "(" && ["*", "&", "&&"].includes(this.peek(1)) ? this.inBrackets(() => this.declarator()) : undefined;
      const named = nested ? { ...nested, parameters: undefined } : this.#declaredName();
      const { arrays, parameters } = this.#suffixes(nested !== undefined || named.name !== "");
      if (nested?.parameters) this.refuse(returnedFunctionRefused, named.nameSpan);
      if (nested && parameters) {
        const pointedBy = (type: TypeNode): TypeNode => {
          const result = before.reduce((inner, wrap) => wrap(inner), type);
          return nested.apply({ kind: "function", result, parameters, span: named.nameSpan });
        };
        return { ...named, isPack, parameters: undefined, apply: pointedBy };
      }
      const apply = (type: TypeNode): TypeNode => {
        let result = before.reduce((inner, wrap) => wrap(inner), type);
        for (const array of arrays.toReversed()) result = array(result);
        return nested ? nested.apply(result) : result;
      };
      return { ...named, isPack, parameters, apply };
    });
  }

  /** The words that may follow `*` or `&`. */
  #pointerWords(): Pick<TypeNode & { kind: "pointer" }, "isConst" | "isVolatile" | "isRestrict"> {
    const words = { isConst: false, isVolatile: false, isRestrict: false };
    for (;;) {
      const end = this.cudaWordEnd(this.at);
      if (end > this.at) {
        words.isRestrict ||= RESTRICT.has(this.peek());
        this.at = end;
      } else if (this.accept("const")) words.isConst = true;
      else if (this.accept("volatile")) words.isVolatile = true;
      else break;
    }
    const { isConst, isVolatile, isRestrict } = words;
    return { isConst, ...(isVolatile && { isVolatile }), ...(isRestrict && { isRestrict }) };
  }

  #declaredName(): Pick<Declarator, "name" | "nameSpan" | "specializes" | "conversion" | "cluster"> {
    let cluster: readonly Expression[] | undefined;
    while (this.cudaWordEnd(this.at) > this.at) {
      cluster ??= this.#clusterNumbers();
      this.at = this.cudaWordEnd(this.at);
    }
    const start = this.at;
    let name = "";
    let specializes: readonly TemplateArgument[] | undefined;
    let conversion: TypeNode | undefined;
    for (;;) {
      if (this.peek() === "operator") {
        this.at++;
        const symbol = this.#operatorName();
        if (symbol === undefined) conversion = this.#conversion();
        name += symbol === undefined ? `operator ${this.#written(start)}` : `operator${symbol}`;
        break;
      }
      if (this.peek() === "~" && this.isName(this.at + 1)) {
        this.at++;
        name += `~${this.identifier()}`;
        break;
      }
      if (!this.isName(this.at)) break;
      name += this.identifier();
      const close = this.templateEnd(this.at, undefined, true);
      specializes = close < 0 ? undefined : this.templateArguments(close);
      if (this.peek() !== "::") break;
      this.at++;
      name += "::";
    }
    return { name, nameSpan: this.spanFrom(start), specializes, conversion, ...(cluster && { cluster }) };
  }

  /** The type's text of `operator T`. */
  #written(start: number): string {
    const operator = this.tokens.findIndex(({ text }, index) => index >= start && text === "operator");
    return this.tokens
      .slice(operator + 1, this.at)
      .map(({ text }) => text)
      .join(" ");
  }

  #conversion(): TypeNode {
    const { type } = this.specifiers();
    if (!type) this.fail(operatorMissing);
    let result = type;
    for (;;) {
      const start = this.at;
      if (this.accept("*"))
        result = { kind: "pointer", to: result, ...this.#pointerWords(), span: cover(result.span, this.spanFrom(start)) };
      else if (this.accept("&")) result = { kind: "reference", to: result, span: cover(result.span, this.spanFrom(start)) };
      else return result;
    }
  }

  #operatorName(): string | undefined {
    const text = this.peek();
    if ((text === "(" || text === "[") && this.brackets[this.at] === this.at + 1) {
      this.at += 2;
      return text === "(" ? "()" : "[]";
    }
    if (text === ">") {
      let symbol = text;
      while (this.touch(this.at) && [">", "="].includes(this.peek(1))) {
        this.at++;
        symbol += this.peek();
      }
      this.at++;
      return symbol;
    }
    if (text === "new" || text === "delete") {
      this.at++;
      const isArray = this.peek() === "[" && this.brackets[this.at] === this.at + 1;
      if (isArray) this.at += 2;
      return ` ${text}${isArray ? "[]" : ""}`;
    }
    if (!OPERATORS.has(text)) return undefined;
    this.at++;
    return text;
  }

  #suffixes(isNamed: boolean): {
    readonly arrays: ((of: TypeNode) => TypeNode)[];
    readonly parameters: readonly ParameterNode[] | undefined;
  } {
    const arrays: ((of: TypeNode) => TypeNode)[] = [];
    while (this.peek() === "[" && this.cudaWordEnd(this.at) === this.at) {
      if (arrays.length > MOST_DECLARATORS) this.fail(typeTooDeep);
      const start = this.at;
      const length = this.inBrackets(() => (this.at < this.end ? this.expression() : undefined));
      const place = this.spanFrom(start);
      arrays.push((of) => ({ kind: "array", of, length, span: cover(of.span, place) }));
    }
    const parameters = isNamed && arrays.length === 0 && this.peek() === "(" && this.#opensParameters() ? this.parameters() : undefined;
    return { arrays, parameters };
  }

  /** `f(int n)` declares a function, `x(n)` a variable. */
  #opensParameters(): boolean {
    const first = this.at + 1;
    if (this.textAt(first) === ")" || this.textAt(first) === "...") return true;
    const shape = this.typeShape(first);
    if (!shape) return false;
    const next = this.textAt(shape.end);
    const isComplete = next === "," || next === ")" || next === "...";
    if (this.isName(shape.end)) return true;
    if (next === "(")
      return (shape.isSure || (shape.hasDeclarator && !this.names.isLocal)) && ["&", "*"].includes(this.textAt(shape.end + 1));
    if (next === "=") return shape.isSure;
    return isComplete && (shape.isSure || (shape.hasDeclarator && !this.names.isLocal));
  }

  protected parameters(): ParameterNode[] {
    return this.names.within(undefined, () =>
      this.inBrackets(() => {
        if (this.peek() === "void" && this.at + 1 === this.end) this.at++;
        return this.commaSeparated(() => this.#parameter());
      }),
    );
  }

  #parameter(): ParameterNode {
    const start = this.at;
    if (this.peek() === "...") this.refuse(variadicRefused);
    const { type } = this.specifiers();
    if (!type && this.at < this.end) this.fail(parameterType, undefined, this.peek());
    if (!type) this.fail(parameterMissing);
    const declarator = this.declarator(true);
    const { name, isPack } = declarator;
    if (name !== "") this.names.declare(name, "value");
    const fallback = this.accept("=") ? this.itemOrList() : undefined;
    // `float f(float)` as a parameter is a pointer to a function.
    const own: TypeNode = declarator.parameters
      ? { kind: "function", result: type, parameters: declarator.parameters, span: declarator.nameSpan }
      : declarator.apply(type);
    return { name, type: own, fallback, ...(isPack && { isPack }), span: this.spanFrom(start) };
  }
}
