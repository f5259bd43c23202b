import { useEffect, useState } from "preact/hooks";
import { count } from "#pictures/format.ts";
import type { CodeEditor } from "../editor/code-editor.ts";
import { Badge } from "./badge.tsx";
import type { LabAccess } from "./profile.ts";
import type { LabSession } from "./lab-session.ts";

/** Where the static code's lines are: see `.code-host` in cell.css. */
const PADDING_PX = 12;
const LINE_PX = 21;

interface BadgeGutterProps {
  readonly session: LabSession;
  /** How far below the top of the code a line begins, where the editor knows. */
  readonly lineTop?: (line: number) => number | undefined;
}

/** Badges beside one line, and lines that have some: of more, the picture of accesses lists the rest. */
const MOST_BADGES = 4;
const MOST_LINES = 400;

/** Beside each line of the source, what its accesses cost. Lines that were moved since the last run take their badges with them. */
export function BadgeGutter({ session, lineTop }: BadgeGutterProps) {
  const { guess } = session;
  const profile = session.profile.value;
  const accesses = profile?.accesses ?? [];
  const lines = Map.groupBy(
    accesses.map((access, number) => ({ access, number })),
    ({ access }) => access.line,
  );
  const shown = [...lines].slice(0, MOST_LINES).flatMap(([line, ofLine]) => {
    const now = session.lineNow(line);
    return now === undefined ? [] : [{ line, now, ofLine }];
  });
  return (
    <div
      class={session.areCountsCurrent.value ? "badge-gutter" : "badge-gutter outdated"}
      role="group"
      aria-label={session.areCountsCurrent.value ? "Cost of each access, by line" : "Cost of each access at the last run, by line"}
      style={{ "--most-badges": Math.max(1, ...shown.map(({ ofLine }) => Math.min(ofLine.length, MOST_BADGES))) }}
    >
      {shown.map(({ line, now, ofLine }) => (
        <div
          class={!guess.isCovered.value && line === session.walk.shownLine.value ? "badge-line at-step" : "badge-line"}
          key={line}
          data-line={now}
          style={{ top: `${lineTop?.(now) ?? PADDING_PX + (now - 1) * LINE_PX}px` }}
        >
          {profile !== undefined && guess.isCovered.value && (
            <button
              type="button"
              class="badge covered"
              title="The line that costs most?"
              aria-label={`Line ${line} costs most`}
              onClick={() => guess.guess(profile, line)}
            >
              ?
            </button>
          )}
          {(guess.isCovered.value ? [] : ofLine.slice(0, MOST_BADGES)).map(({ access, number }) => (
            <Badge
              key={number}
              access={access}
              isChosen={session.walk.chosen.value === number}
              onChoose={() => session.walk.choose(number)}
            />
          ))}
          {!guess.isCovered.value && ofLine.length > MOST_BADGES && <span class="further">+{count(ofLine.length - MOST_BADGES)}</span>}
        </div>
      ))}
    </div>
  );
}

interface LiveGutterProps {
  readonly session: LabSession;
  /** The editor's host. */
  readonly code: HTMLElement;
  readonly editor: CodeEditor;
}

/** The gutter keeps beside its lines as the editor wraps them. */
export function LiveGutter({ session, code, editor }: LiveGutterProps) {
  const [, layOut] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(() => layOut((time) => time + 1));
    watch.observe(code);
    return () => watch.disconnect();
  }, [code]);
  return <BadgeGutter session={session} lineTop={(line) => editor.lineTop?.(line)} />;
}

/** The same as a list, with the source of each access: also where there is no room beside the code. */
export function AccessList({ session }: { readonly session: LabSession }) {
  const accesses: readonly LabAccess[] = session.profile.value?.accesses ?? [];
  if (accesses.length === 0) return <p>The kernel accesses no memory.</p>;
  return (
    <ol class="access-list" aria-label="Accesses">
      {accesses.slice(0, MOST_LISTED).map((access, number) => (
        <li key={number} class={session.walk.chosen.value === number ? "chosen" : undefined}>
          <span class="access-line">line {session.lineNow(access.line) ?? access.line}</span>
          <Badge access={access} isChosen={session.walk.chosen.value === number} onChoose={() => session.walk.choose(number)} />
          <code>{access.text}</code>
          <span class="access-kind">
            {access.op}, {access.counts.space}
          </span>
        </li>
      ))}
      {accesses.length > MOST_LISTED && <li class="further">{furtherText(accesses.length)}</li>}
    </ol>
  );
}

/** Accesses that are listed of a kernel: more would keep the page busy, and nobody reads them. */
export const MOST_LISTED = 200;

/** "7,800 further accesses are counted in the sums, and not listed." */
export function furtherText(accesses: number): string {
  return `${count(accesses - MOST_LISTED)} further accesses are counted in the sums, and not listed.`;
}
