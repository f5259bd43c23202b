import { randomBytes } from "node:crypto";
import type { Exercise } from "#judge/exercise.ts";
import { judgePrediction } from "#judge/judge-prediction.ts";
import { count, decimal, inUnit } from "#pictures/format.ts";
import type { Bar, ExerciseState, PageState, ProjectorState, QuestionState, Revealed, RoomMessage } from "./room-messages.ts";
import type { RoomQuestion } from "./room-questions.ts";

/** How many browsers a room takes: a large lecture. The data of each is bounded, so the data of all is. */
export const MOST_BROWSERS = 600;
const TOKEN_BYTES = 16;
const MOST_NAME_CHARACTERS = 40;
/** How many different answers have a bar of their own. */
const MOST_BARS = 8;

/** The outcome of a browser's message. */
export type Outcome = "counted" | "unknown-browser" | "unknown-question" | "too-late";

/** A room's data on a browser, as long as the room is open. It does not say whose browser it is, unless a name was given. */
interface Browser {
  readonly name: string;
  hasLeft: boolean;
  /** Predictions by question. */
  readonly predictions: Map<string, number>;
  /** Exercises that had an answer judged. */
  readonly exercises: Map<string, Attempts>;
}

/** The results of a browser's answers to an exercise. */
interface Attempts {
  hasPassed: boolean;
  /** Misconceptions that its answers showed; "" for one without a name. */
  readonly mistakes: Set<string>;
}

interface RoomContents {
  readonly title: string;
  readonly questions: readonly RoomQuestion[];
  /** The assigned exercises, in the assignment's order. */
  readonly exercises: readonly Pick<Exercise, "id" | "title" | "wrong">[];
}

/**
 * A class in a room: who has joined, what was predicted, and which mistakes were made. It holds each browser's latest answers, so that they
 * can be revised, and reveals only counts. It knows neither the network nor the clock.
 */
export class Room {
  readonly contents: RoomContents;
  readonly #questions: ReadonlyMap<string, RoomQuestion>;
  readonly #mistakes: ReadonlyMap<string, Readonly<Record<string, { readonly says: string }>>>;
  readonly #browsers = new Map<string, Browser>();
  readonly #revealed = new Set<string>();
  #asked: string | undefined;
  #isOver = false;

  constructor(contents: RoomContents) {
    this.contents = contents;
    this.#questions = new Map(contents.questions.map((question) => [question.id, question]));
    this.#mistakes = new Map(contents.exercises.map(({ id, wrong }) => [id, wrong]));
  }

