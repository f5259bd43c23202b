import {
  conditionOpen,
  conditionsTooDeep,
  definedAsMacro,
  definedName,
  elseWithoutIf,
  endifWithoutIf,
  errorDirective,
  expansionTooLong,
  macroArguments,
  macroArgumentsOpen,
  macroNameMissing,
  macroNameMissingHere,
  macroParameter,
  macroParameterEnd,
  macroParametersOpen,
  macrosMultiply,
  macrosTooDeep,
  pasteAtEnd,
  pasteMakesNoToken,
  textTooLong,
  unknownDirective,
} from "../errors/text-errors.ts";
import { placeAt } from "../source-error.ts";
import { includedHeader, standInTokens, type IncludedHeader } from "./headers.ts";
import { conditionHolds } from "./macro-condition.ts";
import { tokenize, type Token } from "./token.ts";
import type { Span } from "../source-error.ts";

/** The longest text, in characters, before and after its macros are expanded. */
export const LONGEST_TEXT = 200_000;
const LONGEST_EXPANSION = 500_000;
/** The deepest nesting of macros within macros, and of macro calls within arguments. */
const DEEPEST = 200;
/** The most tokens that macros may produce, counting those that other macros replace again. */
const MOST_WORK = 1_000_000;

/** A token of the expanded text: its place there, and in `span` its place in the text as written. */
export interface PlacedToken {
  readonly kind: Exclude<Token["kind"], "bad">;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly span: Span;
}

export interface ExpandedText {
  readonly text: string;
  readonly tokens: readonly PlacedToken[];
  /** Headers that are included, in their order. */
  readonly headers: readonly IncludedHeader[];
}

interface Macro {
  /** Undefined for an object-like macro. */
  readonly parameters: readonly string[] | undefined;
  readonly variadic: boolean;
  readonly body: readonly Token[];
}

/** A token with the macros that it came from: those are not applied to it again. */
interface LiveToken extends Token {
  readonly through?: ReadonlySet<string>;
}

const PREDEFINED: readonly (readonly [string, string])[] = [
  ["__CUDACC__", "1"],
  ["__CUDACC_VER_MAJOR__", "12"],
  ["CUDART_VERSION", "12000"],
  ["CUDART_CB", ""],
  ["__const__", "const"],
  ["__NVCC__", "1"],
  ["__linux__", "1"],
  ["__CUDA_ARCH__", "900"],
  ["__cplusplus", "201703L"],
];

/** `UINT64_C(1)` of <cstdint>. */
const SUFFIXED: readonly (readonly [string, string])[] = [
  ["INT32_C", ""],
  ["UINT32_C", "U"],
  ["INT64_C", "LL"],
  ["UINT64_C", "ULL"],
];

const SPELLED_SIGNS = new Map([["and", "&&"], ["or", "||"], ["not", "!"]]); // prettier-ignore

/** Preprocesses a text: removes comments and directives, and expands macros. */
export function expandMacros(source: string): ExpandedText {
  if (source.length > LONGEST_TEXT) {
    throw textTooLong({ from: LONGEST_TEXT, to: source.length }, source.length, LONGEST_TEXT);
  }
  const preprocessor = new Preprocessor(source);
  return place(preprocessor.run(), preprocessor.headers);
}

function place(tokens: readonly Token[], headers: readonly IncludedHeader[]): ExpandedText {
  const pieces: string[] = [];
  const placed: PlacedToken[] = [];
  let length = 0;
  for (const { kind, text: written, span, spaceBefore, problem } of tokens) {
    if (kind === "bad") throw problem!.at(span);
    const last = placed.at(-1);
    if (written === "<" && last?.text === "<<") {
      // `kernel << <grid, block >> >` is how some editors write a launch.
      placed[placed.length - 1] = { ...last, text: "<<<", to: last.to + 1, span: cover(last.span, span) };
      pieces.push("<");
      length++;
      continue;
    }
    const sign = kind === "name" ? SPELLED_SIGNS.get(written) : undefined;
    const text = sign ?? written;
    if (spaceBefore && length > 0) {
      pieces.push(" ");
      length++;
    }
    placed.push({ kind: sign ? "sign" : kind, text, from: length, to: length + text.length, span });
    pieces.push(text);
    length += text.length;
    if (length > LONGEST_EXPANSION) {
      throw expansionTooLong(span, LONGEST_EXPANSION);
    }
  }
  return { text: pieces.join(""), tokens: placed, headers };
}

