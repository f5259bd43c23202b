import { ASKED } from "#classroom/live/room-address.ts";
import type { PageState } from "#classroom/live/room-messages.ts";
import { base } from "#figures/drawing/base-path.ts";
import type { GradeResult } from "#judge/result.ts";
import { VERDICT_EVENT } from "../cell/verdict-event.ts";
import type { AnnouncedPrediction } from "./prediction-event.ts";
import { followRoom, leaveRoom, roomToken, send, type RoomStream } from "./room-client.ts";

/** A page that loses its room for less than this says nothing. */
const LOST_AFTER_MS = 4_000;

/** The style of the badge, which stands in a shadow tree: pages outside of rooms have no style sheet of it. */
const STYLE = `
:host { position: fixed; inset: auto auto 0.75rem 0.75rem; z-index: 6; max-width: calc(100vw - 1.5rem); }
:host([hidden]) { display: none; }
.badge { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; border: 1px solid var(--rule-strong); border-radius: 3px;
  background: var(--paper); padding: 0.25rem 0.75rem; color: var(--ink); font: 400 0.875rem/1.4 var(--font-ui); }
p { margin: 0; }
.dot { display: none; }
.live::before, .dot::before { content: ""; display: inline-block; margin-inline-end: 0.5rem; border-radius: 50%; background: var(--right);
  width: 0.5rem; height: 0.5rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a, button { min-height: 1.75rem; align-content: center; }
button { border: 0; background: none; padding: 0; color: var(--accent); font: inherit; cursor: pointer; text-decoration: underline; text-underline-offset: 0.15em; }
:is(a, button):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 40rem) {
  .dot { display: block; text-decoration: none; color: var(--ink); }
  .badge:not([data-open]) .more { display: none; }
  .badge[data-open] .live::before { content: none; }
}
@media print { :host { display: none; } }
`;

/** On a phone the badge is away while somebody types, and the page's end is not below it. */
const PAGE_STYLE = `
html[data-typing] room-badge { display: none; }
@media (max-width: 40rem) { body { padding-block-end: 3.5rem; } }
`;

/** What the badge says. */
interface Words {
  /** What is so; `isLive`: something is counted. */
  readonly text: string;
  readonly isLive: boolean;
  readonly link?: { readonly href: string; readonly text: string };
  readonly canLeave: boolean;
}

/** Says on every page of a room whether this browser is counted, sends what is counted, and leads to the question that the room is asked. */
class RoomBadge extends HTMLElement {
  #stream: RoomStream | undefined;
  #state: PageState | undefined;
  #isLost = false;
  #losing: ReturnType<typeof setTimeout> | undefined;
  #hasGoneToAsked = false;
  /** Answers that stay closed until the room is shown them, by question. */
  readonly #held = new Map<string, () => void>();

  connectedCallback(): void {
    const root = this.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = STYLE;
    const badge = document.createElement("div");
    badge.className = "badge";
    badge.role = "region";
    badge.ariaLabel = "Room";
    root.append(style, badge);
    const pageStyle = document.createElement("style");
    pageStyle.textContent = PAGE_STYLE;
    document.head.append(pageStyle);
    document.body.addEventListener(VERDICT_EVENT, ({ detail }) => this.#judge(detail));
    this.#follow();
    this.#show();
  }

  #follow(): void {
    const token = roomToken();
    this.#stream?.close();
    this.#stream = undefined;
    this.#state = undefined;
    if (token === undefined) return;
    this.#stream = followRoom(
      token,
      (state) => this.#hear(state),
      (isUnknown) => (isUnknown ? this.#end() : this.#lose()),
    );
  }

  #hear(state: PageState): void {
    clearTimeout(this.#losing);
    this.#losing = undefined;
    this.#isLost = false;
    this.#state = state;
    this.#openAnswers();
    this.#show();
    if (location.hash === ASKED && !this.#hasGoneToAsked) this.#goToAsked();
  }

  /** The room does not know this browser: it was another session, or the student left on another page. */
  #end(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.#state = undefined;
    this.#openAnswers();
    this.#show();
  }

