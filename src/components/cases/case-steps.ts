import { judgePrediction, predictionSentence } from "#judge/judge-prediction.ts";
import { CASE_POINTS, casePoints } from "#notebook/cases/case-score.ts";
import type { CaseJudging, WrongRemedy } from "#notebook/cases/case-task.ts";
import type { ConceptId } from "#notebook/evidence/concepts.ts";
import { LAB_CELL_OPENED, type OpenLabCell } from "#notebook/lab-cell/lab-cell-event.ts";
import { reasonOf } from "#notebook/reason-of.ts";
import {
  CASE_QUESTIONS,
  NO_CASE_RECORD,
  mergedCase,
  noteCaseRemedy,
  noteCaseTry,
  readCaseRecord,
  saveCaseAnswer,
  type CaseQuestion,
  type CaseRecord,
} from "#notebook/storage/case-files.ts";
import { noteEvidence } from "#notebook/storage/evidence.ts";
import type { Mistake } from "../counting-mistakes.ts";

/** What the page is built with, beside the questions themselves. */
interface CaseData {
  readonly judging: CaseJudging;
  readonly wrong: readonly WrongRemedy[];
  readonly mistakes: readonly Mistake[];
  readonly unit: string;
}

/** A case file: asks its questions one after the other, keeps the first answer to each, and has the mended kernel judged. */
class CaseSteps extends HTMLElement {
  #record: CaseRecord = NO_CASE_RECORD;
  /** The learner's kernel; undefined while the cell is not opened. */
  #cell: OpenLabCell | undefined;

