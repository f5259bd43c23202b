import type { ComponentChildren } from "preact";
import { Prose } from "#pictures/inline-code.ts";

interface LastPictureProps {
  /** Whether the picture is that of the text beside it. */
  readonly isCurrent: boolean;
  /** What is wrong with the text: seen with the picture while a keyboard covers the place where the cell says it. */
  readonly why?: string | undefined;
  readonly children: ComponentChildren;
}

/** The picture of the last text that ran. While the text beside it cannot be run, it is faded, and says so. */
export function LastPicture({ isCurrent, why, children }: LastPictureProps) {
  return (
    <div class={isCurrent ? undefined : "outdated"}>
      {why !== undefined && (
        // The cell has announced it.
        <p class="why-not" aria-hidden="true">
          <Prose text={why} />
        </p>
      )}
      {!isCurrent && <p class="from-last-run">From your last version that ran</p>}
      {children}
    </div>
  );
}
