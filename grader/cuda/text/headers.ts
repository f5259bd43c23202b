import { BOOK, CUTIL, HELPERS, SAMPLES, SUPPORT } from "./stand-ins/checks.ts";
import type { StandIn } from "./stand-ins/stand-in.ts";
import { VECTOR_MATH } from "./stand-ins/vector-math.ts";
import { WB } from "./stand-ins/wb.ts";
import { tokenize, type Token } from "./token.ts";
import type { Span } from "../source-error.ts";

/** A header that a text includes, as the lab has it. */
export interface IncludedHeader {
  /** As written: `wb.h`. */
  readonly name: string;
  /** The directive's place. */
  readonly span: Span;
  /**
   * `known`: what it declares, the lab knows. `stand-in`: the lab has a text of its own for it. `missing`: the lab has nothing of it.
   */
  readonly kind: "known" | "stand-in" | "missing";
  /** A note for the reader of a stand-in. */
  readonly says?: string;
}

const STAND_INS: ReadonlyMap<string, StandIn> = new Map(
  [WB, HELPERS, BOOK, SUPPORT, CUTIL, SAMPLES, VECTOR_MATH].flatMap((standIn) => standIn.headers.map((name) => [name, standIn] as const)),
);

/** Headers of C, C++, Linux and CUDA; those of which the lab lacks something say so where it is used. */
const KNOWN =
  /^(?:(?:sys|bits|cuda|cooperative_groups|nvtx3|crt)\/.*|[a-z_]+|(?:assert|ctype|errno|float|inttypes|limits|math|memory|signal|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|strings|time|unistd|getopt|omp|windows|malloc|fcntl|pthread|cuda|cuda_runtime|cuda_runtime_api|cuda_device_runtime_api|cuda_profiler_api|device_launch_parameters|device_functions|device_atomic_functions|cooperative_groups|cuda_pipeline|cuda_pipeline_primitives|cuda_fp16|cuda_bf16|cuda_fp8|vector_types|vector_functions|math_constants|math_functions|driver_types|host_config|host_defines|builtin_types|channel_descriptor|nvToolsExt|mma|sm_\w+|texture_fetch_functions|cuComplex)\.(?:h|hpp))$/;

/** The header of an `#include`, from the tokens behind the word. Undefined where a macro names it. */
export function includedHeader(rest: readonly Token[], source: string, span: Span): IncludedHeader | undefined {
  const first = rest[0];
  const isQuoted = first?.kind === "string";
  if (first === undefined || !(isQuoted || first.text === "<")) return undefined;
  const written = source.slice(first.span.from, rest.at(-1)!.span.to);
  const name = /^["<]\s*([^">]+?)\s*[">]/.exec(written)?.[1];
  if (name === undefined) return undefined;
  const standIn = standInFor(name);
  if (standIn) return { name, span, kind: "stand-in", ...(standIn.says !== undefined && { says: standIn.says }) };
  return { name, span, kind: KNOWN.test(name) ? "known" : "missing" };
}

function standInFor(name: string): StandIn | undefined {
  return STAND_INS.get(name.split("/").at(-1)!.toLowerCase());
}

/**
 * The tokens of a stand-in, all at the place of the directive that includes it.
 *
 * @param text tokens of the whole text: a function or macro that it defines itself is left out
 * @param included definitions that have been included already; those that are now are added
 */
export function standInTokens({ name, span }: IncludedHeader, text: readonly Token[], included: Set<string>): Token[] {
  const own = definedNames(text);
  return (standInFor(name)?.definitions ?? []).flatMap((definition) => {
    if (included.has(definition)) return [];
    included.add(definition);
    const tokens = tokenize(definition);
    if ([...definedNames(tokens)].some((defined) => own.has(defined) && !defined.startsWith("make_"))) return [];
    return tokens.map((token, i) => ({
      ...token,
      span,
      startsLine: token.startsLine || i === 0,
      spaceBefore: token.spaceBefore || i === 0,
    }));
  });
}

const KEYWORDS: ReadonlySet<string> = new Set(["return", "else", "new", "delete", "case", "throw", "goto", "typename", "operator"]);

/** Names of functions, structs and macros that a text defines outside of braces, as far as its tokens tell. */
function definedNames(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>();
  let depth = 0;
  for (const [at, { text, kind, startsLine }] of tokens.entries()) {
    if (text === "{") depth++;
    if (text === "}") depth--;
    const before = tokens[at - 1];
    const next = tokens[at + 1];
    if (text === "#" && startsLine && next?.text === "define" && tokens[at + 2]) names.add(tokens[at + 2]!.text);
    if (depth !== 0 || kind !== "name") continue;
    const isFunction =
      next?.text === "(" && before !== undefined && !KEYWORDS.has(before.text) && (before.kind === "name" || before.text === "*");
    const isStruct = before !== undefined && (before.text === "struct" || before.text === "class") && next?.text === "{";
    if (isFunction || isStruct) names.add(text);
  }
  return names;
}