  connectedCallback(): void {
    for (const question of CASE_QUESTIONS) {
      this.#form(question).addEventListener("submit", (event) => {
        event.preventDefault();
        this.#answer(question);
      });
    }
    this.addEventListener(LAB_CELL_OPENED, ({ detail }) => (this.#cell = detail));
    const judge = this.#part<HTMLButtonElement>("[data-judge]");
    judge.addEventListener("click", () => void this.#judge(judge));
    this.#part("[data-remedy]").addEventListener("click", () => this.#showRemedy());
    void this.#recall();
  }

  async #recall(): Promise<void> {
    try {
      this.#note(await readCaseRecord(this.#id));
    } catch (error) {
      console.warn("What was answered in this browser cannot be read.", error);
    }
    for (const question of CASE_QUESTIONS) this.#show(question);
    this.#showMending();
  }

  get #id(): string {
    return this.dataset["case"] ?? "";
  }

  get #data(): CaseData {
    return JSON.parse(this.#part("[data-judging]").textContent) as CaseData;
  }

  #part<Part extends HTMLElement = HTMLElement>(selector: string): Part {
    const part = this.querySelector<Part>(selector);
    if (part === null) throw new Error(`a case needs ${selector}`);
    return part;
  }

  #stage(name: CaseQuestion | "mending"): HTMLElement {
    return this.#part(`[data-stage="${name}"]`);
  }

  #form(question: CaseQuestion): HTMLFormElement {
    return this.#part<HTMLFormElement>(`[data-stage="${question}"] form`);
  }

  #note(added: CaseRecord): void {
    this.#record = mergedCase(this.#record, added);
  }

  #answer(question: CaseQuestion): void {
    if (this.#record.answers[question] !== undefined) return;
    const form = this.#form(question);
    const given = question === "counter" ? form.querySelector("input")!.valueAsNumber : Number(new FormData(form).get("given"));
    if (question === "counter") {
      const problem = Number.isNaN(given) ? "Type a number first." : given < 0 ? "Type a number from 0 up." : "";
      form.querySelector(".case-problem")!.textContent = problem;
      form.querySelector("input")!.ariaInvalid = String(problem !== "");
      if (problem !== "") return form.querySelector("input")!.focus();
    }
    const answer = { given, isRight: this.#isRight(question, given), at: Date.now() };
    this.#note({ answers: { [question]: answer } });
    saveCaseAnswer(this.#id, question, answer).catch((error: unknown) =>
      console.warn("The answer could not be saved in this browser.", error),
    );
    if (question === "counter") this.#noteEvidence(CASE_QUESTIONS.every((each) => this.#record.answers[each]?.isRight));
    this.#show(question);
    this.#stage(question).querySelector<HTMLElement>(".case-verdict")!.focus();
  }

  /** What the case says of its concept: once when its questions are answered, and once when the kernel is mended. */
  #noteEvidence(isRight: boolean): void {
    noteEvidence(this.dataset["concept"] as ConceptId, { kind: "case", source: this.#id, isRight, at: Date.now() });
  }

  #isRight(question: CaseQuestion, given: number): boolean {
    if (question === "counter") return judgePrediction(given, Number(this.dataset["answer"]), 0) === "right";
    return this.#choice(question, given)?.matches("[data-right]") ?? false;
  }

  /** The line or cause that was chosen. */
  #choice(question: CaseQuestion, given: number): HTMLElement | null | undefined {
    return this.#form(question).querySelector(`input[value="${given}"]`)?.closest<HTMLElement>("li, div");
  }

  /** Shows what was answered, and opens what comes next. */
  #show(question: CaseQuestion): void {
    const answer = this.#record.answers[question];
    if (answer === undefined) return;
    const { given, isRight } = answer;
    const form = this.#form(question);
    for (const field of form.querySelectorAll("input")) field.disabled = true;
    const verdict = this.#stage(question).querySelector<HTMLElement>(".case-verdict")!;
    verdict.dataset["verdict"] = isRight ? "right" : "not-yet";
    if (question === "counter") {
      const { mistakes, unit } = this.#data;
      const thought = mistakes.find((mistake) => mistake.given === given)?.says;
      verdict.textContent = predictionSentence(isRight ? "right" : "not-yet", given, unit, thought);
      form.hidden = true;
    } else {
      form.querySelector(".card-actions")?.remove();
      const choice = this.#choice(question, given);
      const right = form.querySelector<HTMLElement>("[data-right]");
      const input = choice?.querySelector("input");
      if (input) input.checked = true;
      if (right) right.dataset["picked"] = "right";
      if (choice && choice !== right) choice.dataset["picked"] = "not";
      verdict.replaceChildren(bold(isRight ? "Right. " : "Not that one. "), ...replyOf(choice));
    }
    this.#stage(question).querySelector("details")!.open = !isRight || question === "counter";
    this.#stage(question).dataset["answered"] = "";
    const next = CASE_QUESTIONS[CASE_QUESTIONS.indexOf(question) + 1] ?? "mending";
    delete this.#stage(next).dataset["locked"];
    this.#showPoints();
  }

  async #judge(button: HTMLButtonElement): Promise<void> {
    const place = this.#part(".case-judged");
    button.disabled = true;
    place.textContent = "Judging…";
    try {
      const { judgeInPage } = await import("#notebook/cases/judge-case.tsx");
      const { judging, wrong } = this.#data;
      const text = this.#cell?.text() ?? (await this.#keptText());
      const isMended = await judgeInPage(judging, wrong, text, place);
      const wasMended = this.#record.mending?.mendedAt !== undefined;
      const tries = (this.#record.mending?.tries ?? 0) + 1;
      this.#note({ answers: {}, mending: { tries, ...(isMended && { mendedAt: Date.now() }) } });
      // What the cell shows is of the text that was judged.
      this.#cell?.run();
      await noteCaseTry(this.#id, isMended);
      if (isMended && !wasMended && this.#record.mending?.remedyAt === undefined) this.#noteEvidence(true);
    } catch (error) {
      place.textContent = `The kernel could not be judged: ${reasonOf(error)}`;
    }
    button.disabled = false;
    this.#showMending();
  }

  /** The text of an earlier visit, where the cell is not opened; else the text that the case begins with. */
  async #keptText(): Promise<string> {
    const { readRecord } = await import("#notebook/storage/draft-record.ts");
    return (await readRecord(`lab/case-${this.#id}`))?.current.text ?? this.#data.judging.source;
  }

  #showRemedy(): void {
    this.#note({ answers: {}, mending: { tries: 0, remedyAt: Date.now() } });
    noteCaseRemedy(this.#id).catch((error: unknown) => console.warn("This could not be noted in this browser.", error));
    this.#showMending();
    this.#part(".case-remedy pre").focus();
  }

  #showMending(): void {
    const { mendedAt, remedyAt } = this.#record.mending ?? {};
    this.toggleAttribute("data-advised", mendedAt !== undefined || remedyAt !== undefined);
    this.#part(".case-remedy").hidden = remedyAt === undefined;
    this.#part("[data-remedy]").hidden = remedyAt !== undefined;
    this.#part(".case-remedy-note").textContent =
      mendedAt !== undefined
        ? `You mended it on ${dayText(mendedAt)}.`
        : remedyAt !== undefined
          ? `You looked at the remedy on ${dayText(remedyAt)}. Mend it all the same: write it from memory.`
          : "A kernel that you mend before you look at the remedy is worth a point.";
    this.#showPoints();
  }

  #showPoints(): void {
    const { answers } = this.#record;
    const last = Math.max(...Object.values(answers).map(({ at }) => at));
    if (!Number.isFinite(last)) return;
    this.#part(".case-points").textContent = `${casePoints(this.#record)} of ${CASE_POINTS} points; last answer on ${dayText(last)}.`;
  }
}

function bold(text: string): HTMLElement {
  const strong = document.createElement("strong");
  strong.textContent = text;
  return strong;
}

function replyOf(choice: HTMLElement | null | undefined): Node[] {
  return [...(choice?.querySelector("p")?.cloneNode(true).childNodes ?? [])];
}

function dayText(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(at);
}

customElements.define("case-steps", CaseSteps);
