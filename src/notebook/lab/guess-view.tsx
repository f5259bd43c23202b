import { capitalize, count } from "#pictures/format.ts";
import { excessWavefronts } from "#cuda/profile/excess.ts";
import { accessPatternWords } from "#cuda/profile/pattern-words.ts";
import { MOST_LISTED } from "./badge-gutter.tsx";
import { excessText } from "./access-cost.ts";
import type { LabSession } from "./lab-session.ts";
import { lineCosts, type JudgedGuess } from "./line-guess.ts";
import type { LabProfile } from "./profile.ts";

interface GuessViewProps {
  readonly session: LabSession;
}

/** Turns the mode on and off in which counts stay covered until the learner has guessed. */
export function GuessToggle({ session: { guess } }: GuessViewProps) {
  return (
    <label class="guess-toggle">
      <input type="checkbox" checked={guess.isOn.value} onChange={({ currentTarget }) => guess.turn(currentTarget.checked)} />
      Guess first
    </label>
  );
}

/** Turns on and off whether a kernel runs by itself after a change, if its last run took no time. */
export function LiveToggle({ session: { live, guess } }: GuessViewProps) {
  if (!live.isOffered) return null;
  return (
    <label class="guess-toggle" title="A kernel whose last run took less than a third of a second runs by itself after each change.">
      <input
        type="checkbox"
        checked={live.isOn.value && !guess.isOn.value}
        disabled={guess.isOn.value}
        onChange={({ currentTarget }) => live.turn(currentTarget.checked)}
      />
      Run as I type
    </label>
  );
}

/** "Which line is guilty?", with a button for each line that accesses memory. It stands where the counts will. */
export function GuessPanel({ session }: GuessViewProps) {
  const profile = session.profile.value;
  if (profile === undefined) return null;
  const source = profile.run.source.split("\n");
  return (
    <section class="guess" role="group" aria-label="Which line is guilty?">
      <h2>Which line is guilty?</h2>
      <p>The launch has run, and its counts are covered. Which line costs most above its ideal?</p>
      <ol>
        {lineCosts(profile)
          .slice(0, MOST_LISTED)
          .map(({ line }) => (
            <li key={line}>
              <button type="button" onClick={() => session.guess.guess(profile, line)}>
                Line {line}
              </button>
              <code>{source[line - 1]?.trim()}</code>
            </li>
          ))}
        <li>
          <button type="button" onClick={() => session.guess.guess(profile, undefined)}>
            None
          </button>
          <span>Every line costs what it must.</span>
        </li>
      </ol>
    </section>
  );
}

/** What came of the guess about the last launch. */
export function GuessVerdict({ session }: GuessViewProps) {
  const profile = session.profile.value;
  const judged = session.guess.judged.value;
  return (
    <div role="status">
      {profile !== undefined && judged !== undefined && (
        <p class="guess-verdict" data-verdict={judged.verdict}>
          {guessSentence(judged)} <Guilty profile={profile} judged={judged} />
        </p>
      )}
    </div>
  );
}

/** "Right: you said line 11." */
function guessSentence({ line, verdict }: JudgedGuess): string {
  const said = line === undefined ? "you said that every line costs what it must" : `you said line ${count(line)}`;
  switch (verdict) {
    case "right":
      return `Right: ${said}.`;
    case "close":
      return `Close: ${said}.`;
    case "not-yet":
      return `Not yet: ${said}.`;
  }
}

/** Which lines cost most, and what their costliest access does. */
function Guilty({ profile, judged: { guilty, verdict } }: { readonly profile: LabProfile; readonly judged: JudgedGuess }) {
  const [line] = guilty;
  const access = profile.accesses
    .filter((one) => one.line === line)
    .reduce<LabProfile["accesses"][number] | undefined>(
      (most, one) => (most === undefined || excessWavefronts(one.counts) > excessWavefronts(most.counts) ? one : most),
      undefined,
    );
  if (line === undefined || access === undefined) return <>No line costs more than it must.</>;
  const { name, advice } = accessPatternWords(access);
  const others =
    guilty.length > 1
      ? `, as ${guilty.length === 2 ? "line" : "lines"} ${guilty.slice(1).join(", ")} ${guilty.length === 2 ? "does" : "do"}`
      : "";
  return (
    <>
      Line {line} costs most above its ideal{others}: <code>{access.text}</code>, {excessText(access.counts)}.
      {advice !== "" && ` ${capitalize(name)}.`}
      {verdict === "not-yet" && " Look for the reason in its picture."}
    </>
  );
}
