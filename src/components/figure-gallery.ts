import type { MDXInstance } from "astro";
import { getCollection } from "astro:content";
import { partFolder } from "./course/lesson.ts";
import { lessonTree, type LessonTree } from "./course/lesson-tree.ts";

/** The front matter of a figure's gallery page: src/figures/<figure>/gallery.mdx. */
interface GalleryMatter {
  readonly title: string;
  readonly description: string;
  /** Which of the page's examples stands for the figure where figures are listed, from 1. Default: the first. */
  readonly thumbnail?: number;
}

/** A figure of the course with its examples. */
export interface FigureGallery extends GalleryMatter {
  /** Name of the figure's folder. */
  readonly id: string;
  readonly Content: MDXInstance<GalleryMatter>["Content"];
  /** The lessons that show it, in their order. */
  readonly lessons: readonly { readonly id: string; readonly title: string }[];
}

const modules = import.meta.glob<MDXInstance<GalleryMatter>>("../figures/*/gallery.mdx", { eager: true });

/** All figures as the course meets them; those that no lesson shows come last. The file system is the registry. */
export async function figureGalleries(): Promise<FigureGallery[]> {
  const lessons = (await getCollection("docs", ({ id }) => partFolder(id) !== undefined))
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(({ id, data, body = "" }) => ({ id, title: data.title, figures: figuresIn(lessonTree(body)) }));
  const met = [...new Set(lessons.flatMap(({ figures }) => figures))];
  const place = ({ id }: FigureGallery) => (met.includes(id) ? met.indexOf(id) : met.length);
  return Object.entries(modules)
    .map(([file, { frontmatter, Content }]): FigureGallery => {
      const id = file.split("/").at(-2) ?? file;
      return { ...frontmatter, id, Content, lessons: lessons.filter(({ figures }) => figures.includes(id)) };
    })
    .sort((a, b) => place(a) - place(b) || a.title.localeCompare(b.title));
}

/** The figures that a lesson shows, in order, as often as it shows them: `<GcdClock client:visible />` is src/figures/gcd-clock. */
function figuresIn(lesson: LessonTree): string[] {
  const figures = new Map(
    Object.keys(modules)
      .map((file) => file.split("/").at(-2) ?? file)
      .map((id) => [id.replaceAll("-", ""), id]),
  );
  return lesson.elements().flatMap(({ name }) => figures.get(name.toLowerCase()) ?? []);
}
