import { getCollection } from "astro:content";
import { lessonTree } from "../course/lesson-tree.ts";
import { ASKED, type Page } from "./claim-groups.ts";

/** The pages of the course that make claims of their own, by their addresses. */
export async function pagesWithClaims(): Promise<ReadonlyMap<string, Page>> {
  const pages = await getCollection("docs", ({ id }) => id.startsWith("lessons/6-") || id === ASKED);
  return new Map(pages.map(({ id, data, body = "" }) => [id, { title: data.title, tree: lessonTree(body) }]));
}
