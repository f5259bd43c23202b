import { bracketNotClosed, bracketNotClosedBefore, bracketNotOpened, bracketsTooDeep, launchNotClosed } from "../errors/text-errors.ts";
import type { ExpandedText, PlacedToken } from "../text/macros.ts";

/** The deepest nesting of brackets. */
const DEEPEST = 200;

/** For each token that is a bracket, the index of its partner; -1 for the others. */
export type Brackets = Int32Array;

const CLOSING = new Map([["(", ")"], ["[", "]"], ["{", "}"]]); // prettier-ignore

export function matchBrackets(tokens: readonly PlacedToken[]): Brackets {
  const partners = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach(({ kind, text, span }, index) => {
    if (kind !== "sign") return;
    if (CLOSING.has(text)) {
      open.push(index);
      if (open.length > DEEPEST) throw bracketsTooDeep(span, DEEPEST);
    } else if (text === ")" || text === "]" || text === "}") {
      const partner = open.pop();
      if (partner === undefined) throw bracketNotOpened(span, text);
      const opening = tokens[partner]!;
      if (CLOSING.get(opening.text) !== text) {
        throw bracketNotClosedBefore(opening.span, opening.text, text);
      }
      partners[partner] = index;
      partners[index] = partner;
    }
  });
  const never = open.at(-1);
  if (never !== undefined) throw bracketNotClosed(tokens[never]!.span, tokens[never]!.text);
  return partners;
}

/** Words of CUDA and C++ that may stand in a declaration and that the parser of C++ does not know. */
const BARE_WORDS = new Set([
  "__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__restrict__", "__restrict", "restrict",
  "__forceinline__", "__noinline__", "__inline__", "__grid_constant__", "__extension__", "noexcept", "CUDART_CB",
]); // prettier-ignore

/** Such words that take parentheses. */
const CALLED_WORDS = new Set([
  "__launch_bounds__",
  "__align__",
  "alignas",
  "__cluster_dims__",
  "__maxnreg__",
  "__attribute__",
  "__declspec",
]);

/** Where the words that begin at a token end: the index of the token after them, or the same index if none begins there. */
export function skipCudaWord(tokens: readonly PlacedToken[], brackets: Brackets, index: number): number {
  const token = tokens[index];
  if (!token) return index;
  if (token.kind === "sign") {
    const isAttribute = token.text === "[" && tokens[index + 1]?.text === "[" && brackets[index + 1] === brackets[index]! - 1;
    return isAttribute ? brackets[index]! + 1 : index;
  }
  if (token.kind !== "name") return index;
  if (BARE_WORDS.has(token.text)) return index + 1;
  if (CALLED_WORDS.has(token.text) && tokens[index + 1]?.text === "(") return brackets[index + 1]! + 1;
  return index;
}

/** It has punctuation of its own, which the C++ parser cannot parse. */
export const ASSEMBLY: ReadonlySet<string> = new Set(["asm", "__asm", "__asm__"]);

/** The text as the C++ parser reads it: CUDA's words and assembly are blank, and ` */
export function withoutCudaWords({ text, tokens }: ExpandedText, brackets: Brackets): string {
  const pieces: string[] = [];
  let written = 0;
  const replace = (from: number, to: number, replacement: string) => {
    pieces.push(text.slice(written, from), replacement.padEnd(to - from));
    written = to;
  };
  const launchEnds = new Set<number>();
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const end = skipCudaWord(tokens, brackets, index);
    const operands = ASSEMBLY.has(token.text) ? [1, 2, 3].find((ahead) => tokens[index + ahead]?.text === "(") : undefined;
    if (operands !== undefined) {
      index = brackets[index + operands]!;
      replace(token.from, tokens[index]!.to, "");
    } else if (end > index) {
      replace(token.from, tokens[end - 1]!.to, "");
      index = end - 1;
    } else if (token.text === "template" && [".", "->", "::"].includes(tokens[index - 1]?.text ?? "")) replace(token.from, token.to, "");
    else if (token.text === "<<<") {
      const close = launchEnd(tokens, brackets, index);
      if (close < 0) throw launchNotClosed(token.span);
      launchEnds.add(close);
      replace(token.from, token.to, "(");
    } else if (launchEnds.has(index)) {
      replace(token.from, tokens[index + 2]!.to, ")");
      index += 2;
    }
  }
  pieces.push(text.slice(written));
  return pieces.join("");
}

/** The index of the first `>` of the `>>>` (or `>> >`) that closes the launch opened at `index`, or -1. */
export function launchEnd(tokens: readonly PlacedToken[], brackets: Brackets, index: number): number {
  for (let at = index + 1; at < tokens.length; at++) {
    const { text, kind } = tokens[at]!;
    if (kind !== "sign") continue;
    const partner = brackets[at]!;
    if (partner > at) at = partner;
    else if (partner >= 0 || text === ";") return -1;
    else if (text === ">" && tokens[at + 1]?.text === ">" && tokens[at + 2]?.text === ">") return at;
  }
  return -1;
}
