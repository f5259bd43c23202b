import { createHash } from "node:crypto";

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const LONGEST_PLAIN_ID = 64;
const LONGEST_SLUG = 32;
/** Names that end in a hash are reserved for ids that cannot be folder names themselves. */
const ENDS_IN_HASH = /-[0-9a-f]{8,}$/i;

/**
 * The name of each student's folder: the id itself if it is a valid name on every system, else a readable slug of it and the start of
 * its hash. No two names are equal, even on a file system that ignores case.
 */
export function studentFolders(ids: readonly string[]): ReadonlyMap<string, string> {
  const shared = repeated(ids.map((id) => id.toLowerCase()));
  const folders = ids.map((id) => [id, isPlain(id) && !shared.has(id.toLowerCase()) ? id : hashedName(id, 8)] as const);
  // Someone can construct an id whose hash starts with the same eight digits as another's; with all 64 digits, that is infeasible.
  const clashing = repeated(folders.map(([, folder]) => folder));
  return new Map(folders.map(([id, folder]) => [id, clashing.has(folder) ? hashedName(id, 64) : folder]));
}

function isPlain(id: string): boolean {
  const spelled = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(id) && !id.endsWith(".") && id.length <= LONGEST_PLAIN_ID;
  return spelled && !RESERVED.test(id) && !ENDS_IN_HASH.test(id);
}

function hashedName(id: string, digits: number): string {
  const letters = id.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = letters
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_SLUG)
    .replace(/^-|-$/g, "");
  return `${slug || "student"}-${createHash("sha256").update(id).digest("hex").slice(0, digits)}`;
}

function repeated(values: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(values.filter((value) => seen.has(value) || (seen.add(value), false)));
}
