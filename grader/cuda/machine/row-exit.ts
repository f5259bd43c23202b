/** The lanes of a request whose subscript leaves a row of an array: an index below 0, or not below the row's length. */
export interface RowExit {
  readonly mask: number;
  /** One per lane; those of other lanes mean nothing. */
  readonly indexes: ArrayLike<number>;
  readonly length: number;
  /** From index to index. */
  readonly bytes: number;
}
