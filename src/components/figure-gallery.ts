import type { MDXInstance } from "astro";

/** The front matter of a figure's gallery page: src/figures/<figure>/gallery.mdx. */
interface GalleryMatter {
  readonly title: string;
  readonly description: string;
}

/** A figure of the course with its examples. */
export interface FigureGallery extends GalleryMatter {
  /** Name of the figure's folder. */
  readonly id: string;
  readonly Content: MDXInstance<GalleryMatter>["Content"];
}

const modules = import.meta.glob<MDXInstance<GalleryMatter>>("../figures/*/gallery.mdx", { eager: true });

/** All figures, by title: the file system is the registry. */
export const figureGalleries: readonly FigureGallery[] = Object.entries(modules)
  .map(([file, { frontmatter, Content }]) => ({ ...frontmatter, id: file.split("/").at(-2) ?? file, Content }))
  .sort((a, b) => a.title.localeCompare(b.title));
