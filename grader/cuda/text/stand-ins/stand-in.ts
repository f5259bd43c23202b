/** A text of the lab's that stands for a header which courses or books give out: what is called most, and what it needs. */
export interface StandIn {
  /** The file's names, in small letters and without folders. */
  readonly headers: readonly string[];
  /** A note for its reader, beside that it is a stand-in; undefined if there is nothing to know. */
  readonly says?: string;
  /** Pieces of C++, each whole; a piece that defines what the text itself defines is left out. */
  readonly definitions: readonly string[];
}
