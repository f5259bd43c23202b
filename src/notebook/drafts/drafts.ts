import { keptAside, replaced, type Draft, type DraftRecord } from "./draft.ts";
import { changeRecord } from "./draft-store.ts";
import { clearLastWords, leaveLastWords } from "./last-words.ts";
import { settledRecord } from "./settled-record.ts";
import { reasonOf } from "../reason-of.ts";

/** How the last save went. */
export type SaveState =
  | { readonly kind: "saved"; readonly at: number }
  /** Another tab has saved a text that this one has not seen; this tab's text is kept beside it. */
  | { readonly kind: "elsewhere"; readonly other: Draft }
  /** The browser would not store it. */
  | { readonly kind: "failed"; readonly reason: string };

/** The drafts of one exercise, as one tab sees them. */
export class Drafts {
  readonly #exercise: string;
  readonly #exerciseVersion: string;
  readonly #channel: BroadcastChannel;
  /** Revision of the current draft that this tab last saw or wrote. */
  #seen: string | undefined;
  /** Revision of this tab's text that is kept aside while another tab's is current. */
  #ownAside: string | undefined;
  #saves: Promise<unknown> = Promise.resolve();
  #aside: readonly Draft[] = [];

  /** @param onOther called when another tab saved something newer than this tab has seen */
  constructor(exercise: string, exerciseVersion: string, onOther: (other: Draft) => void) {
    this.#exercise = exercise;
    this.#exerciseVersion = exerciseVersion;
    this.#channel = new BroadcastChannel(`coalesce-drafts/${exercise}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Draft>) => {
      if (data.revision !== this.#seen) onOther(data);
    };
  }

  /** Texts that gave way, newest first. */
  get aside(): readonly Draft[] {
    return this.#aside;
  }

  /** What was written on former visits, with what the last page could not save any more. */
  async load(): Promise<Draft | undefined> {
    const record = await settledRecord(this.#exercise);
    if (record !== undefined) this.#remember(record);
    return record?.current;
  }

  /** Saves the learner's text. What another tab saved meanwhile stays current; then this text goes beside it. */
  save(text: string): Promise<SaveState> {
    return this.#inTurn(async () => {
      const draft = this.#draftOf(text);
      let isElsewhere = false;
      const record = await changeRecord(this.#exercise, (stored) => {
        isElsewhere = stored !== undefined && stored.current.revision !== this.#seen && stored.current.text !== text;
        if (stored !== undefined && isElsewhere) return keptAside(stored, draft, this.#ownAside);
        return { current: draft, aside: stored?.aside ?? [] };
      });
      clearLastWords(this.#exercise);
      if (isElsewhere) {
        this.#ownAside = draft.revision;
        this.#aside = record.aside;
        return { kind: "elsewhere", other: record.current };
      }
      this.#announce(record);
      return { kind: "saved", at: draft.savedAt };
    });
  }

  /** Makes a text current, whatever is; the text that was goes aside, and so does the learner's own. */
  replace(text: string, own: string): Promise<SaveState> {
    return this.#inTurn(async () => {
      const record = await changeRecord(this.#exercise, (stored) => {
        const withOwn =
          stored === undefined ? { current: this.#draftOf(own), aside: [] } : keptAside(stored, this.#draftOf(own), this.#ownAside);
        return replaced(withOwn, this.#draftOf(text));
      });
      this.#ownAside = undefined;
      this.#announce(record);
      return { kind: "saved", at: record.current.savedAt };
    });
  }

  /** Called when the page goes away with a text that is not saved yet. */
  leave(text: string): void {
    leaveLastWords(this.#exercise, this.#draftOf(text));
  }

  #inTurn(save: () => Promise<SaveState>): Promise<SaveState> {
    const saved = this.#saves.then(save).catch((error: unknown): SaveState => {
      return { kind: "failed", reason: reasonOf(error) };
    });
    this.#saves = saved;
    return saved;
  }

  #draftOf(text: string): Draft {
    return { text, savedAt: Date.now(), exerciseVersion: this.#exerciseVersion, revision: crypto.randomUUID() };
  }

  #remember({ current, aside }: DraftRecord): void {
    this.#seen = current.revision;
    this.#aside = aside;
  }

  #announce(record: DraftRecord): void {
    this.#remember(record);
    this.#channel.postMessage(record.current);
  }
}
