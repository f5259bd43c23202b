import { kindOf, searchWords, type Kind } from "./query.ts";

/** A page or a place on a page that was found. */
export interface Found {
  readonly title: string;
  readonly href: string;
  /** HTML of the index: text, and `mark` around the words. */
  readonly excerpt: string;
  /** Headings of the page under which the words are. */
  readonly places: readonly { readonly title: string; readonly href: string }[];
}

/** What was found of a kind, the best first. */
export interface FoundKind {
  readonly kind: Kind;
  readonly found: readonly Found[];
}

/** The parts of Pagefind's interface that are used: https://pagefind.app/docs/api/ */
interface Pagefind {
  options(options: object): Promise<void>;
  search(query: string): Promise<{ readonly results: readonly PagefindResult[] }>;
}
interface PagefindResult {
  readonly id: string;
  readonly score: number;
  data(): Promise<PagefindPage>;
}
interface PagefindPlace {
  readonly title: string;
  readonly url: string;
  readonly excerpt: string;
}
interface PagefindPage {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: { readonly title?: string };
  readonly sub_results: readonly PagefindPlace[];
}

/** A title weighs a little: otherwise an exercise named after a thing comes before the lesson about it. */
const RANKING = { pageLength: 0.1, termFrequency: 0.1, termSaturation: 2, termSimilarity: 9, metaWeights: { title: 0.12 } };
const MOST_PAGES = 30;
const MOST_OF: Readonly<Record<Kind, number>> = {
  Lessons: 5,
  Exercises: 4,
  Figures: 3,
  "Kernels of the lab": 4,
  "For instructors": 3,
  Reference: 4,
};
const MOST_PLACES = 2;

/** The index of the course's pages, which is loaded with the first search. */
export class SearchIndex {
  readonly #base: string;
  #pagefind: Promise<Pagefind> | undefined;
  #attempts = 0;

  constructor(base: string) {
    this.#base = base;
  }

  /**
   * What the course says about a question, by kinds; the kind with the best result first.
   *
   * @throws Error where the index cannot be loaded; the next search tries again
   */
  async find(question: string): Promise<FoundKind[]> {
    try {
      this.#pagefind ??= this.#load();
      const pagefind = await this.#pagefind;
      const results = await resultsOf(pagefind, searchWords(question));
      const pages = await Promise.all(results.slice(0, MOST_PAGES).map((result) => result.data()));
      return this.#byKind(pages);
    } catch (error) {
      this.#pagefind = undefined;
      throw error;
    }
  }

  async #load(): Promise<Pagefind> {
    // Some browsers remember that a module could not be loaded: another attempt needs another address.
    const attempt = this.#attempts++;
    const pagefind = (await import(
      /* @vite-ignore */ `${this.#base}pagefind/pagefind.js${attempt === 0 ? "" : `?attempt=${attempt}`}`
    )) as Pagefind;
    await pagefind.options({ baseUrl: this.#base, ranking: RANKING, excerptLength: 22 });
    return pagefind;
  }

  #byKind(pages: readonly PagefindPage[]): FoundKind[] {
    const kinds = new Map<Kind, Found[]>();
    for (const page of pages) {
      const kind = kindOf(new URL(page.url, location.href).pathname.slice(this.#base.length));
      const found = kinds.get(kind) ?? [];
      kinds.set(kind, found);
      found.push(...(kind === "Kernels of the lab" ? kernelsOf(page) : [pageFound(page)]));
    }
    return [...kinds].map(([kind, found]) => ({ kind, found: found.slice(0, MOST_OF[kind]) }));
  }
}

/** Pages with all words; where there is none, those with any of them, the ones with most of them first. */
async function resultsOf(pagefind: Pagefind, words: readonly string[]): Promise<readonly PagefindResult[]> {
  const { results } = await pagefind.search(words.join(" "));
  if (results.length > 0 || words.length < 2) return results;
  const sums = new Map<string, { readonly result: PagefindResult; words: number; score: number }>();
  for (const word of words) {
    for (const result of (await pagefind.search(word)).results) {
      const sum = sums.get(result.id) ?? { result, words: 0, score: 0 };
      sums.set(result.id, sum);
      sum.words++;
      sum.score += result.score;
    }
  }
  return [...sums.values()].sort((a, b) => b.words - a.words || b.score - a.score).map(({ result }) => result);
}

function pageFound({ url, excerpt, meta, sub_results }: PagefindPage): Found {
  const places = sub_results.filter((place) => place.url.includes("#") && !place.url.endsWith("#_top"));
  return {
    title: meta.title ?? url,
    href: url,
    excerpt,
    places: places.slice(0, MOST_PLACES).map(({ title, url }) => ({ title, href: url })),
  };
}

/** All kernels of the gallery stand on one page, each under a heading: each is a result of its own. */
function kernelsOf({ sub_results }: PagefindPage): Found[] {
  return sub_results
    .filter(({ url }) => url.includes("#") && !url.endsWith("#_top"))
    .map(({ title, url, excerpt }) => ({ title, href: url, excerpt, places: [] }));
}
