import { useSignal, type Signal } from "@preact/signals";
import { generate } from "lean-qr";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Bar, ExerciseState, MistakeState, ProjectorState, QuestionState, Revealed } from "#classroom/live/room-messages.ts";
import { Prose } from "#pictures/inline-code.ts";
import { pluralize } from "#pictures/format.ts";
import { base } from "#figures/drawing/base-path.ts";
import { follow, projectorStream, send } from "./room-client.ts";

/** What is projected: how to join, the questions, or the map of mistakes. */
type View = "join" | "questions" | "mistakes";

const VIEWS: readonly { readonly view: View; readonly key: string; readonly title: string }[] = [
  { view: "join", key: "j", title: "Join" },
  { view: "questions", key: "q", title: "Questions" },
  { view: "mistakes", key: "m", title: "Mistakes" },
];

/** What the instructor can do with the question that is asked. */
interface Actions {
  readonly ask: (question: string | null) => void;
  readonly reveal: () => void;
  readonly again: () => void;
  /** To the question after (1) or before (−1) this one. */
  readonly step: (by: 1 | -1) => void;
}

/** The projector's page. @param roomKey what the server knows the instructor by */
export function Projector({ roomKey }: { readonly roomKey: string }) {
  const state = useSignal<ProjectorState | undefined>(undefined);
  const isUnknown = useSignal(roomKey === "");
  const isLost = useSignal(false);
  const view = useSignal<View>("join");
  useEffect(() => {
    if (roomKey === "") return undefined;
    const stream = follow<ProjectorState>(
      projectorStream(roomKey),
      (told) => {
        state.value = told;
        isLost.value = false;
      },
      (isRefused) => (isRefused ? (isUnknown.value = true) : (isLost.value = true)),
    );
    return () => stream.close();
  }, [roomKey]);
  const actions = useMemo(() => actionsOf(state, roomKey), [roomKey]);
  useKeys(state, view, actions);
  const room = state.value;
  if (isUnknown.value) {
    return (
      <Message title="This isn’t the projector’s address">
        Open the address that <code>coalesce live</code> printed, with all that stands behind its <code>#</code>. It is another one each
        time.
      </Message>
    );
  }
  if (room === undefined) return <Message title="The room">Asking for the room…</Message>;
  return (
    <>
      <Header room={room} view={view} isLost={isLost.value} />
      <main>
        {view.value === "join" && <JoinView room={room} />}
        {view.value === "questions" && <QuestionsView room={room} actions={actions} />}
        {view.value === "mistakes" && <MistakesView room={room} />}
      </main>
    </>
  );
}

function Message({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <main>
      <h1>{title}</h1>
      <p>{children}</p>
    </main>
  );
}

/** The questions in the order in which they are asked: the week's, then those of all other lessons. */
const inOrder = ({ questions }: ProjectorState): QuestionState[] => [
  ...questions.filter(({ isAssigned }) => isAssigned),
  ...questions.filter(({ isAssigned }) => !isAssigned),
];

function actionsOf(state: Signal<ProjectorState | undefined>, key: string): Actions {
  const headers = { "X-Projector-Key": key };
  // The stream tells what became of it.
  const tell = (sent: Promise<Response>): void => void sent.catch((error: unknown) => console.warn("The room cannot be reached.", error));
  const ask = (question: string | null): void => tell(send("ask", { question }, headers));
  const about = (name: "reveal" | "again"): void => {
    const question = state.value?.asked;
    if (question !== undefined) tell(send(name, { question }, headers));
  };
  return {
    ask,
    reveal: () => about("reveal"),
    again: () => about("again"),
    step(by) {
      const room = state.value;
      if (room === undefined) return;
      const all = inOrder(room);
      const next = all[all.findIndex(({ id }) => id === room.asked) + by];
      if (next !== undefined) ask(next.id);
    },
  };
}

