import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { splitFrontMatter } from "#build/front-matter.ts";
import { LessonTree } from "#components/course/lesson-tree.ts";

/** The fields of a lesson's front matter that tests read; content.config.ts is their schema. */
interface LessonMatter {
  readonly title: string;
  readonly description: string;
  readonly part: number;
  readonly concepts?: readonly string[];
  readonly objectives?: readonly string[];
  readonly kernel?: string;
  readonly mirrors?: readonly string[];
  readonly exercises?: readonly string[];
  readonly needs?: readonly string[];
}

/** A lesson, read from its folder. */
export interface LessonFile {
  /** "<part folder>/<nn-slug>". */
  readonly id: string;
  readonly matter: LessonMatter;
  /** The MDX below the front matter. */
  readonly tree: LessonTree;
}

/** All lessons, in the order of the course. */
export function lessonFiles(): LessonFile[] {
  return globSync("content/lessons/*/*/index.mdx")
    .sort()
    .map((file) => {
      const { matter, body } = splitFrontMatter(file, readFileSync(file, "utf8"));
      return { id: path.relative("content/lessons", path.dirname(file)), matter: matter as LessonMatter, tree: new LessonTree(body) };
    });
}
