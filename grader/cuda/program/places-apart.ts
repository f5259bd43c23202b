/** Bytes of memory, by where they begin and end as against an address that several have in common. */
export interface Place {
  /** Equal for equal addresses only. */
  readonly base: number | string;
  readonly from: number;
  readonly to: number;
}

/** Whether two places have no byte in common, as a compiler can tell. */
export function areApart(one: Place, other: Place): boolean {
  return one.base === other.base && (one.to <= other.from || other.to <= one.from);
}
