import { REFUSED_WORDS } from "../errors/refusals.ts";
import { nameExpected, nameMissing } from "../errors/syntax-errors.ts";
import { ASSEMBLY, type Brackets } from "./cuda-words.ts";
import type { KnownNames, Meaning } from "./known-names.ts";
import type { PlacedToken } from "../text/macros.ts";
import { TokenCursor } from "./token-cursor.ts";
import type { Span } from "../source-error.ts";
import type { Expression, ParameterNode, TemplateArgument, TypeNode } from "./tree.ts";

/** The longest list of template arguments, in tokens. */
const LONGEST_ARGUMENTS = 200;

export const BUILT_IN_TYPES: ReadonlySet<string> = new Set([
  "void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
]); // prettier-ignore

const KEYWORDS: ReadonlySet<string> = new Set([
  ...BUILT_IN_TYPES,
  ...REFUSED_WORDS.keys(),
  ...ASSEMBLY,
  "alignof", "auto", "break", "case", "class", "const", "const_cast", "constexpr", "continue", "decltype", "default", "delete", "do", "else", "enum",
  "explicit", "extern", "false", "for", "friend", "if", "inline", "mutable", "namespace", "new", "nullptr", "operator", "private", "protected",
  "public", "register", "reinterpret_cast", "return", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template",
  "this", "true", "typedef", "typename", "union", "using", "volatile", "while",
]); // prettier-ignore

/** Tokens that follow the template arguments of a name, and hardly `a > b`: most of them cannot begin an operand. */
const ENDS_ARGUMENTS: ReadonlySet<string> = new Set(["(", "::", "{", "<<<", ",", ")", ";", "]", "}", "?", ":", ""]);

const QUALIFIERS: ReadonlySet<string> = new Set(["const", "volatile"]);

/** A name as read: qualified, with template arguments. */
interface ReadName {
  readonly name: string;
  readonly owner: TypeNode | undefined;
  readonly templateArguments: readonly TemplateArgument[] | undefined;
  readonly span: Span;
}

/** Tokens that look like a type, up to their end. */
interface TypeShape {
  readonly end: number;
  /** Whether it can be nothing but a type. */
  readonly isSure: boolean;
  /** Whether `*`, `&` or the like follow the name. */
  readonly hasDeclarator: boolean;
}

/** Reads names, and tells types from values by the declarations so far. */
export abstract class NameReader extends TokenCursor {
  protected readonly names: KnownNames;
  /** Indexes of `<` that compare. */
  readonly #comparisons = new Set<number>();

  constructor(tokens: readonly PlacedToken[], brackets: Brackets, names: KnownNames) {
    super(tokens, brackets);
    this.names = names;
  }

  /** An expression without a comma outside brackets. */
  protected abstract item(): Expression;
  /** A type with its `*` and `&`, without a name. */
  protected abstract typeName(): TypeNode;
  protected abstract parameters(): ParameterNode[];

  protected isName(index: number): boolean {
    return this.kindAt(index) === "name" && !KEYWORDS.has(this.textAt(index));
  }

  protected identifier(): string {
    if (!this.isName(this.at)) this.failForName();
    return this.tokens[this.at++]!.text;
  }

  /** Throws the error that a name is expected next. */
  protected failForName(): never {
    if (this.at < this.end) this.fail(nameExpected, undefined, this.peek());
    this.fail(nameMissing);
  }

  /** A qualified name. Where only a type can stand, `<` always opens template arguments. */
  protected name(asType: boolean): ReadName {
    const start = this.at;
    let owner: TypeNode | undefined;
    let written = this.accept("::") ? "::" : "";
    for (;;) {
      written += this.identifier();
      const name = owner ? written : this.names.canonical(written);
      const close = this.templateEnd(this.at, owner ? undefined : written, asType);
      const templateArguments = close < 0 ? undefined : this.templateArguments(close);
      const span = this.spanFrom(start);
      const continues = this.peek() === "::" && (this.isName(this.at + 1) || this.peek(1) === "template");
      if (!continues) return { name, owner, templateArguments, span };
      this.at++;
      this.accept("template");
      if (templateArguments) {
        owner = { kind: "named", name, ...(owner && { owner }), templateArguments, isConst: false, span };
        written = "";
      } else written += "::";
    }
  }

