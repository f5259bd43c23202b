import { vi } from "vitest";

/** The storage of a browser in memory: as much of IndexedDB as the course uses, and local storage. Both can be full. */
export class MemoryBrowser {
  readonly localStorage: Storage = new MemoryStorage();
  /** Whether IndexedDB refuses to store anything more. */
  isFull = false;
  /** Whether IndexedDB leaves who opens a database without an answer, until it no longer is. */
  set isSilent(isSilent: boolean) {
    this.#answering = isSilent ? Promise.withResolvers<void>() : (this.#answering?.resolve(), undefined);
  }
  #answering: PromiseWithResolvers<void> | undefined;
  readonly #databases = new Map<string, Map<unknown, unknown>>();

  /** Stores a value behind the course's back. */
  put(database: string, key: unknown, value: unknown): void {
    this.#store(database).put(value, key);
  }

  /** Makes it the browser of this test. Modules keep connections that they have opened, so each test needs modules of its own. */
  use(): void {
    vi.resetModules();
    vi.stubGlobal("localStorage", this.localStorage);
    vi.stubGlobal("indexedDB", {
      open: (name: string) => answer({ transaction: () => ({ objectStore: () => this.#store(name) }) }, this.#answering?.promise),
    });
    vi.stubGlobal("BroadcastChannel", SilentChannel);
  }

  #store(name: string) {
    const values = this.#databases.get(name) ?? new Map<unknown, unknown>();
    this.#databases.set(name, values);
    return {
      get: (key: unknown) => answer(structuredClone(values.get(key))),
      getAll: () => answer([...values.values()].map((value) => structuredClone(value))),
      getAllKeys: () => answer([...values.keys()]),
      put: (value: unknown, key: unknown) => {
        if (this.isFull) throw new Error("the disk is full");
        values.set(key, structuredClone(value));
      },
      get transaction() {
        return answer(undefined);
      },
    };
  }
}

class MemoryStorage implements Storage {
  [key: string]: unknown;

  get length(): number {
    return Object.keys(this).length;
  }

  key(index: number): string | null {
    return Object.keys(this)[index] ?? null;
  }

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }

  clear(): void {
    for (const key of Object.keys(this)) this.removeItem(key);
  }
}

/** A channel on which nobody else is heard. */
class SilentChannel {
  onmessage: unknown;
  postMessage(): void {
    // There is no other tab.
  }
}

/** A request that succeeds as soon as its caller listens, and not before something else is done. */
function answer<T>(result: T, before: Promise<void> = Promise.resolve()): { readonly result: T; onsuccess?: () => void } {
  const request: { readonly result: T; onsuccess?: () => void } = { result };
  void before.then(() => request.onsuccess?.());
  return request;
}
