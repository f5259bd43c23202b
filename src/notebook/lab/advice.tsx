import { accessPatternWords, compiledWords } from "#cuda/profile/pattern-words.ts";
import { capitalize, count } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import { CopyButton } from "../share/copy-button.tsx";
import { Badge } from "./badge.tsx";
import { excessText, rankedAccesses } from "./access-cost.ts";
import type { CourseLinks } from "./lab-services.ts";
import type { LabSession } from "./lab-session.ts";
import type { LabAccess, LabFinding, LabProfile } from "./profile.ts";
import { FINDING_NAMES } from "./results-view.tsx";

interface AccessAdviceProps {
  readonly access: LabAccess;
  /** Without it, nothing is linked. */
  readonly course: CourseLinks | undefined;
}

/** The pattern of an access, what to do about it, and where the course treats it; of one that costs what it must, why, if it looks otherwise. */
export function AccessAdvice({ access, course }: AccessAdviceProps) {
  const { name, advice, reason, lesson, exercise } = accessPatternWords(access);
  const notes = [compiledWords(access.counts.requests, access.compiledRequests), reason].filter((note) => note !== undefined);
  const noted = notes.map((note) => `${capitalize(note)}.`).join(" ");
  if (advice === "")
    return noted === "" ? null : (
      <p class="access-advice">
        <Prose text={noted} />
      </p>
    );
  return (
    <p class="access-advice">
      <strong>{capitalize(name)}.</strong> <Prose text={`${advice} ${noted}`} />
      <Link course={course} kind="lessons" id={lesson} />
      <Link course={course} kind="exercises" id={exercise} />
    </p>
  );
}

const WHERE = { lessons: { path: "lessons", word: "Lesson" }, exercises: { path: "practice", word: "Exercise" } } as const;

function Link({
  course,
  kind,
  id,
}: Pick<AccessAdviceProps, "course"> & { readonly kind: keyof typeof WHERE; readonly id: string | undefined }) {
  const title = id === undefined ? undefined : course?.[kind][id];
  if (course === undefined || title === undefined) return null;
  const { path, word } = WHERE[kind];
  return (
    <>
      {" "}
      {word}: <a href={`${course.base}${path}/${id}/`}>{title}</a>.
    </>
  );
}

/** Numbers of the accesses that something can be done about, the one that costs most above its ideal first. */
function costlyAccesses(profile: Pick<LabProfile, "accesses">): number[] {
  return rankedAccesses(profile).filter((number) => {
    const access = profile.accesses[number]!;
    return accessPatternWords(access).advice !== "";
  });
}

/** Rows of the ranking: of what costs less, the list of accesses tells. */
const MOST_RANKED = 12;

/**
 * What stands in the way first, then the costly accesses of the last launch, each with its pattern: choosing one shows its picture and what
 * to do.
 */
export function CostRanking({ session }: { readonly session: LabSession }) {
  const profile = session.profile.value;
  if (profile === undefined || profile.accesses.length + profile.findings.length === 0) return null;
  const costly = costlyAccesses(profile);
  const { findings } = profile;
  return (
    <section class="cost-ranking" role="group" aria-label="What costs most">
      <h2>What costs most</h2>
      {findings.length > 0 ? (
        <p class="wrong-first">
          <WhatIsWrong session={session} findings={findings} /> Correct this first: a kernel that does something else costs something else.
        </p>
      ) : (
        costly.length === 0 && (
          <p>Nothing stands out: no access takes noticeably more sectors or wavefronts than it must, and warps are well filled.</p>
        )
      )}
      {costly.length > 0 && (
        <ol>
          {costly.slice(0, MOST_RANKED).map((number) => (
            <Ranked key={number} session={session} number={number} access={profile.accesses[number]!} />
          ))}
        </ol>
      )}
      {costly.length > MOST_RANKED && <p>And {count(costly.length - MOST_RANKED)} more that cost less.</p>}
      <div class="cell-bar">
        <CopyButton
          label="Copy for my assistant"
          copied="Copied: what was found, what costs most, and what was tried on it."
          text={async () => (await import("./lab-brief.ts")).labBrief(profile) + session.measured.brief()}
        />
      </div>
    </section>
  );
}

/** "Race at lines 4 and 6. Misaligned at line 9." Each with its remedies stands above. */
function WhatIsWrong({ session, findings }: { readonly session: LabSession; readonly findings: readonly LabFinding[] }) {
  return (
    <>
      {[...Map.groupBy(findings, ({ kind }) => kind)].map(([kind, own]) => {
        const lines = [...new Set(own.map(({ line }) => session.lineNow(line) ?? line))].sort((a, b) => a - b);
        return (
          <span key={kind}>
            <strong class="finding-name">{FINDING_NAMES.get(kind)}</strong> at {lines.length === 1 ? "line" : "lines"}{" "}
            {lines.join(", ").replace(/, (\d+)$/, " and $1")}.{" "}
          </span>
        );
      })}
    </>
  );
}

interface RankedProps {
  readonly session: LabSession;
  readonly number: number;
  readonly access: LabAccess;
}

function Ranked({ session, number, access }: RankedProps) {
  const { line, text, op, counts } = access;
  const isChosen = session.walk.chosen.value === number;
  return (
    <li class={isChosen ? "chosen" : undefined}>
      <Badge access={access} isChosen={isChosen} onChoose={() => session.walk.choose(number)} />
      <span>
        Line {session.lineNow(line) ?? line}, <code>{text}</code>, {op} in {counts.space} memory:{" "}
        <strong>{accessPatternWords(access).name}</strong>. {excessText(counts) ?? `${count(counts.requests)} requests`}.
      </span>
    </li>
  );
}
