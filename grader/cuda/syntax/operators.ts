import {
  castType,
  chainTooLong,
  designatorsInExpression,
  elseWithoutStatement,
  emptyParentheses,
  expressionMissing,
  foldOperator,
  mixedDesignators,
  notANumber,
  operatorByName,
} from "../errors/syntax-errors.ts";
import { launchEnd } from "./cuda-words.ts";
import { readCharacter, readString } from "../text/literals.ts";
import { BUILT_IN_TYPES, NameReader } from "./names.ts";
import { cover } from "./token-cursor.ts";
import type { AssignmentOperator, BinaryOperator, Expression, Initializer, ListExpression, TypeNode } from "./tree.ts";

/** The longest chain of operators without brackets. The tree of such a chain is as deep as the chain is long. */
const LONGEST_CHAIN = 1000;

const COMMA = 1;
/** The precedence of assignments and `?:`, which group from the right. */
const ASSIGNMENT = 2;

const BINDING = new Map<string, number>([
  [",", COMMA], ["||", 3], ["&&", 4], ["|", 5], ["^", 6], ["&", 7], ["==", 8], ["!=", 8],
  ["<", 9], [">", 9], ["<=", 9], [">=", 9], ["<<", 10], [">>", 10], ["+", 11], ["-", 11], ["*", 12], ["/", 12], ["%", 12],
]); // prettier-ignore

const ASSIGNMENTS: ReadonlySet<string> = new Set(["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="]);
const PREFIXES: ReadonlySet<string> = new Set(["+", "-", "!", "~", "*", "&", "++", "--"]);
const CASTS = new Map([
  ["static_cast", "static"],
  ["reinterpret_cast", "reinterpret"],
  ["const_cast", "const"],
] as const);

