import type { ShikiTransformer } from "shiki/core";

/** How far a line of code is indented, in characters; a tab is as wide as two. */
export function indentOf(line: string): number {
  const [space = ""] = /^[ \t]*/.exec(line) ?? [];
  return space.replaceAll("\t", "  ").length;
}

/** What hanging-indent.css reads the indentation of a line from. */
export const INDENT_PROPERTY = "--indent";

/** Notes the indentation of each line that Shiki writes, so that the line goes on below it where it wraps. */
export const hangingIndents: ShikiTransformer = {
  name: "coalesce-hanging-indents",
  line(element, number) {
    const indent = indentOf(this.tokens[number - 1]?.map(({ content }) => content).join("") ?? "");
    if (indent > 0) element.properties["style"] = `${INDENT_PROPERTY}:${indent}`;
  },
};
