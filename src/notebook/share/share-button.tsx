import { useState } from "preact/hooks";
import { reasonOf } from "../reason-of.ts";

interface ShareButtonProps {
  /** Makes the link to what is shown now. */
  readonly link: () => Promise<string>;
}

type Outcome =
  | { readonly kind: "copied" }
  | { readonly kind: "shown"; readonly link: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Copies a link. Where the browser refuses the clipboard, the link is shown, to be copied by hand. */
export function ShareButton({ link }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <span class="share">
      <button type="button" data-intent="share" onClick={() => void shared(link).then(setOutcome)}>
        Share
      </button>
      <span role="status">
        {outcome?.kind === "copied" && "Link copied"}
        {outcome?.kind === "failed" && outcome.reason}
      </span>
      {outcome?.kind === "shown" && (
        <input
          type="text"
          readOnly
          value={outcome.link}
          aria-label="Link to copy"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </span>
  );
}

async function shared(makeLink: () => Promise<string>): Promise<Outcome> {
  try {
    const link = await makeLink();
    return await navigator.clipboard.writeText(link).then(
      () => ({ kind: "copied" }) as const,
      () => ({ kind: "shown", link }) as const,
    );
  } catch (error) {
    return { kind: "failed", reason: reasonOf(error) };
  }
}
