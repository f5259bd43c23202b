/** A text of the lab's that stands for a header which courses or books give out: what is called most, and what it needs. */
export interface StandIn {
  /** The file's names, in small letters and without folders. */
  readonly headers: readonly string[];
  /** What one has to know of it beside that it is a stand-in; undefined if nothing. */
  readonly says?: string;
  /** Pieces of C++, each whole; a piece that defines what the text itself defines is left out. */
  readonly definitions: readonly string[];
}
