import type * as GroupCalls from "./group-calls.ts";
import { mentionsGroups } from "./group-names.ts";

let calls: typeof GroupCalls | undefined;

/** Fetches cooperative groups if a text may use them: they are needed before it is compiled. */
export async function fetchGroups(text: string): Promise<void> {
  if (mentionsGroups(text)) calls ??= await import("./group-calls.ts");
}

/** @throws Error when the text was not told to `fetchGroups` */
function fetched(): typeof GroupCalls {
  if (calls === undefined) throw new Error("cooperative groups were not fetched");
  return calls;
}

export const callGroupFunction: typeof GroupCalls.callGroupFunction = (...given) => fetched().callGroupFunction(...given);
export const callGroupMethod: typeof GroupCalls.callGroupMethod = (...given) => fetched().callGroupMethod(...given);
