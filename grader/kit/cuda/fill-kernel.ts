import type { KernelText } from "#cuda/answer/kernel-text.ts";
import { definitionBlocks, type AnswerTranslation, type ExportTranslation } from "./translate-answer.ts";

/** A stretch of a kernel's text: a hole, or the definitions that the learner's code needs. */
export interface Mark {
  readonly kind: "hole" | "definitions";
  /** Name of the export that fills the hole. */
  readonly name?: string;
  readonly isFilled: boolean;
  /** Offset of its first character. */
  readonly start: number;
  /** Offset after its last character. */
  readonly end: number;
}

/** A kernel's text with its holes filled: complete CUDA when nothing is missing. */
export interface FilledKernel {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Names of what could not be translated; their holes are left as calls. */
  readonly missing: readonly string[];
}

/** The kernel as it is before anybody has filled a hole. */
export function emptyKernel(kernel: KernelText): FilledKernel {
  return filledWith(kernel, new Map(), []);
}

/** Puts an answer's translation into a kernel. */
export function fillKernel(kernel: KernelText, { exports, definitions }: AnswerTranslation): FilledKernel {
  const missing = exports.filter(({ status }) => status === "not-translated");
  const comments = missing.map((one) => `// ${one.name} is left for you to write: ${reasonOf(one)}.`);
  const filled = filledWith(kernel, new Map(exports.map((one) => [one.name, one])), [...comments, ...definitionBlocks(definitions)]);
  return { ...filled, missing: missing.map(({ name }) => name) };
}

function filledWith(
  kernel: KernelText,
  translations: ReadonlyMap<string, ExportTranslation>,
  definitions: readonly string[],
): FilledKernel {
  const own = definitions.join("\n");
  const marks: Mark[] = [];
  // No hole comes before the definitions.
  let text = kernel.text.slice(0, kernel.definitionsAt);
  if (own !== "") {
    marks.push({ kind: "definitions", isFilled: true, start: text.length, end: text.length + own.length });
    text += `${own}\n\n`;
  }
  let from = kernel.definitionsAt;
  for (const hole of kernel.holes) {
    text += kernel.text.slice(from, hole.start);
    const { name, args, end } = hole;
    const translation = translations.get(name);
    const isFilled = translation?.status === "translated";
    const call = args === undefined ? name : `${name}(${args.join(", ")})`;
    const fill = isFilled ? inBrackets(kernel.text, hole, translation.fill(args ?? [])) : call;
    marks.push({ kind: "hole", name, isFilled, start: text.length, end: text.length + fill.length });
    text += fill;
    from = end;
  }
  return { text: text + kernel.text.slice(from), marks, missing: [] };
}

/** Why an export was not translated, with the line of the answer. */
export function reasonOf(translation: ExportTranslation): string {
  if (translation.status === "translated") return "it is translated";
  return translation.line === undefined ? `the answer ${translation.reason}` : `line ${translation.line} ${translation.reason}`;
}

/** A filled-in expression gets brackets unless the text around the hole binds less tightly. */
function inBrackets(text: string, { start, end }: { readonly start: number; readonly end: number }, fill: string): string {
  if (/^-?\w+$/.test(fill) || /^\w+\([^()]*\)$/.test(fill)) return fill;
  const isOpen = /(^|[^=<>!])=\s*$|[([,]\s*$/.test(text.slice(0, start)) && /^\s*[;)\],]/.test(text.slice(end));
  return isOpen ? fill : `(${fill})`;
}
