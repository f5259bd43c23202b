import type { Span } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import type { SourceFile } from "../syntax/tree.ts";
import { C_HEADERS } from "./headers/c-library.ts";
import { CHRONO } from "./headers/chrono.ts";
import { CONTAINERS } from "./headers/containers.ts";
import { CUDA_RUNTIME } from "./headers/cuda-runtime.ts";
import { RANDOM } from "./headers/random.ts";
import { TENSOR_MAPS } from "./headers/tensor-maps.ts";
import { TEXTS } from "./headers/texts.ts";

/** The place of all that stands in the headers and not in the text. */
const IN_HEADERS: Span = { from: 0, to: 0 };

/** The text of the host's headers. */
const HEADERS = C_HEADERS + CUDA_RUNTIME + TENSOR_MAPS + TEXTS + RANDOM + CONTAINERS + CHRONO;

let parsed: SourceFile | undefined;

/** The declarations of the host's headers. */
export function prelude(): SourceFile {
  parsed ??= place(parse(HEADERS)) as SourceFile;
  return parsed;
}

/** A copy of a tree whose nodes all have the place of the headers. */
function place(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(place);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === "span" || key === "nameSpan" ? IN_HEADERS : place(value)]),
  );
}
