import { documents, headingOf } from "../course/documents.ts";
import type { LessonTree } from "../course/lesson-tree.ts";
import { OPENING, headingsOf, sentencesOf } from "../course/sentences.ts";
import { claims, type Claim } from "./claims.ts";

/** Claims of one source: a document, a part's own lessons, or people who ask in public. */
export interface ClaimGroup {
  /** Its name in the page's address and in the filters: "1", "6", "6-asked". */
  readonly id: string;
  readonly title: string;
  /** What is known of the source. */
  readonly origin: string;
  /** What a claim's card says before its place. */
  readonly says: string;
  readonly claims: readonly Claim[];
}

/** The claims of the five documents. */
export const documentClaims = claims.filter((claim) => "section" in claim);

/** All claims by their source, in the order of the course. */
export const claimGroups: readonly ClaimGroup[] = [
  ...documents.map(({ part, title, origin }) => ({
    id: String(part),
    title,
    origin,
    says: "The document says",
    claims: documentClaims.filter((claim) => claim.part === part),
  })),
  {
    id: "6",
    title: "Tiles for tensor cores: our own sentences",
    origin: "Part 6 mirrors no document. These are the statements of its lessons about hardware, each with what it rests on.",
    says: "This lesson says",
    claims: claims.filter((claim) => "lesson" in claim),
  },
  {
    id: "6-asked",
    title: "Tiles for tensor cores: asked in public",
    origin:
      "What people say who ask in public about copies, matrix loads and swizzles, in the threads that “Asked, answered” goes through.",
    says: "Somebody says",
    claims: claims.filter((claim) => "asked" in claim),
  },
];

/** The group that a claim belongs to. */
export function groupOf(claim: Claim): ClaimGroup {
  return claimGroups.find((group) => group.claims.includes(claim))!;
}

/** Where a claim is made. */
export interface ClaimPlace {
  readonly heading: string;
  /** The address of the place in the course; undefined in a document. */
  readonly address: string | undefined;
}

/** A page of the course by its address: its title, and its text. */
export interface Page {
  readonly title: string;
  readonly tree: LessonTree;
}

/** The page with the threads. */
export const ASKED = "asked-answered";

/**
 * The place at which a claim is made.
 *
 * @param pages part 6's lessons and the page with the threads, by their addresses: "lessons/6-tiles-for-tensor-cores/02-pad-or-swizzle"
 * @throws RangeError when there is no such page, or nothing there that says it
 */
export function placeOf(claim: Claim, pages: ReadonlyMap<string, Page>): ClaimPlace {
  if ("section" in claim) return { heading: headingOf(`${claim.part}/${claim.section}`), address: undefined };
  const [id, page] = pageOf(claim, pages);
  const section = "asked" in claim ? claim.asked : sectionOf(claim.sentences[0]!, page.tree);
  if (section === OPENING) return { heading: "(opening)", address: `${id}/` };
  const heading = section === undefined ? undefined : headingsOf(page.tree).get(section);
  if (heading === undefined) throw new RangeError(`${claim.name}: ${id} doesn't say it`);
  return { heading, address: `${id}/#${section}` };
}

function pageOf(claim: Claim, pages: ReadonlyMap<string, Page>): [string, Page] {
  const found = [...pages].find(([id]) =>
    "lesson" in claim ? id.startsWith(`lessons/${claim.part}-`) && id.endsWith(`/${claim.lesson}`) : id === ASKED,
  );
  if (found === undefined) throw new RangeError(`${claim.name}: no page has such a name`);
  return found;
}

function sectionOf(sentence: string, tree: LessonTree): string | undefined {
  return sentencesOf(tree).find(({ text }) => text === sentence)?.section;
}