  /** The index of the `>` that closes the template arguments opened at `open`, or -1 if no template arguments begin there. */
  protected templateEnd(open: number, name: string | undefined, asType: boolean): number {
    if (this.textAt(open) !== "<") return -1;
    const meaning = name === undefined ? undefined : this.names.find(name);
    if (!asType && meaning && !meaning.isTemplate && meaning.kind === "value") {
      // A header may declare a template of the same name.
      const close = this.#closingAngle(open, false);
      return close >= 0 && this.textAt(close + 1) === "<<<" ? close : -1;
    }
    const isSure = asType || meaning?.isTemplate === true;
    if (!isSure && this.#comparisons.has(open)) return -1;
    const close = this.#closingAngle(open, isSure);
    if (close >= 0 && (isSure || ENDS_ARGUMENTS.has(this.textAt(close + 1)) || this.#holdsTypes(open, close))) return close;
    this.#comparisons.add(open);
    return -1;
  }

  #closingAngle(open: number, isSure: boolean): number {
    let depth = 0;
    const last = Math.min(this.end, open + LONGEST_ARGUMENTS);
    for (let index = open + 1; index < last; index++) {
      const partner = this.brackets[index]!;
      const text = this.textAt(index);
      if (partner > index) index = partner;
      else if (partner >= 0 || text === ";") return -1;
      else if (text === "<") depth++;
      else if (text === ">") {
        if (this.touch(index) && this.textAt(index + 1) === "=" && !isSure) return -1;
        if (depth-- === 0) return index;
      } else if (!isSure && ["&&", "||", "?"].includes(text)) return -1;
    }
    return -1;
  }

  /** Whether one of the arguments can be nothing but a type: then `<` does not compare. */
  #holdsTypes(open: number, close: number): boolean {
    for (let index = open; index < close; index++) {
      if (this.brackets[index]! > index) index = this.brackets[index]!;
      else if (index === open || this.textAt(index) === ",") {
        const shape = this.typeShape(index + 1);
        if (shape?.isSure && (shape.end === close || this.textAt(shape.end) === ",")) return true;
      }
    }
    return false;
  }

  protected templateArguments(close: number): TemplateArgument[] {
    this.at++;
    const found = this.deeper(() => this.upTo(close, () => this.commaSeparated(() => this.#templateArgument())));
    this.at = close + 1;
    return found;
  }

  #templateArgument(): TemplateArgument {
    const start = this.at;
    const pattern = this.#oneTemplateArgument();
    return this.accept("...") ? { kind: "expansion", pattern, span: this.spanFrom(start) } : pattern;
  }

  #oneTemplateArgument(): TemplateArgument {
    const shape = this.typeShape(this.at);
    const start = this.at;
    if (shape && this.textAt(shape.end) === "(" && this.#holdsParameters(shape.end)) {
      // `float(int, float)`, of a std::function
      const result = this.typeName();
      const parameters = this.parameters();
      return { kind: "type", type: { kind: "function", result, parameters, span: this.spanFrom(start) } };
    }
    const isWhole = shape && (shape.end === this.end || [",", "..."].includes(this.textAt(shape.end)));
    if (!isWhole) return { kind: "value", value: this.item() };
    if (shape.isSure || shape.hasDeclarator) return { kind: "type", type: this.typeName() };
    const { name, owner, templateArguments, span } = this.name(true);
    return { kind: "value", value: { kind: "name", name, ...(owner && { owner }), templateArguments, span } };
  }

  /** Whether brackets hold nothing but types, and end a template's argument. */
  #holdsParameters(open: number): boolean {
    const close = this.brackets[open]!;
    if (close + 1 !== this.end && this.textAt(close + 1) !== ",") return false;
    for (let index = open + 1; index < close; index++) {
      const shape = this.typeShape(index);
      if (!shape) return false;
      index = shape.end;
      if (this.textAt(index) === "...") index++;
      // A parameter may have a name.
      if (this.isName(index)) index++;
      if (index !== close && this.textAt(index) !== ",") return false;
    }
    return true;
  }

  /** The index after a qualified name, and its meaning. */
  protected skipName(index: number): { readonly end: number; readonly meaning: Meaning | undefined; readonly hasArguments: boolean } {
    let end = this.textAt(index) === "::" ? index + 1 : index;
    let written = "";
    let hasArguments = false;
    let isMember = false;
    for (;;) {
      written += this.textAt(end++);
      if (this.textAt(end) === "<") {
        const meaning = this.names.find(written);
        const close = meaning?.kind === "value" ? -1 : this.#closingAngle(end, meaning?.isTemplate ?? false);
        if (close >= 0) {
          hasArguments = true;
          end = close + 1;
        }
      }
      if (this.textAt(end) !== "::" || !this.isName(end + 1)) break;
      isMember ||= hasArguments;
      written += "::";
      end++;
    }
    return { end, meaning: isMember ? undefined : this.names.find(written), hasArguments };
  }

  /** The possible type that begins at a token; undefined if none does. */
  protected typeShape(index: number): TypeShape | undefined {
    let isSure = false;
    let hasType = false;
    let end = index;
    for (;;) {
      const text = this.textAt(end);
      const word = this.cudaWordEnd(end);
      if (word > end) end = word;
      else if (QUALIFIERS.has(text) || text === "typename") {
        isSure = true;
        end++;
      } else if (BUILT_IN_TYPES.has(text) && this.kindAt(end) === "name") {
        isSure = hasType = true;
        end++;
      } else if (["struct", "class", "union", "enum"].includes(text)) {
        isSure = hasType = true;
        end = this.skipName(end + 1).end;
      } else if (text === "auto" || text === "decltype") {
        isSure = hasType = true;
        end = text === "auto" ? end + 1 : this.brackets[end + 1]! + 1;
      } else if (!hasType && (this.isName(end) || (text === "::" && this.isName(end + 1)))) {
        const found = this.skipName(end);
        if (found.meaning?.kind === "value") return undefined;
        isSure ||= found.meaning?.kind === "type";
        hasType = true;
        end = found.end;
      } else break;
    }
    if (!hasType) return undefined;
    const nameEnd = end;
    for (;;) {
      const text = this.textAt(end);
      const word = this.cudaWordEnd(end);
      if (word > end) end = word;
      else if (text === "*" || text === "&" || text === "&&" || QUALIFIERS.has(text)) end++;
      else if (text === "(" && ["*", "&"].includes(this.textAt(end + 1)) && this.textAt(end + 2) === ")" && isSure) {
        end += 3;
        // The parameters of a function that this points to.
        if (this.textAt(end) === "(") end = this.brackets[end]! + 1;
      } else if (text === "[" && isSure) end = this.brackets[end]! + 1;
      else break;
    }
    return { end, isSure, hasDeclarator: end > nameEnd };
  }
}
