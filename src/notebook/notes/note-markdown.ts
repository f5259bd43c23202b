import { micromark } from "micromark";

/** A note as HTML. Of CommonMark it takes all but HTML, which is shown as it was written, and links to scripts, which lead nowhere. */
export function noteHtml(markdown: string): string {
  return micromark(markdown);
}

/**
 * A note as Markdown that has no HTML in it, for readers that would take it as such. "<" stays as it is only where it is certain to be
 * code: in a span within a line, and between fences that begin at the margin.
 */
export function noteMarkdown(text: string): string {
  let fence: string | undefined;
  // A span that goes on in the next line: what is code after it, up to the next empty line, isn't certain.
  let isCertain = true;
  return text
    .split(/\r\n?|\n/)
    .map((line) => {
      if (fence !== undefined) {
        const closing = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
        if (closing?.startsWith(fence)) fence = undefined;
        return line;
      }
      fence = /^(`{3,})[^`]*$/.exec(line)?.[1] ?? /^(~{3,})/.exec(line)?.[1];
      if (fence !== undefined || line.trim() === "") isCertain = true;
      if (fence !== undefined) return line;
      if (!isCertain) return line.replaceAll("<", "&lt;");
      const { escaped, isOpen } = withoutTags(line);
      isCertain = !isOpen;
      return escaped;
    })
    .join("\n");
}

/** A line with "<" outside of its code written as a name. `isOpen`: a span begins in it and does not end. */
function withoutTags(line: string): { readonly escaped: string; readonly isOpen: boolean } {
  const parts: string[] = [];
  let isOpen = false;
  for (let at = 0; at < line.length;) {
    const [token = ""] = /^(?:\\.|`+|[^\\`]+|\\)/.exec(line.slice(at)) ?? [];
    at += token.length;
    if (!token.startsWith("`")) {
      parts.push(token.replaceAll("<", "&lt;"));
      continue;
    }
    const end = new RegExp(`(?<!\`)${token}(?!\`)`).exec(line.slice(at));
    if (end === null) {
      isOpen = true;
      parts.push(token);
    } else {
      const length = end.index + token.length;
      parts.push(token + line.slice(at, at + length));
      at += length;
    }
  }
  return { escaped: parts.join(""), isOpen };
}
