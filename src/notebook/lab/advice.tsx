import { patternWords } from "#cuda/profile/pattern-words.ts";
import { capitalize, count } from "#pictures/format.ts";
import { Badge } from "./badge.tsx";
import { excessText, placeOf, rankedAccesses } from "./access-cost.ts";
import type { CourseLinks } from "./lab-services.ts";
import type { LabSession } from "./lab-session.ts";
import type { LabAccess, LabProfile } from "./profile.ts";

interface AccessAdviceProps {
  readonly access: LabAccess;
  /** Without it, nothing is linked. */
  readonly course: CourseLinks | undefined;
}

/** The pattern of an access, what to do about it, and where the course treats it. Nothing for one that costs what it must. */
export function AccessAdvice({ access, course }: AccessAdviceProps) {
  const { name, advice, lesson, exercise } = patternWords(access.pattern, placeOf(access));
  if (advice === "") return null;
  return (
    <p class="access-advice">
      <strong>{capitalize(name)}.</strong> {advice}
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
export function costlyAccesses(profile: Pick<LabProfile, "accesses">): number[] {
  return rankedAccesses(profile).filter((number) => {
    const access = profile.accesses[number]!;
    return patternWords(access.pattern, placeOf(access)).advice !== "";
  });
}

/** The costly accesses of the last launch, each with its pattern: choosing one shows its picture and what to do. */
export function CostRanking({ session }: { readonly session: LabSession }) {
  const profile = session.profile.value;
  if (profile === undefined || profile.accesses.length === 0) return null;
  const costly = costlyAccesses(profile);
  return (
    <section class="cost-ranking" role="group" aria-label="What costs most">
      <h2>What costs most</h2>
      {costly.length === 0 ? (
        <p>Nothing stands out: no access takes noticeably more sectors or wavefronts than it must, and warps are well filled.</p>
      ) : (
        <ol>
          {costly.map((number) => (
            <Ranked key={number} session={session} number={number} access={profile.accesses[number]!} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface RankedProps {
  readonly session: LabSession;
  readonly number: number;
  readonly access: LabAccess;
}

function Ranked({ session, number, access }: RankedProps) {
  const { line, text, op, counts, pattern } = access;
  const isChosen = session.chosen.value === number;
  return (
    <li class={isChosen ? "chosen" : undefined}>
      <Badge access={access} isChosen={isChosen} onChoose={() => session.choose(number)} />
      <span>
        Line {line}, <code>{text}</code>, {op} in {counts.space} memory: <strong>{patternWords(pattern, placeOf(access)).name}</strong>.{" "}
        {excessText(counts) ?? `${count(counts.requests)} requests`}.
      </span>
    </li>
  );
}
