import type { CellSession } from "./cell-session.ts";
import { errorSentence } from "./error-sentence.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { Prose } from "#pictures/inline-code.ts";

/** The picture that follows the typing. While the text is half written, the last one stays, faded. */
export function LivePicture({ session }: { readonly session: CellSession }) {
  const picture = session.picture.value;
  if (picture === undefined) return null;
  return (
    <div class={session.preview.value?.status === "ran" ? undefined : "outdated"}>
      <PreviewPanel preview={picture} caseTitle={session.exercise.caseTitles[picture.case] ?? picture.case} />
    </div>
  );
}

/** The first thing that is wrong in the small case, or what keeps the text from being run; the verdict says it better, once there is one. */
export function Complaint({ session }: { readonly session: CellSession }) {
  const hasVerdict = session.result.value !== undefined && !session.isResultStale.value;
  const complaint = hasVerdict ? undefined : complaintOf(session.preview.value);
  return complaint === undefined ? null : (
    <p class="complaint">
      <Prose text={complaint} />
    </p>
  );
}

function complaintOf(preview: CellSession["preview"]["value"]): string | undefined {
  switch (preview?.status) {
    case undefined:
      return undefined;
    case "ran":
      return preview.problem?.message;
    case "error":
      return errorSentence(preview.error);
    case "fault":
      return `The picture failed, which is our mistake and not yours: ${preview.message}`;
  }
}