const cover = (a: Span, b: Span): Span => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) });

interface Condition {
  /** Whether the lines around it are read. */
  readonly outer: boolean;
  /** Whether a branch was taken already. */
  taken: boolean;
  active: boolean;
  sawElse: boolean;
  readonly span: Span;
}

class Preprocessor {
  readonly #source: string;
  readonly #macros = new Map<string, Macro>();
  readonly headers: IncludedHeader[] = [];
  /** Pieces of stand-ins that have been included. */
  readonly #included = new Set<string>();
  #work = 0;
  /** How often `__COUNTER__` was read. */
  #counted = 0;

  constructor(source: string) {
    this.#source = source;
    for (const [name, value] of PREDEFINED) this.#macros.set(name, { parameters: undefined, variadic: false, body: tokenize(value) });
    for (const [name, suffix] of SUFFIXED)
      this.#macros.set(name, { parameters: ["x"], variadic: false, body: tokenize(suffix === "" ? "x" : `x ## ${suffix}`) });
  }

  run(): Token[] {
    const all = tokenize(this.#source);
    let tokens: readonly Token[] = all;
    const output: Token[] = [];
    const conditions: Condition[] = [];
    const active = () => conditions.at(-1)?.active ?? true;
    let run: Token[] = [];
    const flush = () => {
      for (const token of this.#expand(run, 0)) output.push(token);
      run = [];
    };
    for (let at = 0; at < tokens.length;) {
      const token = tokens[at]!;
      if (!(token.startsLine && token.text === "#" && token.kind === "sign")) {
        if (active()) run.push(token);
        at++;
        continue;
      }
      let end = at + 1;
      while (end < tokens.length && !tokens[end]!.startsLine) end++;
      const line = tokens.slice(at + 1, end);
      at = end;
      const name = line[0];
      if (!name) continue;
      const place = cover(token.span, line.at(-1)!.span);
      if (this.#condition(name, line.slice(1), place, conditions)) flush();
      else if (active()) {
        flush();
        const included = this.#directive(name, line.slice(1), place, all);
        if (included.length > 0) {
          tokens = [...included, ...tokens.slice(end)];
          at = 0;
        }
      }
    }
    const open = conditions.at(-1);
    if (open) throw conditionOpen(open.span);
    flush();
    return output;
  }

  /** Handles `#if` and its relatives; says whether the directive was one of them. */
  #condition(name: Token, rest: readonly Token[], span: Span, conditions: Condition[]): boolean {
    switch (name.text) {
      case "if":
      case "ifdef":
      case "ifndef": {
        const outer = conditions.at(-1)?.active ?? true;
        const holds = outer && (name.text === "if" ? this.#holds(rest, span) : this.#isDefined(rest, span) === (name.text === "ifdef"));
        conditions.push({ outer, taken: holds, active: holds, sawElse: false, span });
        if (conditions.length > DEEPEST) throw conditionsTooDeep(span);
        return true;
      }
      case "elif":
      case "else": {
        const condition = conditions.at(-1);
        if (!condition || condition.sawElse) throw elseWithoutIf(span, name.text);
        condition.active = condition.outer && !condition.taken && (name.text === "else" || this.#holds(rest, span));
        condition.taken ||= condition.active;
        condition.sawElse = name.text === "else";
        return true;
      }
      case "endif":
        if (!conditions.pop()) throw endifWithoutIf(span);
        return true;
      default:
        return false;
    }
  }

  #isDefined(rest: readonly Token[], span: Span): boolean {
    if (rest[0]?.kind !== "name") throw macroNameMissingHere(span);
    return this.#macros.has(rest[0].text);
  }

  #holds(rest: readonly Token[], span: Span): boolean {
    const replaced: Token[] = [];
    for (let at = 0; at < rest.length; at++) {
      const token = rest[at]!;
      if (token.text !== "defined" && token.text !== "__has_include") {
        replaced.push(token);
        continue;
      }
      const inParentheses = rest[at + 1]?.text === "(";
      const close = inParentheses ? rest.findIndex((other, index) => index > at && other.text === ")") : at + 1;
      const name = rest[inParentheses ? at + 2 : at + 1];
      if (!name || close < 0) throw definedName(span, token.text);
      const holds = token.text === "defined" && this.#macros.has(name.text);
      replaced.push({ ...token, kind: "number", text: holds ? "1" : "0" });
      at = close;
    }
    const expanded = this.#expand(replaced, 0);
    const bad = expanded.find(({ kind }) => kind === "bad");
    if (bad) throw bad.problem!.at(bad.span);
    return conditionHolds(expanded, span);
  }

  /** Returns what a directive brings in: the text of a header that the lab has a stand-in for. @param tokens of the whole text */
  #directive(name: Token, rest: readonly Token[], span: Span, tokens: readonly Token[]): readonly Token[] {
    switch (name.text) {
      case "define":
        this.#define(rest, span);
        return [];
      case "undef":
        this.#isDefined(rest, span);
        this.#macros.delete(rest[0]!.text);
        return [];
      case "include": {
        const header = includedHeader(rest, this.#source, span);
        if (header === undefined) return [];
        this.headers.push(header);
        return header.kind === "stand-in" ? standInTokens(header, tokens, this.#included) : [];
      }
      case "error": {
        const first = rest[0];
        const message = first ? this.#source.slice(first.span.from, rest.at(-1)!.span.to) : "";
        throw errorDirective(span, message);
      }
      // Pragmas and warnings change no result.
      case "pragma":
      case "warning":
      case "line":
        return [];
      default:
        throw unknownDirective(span, name.text);
    }
  }

  #define(rest: readonly Token[], span: Span): void {
    const name = rest[0];
    if (name?.kind !== "name") throw macroNameMissing(span);
    if (name.text === "defined") throw definedAsMacro(span);
    const open = rest[1];
    if (open?.text !== "(" || open.spaceBefore) {
      this.#macros.set(name.text, { parameters: undefined, variadic: false, body: rest.slice(1) });
      return;
    }
    const parameters: string[] = [];
    let variadic = false;
    let at = 2;
    while (rest[at] && rest[at]!.text !== ")") {
      const token = rest[at]!;
      if (token.text === "...") {
        variadic = true;
        parameters.push("__VA_ARGS__");
      } else if (token.kind === "name") parameters.push(token.text);
      else throw macroParameter(token.span, token.text);
      at++;
      const next = rest[at]?.text ?? ")";
      if (next === "," && !variadic) at++;
      else if (next !== ")") throw macroParameterEnd(span);
    }
    if (!rest[at]) throw macroParametersOpen(span);
    this.#macros.set(name.text, { parameters, variadic, body: rest.slice(at + 1) });
  }

  #spend(work: number, span: Span): void {
    this.#work += work;
    if (this.#work > MOST_WORK) throw macrosMultiply(span);
  }

  #expand(tokens: readonly LiveToken[], depth: number): LiveToken[] {
    if (depth > DEEPEST) throw macrosTooDeep(tokens[0]?.span ?? { from: 0, to: 0 });
    const output: LiveToken[] = [];
    const input = tokens.toReversed();
    for (let token = input.pop(); token; token = input.pop()) {
      if (token.kind !== "name" || token.through?.has(token.text)) {
        output.push(token);
        continue;
      }
      if (token.text === "__LINE__") {
        output.push({ ...token, kind: "number", text: String(placeAt(this.#source, token.span.from).line) });
        continue;
      }
      if (token.text === "__COUNTER__") {
        output.push({ ...token, kind: "number", text: String(this.#counted++) });
        continue;
      }
      if (token.text === "__FILE__") {
        output.push({ ...token, kind: "string", text: '"kernel.cu"' });
        continue;
      }
      if (token.text === "_Pragma" && input.at(-1)?.text === "(") {
        this.#arguments(input, token, false);
        continue;
      }
      const macro = this.#macros.get(token.text);
      if (!macro || (macro.parameters && input.at(-1)?.text !== "(")) {
        output.push(token);
        continue;
      }
      let place = token.span;
      let through = token.through;
      let given: LiveToken[][] = [];
      if (macro.parameters) {
        const called = this.#arguments(input, token, macro.variadic, macro.parameters.length);
        place = cover(place, called.close.span);
        through = through && called.close.through && new Set([...through].filter((name) => called.close.through!.has(name)));
        given = called.given;
        if (given.length === 1 && given[0]!.length === 0 && macro.parameters.length === 0) given = [];
        if (macro.variadic && given.length === macro.parameters.length - 1) given.push([]);
        if (given.length !== macro.parameters.length) {
          throw macroArguments(place, token.text, macro.parameters.length, given.length);
        }
      }
      const next = new Set(through).add(token.text);
      if (next.size > DEEPEST) throw macrosTooDeep(place);
      const body = this.#substitute(macro, given, place, depth);
      this.#spend(body.length + next.size, place);
      const following = input.pop();
      if (following) input.push({ ...following, spaceBefore: true });
      for (let at = body.length - 1; at >= 0; at--) {
        const brought = body[at]!;
        input.push({
          ...brought,
          spaceBefore: brought.spaceBefore || at === 0,
          startsLine: false,
          through: brought.through ? new Set([...next, ...brought.through]) : next,
        });
      }
    }
    return output;
  }

  /** Takes the arguments of a macro's call off the input, which starts at their `(`. */
  #arguments(input: LiveToken[], name: Token, variadic: boolean, count = 1): { readonly given: LiveToken[][]; readonly close: LiveToken } {
    input.pop();
    const given: LiveToken[][] = [[]];
    let depth = 0;
    for (let token = input.pop(); token; token = input.pop()) {
      const { text } = token;
      if (token.kind === "sign") {
        if (text === ")" && depth === 0) return { given, close: token };
        if (text === "," && depth === 0 && !(variadic && given.length === count)) {
          given.push([]);
          continue;
        }
        if (text === "(") depth++;
        if (text === ")") depth--;
      }
      given.at(-1)!.push(token);
    }
    throw macroArgumentsOpen(name.span, name.text);
  }

  #substitute(macro: Macro, given: readonly LiveToken[][], place: Span, depth: number): LiveToken[] {
    const { body } = macro;
    const expanded = new Map<number, LiveToken[]>();
    const expandedArgument = (index: number): LiveToken[] => {
      let tokens = expanded.get(index);
      if (!tokens) expanded.set(index, (tokens = this.#expand(given[index]!, depth + 1)));
      return tokens;
    };
    const parameter = (token: Token | undefined) => (token?.kind === "name" ? (macro.parameters?.indexOf(token.text) ?? -1) : -1);
    const result: LiveToken[] = [];
    let leftIsEmpty = true;
    for (let at = 0; at < body.length; at++) {
      const token = body[at]!;
      if (token.text === "##" && token.kind === "sign") {
        if (at === 0 || at === body.length - 1) throw pasteAtEnd(token.span);
        continue;
      }
      const pasted = at > 0 && body[at - 1]!.text === "##";
      let piece: readonly LiveToken[];
      const index = parameter(token);
      const named = parameter(body[at + 1]);
      if (macro.parameters && token.text === "#" && named >= 0) {
        piece = [{ ...token, kind: "string", text: stringify(given[named]!), span: place }];
        at++;
      } else if (index < 0) piece = [{ ...token, span: place }];
      else {
        const raw = pasted || body[at + 1]?.text === "##";
        piece = raw ? given[index]! : expandedArgument(index);
        const [first, ...others] = piece;
        if (first) piece = [{ ...first, spaceBefore: token.spaceBefore }, ...others];
      }
      this.#spend(piece.length, place);
      const left = result.at(-1);
      if (pasted && token.text === "__VA_ARGS__" && left?.text === ",") {
        if (piece.length === 0) result.pop();
        else for (const brought of piece) result.push(brought);
      } else if (pasted && !leftIsEmpty && left && piece[0]) {
        result.pop();
        for (const glued of paste(left, piece[0], place)) result.push(glued);
        for (const brought of piece.slice(1)) result.push(brought);
      } else for (const brought of piece) result.push(brought);
      leftIsEmpty = piece.length === 0 && (!pasted || leftIsEmpty);
    }
    return result;
  }
}

function stringify(tokens: readonly Token[]): string {
  const written = tokens
    .map(({ kind, text, spaceBefore }, index) => {
      const escaped = kind === "string" || kind === "character" ? text.replace(/[\\"]/g, "\\$&") : text;
      return (spaceBefore && index > 0 ? " " : "") + escaped;
    })
    .join("");
  return `"${written}"`;
}

function paste(left: LiveToken, right: LiveToken, place: Span): LiveToken[] {
  const text = left.text + right.text;
  const tokens = tokenize(text);
  const isOne = tokens.length === 1 && tokens[0]!.kind !== "bad";
  if (!isOne && !/^>[>=]$/.test(text)) throw pasteMakesNoToken(place, left.text, right.text);
  return tokens.map((token, index) => ({ ...token, span: place, spaceBefore: index === 0 && left.spaceBefore, startsLine: false }));
}
