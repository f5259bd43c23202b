/** What SCORM 1.2 lets a page ask its LMS. All arguments and answers are text; "true" and "false" say whether it worked. */
export interface Scorm12Api {
  LMSInitialize(nothing: ""): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(nothing: ""): string;
  LMSFinish(nothing: ""): string;
  LMSGetLastError(): string;
  LMSGetErrorString(code: string): string;
}

/** What the search looks at of a window. */
export interface ApiWindow {
  readonly API?: Scorm12Api;
  readonly parent: ApiWindow;
  readonly opener: ApiWindow | null;
}

/** Frames nest no deeper in any LMS; a page could have its frames nested without end. */
const MOST_PARENTS = 50;

/**
 * The object `API` that the LMS has put into a window around the page, or into the one that opened it. Source: SCORM 1.2
 * Run-Time Environment, 3.3.6. It is written out here since the usual wrapper, pipwerks', is in no package registry, and the
 * libraries that are there play the LMS's part.
 */
export function findApi(page: ApiWindow): Scorm12Api | undefined {
  const opener = readable(() => page.opener);
  return apiAround(page) ?? (opener ? apiAround(opener) : undefined);
}

function apiAround(window: ApiWindow): Scorm12Api | undefined {
  let one = window;
  for (let depth = 0; depth < MOST_PARENTS; depth++) {
    const at = one;
    const api = readable(() => at.API);
    if (api) return api;
    const parent = readable(() => at.parent);
    if (!parent || parent === one) return undefined;
    one = parent;
  }
  return undefined;
}

/** A window of another origin throws when it is looked into: whatever it holds is not for this page. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
