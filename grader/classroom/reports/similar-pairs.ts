import { h, type JSX } from "preact";
import { pluralize } from "#pictures/format.ts";
import { percent, printable, sourceLines } from "./captions.ts";
import type { ClassOutcomes, ExerciseOutcome } from "./class-outcomes.ts";
import { htmlDocument } from "./html-document.ts";
import { alikePairs, type AlikePair, type ComparedAnswer, type GivenSources } from "./near-duplicates.ts";
import { studentFolders } from "./student-folder.ts";
import { section, table, type StudentLink } from "./summary-parts.ts";
import { commonLines } from "./winnowing.ts";

/** Two people whose answers are alike in some exercises of an assignment: a reason to talk, not a proof. */
export interface SimilarPair {
  readonly students: readonly [string, string];
  /** The exercises in which they are alike, in the assignment's order. */
  readonly alike: readonly (AlikePair & { readonly exercise: string })[];
  /** The similarities added up: 2 for two exercises in which nothing differs. */
  readonly sum: number;
  /** The address of the page with their answers side by side, relative to the results. */
  readonly page: string;
}

/** More pairs are not listed: nobody talks to so many. */
const MOST_PAIRS = 100;

/** What students answered to an exercise. */
export function answersTo(
  id: string,
  students: ClassOutcomes["students"],
  isWanted = (_: ExerciseOutcome): boolean => true,
): ComparedAnswer[] {
  return students.flatMap(({ student, exercises }) => {
    const outcome = exercises.find(({ exercise }) => exercise === id);
    if (outcome?.source === undefined || !isWanted(outcome)) return [];
    return [{ student: student.id, source: outcome.source.toString() }];
  });
}

/** The pairs of a class, those who are alike in most first. Of answers of other classes, only those that are like one of this class. */
export function similarPairs({ exercises, students }: ClassOutcomes, given: GivenSources): SimilarPair[] {
  const found = exercises.flatMap(({ id }) => {
    const known = [given.starters.get(id) ?? "", given.solutions.get(id) ?? "", ...(given.usual?.get(id) ?? [])];
    const answers = [...answersTo(id, students), ...(given.former?.get(id) ?? [])];
    return alikePairs(answers, known).map((pair) => ({ ...pair, exercise: id }));
  });
  const pairs = [...Map.groupBy(found, ({ students }) => JSON.stringify(students)).values()];
  const names = studentFolders([...new Set(found.flatMap(({ students }) => students))]);
  return pairs
    .map((alike) => {
      const [first] = alike;
      const [one, other] = first!.students;
      // No folder's name contains this character.
      const page = `similar/${names.get(one)}~${names.get(other)}.html`;
      return { students: first!.students, alike, sum: alike.reduce((sum, { similarity }) => sum + similarity, 0), page };
    })
    .sort((a, b) => b.sum - a.sum)
    .slice(0, MOST_PAIRS);
}

/** The pairs in the summary of the class. */
export function similarSection({ students }: ClassOutcomes, pairs: readonly SimilarPair[], link: StudentLink): JSX.Element | false {
  if (pairs.length === 0) return false;
  const ids = new Set(students.map(({ student }) => student.id));
  const person = (id: string): JSX.Element => (ids.has(id) ? link(id) : h("bdi", null, printable(id)));
  const rows = pairs.map(({ students: [one, other], alike, sum, page }) => [
    h("span", null, person(one), " and ", person(other)),
    alike.map(({ exercise, similarity, identical }) => `${exercise} ${identical ? "identical" : percent(similarity)}`).join(", "),
    sum.toFixed(2),
    h("a", { href: page }, "side by side"),
  ]);
  return section(
    "Answers that are alike",
    h(
      "p",
      { class: "soft" },
      "A reason to talk, not proof. What is compared is how answers are written and what their functions compute: names, comments, the order of statements and ?: for if make no difference. Left out is what the course’s own answers have, the wrong ones too, and what many have in common: there are only so many ways to write a short index. The sum is over all exercises: 1 is one exercise without a difference.",
    ),
    table([{ head: "Students" }, { head: "Alike in" }, { head: "Sum", number: true }, { head: "Answers" }], rows, "Answers that are alike"),
  );
}

/** A page for each pair, by its address: their answers side by side, with the lines marked that have something in common. */
export function* similarPages(
  { assignment, students }: ClassOutcomes,
  pairs: readonly SimilarPair[],
  { former }: GivenSources,
): Iterable<readonly [address: string, text: string]> {
  const byId = new Map(students.map((one) => [one.student.id, one]));
  const sourceOf = (id: string, exercise: string): string =>
    byId
      .get(id)
      ?.exercises.find((one) => one.exercise === exercise)
      ?.source?.toString() ??
    former?.get(exercise)?.find(({ student }) => student === id)?.source ??
    "";
  for (const { students: pair, alike, page } of pairs) {
    const [one, other] = pair.map(printable);
    const parts = alike.map(({ exercise, similarity, identical }) => {
      const sources = pair.map((id) => sourceOf(id, exercise)) as [string, string];
      const marked = commonLines(...sources);
      const columns = sources.map((source, side) => listing(source, marked[side]!, `${exercise}, ${pair[side]}`));
      return section(
        `${exercise}: ${identical ? "identical" : percent(similarity)}`,
        h(
          "div",
          { class: "beside" },
          ...columns.map((column, side) => h("div", null, h("h3", null, h("bdi", null, printable(pair[side]!))), column)),
        ),
      );
    });
    const header = h(
      "header",
      null,
      h("p", { class: "over" }, "Coalesce · Answers that are alike"),
      h("h1", null, h("bdi", null, one), " and ", h("bdi", null, other)),
      h(
        "p",
        { class: "soft" },
        `${assignment.title}: ${pluralize(alike.length, "exercise")}. Marked lines have a run of code in common, names aside. Where no line is marked, the functions compute the same by the same expressions.`,
      ),
    );
    yield [page, htmlDocument(`${one} and ${other} · ${assignment.title}`, header, ...parts)];
  }
}

function listing(source: string, marked: ReadonlySet<number>, label: string): JSX.Element {
  const { lines } = sourceLines(source);
  const shown = lines.map((line, i) =>
    h(
      "span",
      { class: marked.has(i) ? "line blamed" : "line", "data-line": String(i + 1) },
      line === "" ? "\n" : marked.has(i) ? h("mark", null, line) : line,
    ),
  );
  return h("pre", { class: "source", tabindex: 0, dir: "ltr", role: "group", "aria-label": printable(label) }, h("code", null, shown));
}
