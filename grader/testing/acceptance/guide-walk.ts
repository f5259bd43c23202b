import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const page = fileURLToPath(new URL("../../../content/guide/01-a-class-in-ten-minutes.mdx", import.meta.url));

/** One step of the guide's walk: commands as they are written, or the place where students hand in. */
export type WalkStep = { readonly kind: "commands"; readonly script: string } | { readonly kind: "submissions" };

/** The steps of the walk in the instructor's guide, in its order. */
export async function guideWalk(): Promise<WalkStep[]> {
  const text = await readFile(page, "utf8");
  const fences = text.matchAll(/^```sh (walk|walk-submissions)\n([^]*?)^```$/gm);
  return [...fences].map(([, kind, script]) => (kind === "walk" ? { kind: "commands", script } : { kind: "submissions" }));
}
