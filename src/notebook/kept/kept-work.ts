import type { Signal } from "@preact/signals";
import type { KeptSession } from "../storage/kept-session.ts";

/** What a page of works that a learner keeps can do with them: a session of the playground or the lab. */
export interface KeptWork<T extends { readonly title: string }> {
  readonly keeping: KeptSession<T>;
  /** Something that the learner should know once. */
  readonly notice: Signal<string | undefined>;
  /** Opens one of the learner's own. */
  openOwn(id: string): void;
  rename(title: string): void;
  /** Keeps the work that is shown among the learner's own. */
  keepCopy(): void;
  duplicate(): void;
  /** Deletes the open work; the next one of the learner's is opened, or else `instead` is shown. */
  remove(instead: T): Promise<void>;
  undoRemove(): Promise<void>;
}

/** The id of the open work; empty while it is not the learner's own. */
export function openId({ keeping: { origin } }: { readonly keeping: Pick<KeptSession<never>, "origin"> }): string {
  return origin.value.kind === "own" ? origin.value.id : "";
}
