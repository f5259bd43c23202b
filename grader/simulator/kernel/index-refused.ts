import type { Dim3 } from "./launch.ts";

/** What an index function did instead of answering. */
export type RefusalReason =
  /** It returned something that is neither a 32-bit integer nor null. */
  | { readonly kind: "not-an-index"; readonly returned: unknown }
  /** It threw. */
  | { readonly kind: "threw"; readonly thrown: unknown }
  /** Asked again about the same thread, in another order, it answered differently. */
  | { readonly kind: "impure"; readonly returned: unknown; readonly before: number | null };

/** Ends a run: an index function did something that an index function must not do. */
export class IndexRefused extends Error {
  override name = "IndexRefused";
  readonly reason: RefusalReason;
  readonly access: string;
  readonly blockIdx: Dim3;
  readonly threadIdx: Dim3;

  constructor(reason: RefusalReason, access: string, place: { readonly blockIdx: Dim3; readonly threadIdx: Dim3 }) {
    super(`the index function of "${access}" was refused: ${reason.kind}`);
    this.reason = reason;
    this.access = access;
    this.blockIdx = place.blockIdx;
    this.threadIdx = place.threadIdx;
  }
}
