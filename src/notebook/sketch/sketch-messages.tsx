import type { SketchOutcome } from "#judge/grade.ts";
import type { Printed } from "#judge/printed.ts";
import type { Witness } from "#judge/result.ts";
import { Prose } from "#pictures/inline-code.ts";
import { RequestPicture } from "../cell/preview.tsx";
import { witnessTitle } from "#judge/report/places.ts";
import { errorSentence } from "#judge/report/verdict-line.ts";

interface SketchMessagesProps {
  readonly outcome: SketchOutcome | undefined;
  /** Whether each message about a warp has that warp's picture, folded. */
  readonly withProofs?: boolean;
}

/** What is wrong with a sketch: the error that keeps it from running, or what its kernel must not do. */
export function SketchMessages({ outcome, withProofs = false }: SketchMessagesProps) {
  return <div aria-live="polite">{outcome && <Messages outcome={outcome} withProofs={withProofs} />}</div>;
}

function Messages({ outcome, withProofs }: { readonly outcome: SketchOutcome; readonly withProofs: boolean }) {
  const why = whyNotRun(outcome);
  const messages = outcome.status === "ran" ? outcome.violations : why === undefined ? [] : [{ message: why, witness: undefined }];
  return (
    <>
      {messages.map(({ message, witness }) => (
        <div class="complaint" key={message}>
          <Prose text={message} />
          {withProofs && witness && <Proof witness={witness} />}
        </div>
      ))}
    </>
  );
}

/** What keeps a sketch from being run; undefined if it ran. */
function whyNotRun(outcome: SketchOutcome | undefined): string | undefined {
  switch (outcome?.status) {
    case undefined:
    case "ran":
      return undefined;
    case "error":
      return errorSentence(outcome.error);
    case "refused":
      return outcome.message;
    case "fault":
      return `The picture could not be drawn, which is our bug and not yours: ${outcome.message}`;
  }
}

/** What is said first of what is wrong with a sketch; undefined if nothing is. */
export function complaintOf(outcome: SketchOutcome | undefined): string | undefined {
  return outcome?.status === "ran" ? outcome.violations[0]?.message : whyNotRun(outcome);
}

function Proof({ witness }: { readonly witness: Witness }) {
  const { request, lanes } = witness;
  return (
    <details>
      <summary>Show the warp that did it</summary>
      <RequestPicture request={request} lanes={lanes} title={witnessTitle(witness)} />
    </details>
  );
}

/** What a sketch printed, also if it then failed. */
export function printedIn(outcome: SketchOutcome | undefined): Printed | undefined {
  return outcome?.status === "ran" || outcome?.status === "error" ? outcome.printed : undefined;
}
