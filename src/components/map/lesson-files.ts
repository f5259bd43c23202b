import { globSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import type { MapLesson } from "./course-graph.ts";

/** The lessons of the course as their files describe them, for tests. */
export function lessonFiles(): MapLesson[] {
  return globSync("content/lessons/*/*.mdx")
    .sort()
    .map((file) => {
      const matter = parse(readFileSync(file, "utf8").split("\n---\n")[0]) as { part: number; needs?: string[] };
      return { id: file.replace(/^content\/lessons\/|\.mdx$/g, ""), part: matter.part, needs: matter.needs ?? [] };
    });
}