const INTEGER = /^(?:0[xX][\da-fA-F]+(?:'[\da-fA-F]+)*|0[bB][01]+(?:'[01]+)*|\d+(?:'\d+)*)(?:[uU](?:ll?|LL?)?|(?:ll?|LL?)[uU]?)?$/;
const FLOAT =
  /^(?:(?:\d[\d']*\.[\d']*|\.\d[\d']*|\d[\d']*(?=[eE]))(?:[eE][+-]?\d+)?|0[xX](?:[\da-fA-F]+\.?[\da-fA-F]*|\.[\da-fA-F]+)[pP][+-]?\d+)[fFlL]?$/;

/** Reads expressions with the precedence and associativity of C++. */
export abstract class ExpressionReader extends NameReader {
  protected abstract lambda(): Expression;

  /** An expression, also one with commas. */
  protected expression(): Expression {
    return this.#binary(COMMA);
  }

  protected item(): Expression {
    return this.#binary(ASSIGNMENT);
  }

  /** An expression or a list in braces: the right side of `=`, an argument or an item of a list. */
  protected itemOrList(): Expression {
    return this.peek() === "{" ? this.list() : this.item();
  }

  /** One item of several: it may be the pattern of a pack's expansion. */
  #oneOrPack(): Expression {
    const start = this.at;
    const pattern = this.itemOrList();
    return this.accept("...") ? { kind: "expansion", pattern, span: this.spanFrom(start) } : pattern;
  }

  protected list(): ListExpression {
    const start = this.at;
    const items: Expression[] = [];
    const designators: string[] = [];
    this.deeper(() =>
      this.inBrackets(() => {
        while (this.at < this.end) {
          if (this.accept(".")) {
            designators.push(this.identifier());
            if (this.peek() !== "{") this.expect("=");
          }
          items.push(this.#oneOrPack());
          if (this.at < this.end) this.expect(",");
        }
      }),
    );
    const span = this.spanFrom(start);
    if (designators.length > 0 && designators.length < items.length) this.fail(mixedDesignators, span);
    return { kind: "list", items, ...(designators.length > 0 && { designators }), span };
  }

  /** The next operator and how many tokens it takes: `>` is always a token of its own. */
  #operator(): { readonly text: string; readonly tokens: number } {
    const text = this.peek();
    if (text !== ">" || !this.touch(this.at)) return { text, tokens: 1 };
    const second = this.peek(1);
    if (second === "=") return { text: ">=", tokens: 2 };
    if (second !== ">") return { text, tokens: 1 };
    return this.touch(this.at + 1) && this.peek(2) === "=" ? { text: ">>=", tokens: 3 } : { text: ">>", tokens: 2 };
  }

  #binary(least: number): Expression {
    return this.deeper(() => {
      let left = this.#unary();
      for (let length = 0; ; length++) {
        if (length > LONGEST_CHAIN) this.fail(chainTooLong, undefined, LONGEST_CHAIN);
        const operator = this.#operator();
        const next = this.#operation(left, operator.text, operator.tokens, least);
        if (!next) return left;
        left = next;
      }
    });
  }

  #operation(left: Expression, operator: string, tokens: number, least: number): Expression | undefined {
    if (operator === "?") {
      if (ASSIGNMENT < least) return undefined;
      this.at++;
      const then = this.expression();
      this.expect(":");
      const otherwise = this.#binary(ASSIGNMENT);
      return { kind: "conditional", test: left, then, otherwise, span: cover(left.span, otherwise.span) };
    }
    if (ASSIGNMENTS.has(operator)) {
      if (ASSIGNMENT < least) return undefined;
      this.at += tokens;
      const value = this.peek() === "{" ? this.list() : this.#binary(ASSIGNMENT);
      return { kind: "assignment", operator: operator as AssignmentOperator, target: left, value, span: cover(left.span, value.span) };
    }
    const binding = BINDING.get(operator);
    if (binding === undefined || binding < least) return undefined;
    this.at += tokens;
    if (this.accept("...")) return this.#fold(left, operator);
    const right = this.#binary(binding + 1);
    return { kind: "binary", operator: operator as BinaryOperator, left, right, span: cover(left.span, right.span) };
  }

  /** `left op ...` has been read. */
  #fold(left: Expression | undefined, operator: string): Expression {
    const { text, tokens } = this.#operator();
    if (left !== undefined && text !== operator) return this.#folded(left, operator, undefined);
    this.at += tokens;
    return this.#folded(left, text, this.#unary());
  }

  #folded(left: Expression | undefined, operator: string, right: Expression | undefined): Expression {
    const span = cover((left ?? right!).span, this.tokens[this.at - 1]!.span);
    if (!BINDING.has(operator)) this.fail(foldOperator, span, operator);
    return { kind: "fold", operator: operator as BinaryOperator, left, right, span };
  }

  #unary(): Expression {
    const start = this.at;
    const operator = this.peek();
    if (PREFIXES.has(operator)) {
      return this.deeper(() => {
        this.at++;
        const operand = this.#unary();
        return { kind: "unary", operator: operator as "+", operand, span: this.spanFrom(start) };
      });
    }
    if (operator === "sizeof") return this.#sizeof();
    if (operator === "new") return this.#new();
    if (operator === "delete") return this.#delete();
    if (operator === "(" && this.#holdsType(this.at)) {
      return this.deeper(() => {
        const type = this.inBrackets(() => this.typeName());
        if (this.peek() === "{") return this.#postfix(start, this.#construct(start, type));
        const operand = this.#unary();
        return { kind: "cast", style: "c", type, operand, span: this.spanFrom(start) };
      });
    }
    return this.#postfix(start, this.#primary());
  }

  /** Whether the parenthesis at `open` holds a type: then it casts what follows, or `sizeof` is of a type. */
  #holdsType(open: number): boolean {
    const close = this.brackets[open]!;
    const shape = this.typeShape(open + 1);
    if (shape?.end !== close) return false;
    if (shape.isSure || shape.hasDeclarator) return true;
    // The text did not declare the name: `(Unknown) x` can only be a cast.
    const next = this.textAt(close + 1);
    const kind = this.kindAt(close + 1);
    return next === "!" || next === "~" || (kind !== undefined && kind !== "sign");
  }

  #sizeof(): Expression {
    const start = this.at++;
    if (this.accept("...")) {
      if (this.peek() !== "(") this.expect("(");
      const name = this.inBrackets(() => this.identifier());
      return { kind: "pack-size", name, span: this.spanFrom(start) };
    }
    if (this.peek() === "(" && this.#holdsType(this.at)) {
      const of = this.inBrackets(() => this.typeName());
      return { kind: "sizeof", of, isType: true, span: this.spanFrom(start) };
    }
    const of = this.deeper(() => this.#unary());
    return { kind: "sizeof", of, isType: false, span: this.spanFrom(start) };
  }

  #alignof(): Expression {
    const start = this.at++;
    if (this.peek() !== "(") this.expect("(");
    const of = this.inBrackets(() => this.typeName());
    return { kind: "alignof", of, span: this.spanFrom(start) };
  }

  #new(): Expression {
    const start = this.at++;
    // `new T[n](…)`: the parentheses after the brackets hold no parameters.
    const type = this.typeName();
    let initializer: Initializer | undefined;
    if (this.peek() === "(") initializer = { kind: "arguments", values: this.arguments() };
    else if (this.peek() === "{") initializer = { kind: "list", list: this.list() };
    const isArray = type.kind === "array";
    const span = this.spanFrom(start);
    return { kind: "new", type: isArray ? type.of : type, count: isArray ? type.length : undefined, initializer, span };
  }

  #delete(): Expression {
    const start = this.at++;
    const isArray = this.peek() === "[" && this.brackets[this.at] === this.at + 1;
    if (isArray) this.at += 2;
    const operand = this.deeper(() => this.#unary());
    return { kind: "delete", operand, isArray, span: this.spanFrom(start) };
  }

  #construct(start: number, type: TypeNode): Expression {
    const braces = this.peek() === "{";
    const values = braces ? this.list() : undefined;
    if (values?.designators) this.fail(designatorsInExpression, values.span);
    return { kind: "construct", type, arguments: values?.items ?? this.arguments(), braces, span: this.spanFrom(start) };
  }

  /** The arguments of a call, with their parentheses. */
  protected arguments(): Expression[] {
    if (this.peek() !== "(") this.expect("(");
    return this.deeper(() => this.inBrackets(() => this.commaSeparated(() => this.#oneOrPack())));
  }

  #postfix(start: number, operand: Expression): Expression {
    let result = operand;
    for (let length = 0; ; length++) {
      if (length > LONGEST_CHAIN) this.fail(chainTooLong, undefined, LONGEST_CHAIN);
      const operator = this.peek();
      switch (operator) {
        case "(":
          result = { kind: "call", callee: result, arguments: this.arguments(), span: this.spanFrom(start) };
          break;
        case "[": {
          const index = this.deeper(() => this.inBrackets(() => this.expression()));
          result = { kind: "index", base: result, index, span: this.spanFrom(start) };
          break;
        }
        case ".":
        case "->":
          result = this.#member(start, result, operator === "->");
          break;
        case "++":
        case "--":
          this.at++;
          result = { kind: "postfix", operator, operand: result, span: this.spanFrom(start) };
          break;
        case "<<<":
          result = this.#launch(start, result);
          break;
        default:
          return result;
      }
    }
  }

  #member(start: number, base: Expression, arrow: boolean): Expression {
    this.at++;
    const isTemplate = this.accept("template");
    if (this.peek() === "operator") this.fail(operatorByName);
    const name = (this.accept("~") ? "~" : "") + this.identifier();
    const close = isTemplate ? this.templateEnd(this.at, undefined, true) : this.#memberTemplateEnd();
    const templateArguments = close < 0 ? undefined : this.templateArguments(close);
    return { kind: "member", base, name, templateArguments, arrow, span: this.spanFrom(start) };
  }

  /** `a.f<int>(…)` and `a.f<4>(…)` have template arguments; `a.x < b` compares. */
  #memberTemplateEnd(): number {
    const first = this.at + 1;
    const mayBe = this.kindAt(first) === "number" || this.typeShape(first)?.isSure || this.names.find(this.textAt(first))?.isTemplate;
    const close = mayBe ? this.templateEnd(this.at, undefined, false) : -1;
    return this.textAt(close + 1) === "(" ? close : -1;
  }

  #launch(start: number, kernel: Expression): Expression {
    const close = launchEnd(this.tokens, this.brackets, this.at);
    this.at++;
    const configuration = this.upTo(close, () => this.commaSeparated(() => this.itemOrList()));
    this.at = close + 3;
    return { kind: "launch", kernel, configuration, arguments: this.arguments(), span: this.spanFrom(start) };
  }

  #primary(): Expression {
    const start = this.at;
    const text = this.peek();
    switch (this.kindAt(start)) {
      case undefined:
        return this.failHere();
      case "number":
        this.at++;
        if (!INTEGER.test(text) && !FLOAT.test(text)) this.fail(notANumber, this.spanFrom(start), text);
        return { kind: "number", text, span: this.spanFrom(start) };
      case "character":
        this.at++;
        return { kind: "character", code: readCharacter(text, this.spanFrom(start)), span: this.spanFrom(start) };
      case "string": {
        let value = "";
        while (this.kindAt(this.at) === "string") value += readString(this.tokens[this.at]!.text, this.tokens[this.at++]!.span);
        return { kind: "string", value, span: this.spanFrom(start) };
      }
      case "sign":
        if (text === "(") return this.#parenthesized();
        if (text === "[") return this.deeper(() => this.lambda());
        if (text === "::") return this.#named();
        return this.fail(expressionMissing, undefined, text);
      case "name":
        return this.#word(text);
    }
  }

  #parenthesized(): Expression {
    if (this.brackets[this.at] === this.at + 1) this.fail(emptyParentheses);
    return this.inBrackets(() => (this.accept("...") ? this.#fold(undefined, "") : this.expression()));
  }

  #word(text: string): Expression {
    const start = this.at;
    switch (text) {
      case "true":
      case "false":
        this.at++;
        return { kind: "boolean", value: text === "true", span: this.spanFrom(start) };
      case "nullptr":
      case "NULL":
        this.at++;
        return { kind: "null", span: this.spanFrom(start) };
      case "this":
        this.at++;
        return { kind: "this", span: this.spanFrom(start) };
      case "static_cast":
      case "reinterpret_cast":
      case "const_cast":
        return this.#cast(CASTS.get(text)!);
      case "alignof":
        return this.#alignof();
      case "operator":
        return this.fail(operatorByName);
    }
    if (BUILT_IN_TYPES.has(text)) {
      while (BUILT_IN_TYPES.has(this.peek())) this.at++;
      const end = this.at;
      this.at = start;
      return this.#construct(
        start,
        this.upTo(end, () => this.typeName()),
      );
    }
    if (text === "typename") {
      const type = this.#bareType(start);
      return this.#construct(start, type);
    }
    if (text === "else") this.fail(elseWithoutStatement);
    if (!this.isName(start)) this.failHere();
    return this.#named();
  }

  /** `typename S<T>::type` in front of its arguments. */
  #bareType(start: number): TypeNode {
    this.at++;
    const { name, owner, templateArguments } = this.name(true);
    return { kind: "named", name, ...(owner && { owner }), templateArguments, isConst: false, span: this.spanFrom(start) };
  }

  #named(): Expression {
    const start = this.at;
    const { name, owner, templateArguments, span } = this.name(false);
    if (this.peek() === "{") {
      const type: TypeNode = { kind: "named", name, ...(owner && { owner }), templateArguments, isConst: false, span };
      return this.#construct(start, type);
    }
    return { kind: "name", name, ...(owner && { owner }), templateArguments, span };
  }

  #cast(style: "static" | "reinterpret" | "const"): Expression {
    const start = this.at++;
    const close = this.templateEnd(this.at, undefined, true);
    if (close < 0) this.fail(castType);
    this.at++;
    const type = this.deeper(() => this.upTo(close, () => this.typeName()));
    this.at = close + 1;
    if (this.peek() !== "(") this.expect("(");
    const operand = this.deeper(() => this.inBrackets(() => this.expression()));
    return { kind: "cast", style, type, operand, span: this.spanFrom(start) };
  }
}
