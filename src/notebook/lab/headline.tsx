import { deviceNamed } from "#simulator";
import { sampleOfBlocks } from "#cuda/profile/sample-words.ts";
import { Prose } from "#pictures/inline-code.ts";
import { micros } from "../time/time-view.tsx";
import type { LabSession } from "./lab-session.ts";
import { sumsOf, sumsText } from "./run-sums.ts";

/**
 * What the last run comes to, in one line above all that it did; while text or launch have changed since, whose counts these are, with Run
 * at hand.
 */
export function Headline({ session }: { readonly session: LabSession }) {
  const profile = session.profile.value;
  if (profile === undefined) return null;
  const { whoseCounts, progress, badFields, guess } = session;
  if (whoseCounts === undefined) {
    if (guess.isCovered.value) return <p class="run-headline">The launch has run; its counts are covered until you have guessed.</p>;
    const { costs, sample } = profile;
    const device = deviceNamed(profile.run.device);
    return (
      <p class="run-headline">
        {sumsText(sumsOf(profile))}
        {costs && `; about ${micros(costs.time.microseconds)}${device ? ` on an ${device.name}` : ""}, by the model`}
        {sample && `; scaled from ${sampleOfBlocks(sample)}`}.
      </p>
    );
  }
  return (
    <p class="run-headline not-current" role="status">
      <span>
        <Prose text={whoseCounts} />
      </span>
      {progress.value === undefined && (
        <button type="button" class="plain-button" disabled={badFields.value.size > 0} onClick={() => void session.run()}>
          Run again
        </button>
      )}
    </p>
  );
}
