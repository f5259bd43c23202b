import type { ComponentChildren } from "preact";

interface LastPictureProps {
  /** Whether the picture is that of the text beside it. */
  readonly isCurrent: boolean;
  readonly children: ComponentChildren;
}

/** The picture of the last text that ran. While the text beside it cannot be run, it is faded, and says so. */
export function LastPicture({ isCurrent, children }: LastPictureProps) {
  return (
    <div class={isCurrent ? undefined : "outdated"}>
      {!isCurrent && <p class="from-last-run">From your last version that ran</p>}
      {children}
    </div>
  );
}
