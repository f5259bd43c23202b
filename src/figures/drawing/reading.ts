/** One number beside a picture, ready to be read. */
export interface Reading {
  readonly name: string;
  readonly value: string;
  /** The value that could not be bettered, where there is one. */
  readonly ideal?: string;
}
