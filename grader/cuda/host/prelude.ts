import { originalOf } from "../check/pack-texts.ts";
import type { CudaType } from "../check/types.ts";
import { SourceError, type Span } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import type { FunctionNode, SourceFile, StructNode } from "../syntax/tree.ts";
import { C_HEADERS } from "./headers/c-library.ts";
import { CHRONO } from "./headers/chrono.ts";
import { CONTAINERS } from "./headers/containers.ts";
import { CUDA_RUNTIME } from "./headers/cuda-runtime.ts";
import { RANDOM } from "./headers/random.ts";
import { TEXTS } from "./headers/texts.ts";

/** The place of all that stands in the headers and not in the text. */
const IN_HEADERS: Span = { from: 0, to: 0 };

/** What the headers of the host say. */
const HEADERS = C_HEADERS + CUDA_RUNTIME + TEXTS + RANDOM + CONTAINERS + CHRONO;

let parsed: SourceFile | undefined;
const structs = new WeakSet<StructNode>();
const functions = new WeakSet<FunctionNode>();

/** What the headers of the host declare. */
export function prelude(): SourceFile {
  parsed ??= place(parse(HEADERS)) as SourceFile;
  return parsed;
}

/** A copy of a tree whose nodes all have the place of the headers. */
function place(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(place);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === "span" || key === "nameSpan" ? IN_HEADERS : place(value)]),
  );
  if (copy.kind === "struct") structs.add(copy as unknown as StructNode);
  if (copy.kind === "function") functions.add(copy as unknown as FunctionNode);
  return copy;
}

/** `std::vector`, as the prelude lays it out: data, count, capacity. */
export function isVector(type: CudaType): type is CudaType & { kind: "struct" } {
  return isOfHeaders(type, "vector");
}

/** Whether a type is the struct of this name that the headers declare, and not one of the text. */
export function isOfHeaders(type: CudaType, name: string): type is CudaType & { kind: "struct" } {
  return type.kind === "struct" && type.struct.name === name && type.struct.node !== undefined && structs.has(originalOf(type.struct.node));
}

/** An error in a function of the headers stands at the call of it. */
export function placedAt<T>(node: FunctionNode, span: Span, run: () => T): T {
  if (!isInHeaders(node)) return run();
  try {
    return run();
  } catch (error) {
    if (error instanceof SourceError && error.span === IN_HEADERS) throw error.at(span);
    throw error;
  }
}

export function isInHeaders(node: FunctionNode): boolean {
  return functions.has(originalOf(node));
}
