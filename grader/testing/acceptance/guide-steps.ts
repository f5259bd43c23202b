import { readFile } from "node:fs/promises";

const guide = new URL("../../../content/guide/01-a-class-in-ten-minutes.mdx", import.meta.url);

/** A step of the guide: commands, or the point at which students hand in. */
export type GuideStep = { readonly kind: "commands"; readonly script: string } | { readonly kind: "submissions" };

/** The steps of the instructor's guide, in its order. */
export async function guideSteps(): Promise<GuideStep[]> {
  const fences = (await readFile(guide, "utf8")).matchAll(/^```sh (walk|walk-submissions)\n([^]*?)^```$/gm);
  return [...fences].map(([, kind, script = ""]) => (kind === "walk" ? { kind: "commands", script } : { kind: "submissions" }));
}
