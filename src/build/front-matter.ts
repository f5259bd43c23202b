import { parse } from "yaml";

/**
 * The YAML between the two lines of dashes at the top of a Markdown file, parsed, and the text below it.
 *
 * @param name the file's name, for the error
 * @throws Error when the file has no front matter, or it is not YAML
 */
export function splitFrontMatter(name: string, text: string): { readonly matter: unknown; readonly body: string } {
  const [, matter, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  if (matter === undefined || body === undefined) throw new Error(`${name} has no front matter`);
  return { matter: parse(matter), body };
}
