import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import "./kept-bar.css";
import { CopyButton } from "../share/copy-button.tsx";
import { openId, type KeptWork } from "./kept-work.ts";

interface KeptProps<T extends { readonly title: string }> {
  readonly session: KeptWork<T>;
}

/** The list of the learner's own works, in which another one is opened. */
export function OwnWorks<T extends { readonly title: string }>({ session, label }: KeptProps<T> & { readonly label: string }) {
  const { own, broken } = session.keeping;
  const id = openId(session);
  return (
    <label class="field">
      <span>{label}</span>
      <select value={id} onChange={({ currentTarget }) => session.openOwn(currentTarget.value)}>
        {id === "" && (
          <option value="" selected>
            {own.value.length === 0 ? "none yet" : "choose…"}
          </option>
        )}
        {own.value.map((kept) => (
          <option key={kept.id} value={kept.id} selected={kept.id === id}>
            {kept.sketch.title}
          </option>
        ))}
        {broken.value.map((title, number) => (
          <option key={`broken/${number}`} value="" disabled>
            {title} (cannot be opened)
          </option>
        ))}
      </select>
    </label>
  );
}

interface TitleFieldProps<T extends { readonly title: string }> extends KeptProps<T> {
  /** The open work's. */
  readonly title: string;
  /** In characters. */
  readonly longest: number;
}

export function TitleField<T extends { readonly title: string }>({ session, title, longest }: TitleFieldProps<T>) {
  return (
    <label class="field title-field">
      <span>Title</span>
      <input type="text" maxLength={longest} value={title} onInput={({ currentTarget }) => session.rename(currentTarget.value)} />
    </label>
  );
}

interface KeptButtonsProps<T extends { readonly title: string }> extends KeptProps<T> {
  /** Makes the link that is copied; what it throws is shown. */
  readonly link: () => Promise<string>;
  /** Shown when the learner has deleted the last work. */
  readonly first: T;
  /** More buttons. */
  readonly children?: ComponentChildren;
}

/** What can be done with the work that is open, and whether it is saved. What cannot be seen yet keeps its place: the code below stays. */
export function KeptButtons<T extends { readonly title: string }>({ session, first, link, children }: KeptButtonsProps<T>) {
  const isOwn = openId(session) !== "";
  const isSaved = isOwn && session.keeping.saveState.value?.kind === "saved";
  const [isMoreShown, showMore] = useState(false);
  return (
    <div class="cell-bar kept-buttons">
      <CopyButton label="Copy link" copied="Copied." text={async () => new URL(await link(), location.href).href} />
      <button type="button" class="more-toggle" aria-expanded={isMoreShown} onClick={() => showMore(!isMoreShown)}>
        More
      </button>
      <div class="kept-more" data-shown={isMoreShown || undefined}>
        <button type="button" onClick={() => session.duplicate()}>
          Duplicate
        </button>
        {children}
        <button type="button" class={isOwn ? undefined : "unseen"} onClick={() => void session.remove(first)}>
          Delete
        </button>
      </div>
      <span class={isSaved ? "save-mark" : "save-mark unseen"}>Saved in this browser</span>
    </div>
  );
}
