import { h, type JSX } from "preact";
import { pluralize } from "#pictures/format.ts";
import { percent, printable, sourceLines } from "./captions.ts";
import type { ClassOutcomes, ExerciseOutcome } from "./class-outcomes.ts";
import { htmlDocument } from "./html-document.ts";
import { similarAnswers, type SimilarAnswers, type ComparedAnswer, type GivenSources } from "./near-duplicates.ts";
import { studentFolders } from "./student-folder.ts";
import { linkedNames, section, table, type StudentLink } from "./summary-parts.ts";
import { commonLines } from "./winnowing.ts";

/** People whose answers are similar in some exercises of an assignment: a reason to talk, not a proof. */
export interface SimilarGroup {
  /** Two, or a ring of more. */
  readonly students: readonly string[];
  /** The exercises in which all of them are similar, in the assignment's order: `of` so many people, if others are with them there. */
  readonly alike: readonly (Omit<SimilarAnswers, "students"> & { readonly exercise: string; readonly of?: number })[];
  /** The similarities added up: 2 for two exercises in which nothing differs. */
  readonly sum: number;
  /** The address of the page with their answers side by side, relative to the results. */
  readonly page: string;
}

/** More are not listed: nobody talks to so many. */
const MOST_GROUPS = 100;

/** The students' answers to an exercise. */
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

/**
 * The groups of a class, those with the most similar exercises first. Answers of other classes appear only if they are similar to one of
 * this class.
 */
export function similarGroups({ exercises, students }: ClassOutcomes, given: GivenSources): SimilarGroup[] {
  const found = exercises.flatMap(({ id }) => {
    const known = [given.starters.get(id) ?? "", given.solutions.get(id) ?? "", ...(given.usual?.get(id) ?? [])];
    const answers = [...answersTo(id, students), ...(given.former?.get(id) ?? [])];
    return similarAnswers(answers, known).map((group) => ({ ...group, exercise: id, members: new Set(group.students) }));
  });
  const groups = [...Map.groupBy(found, ({ students }) => JSON.stringify(students)).values()].map((own) => own[0]!.students);
  const names = studentFolders([...new Set(found.flatMap(({ students }) => students))]);
  return groups
    .map((people) => {
      const alike = found
        .filter(({ members }) => people.every((id) => members.has(id)))
        .map(({ exercise, similarity, identical, members: { size } }) => ({
          exercise,
          similarity,
          identical,
          ...(size > people.length ? { of: size } : {}),
        }));
      return { students: people, alike, sum: alike.reduce((sum, { similarity }) => sum + similarity, 0) };
    })
    .sort((a, b) => b.sum - a.sum || b.students.length - a.students.length)
    .slice(0, MOST_GROUPS)
    .map((group, i) => {
      // No folder's name contains this character.
      const name = group.students.length > 2 ? `ring~${i + 1}` : group.students.map((id) => names.get(id)).join("~");
      return { ...group, page: `similar/${name}.html` };
    });
}

/** The groups in the summary of the class. */
export function similarSection({ students }: ClassOutcomes, groups: readonly SimilarGroup[], link: StudentLink): JSX.Element | false {
  if (groups.length === 0) return false;
  const ids = new Set(students.map(({ student }) => student.id));
  const person = (id: string): JSX.Element => (ids.has(id) ? link(id) : h("bdi", null, printable(id)));
  const rows = groups.map(({ students: people, alike, sum, page }) => [
    h("span", null, people.length > 2 && `${people.length} people: `, ...linkedNames(people, person)),
    alike
      .map(({ of, ...one }) => `${one.exercise} ${likeness(one)}${of === undefined ? "" : ` (with ${of - people.length} more)`}`)
      .join(", "),
    sum.toFixed(2),
    h("a", { href: page }, "side by side"),
  ]);
  return section(
    "Answers that are alike",
    h(
      "p",
      { class: "soft" },
      "A reason to talk, not proof. What is compared is how answers are written and what their functions compute: names, comments, the order of statements and ?: for if make no difference. Left out is what the course’s own answers have, the wrong ones too, and what many have in common: there are only so many ways to write a short index. More than three people are listed together if what they share is long, or if nobody else in the class has met; each of them is like another of them, and the figure is the mean. The sum is over all exercises: 1 is one exercise without a difference.",
    ),
    table([{ head: "Students" }, { head: "Alike in" }, { head: "Sum", number: true }, { head: "Answers" }], rows, "Answers that are alike"),
  );
}

const likeness = ({ similarity, identical }: Pick<SimilarAnswers, "similarity" | "identical">): string =>
  identical ? "identical" : percent(similarity);

/** A page for each group, by its address: their answers side by side, with the lines marked that have something in common. */
export function* similarPages(
  { assignment, students }: ClassOutcomes,
  groups: readonly SimilarGroup[],
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
  for (const { students: ids, alike, page } of groups) {
    const names = ids.map(printable);
    const parts = alike.map(({ exercise, ...one }) => {
      const sources = ids.map((id) => sourceOf(id, exercise));
      const marked = commonLines(sources);
      const columns = sources.map((source, i) => listing(source, marked[i]!, `${exercise}, ${ids[i]}`));
      return section(
        `${exercise}: ${likeness(one)}`,
        h("div", { class: "beside" }, ...columns.map((column, i) => h("div", null, h("h3", null, h("bdi", null, names[i]!)), column))),
      );
    });
    const shared = ids.length > 2 ? "in common with at least half of the others" : "in common";
    const header = h(
      "header",
      null,
      h("p", { class: "over" }, "Coalesce · Answers that are alike"),
      h("h1", null, ...names.flatMap((name, i) => [i === 0 ? "" : i === names.length - 1 ? " and " : ", ", h("bdi", null, name)])),
      h(
        "p",
        { class: "soft" },
        `${assignment.title}: ${pluralize(alike.length, "exercise")}. Marked lines have a run of code ${shared}, names aside. Where no line is marked, the functions compute the same by the same expressions.`,
      ),
    );
    yield [
      page,
      htmlDocument(`${names.length > 2 ? pluralize(names.length, "answer") : names.join(" and ")} · ${assignment.title}`, header, ...parts),
    ];
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
