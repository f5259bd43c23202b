import { WORD_BYTES } from "#simulator";

/** How records are laid out: whole records one after another, one array a field, or chunks that hold a short array of each field. */
export type Layout = "AoS" | "SoA" | "AoSoA";

/** Where the fields of all records lie. Every field is a float. */
export interface RecordLayout {
  readonly layout: Layout;
  /** Fields of one record, 2 to 8. */
  readonly fields: number;
  /** Records whose fields lie together in an AoSoA; the other layouts take no notice of it. */
  readonly chunkRecords: number;
}

export const FIELD_BYTES = WORD_BYTES;
/** Two warps' worth: enough for SoA and AoSoA to part. */
export const RECORDS = 64;
/** Position, velocity, mass and charge of a particle. */
export const FIELD_LETTERS = ["x", "y", "z", "u", "v", "w", "m", "q"] as const;

/** One float of memory: a field of a record. */
export interface FieldOfRecord {
  readonly field: number;
  readonly record: number;
}

/**
 * What is kept together: AoS is the array of structs whose runs are one record long, SoA the one whose runs are all records long.
 * The three layouts are one formula with another run.
 */
export function runRecords({ layout, chunkRecords }: RecordLayout): number {
  switch (layout) {
    case "AoS":
      return 1;
    case "SoA":
      return RECORDS;
    case "AoSoA":
      return chunkRecords;
  }
}

/** First byte of a record's field, from the start of the records. */
export function byteAddress(at: RecordLayout, { field, record }: FieldOfRecord): number {
  const run = runRecords(at);
  const chunk = Math.floor(record / run);
  return ((chunk * at.fields + field) * run + (record % run)) * FIELD_BYTES;
}

/** Which field of which record lies at an aligned byte address: the inverse of `byteAddress`. */
export function fieldAt(at: RecordLayout, address: number): FieldOfRecord {
  const run = runRecords(at);
  const element = address / FIELD_BYTES;
  const ofRun = Math.floor(element / run);
  return { field: ofRun % at.fields, record: Math.floor(ofRun / at.fields) * run + (element % run) };
}

/** Bytes of what a layout is an array of: a record, a field's array, or a chunk. */
export function unitBytes(at: RecordLayout): number {
  return runRecords(at) * FIELD_BYTES * (at.layout === "SoA" ? 1 : at.fields);
}

/** Bytes of all records. */
export function totalBytes({ fields }: RecordLayout): number {
  return RECORDS * fields * FIELD_BYTES;
}
