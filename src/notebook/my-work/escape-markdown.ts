/**
 * Markdown that shows a text as it was written: nothing in it becomes emphasis, a heading, a list, a link or HTML. Line breaks and the
 * spaces that lines begin with stay.
 *
 * CommonMark 0.31.2, 2.4: every ASCII punctuation character may be escaped. The tilde, the bar and the colon are GitHub's and the dollar
 * is Jupyter's.
 */
export function escapedMarkdown(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => escapedLine(line.trimEnd()));
  return lines.map((line, number) => (line !== "" && (lines[number + 1] ?? "") !== "" ? `${line}\\` : line)).join("\n");
}

function escapedLine(line: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const words = line
    .slice(indent.length)
    .replaceAll(/[\\`*_[\]<>&~|$#]/g, String.raw`\$&`)
    .replace(/^[-+=:]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);
  return indent.replaceAll("\t", "    ").replaceAll(/\s/g, "&nbsp;") + words;
}
