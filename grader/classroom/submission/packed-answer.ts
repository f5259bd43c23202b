import { createHash } from "node:crypto";
import type { PageVerdict } from "./hand-in.ts";
import type { HandedAnswer } from "./submission.ts";
import type { PackedText, TextPack } from "./text-pack.ts";

/** An answer whose source is packed: in a class of thousands, sources are most of the bytes that are handed in. */
export class PackedAnswer implements HandedAnswer {
  readonly exercise: string;
  declare readonly language?: "cuda";
  declare readonly pageVerdict?: PageVerdict;
  readonly sourceKey: string;
  readonly #source: PackedText;

  constructor(pack: TextPack, { exercise, source, language, pageVerdict }: HandedAnswer) {
    this.exercise = exercise;
    if (language !== undefined) this.language = language;
    if (pageVerdict !== undefined) this.pageVerdict = pageVerdict;
    this.sourceKey = sourceKeyOf({ exercise, source, ...(language && { language }) });
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

/** The same for an answer that was handed in: a text is another answer in another language. */
export function sourceKeyOf({ sourceKey: known, source, language }: HandedAnswer): string {
  return known ?? (language === undefined ? sourceKey(source) : `${language}:${sourceKey(source)}`);
}
