import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { courseRoot, packedCourse, type Lesson, type Lessons } from "./installation.ts";

let known: Lessons | undefined;

/** The lesson that contains an exercise; undefined for one that no lesson has. */
export function lessonOf(exercise: string): Lesson | undefined {
  known ??= packedCourse?.lessons ?? readLessons();
  return Object.hasOwn(known, exercise) ? known[exercise] : undefined;
}

interface FrontMatter {
  readonly title: string;
  readonly exercises?: readonly string[];
}

/** Reads a clone's lessons: of several that contain an exercise, the first in the course counts. Each says in its front matter which exercises it contains. */
export function readLessons(): Lessons {
  const content = path.join(courseRoot, "content");
  const files = readdirSync(path.join(content, "lessons"), { recursive: true, encoding: "utf8" }).filter(
    (name) => path.basename(name) === "index.mdx",
  );
  return Object.fromEntries(
    files
      .sort()
      .toReversed()
      .flatMap((file) => {
        const [, head = ""] = /^---\n([^]*?)\n---/.exec(readFileSync(path.join(content, "lessons", file), "utf8")) ?? [];
        const { title, exercises = [] } = parse(head) as FrontMatter;
        const page = `lessons/${path.dirname(file).replaceAll(path.sep, "/")}/`;
        return exercises.map((id) => [id, { title, page }] as const);
      }),
  );
}
