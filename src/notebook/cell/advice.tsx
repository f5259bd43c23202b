import { Prose } from "#pictures/inline-code.ts";
import type { CellSession } from "./cell-session.ts";

/** What a teacher would ask about the text that was graded last, until the text changes. */
export function Advice({ session }: { readonly session: CellSession }) {
  const advice = session.advice.value;
  if (advice === undefined || session.isResultStale.value) return null;
  return (
    <p class="advice">
      <strong>{advice.message.endsWith("?") ? "A question:" : "Look here:"}</strong> {advice.line !== undefined && `Line ${advice.line}: `}
      <Prose text={advice.message} />
    </p>
  );
}
