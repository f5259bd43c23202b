import { useState } from "preact/hooks";
import { reasonOf } from "../reason-of.ts";

export interface CopyLinkProps {
  /** Makes the link, relative to the page or whole; what it throws is shown. */
  readonly link: () => Promise<string>;
  /** Why there is no link now. */
  readonly noLink?: string | undefined;
}

/** Copies a link to the work that is shown, and says whether it is copied. */
export function CopyLink({ link, noLink }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<string>();
  const copy = async (): Promise<void> => {
    if (noLink !== undefined) return setOutcome(noLink);
    try {
      await navigator.clipboard.writeText(new URL(await link(), location.href).href);
      setOutcome("Copied.");
    } catch (error) {
      setOutcome(`The link was not copied: ${reasonOf(error)}`);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <span role="status">{outcome}</span>
    </>
  );
}
