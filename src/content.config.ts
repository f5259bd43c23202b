import { docsSchema } from "@astrojs/starlight/schema";
import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { z } from "astro/zod";
import { glossaryMatter } from "#build/glossary.ts";

/** The front matter of a lesson, in addition to Starlight's own fields. */
const lesson = z.object({
  part: z.number().int().min(1).max(6).optional().describe("The part of the course that the lesson belongs to: the number of its folder."),
  concepts: z.array(z.string()).default([]).describe("Glossary terms that the lesson introduces, in order, each in any of its spellings."),
  objectives: z
    .array(z.string())
    .default([])
    .describe("What a reader can do after the lesson, each as a phrase that begins with its verb."),
  kernel: z
    .string()
    .optional()
    .describe("A kernel of the lab's gallery on which to try it: the lesson's end leads there, with *Guess first* on."),
  mirrors: z
    .array(z.string())
    .default([])
    .describe("Sections of the documents that the lesson mirrors: `<part>/<section>` of content/documents.yaml, in any order."),
  exercises: z.array(z.string()).default([]).describe("Ids of the exercises in the lesson, in order."),
  needs: z
    .array(z.string())
    .default([])
    .describe(
      "Lessons of other parts that lead to it, as `<part folder>/<nn-slug>`. The lesson before it in the same part need not be listed.",
    ),
});

export const collections = {
  docs: defineCollection({
    loader: glob({ base: "./content", pattern: ["{lessons,guide}/**/[^_]*.{md,mdx}", "{how-we-know,asked-answered}.mdx"] }),
    schema: docsSchema({ extend: lesson }),
  }),
  glossary: defineCollection({
    loader: glob({ base: "./content/glossary", pattern: "*.mdx" }),
    schema: glossaryMatter,
  }),
};
