// Assignments travel in links as well, so the packing itself is the classroom's.
export { decodeFragment, encodeFragment } from "#classroom/assignment/fragment.ts";
