import { createHash } from "node:crypto";
import type { PageVerdict } from "./hand-in.ts";
import type { HandedAnswer } from "./submission.ts";
import type { PackedText, TextPack } from "./text-pack.ts";

/** An answer whose source is packed: in a class of thousands, sources are most of the bytes that are handed in. */
export class PackedAnswer implements HandedAnswer {
  readonly exercise: string;
  declare readonly pageVerdict?: PageVerdict;
  readonly sourceKey: string;
  readonly #source: PackedText;

  constructor(pack: TextPack, { exercise, source, pageVerdict }: HandedAnswer) {
    this.exercise = exercise;
    if (pageVerdict !== undefined) this.pageVerdict = pageVerdict;
    this.sourceKey = sourceKey(source);
    this.#source = pack.add(source);
  }

  get source(): string {
    return this.#source.toString();
  }
}

/**
 * A short text that is equal for equal sources only: SHA-256 of the source, or of its JSON if it has a lone surrogate, which UTF-8 would
 * lose.
 */
export function sourceKey(source: string): string {
  const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
  return source.isWellFormed() ? hashOf(source) : `json:${hashOf(JSON.stringify(source))}`;
}

/** The same for an answer that was handed in. */
export const sourceKeyOf = (answer: HandedAnswer): string => answer.sourceKey ?? sourceKey(answer.source);
