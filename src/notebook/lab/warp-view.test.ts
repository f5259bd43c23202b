import { expect, test } from "vitest";
import type { LabAccess } from "./profile.ts";
import { whyNoRequest } from "./warp-view.tsx";

const counted = (space: string) => ({ counts: { space } }) as unknown as Pick<LabAccess, "counts">;

test.each([
  ["a load that no warp of the block makes", "global", 0, "No warp of this block makes this access."],
  ["one that may come later", "shared", 3, "No warp of this block makes this access, or only after the requests that are kept."],
  // Its thread makes it, but not as a warp's request: block-requests.ts keeps none.
  ["a bulk copy", "bulk", 0, "A bulk copy is started by one thread, so there is no request of a warp to draw."],
  ["a bulk copy of a long block", "bulk", 3, "A bulk copy is started by one thread, so there is no request of a warp to draw."],
])("why %s has no request to draw", (_, space, further, said) => expect(whyNoRequest(counted(space), { further })).toBe(said));
