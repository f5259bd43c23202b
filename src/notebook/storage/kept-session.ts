import { signal } from "@preact/signals";
import { reasonOf } from "../reason-of.ts";
import type { Kept, KeptSave, KeptWorks } from "./kept-store.ts";

/** Where works are kept. */
export interface KeptServices<T> {
  readonly read: () => Promise<KeptWorks<T>>;
  readonly save: (kept: Kept<T>, seen: string | undefined) => Promise<KeptSave<T>>;
  readonly markDeleted: (id: string, isDeleted: boolean) => Promise<void>;
  /** Makes what is to be saved: id and revision are new. */
  readonly kept: (id: string, work: T) => Kept<T>;
  readonly newId: () => string;
}

/** Where the work that is shown comes from. It is kept with the learner's own as soon as it is changed. */
export type Origin = { readonly kind: "own"; readonly id: string } | { readonly kind: "shared" } | { readonly kind: "started" };

/** The learner's works of one kind as one tab sees them: the list, the one that is open, and what is not saved yet. */
export class KeptSession<T extends { readonly title: string }> {
  readonly origin = signal<Origin>({ kind: "started" });
  /** The learner's works, the one saved last first. */
  readonly own = signal<readonly Kept<T>[]>([]);
  /** Titles of the learner's works that cannot be opened. */
  readonly broken = signal<readonly string[]>([]);
  /** The work that was deleted last: it can be brought back. */
  readonly deleted = signal<Kept<T> | undefined>(undefined);
  readonly saveState = signal<{ readonly kind: "saved" } | { readonly kind: "failed"; readonly reason: string } | undefined>(undefined);
  /** Called when another tab has changed the open work, and this tab goes on with a copy. */
  onMoved: (title: string) => void = () => undefined;
  readonly #services: KeptServices<T>;
  /** Revisions that this tab last saw or wrote, by work. */
  readonly #seen = new Map<string, string>();
  /** By id, the learner's works that are not saved as they are now. */
  readonly #changed = new Map<string, Kept<T>>();
  /** What is being saved or waits for it. */
  readonly #saving = new Set<Kept<T>>();
  #saves: Promise<void> = Promise.resolve();

  constructor(services: KeptServices<T>) {
    this.#services = services;
  }

  /** Reads the learner's works. If the storage cannot be read, this is reported, and the page works without it. */
  async restore(): Promise<void> {
    try {
      const { own, broken } = await this.#services.read();
      // What is changed here and not saved goes on from the revision that it was changed from.
      const asSaved = own.filter(({ id }) => !this.#changed.has(id));
      for (const { id, revision } of asSaved) this.#seen.set(id, revision);
      this.own.value = [...this.#changed.values(), ...asSaved];
      this.broken.value = broken;
    } catch (error) {
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    }
  }

  /** Notes that the open work is now this. One that was not the learner's becomes theirs. */
  change(work: T): void {
    const { value: origin } = this.origin;
    const id = origin.kind === "own" ? origin.id : this.#services.newId();
    if (origin.kind !== "own") this.origin.value = { kind: "own", id };
    this.#changed.set(id, this.#services.kept(id, work));
  }

  /** Goes on with a copy of the open work. */
  duplicate(work: T): void {
    this.saveNow();
    this.origin.value = { kind: "own", id: this.#services.newId() };
    this.change(work);
    this.saveNow();
  }

  /** Deletes the open work. Returns what may be opened next. */
  async remove(): Promise<Kept<T> | undefined> {
    const { value: origin } = this.origin;
    if (origin.kind !== "own") return undefined;
    const { id } = origin;
    this.saveNow();
    await this.#saves;
    const removed = this.own.value.find((one) => one.id === id);
    this.#changed.delete(id);
    await this.#reported(() => this.#services.markDeleted(id, true));
    this.own.value = this.own.value.filter((one) => one.id !== id);
    this.deleted.value = removed;
    return this.own.value[0];
  }

  /** Brings the work back that was deleted last. */
  async undoRemove(): Promise<Kept<T> | undefined> {
    const kept = this.deleted.value;
    if (kept === undefined) return undefined;
    await this.#reported(() => this.#services.markDeleted(kept.id, false));
    this.deleted.value = undefined;
    this.own.value = [kept, ...this.own.value];
    if (this.#seen.get(kept.id) !== kept.revision) this.#changed.set(kept.id, kept);
    return kept;
  }

  /** What is not saved yet, to be kept when the page goes away, each with the revisions that it continues. */
  get unsaved(): readonly { readonly kept: Kept<T>; readonly seen: readonly string[] }[] {
    return [...this.#changed.values()].map((kept) => {
      const saving = [...this.#saving].filter(({ id }) => id === kept.id).map(({ revision }) => revision);
      return { kept, seen: [this.#seen.get(kept.id), ...saving].filter((revision) => revision !== undefined) };
    });
  }

  /** Saves what has changed: also works that could not be saved when another one was opened. */
  saveNow(): void {
    for (const kept of this.#changed.values()) {
      if (this.#saving.has(kept)) continue;
      this.#saving.add(kept);
      this.#saves = this.#saves.then(() => this.#save(kept));
    }
  }

  async #save(kept: Kept<T>): Promise<void> {
    try {
      const outcome = await this.#services.save(kept, this.#seen.get(kept.id));
      const stored = outcome.kind === "elsewhere" ? outcome.copy : kept;
      if (this.#changed.get(kept.id) === kept) this.#changed.delete(kept.id);
      this.#seen.set(stored.id, stored.revision);
      this.#list(stored);
      if (outcome.kind === "elsewhere") this.#moveTo(kept.id, stored);
      this.saveState.value = { kind: "saved" };
    } catch (error) {
      this.#list(kept);
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    } finally {
      this.#saving.delete(kept);
    }
  }

  /** Lists a work first among the learner's own, as it is now. */
  #list(kept: Kept<T>): void {
    const now = this.#changed.get(kept.id) ?? kept;
    this.own.value = [now, ...this.own.value.filter(({ id }) => id !== kept.id)];
  }

  /** Another tab has changed the work: this tab goes on with a copy of its own. */
  #moveTo(formerId: string, copy: Kept<T>): void {
    const { title } = copy.sketch;
    this.#seen.delete(formerId);
    const changed = this.#changed.get(formerId);
    this.#changed.delete(formerId);
    if (changed !== undefined) this.#changed.set(copy.id, this.#services.kept(copy.id, { ...changed.sketch, title }));
    void this.restore();
    if (this.origin.value.kind !== "own" || this.origin.value.id !== formerId) return;
    this.origin.value = { kind: "own", id: copy.id };
    this.onMoved(title);
  }

  async #reported(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    }
  }
}
