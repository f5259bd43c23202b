import { Fragment, h } from "preact";

/** A part of a sentence: prose, or code. */
export interface SentencePart {
  readonly isCode: boolean;
  readonly text: string;
}

/** The parts of a sentence that has code between backticks. An unmatched backtick is an ordinary character. */
export function inlineCode(sentence: string): SentencePart[] {
  const parts = sentence.split(/`([^`\n]+)`/);
  return parts.map((text, i) => ({ isCode: i % 2 === 1, text })).filter(({ text }) => text !== "");
}

/** A sentence as HTML, with the parts between backticks as code. */
export function Prose({ text }: { readonly text: string }) {
  return h(Fragment, null, ...inlineCode(text).map((part) => (part.isCode ? h("code", null, part.text) : part.text)));
}

/** A sentence in plain words, for where there is no HTML: tooltips, labels, messages. Only the backticks around code go. */
export function plainText(sentence: string): string {
  return inlineCode(sentence)
    .map(({ text }) => text)
    .join("");
}
