import type { ComponentChildren } from "preact";
import type { KeptWork } from "./kept-work.ts";

interface KeptNoticesProps<T extends { readonly title: string }> {
  readonly session: KeptWork<T>;
  /** What works are called: "kernel", "kernels". */
  readonly nouns: { readonly one: string; readonly many: string };
  /** What a link to the work contains: "the whole kernel and its launch". */
  readonly linkHolds: string;
  /** More notices. */
  readonly children?: ComponentChildren;
}

/** What the learner must know about the work that is shown: where it comes from, and whether it is saved. */
export function KeptNotices<T extends { readonly title: string }>({ session, nouns, linkHolds, children }: KeptNoticesProps<T>) {
  const { keeping, notice } = session;
  const { origin, deleted, saveState } = keeping;
  return (
    <div role="status">
      {origin.value.kind === "shared" && (
        <p class="notice">
          <strong>Shared with you.</strong> This {nouns.one} came with a link. Your own {nouns.many} are as they were. If you change this
          one, a copy is kept beside them.
          <button type="button" onClick={() => session.keepCopy()}>
            Keep a copy
          </button>
        </p>
      )}
      {deleted.value !== undefined && (
        <p class="notice">
          “{deleted.value.sketch.title}” is deleted.
          <button type="button" onClick={() => void session.undoRemove()}>
            Undo
          </button>
        </p>
      )}
      {notice.value !== undefined && (
        <p class="notice">
          {notice.value}
          <button type="button" onClick={() => (notice.value = undefined)}>
            OK
          </button>
        </p>
      )}
      {saveState.value?.kind === "failed" && (
        <p class="notice wrong">
          This browser does not store your {nouns.many} ({saveState.value.reason}). Copy the link: it holds {linkHolds}.
        </p>
      )}
      {children}
    </div>
  );
}
