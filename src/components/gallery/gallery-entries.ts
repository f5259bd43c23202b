import { getCollection } from "astro:content";
import { allExercises } from "#components/practice/all-exercises.ts";
import type { GalleryEntry } from "#notebook/lab/gallery.ts";
import { galleryKernels, kernelGroups } from "./kernels.ts";

/** Titles of the course's lessons, by part folder and file, and of its exercises, by id. */
export async function courseTitles(): Promise<{
  readonly lessons: ReadonlyMap<string, string>;
  readonly exercises: ReadonlyMap<string, string>;
}> {
  const docs = await getCollection("docs");
  return {
    lessons: new Map(docs.map(({ id, data }) => [id.replace(/^lessons\//, ""), data.title])),
    exercises: new Map(allExercises.map(({ id, title }) => [id, title])),
  };
}

/** The gallery as the pages of the lab and the playground list it, with the titles of what its kernels lead to. */
export async function galleryEntries(): Promise<readonly GalleryEntry[]> {
  const { lessons, exercises } = await courseTitles();
  return galleryKernels.map(({ slug, title, sentence, group, exercise, lesson }): GalleryEntry => {
    const titles = { exercise: exercises.get(exercise), lesson: lessons.get(lesson) };
    if (titles.exercise === undefined || titles.lesson === undefined) throw new Error(`${slug} leads to ${exercise} and ${lesson}`);
    return {
      slug,
      title,
      sentence,
      group: kernelGroups[group],
      exercise: { id: exercise, title: titles.exercise },
      lesson: { id: lesson, title: titles.lesson },
    };
  });
}
