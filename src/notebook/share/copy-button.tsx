import { useState } from "preact/hooks";
import { reasonOf } from "../reason-of.ts";

interface CopyButtonProps {
  readonly label: string;
  /** What is said once it is done. */
  readonly copied: string;
  /** Makes what is copied. */
  readonly text: () => Promise<string>;
  /** Classes of the button. */
  readonly class?: string;
}

/** Copies a text to the clipboard, and says so. */
export function CopyButton({ label, copied, text, class: classes }: CopyButtonProps) {
  const [said, say] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      say(copied);
    } catch (error) {
      say(
        error instanceof DOMException
          ? "This browser doesn’t let the page write to the clipboard."
          : `Nothing was copied: ${reasonOf(error)}`,
      );
    }
  };
  return (
    <>
      <button type="button" class={classes} onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{said}</span>
    </>
  );
}