  /**
   * Lets a browser join. One that comes back is the same as before: it has one answer to each question.
   *
   * @param former its token from before
   * @returns its token; undefined if the room is full
   */
  join(name = "", former?: string): string | undefined {
    const before = former === undefined ? undefined : this.#browsers.get(former);
    const known = { predictions: before?.predictions ?? new Map(), exercises: before?.exercises ?? new Map() };
    const browser: Browser = { ...known, name: shownName(name), hasLeft: false };
    if (former !== undefined && before !== undefined) {
      this.#browsers.set(former, browser);
      return former;
    }
    if (this.#browsers.size >= MOST_BROWSERS) return undefined;
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    this.#browsers.set(token, browser);
    return token;
  }

  /** Whether a browser has joined and not left. */
  has(token: string): boolean {
    return this.#present(token) !== undefined;
  }

  /** Counts nothing more from a browser. Its counts so far stay, without the name. */
  leave(token: string): void {
    const browser = this.#browsers.get(token);
    if (browser !== undefined) this.#browsers.set(token, { ...browser, name: "", hasLeft: true });
  }

  /** Counts a prediction, in place of an earlier one of the same browser; once the answers have been shown, none is counted any more. */
  predict({ token, question, given }: RoomMessage<"prediction">): Outcome {
    const browser = this.#present(token);
    if (browser === undefined) return "unknown-browser";
    if (!this.#questions.has(question)) return "unknown-question";
    if (this.#isOver || this.#revealed.has(question)) return "too-late";
    // −0 and 0 are one answer.
    browser.predictions.set(question, given + 0);
    return "counted";
  }

  /** Counts the verdict on an answer. A mistake that the exercise does not know counts as one without a name. */
  judge({ token, exercise, status, mistake }: RoomMessage<"verdict">): Outcome {
    const browser = this.#present(token);
    if (browser === undefined) return "unknown-browser";
    const known = this.#mistakes.get(exercise);
    if (known === undefined) return "unknown-question";
    if (this.#isOver) return "too-late";
    const attempts = browser.exercises.get(exercise) ?? { hasPassed: false, mistakes: new Set() };
    browser.exercises.set(exercise, attempts);
    if (status === "pass") attempts.hasPassed = true;
    else attempts.mistakes.add(mistake !== undefined && Object.hasOwn(known, mistake) ? mistake : "");
    return "counted";
  }

  /** Asks a question from now on. @returns whether the room knows it */
  ask(question: string | null): boolean {
    if (question !== null && !this.#questions.has(question)) return false;
    this.#asked = question ?? undefined;
    return true;
  }

  /** Shows the answers to a question. @returns whether the room knows it */
  reveal(question: string): boolean {
    if (!this.#questions.has(question)) return false;
    this.#revealed.add(question);
    return true;
  }

  /** Drops all answers to a question, and asks it again. @returns whether the room knows it */
  askAgain(question: string): boolean {
    if (!this.ask(question)) return false;
    this.#revealed.delete(question);
    for (const { predictions } of this.#browsers.values()) predictions.delete(question);
    return true;
  }

  /** Counts nothing from now on. */
  end(): void {
    this.#isOver = true;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The state for the pages of a browser. */
  pageState(token: string): PageState {
    const asked = this.#asked === undefined ? undefined : this.#questions.get(this.#asked);
    return {
      ...(asked && {
        asked: {
          question: asked.id,
          page: asked.page,
          lesson: asked.lesson,
          isRevealed: this.#revealed.has(asked.id),
          isAnswered: this.#browsers.get(token)?.predictions.has(asked.id) ?? false,
        },
      }),
      exercises: this.contents.exercises.map(({ id }) => id),
      isOver: this.#isOver,
    };
  }

  /** The state for the projector, without the parts that only the server knows. */
  projectorState(): Omit<ProjectorState, "code" | "addresses" | "present"> {
    const joined = [...this.#browsers.values()].filter(({ hasLeft }) => !hasLeft);
    const names = joined.flatMap(({ name }) => (name === "" ? [] : [name]));
    return {
      title: this.contents.title,
      joined: joined.length,
      names: names.sort((a, b) => a.localeCompare(b, "en")),
      questions: this.contents.questions.map((question) => this.#questionState(question)),
      ...(this.#asked !== undefined && { asked: this.#asked }),
      exercises: this.contents.exercises.map((exercise) => this.#exerciseState(exercise)),
      isOver: this.#isOver,
    };
  }

  /** How often each number was the answer to a question. */
  answersTo(question: string): ReadonlyMap<number, number> {
    const all = [...this.#browsers.values()].flatMap(({ predictions }) => predictions.get(question) ?? []);
    return new Map(
      [
        ...Map.groupBy(
          all.sort((a, b) => a - b),
          (given) => given,
        ),
      ].map(([given, { length }]) => [given, length]),
    );
  }

  /** How many browsers ever joined. */
  get browsers(): number {
    return this.#browsers.size;
  }

  #present(token: string): Browser | undefined {
    const browser = this.#browsers.get(token);
    return browser?.hasLeft === false ? browser : undefined;
  }

  #questionState(question: RoomQuestion): QuestionState {
    const { id, lesson, text, unit, isAssigned } = question;
    const answers = this.answersTo(id);
    const answered = sum(answers.values());
    const revealed = this.#revealed.has(id) ? revealedOf(question, answers) : undefined;
    return { id, lesson, question: text, unit, isAssigned, answered, ...(revealed && { revealed }) };
  }

  #exerciseState({ id, title, wrong }: RoomContents["exercises"][number]): ExerciseState {
    const all = [...this.#browsers.values()].flatMap(({ exercises }) => exercises.get(id) ?? []);
    const countOf = (mistake: string): { made: number; still: number } => {
      const made = all.filter(({ mistakes }) => mistakes.has(mistake));
      return { made: made.length, still: made.filter(({ hasPassed }) => !hasPassed).length };
    };
    const mistakes = Object.entries(wrong).map(([mistake, { says }]) => ({ id: mistake, says, ...countOf(mistake) }));
    return {
      id,
      title,
      tried: all.length,
      passed: all.filter(({ hasPassed }) => hasPassed).length,
      mistakes: mistakes.filter(({ made }) => made > 0).sort((a, b) => b.made - a.made),
      unnamed: countOf(""),
    };
  }
}

/** A name as it may be shown to a room: one short line of printable characters. */
function shownName(name: string): string {
  const line = name
    .normalize("NFC")
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return [...line].slice(0, MOST_NAME_CHARACTERS).join("").trim();
}

/** A room's answers: a bar for each answer, the right one among them. Estimates that differ by less than two digits share a bar. */
function revealedOf({ unit, actual, within, reason, figure }: RoomQuestion, answers: ReadonlyMap<number, number>): Revealed {
  const bars = new Map<string, Bar & { readonly value: number }>();
  const add = (given: number, more: number): void => {
    const verdict = judgePrediction(given, actual, within);
    const value = within === 0 ? given : Number(given.toPrecision(2));
    const key = `${value} ${verdict}`;
    bars.set(key, { value, answer: count(value), verdict, count: (bars.get(key)?.count ?? 0) + more });
  };
  for (const [given, times] of answers) add(given, times);
  // The right answer has a bar, even if nobody gave it.
  if (![...bars.values()].some(({ verdict }) => verdict === "right")) add(Number(actual.toPrecision(3)), 0);
  const isShown = new Set(
    [...bars.values()]
      .sort((a, b) => Number(b.verdict === "right") - Number(a.verdict === "right") || b.count - a.count)
      .slice(0, MOST_BARS),
  );
  const shown = [...isShown];
  const others = [...bars.values()].filter((bar) => !isShown.has(bar));
  return {
    bars: shown.sort((a, b) => a.value - b.value).map(({ answer, count, verdict }) => ({ answer, count, verdict })),
    others: sum(others.map(({ count }) => count)),
    right: sum(shown.filter(({ verdict }) => verdict === "right").map(({ count }) => count)),
    actual: inUnit(actual, unit, decimal),
    reason,
    ...(figure !== undefined && { figure }),
  };
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
