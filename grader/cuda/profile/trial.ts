import type { DeclaredRows } from "../analysis/addressed-arrays.ts";
import type { GlobalChange } from "./global-layout.ts";
import type { SiteOp } from "../ir/access-site.ts";
import { isAtomic } from "../machine/request-costs.ts";
import type { SiteCounts } from "../machine/request-stream.ts";
import type { Pattern, PatternKind } from "./pattern.ts";
import type { SharedChange } from "./shared-layout.ts";

const GLOBAL_PATTERNS: ReadonlySet<PatternKind> = new Set<PatternKind>(["stride", "offset", "column-walk", "scatter"]);

/** Requests of so few lanes, a column of a halo, say, cost what they must: a sector for each. */
const FEW_LANES = 4;

/** Whether the cost of an access with a pattern depends on where elements lie, and on which thread uses which. */
export function isOfLayout({ kind }: Pattern, op: SiteOp): boolean {
  return kind === "conflict" || (isAtomic(op) ? kind === "scatter" : GLOBAL_PATTERNS.has(kind));
}

/** Whether changes are tried on an access with a pattern. */
export function isTried(pattern: Pattern, op: SiteOp, { space, activeLanes, requests }: SiteCounts): boolean {
  return isOfLayout(pattern, op) && (space === "shared" || activeLanes > FEW_LANES * requests);
}

/** An array that changes were tried on. */
export interface TriedArray {
  readonly name: string;
  /** Its element: for an array of any dimensions the innermost type, with its size. */
  readonly element: { readonly name: string; readonly bytes: number };
  /** Lengths of an array that is declared with some, from the outermost to the innermost. */
  readonly lengths?: readonly number[];
  /** The rows that its accesses go by, where the array isn't declared with lengths, and whether a pointer is: `(*tile)[72]`. */
  readonly rows?: DeclaredRows & { readonly isOfPointer: boolean };
}

/** The best change for an array, recounted on requests that the launch made; no change if none is worthwhile. */
export type Trial = (TrialOf<"shared", SharedChange> & SharedTrial) | TrialOf<"global", GlobalChange>;

/** More of a trial in shared memory. */
interface SharedTrial {
  /** The instructions that read or write rows of the array for tensor cores: `ldmatrix` and `stmatrix`, or those of `nvcuda::wmma`. */
  readonly isOf?: "matrices" | "fragments";
  /** Whether TMA copies it by a tensor map: then a swizzle is one that the map can have, and no rows are made longer. */
  readonly hasTensorMap?: boolean;
  /** Whether the map has the swizzle of the change already, and only the addresses of those who read the array lack it. */
  readonly isSwizzled?: boolean;
  /** The best swizzle of rows that matrices are read from, where it isn't the best change: it takes no memory. */
  readonly swizzle?: { readonly change: SharedChange; readonly sites: readonly TriedSite[] };
}

interface TrialOf<Space extends string, Change> {
  readonly space: Space;
  readonly array: TriedArray;
  readonly change: Change | undefined;
  /** The sites that the change is about: those that access the array, and others if threads change places. */
  readonly sites: readonly TriedSite[];
}

/** A site's cost in sum over its recorded requests, as it is and with the change: wavefronts in shared memory, sectors in global memory. */
export interface TriedSite {
  readonly site: number;
  readonly requests: number;
  readonly before: number;
  /** Requests that are left with the change: wider loads need fewer. */
  readonly requestsAfter: number;
  readonly after: number;
  /** Of copies past L1 into an array in shared memory, whose sectors depend on where they go: these, before and after. */
  readonly sectors?: { readonly before: number; readonly after: number };
}
