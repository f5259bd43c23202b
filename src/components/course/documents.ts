import { parse } from "yaml";
import { z } from "zod";
import text from "#content/documents.yaml?raw";

const section = z.object({
  id: z.string().describe("What lessons and claims call the section."),
  heading: z.string().describe("The section's heading in the document; in parentheses where it has none."),
});

const document = z.object({
  part: z.number().int().min(1).max(5).describe("The part of the course that mirrors the document."),
  title: z.string(),
  source: z.string().describe("What kind of text it is, and where it belongs."),
  origin: z.string().describe("Who wrote it, when, and where it was published, as far as the document itself says."),
  topic: z.string().describe("What it is about, in a sentence."),
  sections: z.array(section).min(1).describe("Every section, in the document's order."),
});

/** One of the five documents that the course mirrors. */
export type SourceDocument = z.infer<typeof document>;

/** All five, in the order of the course's parts. */
export const documents: readonly SourceDocument[] = z.array(document).parse(parse(text));

/** A section's full name: "<part>/<id>". */
export const sectionNames: readonly string[] = documents.flatMap(({ part, sections }) => sections.map(({ id }) => `${part}/${id}`));

/** The document of a part. */
export function documentOf(part: number): SourceDocument {
  const found = documents.find((document) => document.part === part);
  if (!found) throw new RangeError(`there is no document for part ${part}`);
  return found;
}

/** The heading of a section by its full name. */
export function headingOf(name: string): string {
  const [part, id] = name.split("/");
  const section = documentOf(Number(part)).sections.find((section) => section.id === id);
  if (!section) throw new RangeError(`content/documents.yaml has no section ${name}`);
  return section.heading;
}
