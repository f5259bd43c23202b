import { readFile } from "node:fs/promises";

const guide = new URL("../../../content/guide/", import.meta.url);
const FIRST_PAGE = "01-a-class-in-ten-minutes";
/** Other pages, with commands to be followed in the folder of the first one. The page that ends with results without names comes last. */
export const LATER_PAGES = [
  "02-the-assignment-file",
  "04-regrading",
  "06-in-an-lms",
  "07-files-and-their-versions",
  "03-what-a-verdict-is-worth",
];

/** A step of the guide: commands, a file that the reader writes, or the point at which students hand in. */
type GuideStep =
  | { readonly kind: "commands"; readonly script: string }
  | { readonly kind: "file"; readonly name: string; readonly text: string }
  | { readonly kind: "submissions" };

/** The steps of a page of the instructor's guide, in its order. */
export async function guideSteps(page = FIRST_PAGE): Promise<GuideStep[]> {
  const text = await readFile(new URL(`${page}.mdx`, guide), "utf8");
  const fences = text.matchAll(/^```(?:sh (walk|walk-submissions)|text title="([^"]+)")\n([^]*?)^```$/gm);
  return [...fences].map(([, kind, name, text = ""]) => {
    if (name !== undefined) return { kind: "file", name, text };
    return kind === "walk" ? { kind: "commands", script: text } : { kind: "submissions" };
  });
}