  #lose(): void {
    this.#losing ??= setTimeout(() => {
      this.#isLost = true;
      this.#openAnswers();
      this.#show();
    }, LOST_AFTER_MS);
  }

  /** Opens the answers that nobody waits for any more. */
  #openAnswers(): void {
    for (const [question, open] of [...this.#held]) {
      if (this.#isHeld(question)) continue;
      this.#held.delete(question);
      open();
    }
  }

  /** Whether the room is asked this question now, and has not been shown what was answered. */
  #isHeld(question: string): boolean {
    const asked = this.#state?.asked;
    return !this.#isLost && this.#state?.isOver === false && asked?.question === question && !asked.isRevealed;
  }

  /** Sends a prediction. Its answer opens at once, unless the room is asked this question, or has not said yet what it is asked. */
  predict({ question, given, open }: AnnouncedPrediction): void {
    const token = roomToken();
    const isUnheard = this.#stream !== undefined && this.#state === undefined && !this.#isLost;
    if (isUnheard || this.#isHeld(question)) {
      this.#held.set(question, open);
      this.#show();
    } else open();
    if (token === undefined || this.#state?.isOver) return;
    // A room that cannot be reached counts nothing; the page works as ever.
    send("prediction", { token, question, given }).catch(() => undefined);
  }

  #judge(result: GradeResult): void {
    const token = roomToken();
    if (token === undefined || result.status === "fault" || !this.#state?.exercises.includes(result.exercise)) return;
    const mistake = result.status === "fail" ? result.diagnosis?.id : undefined;
    const verdict = { token, exercise: result.exercise, status: result.status, ...(mistake !== undefined && { mistake }) };
    send("verdict", verdict).catch(() => undefined);
  }

  #goToAsked(): void {
    const asked = this.#state?.asked;
    if (asked === undefined || decodeURI(location.pathname) !== base + asked.page) return;
    const question = document.querySelectorAll<HTMLElement>("predict-first")[Number(asked.question.split("#").at(-1))];
    if (question === undefined) return;
    this.#hasGoneToAsked = true;
    question.scrollIntoView({ block: "center" });
    question.querySelector("input")?.focus({ preventScroll: true });
  }

  #words(): Words {
    const work = { href: `${base}my-work/`, text: "Save your work" };
    const isNowhere = { isLive: false, canLeave: false };
    if (this.#isLost) return { ...isNowhere, text: "The room is closed. This page works on without it." };
    if (this.#stream === undefined)
      return { ...isNowhere, text: "This course is shown in a room.", link: { href: `${base}live/`, text: "Join" } };
    if (this.#state === undefined) return { ...isNowhere, text: "Asking for the room…" };
    const { isOver, asked } = this.#state;
    if (isOver) {
      return { ...isNowhere, text: "The room has ended. What you wrote is in this browser, at this address only.", link: work };
    }
    const text = "Live: your predictions are counted, without your name.";
    const link = asked && {
      href: `${base}${asked.page}${ASKED}`,
      text: asked.isRevealed || asked.isAnswered ? "The room’s question" : "Answer the room’s question",
    };
    return { text, isLive: true, canLeave: true, ...(link && { link }) };
  }

  #show(): void {
    const badge = this.shadowRoot?.querySelector<HTMLElement>(".badge");
    if (badge === null || badge === undefined) return;
    const { text, isLive, link, canLeave } = this.#words();
    const said = element("p", text);
    said.className = isLive ? "live more" : "";
    said.role = "status";
    badge.replaceChildren(
      ...(isLive ? [this.#opener(badge)] : []),
      said,
      ...(link ? [this.#linkTo(link)] : []),
      ...(canLeave ? [this.#leaveButton()] : []),
    );
  }

  /** On a phone, the sentence is behind a word. */
  #opener(badge: HTMLElement): HTMLElement {
    const button = element("button", "Live");
    button.className = "dot";
    button.ariaExpanded = String(badge.dataset["open"] !== undefined);
    button.addEventListener("click", () => {
      badge.toggleAttribute("data-open");
      button.ariaExpanded = String(badge.dataset["open"] !== undefined);
    });
    return button;
  }

  #linkTo({ href, text }: NonNullable<Words["link"]>): HTMLElement {
    const link = element("a", text);
    link.href = href;
    // On the question's own page it is a matter of scrolling.
    link.addEventListener("click", (event) => {
      if (new URL(link.href).pathname !== location.pathname || !link.href.endsWith(ASKED)) return;
      event.preventDefault();
      this.#goToAsked();
    });
    return link;
  }

  #leaveButton(): HTMLElement {
    const button = element("button", "Leave");
    button.className = "more";
    button.addEventListener("click", () => {
      void leaveRoom();
      this.#end();
    });
    return button;
  }
}

function element<Name extends "p" | "a" | "button">(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

customElements.define("room-badge", RoomBadge);
/** The page that joins says it all itself. */
const badge = document.querySelector("join-form") === null ? new RoomBadge() : undefined;
if (badge !== undefined) document.body.append(badge);

/** Takes a prediction that was made on this page. */
export function takePrediction(prediction: AnnouncedPrediction): void {
  if (badge === undefined) prediction.open();
  else badge.predict(prediction);
}
