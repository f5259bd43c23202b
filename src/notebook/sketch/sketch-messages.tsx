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
  switch (outcome.status) {
    case "ran":
      return (
        <>
          {outcome.violations.map(({ message, witness }) => (
            <div class="complaint" key={message}>
              <Prose text={message} />
              {withProofs && witness && <Proof witness={witness} />}
            </div>
          ))}
        </>
      );
    case "error":
      return (
        <div class="complaint">
          <Prose text={errorSentence(outcome.error)} />
        </div>
      );
    case "refused":
      return (
        <div class="complaint">
          <Prose text={outcome.message} />
        </div>
      );
    case "fault":
      return (
        <div class="complaint">
          <Prose text={`The picture could not be drawn, which is our bug and not yours: ${outcome.message}`} />
        </div>
      );
  }
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
