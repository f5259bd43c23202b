import type { SourceFix } from "#sandbox/answer/answer-error.ts";
import { closing, nesting, type SourceFunction } from "#sandbox/answer/source-functions.ts";
import type { Token } from "#sandbox/answer/tokens.ts";

/** How a function reads a parameter: in words, and as the edit that makes it so. */
export interface Binding {
  readonly how: string;
  readonly title: string;
  readonly edits: SourceFix["edits"];
}

/** A parameter of a function: `{ threadIdx }: Thread`, or `thread: Thread`. */
export interface Parameter {
  readonly pattern: readonly Token[];
  /** Empty where none is given. */
  readonly type: readonly Token[];
}

/** The parameters of a function, in their order. */
export function parametersOf({ parameters }: SourceFunction): Parameter[] {
  return splitAt(parameters, ",").flatMap((tokens) => {
    const [pattern = [], ...type] = splitAt(tokens, ":");
    return pattern.length === 0 ? [] : [{ pattern, type: type.flat() }];
  });
}

/** Tokens between separators outside of all brackets. */
function splitAt(tokens: readonly Token[], separator: string): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0 && token.text === separator) parts.push([]);
    else parts.at(-1)!.push(token);
    depth += nesting(token);
  }
  return parts;
}

/**
 * Names what a parameter has in its braces: `{ threadIdx }: Thread`. A parameter without braces gets them, unless the function uses it
 * otherwise: then each use of the names gets the parameter's name before it.
 *
 * @param names what is used without being named
 * @param uses where the function uses these names
 */
export function bindingOf(
  source: string,
  { body }: SourceFunction,
  { pattern, type }: Parameter,
  names: readonly string[],
  uses: readonly Token[],
): Binding | undefined {
  const first = pattern[0]!;
  if (first.text === "{") {
    const last = pattern[closing(pattern, 0) - 1];
    if (last === undefined) return undefined;
    const text = names.join(", ");
    const isOpen = last.text === "{" || last.text === ",";
    return {
      how: `name it in the braces as well, \`{ …, ${text} }\``,
      title: `Name ${text} in the braces`,
      edits: [insert(last.end, isOpen ? ` ${text} ` : `, ${text}`)],
    };
  }
  const isUsedOtherwise = body.some(({ text }, position) => text === first.text && body[position - 1]?.text !== ".");
  if (isUsedOtherwise) {
    const path = `${first.text}.${uses[0]?.text ?? ""}`;
    return { how: `write \`${path}\``, title: `Write ${path}`, edits: uses.map(({ start }) => insert(start, `${first.text}.`)) };
  }
  const braces = `{ ${names.join(", ")} }`;
  const typeText = type.length === 0 ? "" : `: ${source.slice(type[0]!.start, type.at(-1)!.end)}`;
  // `thread => …` has no brackets around its parameter.
  const isBare = /^\s*=>/.test(source.slice(first.end));
  return {
    how: `name it in the parameter list, \`${braces}${typeText}\``,
    title: `Write ${braces}${typeText}`,
    edits: [{ start: first.start, end: first.end, text: isBare ? `(${braces})` : braces }],
  };
}

function insert(offset: number, text: string): SourceFix["edits"][number] {
  return { start: offset, end: offset, text };
}
