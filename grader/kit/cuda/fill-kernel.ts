import type { KernelText } from "./kernel-text.ts";
import type { AnswerTranslation, ExportTranslation } from "./translate-answer.ts";

/** A kernel with its holes filled: complete CUDA when everything could be translated. */
export interface FilledKernel {
  readonly text: string;
  /** Names of what could not be translated; their holes are left as calls. */
  readonly missing: readonly string[];
}

/** What a hole shows: the learner's function in CUDA, or the call that is left open. */
export function fillOf(hole: KernelText["holes"][number], translation: ExportTranslation | undefined): string {
  if (translation?.status === "translated") return translation.fill(hole.args ?? []);
  return hole.args === undefined ? hole.name : `${hole.name}(${hole.args.join(", ")})`;
}

/** Puts an answer's translation into a kernel. */
export function fillKernel(kernel: KernelText, { exports, definitions }: AnswerTranslation): FilledKernel {
  const byName = new Map(exports.map((one) => [one.name, one]));
  const missing = exports.filter(({ status }) => status === "not-translated");
  const comments = missing.map((one) => `// ${one.name} is left for you to write: ${reasonOf(one)}.`);
  let text = "";
  let from = 0;
  for (const hole of kernel.holes) {
    text += kernel.text.slice(from, hole.start);
    text += inBrackets(kernel.text, hole, fillOf(hole, byName.get(hole.name)));
    from = hole.end;
  }
  const own = [...comments, ...definitionBlocks(definitions)];
  const before = own.length === 0 ? "" : `${own.join("\n")}\n\n`;
  const complete = text + kernel.text.slice(from);
  // No hole stands before the definitions, so that their place is the same in the filled text.
  const filled = complete.slice(0, kernel.definitionsAt) + before + complete.slice(kernel.definitionsAt);
  return { text: filled, missing: missing.map(({ name }) => name) };
}

/** Why an export was not translated, with the line of the answer. */
export function reasonOf(translation: ExportTranslation): string {
  if (translation.status === "translated") return "it is translated";
  return translation.line === undefined ? `the answer ${translation.reason}` : `line ${translation.line} ${translation.reason}`;
}

/** Constants stand together; functions and structs have an empty line between them. */
export function definitionBlocks(definitions: readonly string[]): string[] {
  return definitions.flatMap((definition, place) => {
    const before = definitions[place - 1];
    const isApart = before !== undefined && !(isOneLine(before) && isOneLine(definition));
    return isApart ? ["", definition] : [definition];
  });
}

const isOneLine = (definition: string): boolean => !definition.includes("\n");

/** A filled-in expression is put into brackets unless what stands around the hole does not bind it. */
function inBrackets(text: string, { start, end }: { readonly start: number; readonly end: number }, fill: string): string {
  if (/^-?\w+$/.test(fill) || /^\w+\([^()]*\)$/.test(fill)) return fill;
  const isOpen = /(^|[^=<>!])=\s*$|[([,]\s*$/.test(text.slice(0, start)) && /^\s*[;)\],]/.test(text.slice(end));
  return isOpen ? fill : `(${fill})`;
}
