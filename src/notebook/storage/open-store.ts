import { createStore, type UseStore } from "idb-keyval";

/** How long a database of the browser has to open, in ms. Some never do: one that another tab is upgrading, or one of a broken profile. */
export const OPENING_MS = 2000;

/** The browser has not opened a database in time. It may do so yet: then the next access works. */
export class SilentStorage extends Error {
  override name = "SilentStorage";
}

/**
 * A store of a database of this browser. Whoever uses it waits for the database no longer than `OPENING_MS`, and not at all once that
 * was too short.
 *
 * @throws SilentStorage from each access to a database that has not opened
 */
export function openStore(database: string, store: string): UseStore {
  const use = createStore(database, store);
  let isOpen = false;
  let isOverdue = false;
  return async (mode, callback) => {
    if (!isOpen) {
      const opening = use("readonly", () => undefined).then(() => void (isOpen = true));
      await inTime(opening, isOverdue ? 0 : OPENING_MS).catch((error: unknown) => {
        isOverdue = error instanceof SilentStorage;
        throw error;
      });
    }
    return use(mode, callback);
  };
}

async function inTime(opening: Promise<void>, limitMs: number): Promise<void> {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const clock = setTimeout(() => reject(new SilentStorage("the browser's storage does not answer")), limitMs);
  try {
    await Promise.race([opening, overdue]);
  } finally {
    clearTimeout(clock);
  }
}
