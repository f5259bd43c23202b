import { useEffect, useMemo, useState } from "preact/hooks";
import { count, pluralize } from "#pictures/format.ts";
import { Prose, plainText } from "#pictures/inline-code.ts";
import { StepControls } from "#figures/drawing/steps.tsx";
import { Choice } from "../cell/preview.tsx";
import { MOST_REQUESTS } from "./block-recorder.ts";
import type { BlockRequests } from "./block-requests.ts";
import { isOfAccess, type BlockStep } from "./block-steps.ts";
import type { LabSession } from "./lab-session.ts";
import type { LabAccess, LabProfile } from "./profile.ts";

/** How many steps are shown in a second while the scrubber plays. */
const SPEEDS = [2, 8, 30] as const;
/** Who does not want things to move gets them slower. */
const SLOWER = 2;
/** With more barriers than this, marks would merge into a bar. */
const MOST_MARKS = 200;

interface ScrubberProps {
  readonly session: LabSession;
  readonly profile: LabProfile;
  readonly block: BlockRequests;
}

/** Walks a block through its requests and barriers: a slider, play, and steps to and fro, also with the arrow keys. */
export function Scrubber({ session, profile, block }: ScrubberProps) {
  const steps = session.walk.steps.value;
  const step = Math.min(session.walk.step.value ?? 0, steps.length - 1);
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState(0);
  const barriers = useMemo(() => [...steps.keys()].filter((number) => steps[number]!.kind === "barrier"), [steps]);
  useEffect(() => {
    if (!playing) return;
    const slower = matchMedia("(prefers-reduced-motion: reduce)").matches ? SLOWER : 1;
    const timer = setTimeout(
      () => (step >= steps.length - 1 ? play(false) : session.walk.goTo(step + 1)),
      (1000 / SPEEDS[speed]!) * slower,
    );
    return () => clearTimeout(timer);
  }, [playing, step, steps, speed]);
  // Another block or another run begins where it is, at rest.
  useEffect(() => play(false), [steps]);
  if (steps.length === 0) return null;
  const go = (number: number): void => {
    play(false);
    session.walk.goTo(Math.max(0, Math.min(steps.length - 1, number)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The slider and the choice have arrow keys of their own.
    if (!(event.target instanceof HTMLButtonElement)) return;
    const target = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  };
  const before = barriers.findLast((number) => number < step);
  const after = barriers.find((number) => number > step);
  return (
    <div class="scrubber" role="group" aria-label="Steps of the block" onKeyDown={onKeyDown}>
      <StepControls
        steps={{
          step,
          count: steps.length,
          playing,
          go,
          toggle: () => {
            if (!playing && step >= steps.length - 1) session.walk.goTo(0);
            play(!playing);
          },
        }}
        say={(number) => plainText(stepSentence(steps[number], number, session, profile))}
        marks={barriers.length <= MOST_MARKS ? barriers : []}
      />
      <div class="scrubber-jumps">
        {barriers.length > 0 && (
          <>
            <button type="button" disabled={before === undefined} onClick={() => before !== undefined && go(before)}>
              ‹ Barrier
            </button>
            <button type="button" disabled={after === undefined} onClick={() => after !== undefined && go(after)}>
              Barrier ›
            </button>
          </>
        )}
        <Choice label="Speed" chosen={speed} options={SPEEDS.map((each) => `${each} steps/s`)} onChoose={setSpeed} />
      </div>
      <p class="step-sentence" role="status">
        <Prose text={stepSentence(steps[step], step, session, profile)} />
      </p>
      <LeftOut block={block} />
    </div>
  );
}

/** "Line 7: warp 3 loads `in[y * side + x]`, pass 2 of 8." */
function stepSentence(step: BlockStep | undefined, number: number, session: LabSession, profile: LabProfile): string {
  if (step === undefined) return "";
  if (step.kind === "barrier") {
    const { line, warps } = step.barrier;
    return `Line ${line}: barrier. ${warps === 1 ? "The block's only warp has" : `All ${count(warps)} warps have`} arrived, and go on.`;
  }
  const { request } = step;
  const access = profile.accesses.find((one) => isOfAccess(request, one));
  if (access === undefined) return "";
  // Of the step that is shown, the access is the chosen one.
  const passes = session.walk.passes.value.get(request.warp) ?? [];
  const often = passes.length < 2 ? "" : `, pass ${count(passes.indexOf(number) + 1)} of ${count(passes.length)}`;
  return `Line ${access.line}: warp ${request.warp} ${verbOf(access)} \`${access.text}\`${often}.`;
}

const VERBS: Readonly<Record<LabAccess["op"], string>> = { load: "loads", store: "stores to", reduction: "updates", atomic: "updates" };

function verbOf({ op }: LabAccess): string {
  return VERBS[op];
}

const ENDS: Readonly<Record<NonNullable<BlockRequests["end"]>, string>> = {
  assertion: "An assertion ended the launch here.",
  deadlock: "The launch goes no further: warps wait for ever.",
  stopped: "The launch was stopped here.",
};

/** What is not among the steps, in words: nothing, mostly. */
function LeftOut({ block: { further, isCut, end, requests } }: { readonly block: BlockRequests }) {
  return (
    <>
      {end && <p class="left-out">{ENDS[end]}</p>}
      {further > 0 && (
        <p class="left-out">
          The block makes {isCut ? `more than ${count(requests.length + further)}` : pluralize(requests.length + further, "request")}
          {isCut && " requests"}; the first {count(MOST_REQUESTS)} are kept for these steps. The counts of the accesses are of all.
        </p>
      )}
    </>
  );
}
