import type { Token } from "./tokens.ts";

/**
 * The same program without the character sequences that SES refuses wherever they stand, since they may be read as comments, as an
 * import or as a direct eval: `<!--`, `-->`, `import(` and `eval(`. Comments become blanks, operators are set apart, and in strings,
 * templates and regular expressions one character is written as an escape. No statement changes its line.
 */
export function plainSource(source: string, tokens: readonly Token[]): string {
  const pieces: string[] = [];
  let previous: Token = { text: "", start: 0, end: 0 };
  for (const token of tokens) {
    const gap = source.slice(previous.end, token.start);
    const merges = (previous.text === "--" && token.text.startsWith(">")) || (previous.text === "<" && token.text === "!");
    pieces.push(merges && gap === "" ? " " : blanked(gap), escaped(token.text));
    previous = token;
  }
  pieces.push(blanked(source.slice(previous.end)));
  return pieces.join("");
}

function blanked(comment: string): string {
  return comment.replace(/\S/g, " ");
}

function escaped(literal: string): string {
  return literal
    .replaceAll("<!--", "<\\x21--")
    .replaceAll("-->", "--\\x3e")
    .replace(/import(?=\s*(?:\(|\/[/*]))/g, "i\\x6dport")
    .replace(/eval(?=\s*\()/g, "e\\x76al");
}