/** The keys of the page. A key that is pressed on a button or a link belongs to it. */
function useKeys(state: Signal<ProjectorState | undefined>, view: Signal<View>, actions: Actions): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.key === " " || event.key === "Enter") && target instanceof HTMLElement && target.matches("button, a, summary")) return;
      const chosen = VIEWS.find(({ key }) => key === event.key.toLowerCase());
      if (chosen !== undefined) view.value = chosen.view;
      else if (event.key.toLowerCase() === "t") turnTheme();
      else if (view.value !== "questions" || state.value?.asked === undefined) return;
      else if (event.key === " " || event.key.toLowerCase() === "r") actions.reveal();
      else if (["ArrowRight", "PageDown", "n", "N"].includes(event.key)) actions.step(1);
      else if (["ArrowLeft", "PageUp", "p", "P"].includes(event.key)) actions.step(-1);
      else if (event.key.toLowerCase() === "l" || event.key === "Escape") actions.ask(null);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function turnTheme(): void {
  const { dataset } = document.documentElement;
  dataset["theme"] = dataset["theme"] === "light" ? "dark" : "light";
}

/** An address without what a browser adds by itself. */
const shortAddress = (address: string): string => address.replace(/^http:\/\//, "").replace(/\/$/, "");

interface HeaderProps {
  readonly room: ProjectorState;
  readonly view: Signal<View>;
  readonly isLost: boolean;
}

function Header({ room, view, isLost }: HeaderProps) {
  return (
    <header>
      <p class="title">{room.title}</p>
      <nav aria-label="Views">
        {VIEWS.map(({ view: one, key, title }) => (
          <button
            key={one}
            type="button"
            aria-current={view.value === one ? "page" : undefined}
            aria-keyshortcuts={key.toUpperCase()}
            onClick={() => (view.value = one)}
          >
            {title} <kbd>{key.toUpperCase()}</kbd>
          </button>
        ))}
      </nav>
      {view.value !== "join" && (
        <p class="join-hint">
          {shortAddress(room.addresses[0] ?? "")} <b>{room.code}</b>
        </p>
      )}
      <p class="present" role="status">
        {isLost ? (
          "The room’s server cannot be reached"
        ) : (
          <>
            <b>{room.joined}</b> joined
          </>
        )}
        {room.isOver && " · the counting has ended"}
      </p>
    </header>
  );
}

function JoinView({ room }: { readonly room: ProjectorState }) {
  const [first = "", ...others] = room.addresses;
  return (
    <section class="join" aria-labelledby="join-title">
      <div>
        <h1 id="join-title">Join with a phone or a laptop</h1>
        <ol>
          <li>
            Be on the same network, and open <span class="address">{shortAddress(first)}</span>
            {others.length > 0 && <span class="other-addresses">or {others.map(shortAddress).join(" or ")}</span>}
          </li>
          <li>
            Choose Join, and type <span class="code">{room.code}</span>
          </li>
        </ol>
        <p class="soft">Predictions and mistakes are counted, without names. Nothing leaves this room.</p>
        <p class="soft">
          {pluralize(room.joined, "browser")} joined, {room.present} with the course in sight.
        </p>
        {room.names.length > 0 && (
          <details class="names">
            <summary>{pluralize(room.names.length, "name")} given</summary>
            <ul>
              {room.names.map((name, i) => (
                <li key={i}>
                  <bdi>{name}</bdi>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <QrCode text={`${first}live/#${room.code}`} />
    </section>
  );
}

/** Modules of white around a QR code (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** A QR code; it is dark on light in either theme, as cameras expect. */
function QrCode({ text }: { readonly text: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text);
    const rows = Array.from({ length: code.size }, (_, y) =>
      Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : "")),
    );
    return { path: rows.flat().join(""), size: code.size };
  }, [text]);
  const side = size + 2 * QUIET_MODULES;
  return (
    <svg class="qr" role="img" aria-label={`QR code of ${text}`} viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}`}>
      <rect x={-QUIET_MODULES} y={-QUIET_MODULES} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

function QuestionsView({ room, actions }: { readonly room: ProjectorState; readonly actions: Actions }) {
  const asked = room.questions.find(({ id }) => id === room.asked);
  return asked === undefined ? (
    <QuestionList room={room} actions={actions} />
  ) : (
    <AskedQuestion key={asked.id} question={asked} room={room} actions={actions} />
  );
}

function QuestionList({ room, actions }: { readonly room: ProjectorState; readonly actions: Actions }) {
  const ofWeek = room.questions.filter(({ isAssigned }) => isAssigned);
  const others = room.questions.filter(({ isAssigned }) => !isAssigned);
  return (
    <section class="question-list" aria-labelledby="list-title">
      <h1 id="list-title">Which question?</h1>
      {ofWeek.length === 0 && <p>The lessons of the week’s exercises ask nothing to predict.</p>}
      <Lessons questions={ofWeek} actions={actions} />
      {others.length > 0 && (
        <details open={ofWeek.length === 0}>
          <summary>Questions of all other lessons</summary>
          <Lessons questions={others} actions={actions} />
        </details>
      )}
    </section>
  );
}

function Lessons({ questions, actions }: { readonly questions: readonly QuestionState[]; readonly actions: Actions }) {
  return (
    <>
      {[...Map.groupBy(questions, ({ lesson }) => lesson)].map(([lesson, ofLesson]) => (
        <div key={lesson}>
          <h2>{lesson}</h2>
          <ul>
            {ofLesson.map(({ id, question, answered, revealed }) => (
              <li key={id}>
                <button type="button" onClick={() => actions.ask(id)}>
                  <span>
                    <Prose text={question} />
                  </span>
                  <span class="soft">
                    {answered === 0 ? "" : `${answered} answered`}
                    {revealed && ", shown"}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

interface AskedQuestionProps {
  readonly question: QuestionState;
  readonly room: ProjectorState;
  readonly actions: Actions;
}

function AskedQuestion({ question, room, actions }: AskedQuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { revealed, answered } = question;
  const order = inOrder(room);
  const at = order.findIndex(({ id }) => id === question.id);
  return (
    <section
      class={`asked ${revealed?.figure === undefined ? "" : "with-figure"}`}
      data-revealed={revealed && ""}
      aria-labelledby="asked-title"
    >
      <div class="asked-text">
        <p class="over">{question.lesson}</p>
        <h1 id="asked-title" tabindex={-1} ref={heading}>
          <Prose text={question.question} />
        </h1>
        {revealed === undefined ? (
          <Waiting answered={answered} joined={room.joined} unit={question.unit} />
        ) : (
          <Answers revealed={revealed} unit={question.unit} answered={answered} />
        )}
        <div class="actions">
          {revealed === undefined ? (
            <button type="button" class="primary" aria-keyshortcuts="R Space" onClick={actions.reveal}>
              Show the answers <kbd>R</kbd>
            </button>
          ) : (
            <button type="button" onClick={actions.again}>
              Ask again
            </button>
          )}
          <button type="button" disabled={at <= 0} aria-keyshortcuts="P ArrowLeft" onClick={() => actions.step(-1)}>
            Previous <kbd>P</kbd>
          </button>
          <button type="button" disabled={at >= order.length - 1} aria-keyshortcuts="N ArrowRight" onClick={() => actions.step(1)}>
            Next <kbd>N</kbd>
          </button>
          <button type="button" aria-keyshortcuts="L Escape" onClick={() => actions.ask(null)}>
            All questions <kbd>L</kbd>
          </button>
        </div>
      </div>
      {revealed?.figure !== undefined && <Figure address={revealed.figure} />}
    </section>
  );
}

interface WaitingProps {
  readonly answered: number;
  readonly joined: number;
  readonly unit: string;
}

/** How many have answered; what they said is not shown yet, so that nobody follows the others. */
function Waiting({ answered, joined, unit }: WaitingProps) {
  return (
    <div class="waiting">
      <p role="status">
        <b>{answered}</b> of {Math.max(joined, answered)} answered
      </p>
      <div class="progress" aria-hidden="true">
        <div style={{ width: `${(100 * answered) / Math.max(joined, answered, 1)}%` }} />
      </div>
      <p class="soft">Answers are in {unit}. What was answered is shown to all at once.</p>
    </div>
  );
}

interface AnswersProps {
  readonly revealed: Revealed;
  readonly unit: string;
  readonly answered: number;
}

function Answers({ revealed: { bars, others, right, actual, reason }, unit, answered }: AnswersProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <>
      <p class="verdict" role="status">
        {right} of {answered} right: {actual}
      </p>
      <table class="bars">
        <caption class="sr-only">What was answered, in {unit}, and how often</caption>
        <thead class="sr-only">
          <tr>
            <th scope="col">Answer</th>
            <th scope="col">How often</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <AnswerRow key={`${bar.answer} ${bar.verdict}`} bar={bar} most={most} />
          ))}
        </tbody>
      </table>
      {others > 0 && <p class="soft">{pluralize(others, "other answer")}</p>}
      {reason !== "" && (
        <p class="reason">
          <Prose text={reason} />
        </p>
      )}
    </>
  );
}

const MARKS: Record<Bar["verdict"], string> = { right: "right", close: "close", "not-yet": "" };

function AnswerRow({ bar: { answer, count, verdict }, most }: { readonly bar: Bar; readonly most: number }) {
  return (
    <tr data-verdict={verdict}>
      <th scope="row">{answer}</th>
      <td>
        <span class="bar" style={{ width: `${(100 * count) / most}%` }} aria-hidden="true" />
        <span class="count">
          {count} <span class="mark">{MARKS[verdict]}</span>
        </span>
      </td>
    </tr>
  );
}

/** The figure of the lesson, set to the case in question. */
function Figure({ address }: { readonly address: string }) {
  const [page = "", fragment = ""] = address.split("#");
  const theme = document.documentElement.dataset["theme"] ?? "dark";
  return <iframe class="figure-frame" title="The case in question" src={`${base}${page}?theme=${theme}&size=large#${fragment}`} />;
}

function MistakesView({ room }: { readonly room: ProjectorState }) {
  return (
    <section class="mistakes" aria-labelledby="mistakes-title">
      <h1 id="mistakes-title">Exercises and mistakes</h1>
      <div class="exercises">
        {room.exercises.map((exercise) => (
          <ExerciseMap key={exercise.id} exercise={exercise} joined={room.joined} />
        ))}
      </div>
    </section>
  );
}

function ExerciseMap({
  exercise: { title, tried, passed, mistakes, unnamed },
  joined,
}: {
  readonly exercise: ExerciseState;
  readonly joined: number;
}) {
  const all = Math.max(joined, tried, 1);
  return (
    <article>
      <h2>{title}</h2>
      <p role="status">{tried === 0 ? "Nobody has tried it yet" : `${passed} of ${tried} passed`}</p>
      <div class="progress" aria-hidden="true">
        <div class="right" style={{ width: `${(100 * passed) / all}%` }} />
        <div class="tried" style={{ width: `${(100 * (tried - passed)) / all}%` }} />
      </div>
      {(mistakes.length > 0 || unnamed.made > 0) && (
        <ul>
          {mistakes.map((mistake) => (
            <MistakeRow key={mistake.id} name={mistake.id.replaceAll("-", " ")} {...mistake} all={all} />
          ))}
          {unnamed.made > 0 && <MistakeRow name="another mistake, or it doesn’t run" {...unnamed} all={all} />}
        </ul>
      )}
    </article>
  );
}

interface MistakeRowProps extends Pick<MistakeState, "made" | "still"> {
  readonly name: string;
  readonly says?: string;
  /** How many there are: a bar is as long as their share. */
  readonly all: number;
}

function MistakeRow({ name, says, made, still, all }: MistakeRowProps) {
  return (
    <li>
      <p>
        <b>{name}</b>
        <span class="count">
          {made}
          {still < made && <span class="soft">, {still === 0 ? "all through" : `${still} still`}</span>}
        </span>
      </p>
      <div class="bar" style={{ width: `${(100 * made) / all}%` }} aria-hidden="true" />
      {says !== undefined && (
        <p class="says">
          <Prose text={says} />
        </p>
      )}
    </li>
  );
}
