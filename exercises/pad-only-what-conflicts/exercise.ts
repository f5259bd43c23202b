import { bankConflicts, columnRead, learnerFunction, learnerNumber, sharedBytes, step, growing } from "#kit";

const FIELDS = 8;
/** Records per block. */
const RECORDS = 64;
/** One word per element, and one of padding per 32 elements. */
const BUDGET_WORDS = RECORDS * FIELDS * (1 + 1 / 32);

/** Eight lanes share each bank where the tile is turned on the way in: 7 conflicts per request. */
const halfOfConflicts = ({ records }: { readonly records: number }) => 3 * Math.ceil((records * FIELDS) / 32);

export default columnRead<{ records: number }>({
  id: "pad-only-what-conflicts",
  title: "Pad only what conflicts",
  summary:
    "Whether you transpose a narrow tile on the way in or on the way out, one side has conflicts. Sixteen spare words can free both.",
  part: 2,
  concepts: ["shared memory", "bank conflict", "padding", "layout"],
  difficulty: 4,
  minutes: 25,
  exports: [
    learnerNumber("words is the number of words of shared memory that a block uses.", [1, 4096]),
    learnerFunction("word(record, field) gives the word in which that field (0 to 7) of that record (0 to 63) of the block lies."),
  ],
  rowsOf: ({ records }) => records,
  tile: {
    rows: RECORDS,
    columns: FIELDS,
    threads: [256],
    words: "learner",
    store: { name: "store-records", place: "word" },
    load: { name: "load-field", place: "word" },
  },
  cases: [
    { id: "one-block", title: "64 records, one block", size: { records: 64 } },
    { id: "ragged", title: "150 records, three blocks, the last one partly filled", size: { records: 150 } },
    { id: "full-size", title: "32,768 records", size: { records: 2 ** 15 }, fullSize: true },
  ],
  larger: growing("records"),
  hidden: (draw) => ({ size: { records: draw.between(RECORDS + 1, 1000) } }),
  checks: [
    step(
      bankConflicts({ access: "store-records", atMost: halfOfConflicts, points: 1 }),
      "`store-records` meets at most half of its bank conflicts",
    ),
    bankConflicts({ access: "store-records", atMost: 0, points: 2 }),
    bankConflicts({ access: "load-field", atMost: 0, points: 3 }),
    sharedBytes({
      atMost: BUDGET_WORDS * 4,
      points: 3,
      cases: ["one-block"],
      looseBecause:
        "a swizzle needs no spare words; the budget allows for the smallest padding that works, which is what this exercise is about",
    }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "no-race", "load-field-conflicts", "shared-bytes"],
  hints: [
    "With word = record * 8 + field, which records share a bank when one field of 32 records is loaded?",
    "A warp that stores takes 32 consecutive words, from four records. A spare word between two of those records would break the run: where can spare words go without doing harm?",
    "Records 0, 4, 8, … collide. One spare word after every four records, or 32 words, moves each of them to the next bank.",
    "With plain = record * 8 + field, the word is plain + Math.floor(plain / 32), and words = 512 + 16.",
  ],
  wrong: {
    "no-padding": {
      fails: ["load-field-conflicts"],
      says: "Lanes 0 and 4 load the same field of records 0 and 4. How many words apart are they?",
    },
    "turned-on-the-way-in": {
      fails: ["store-records-conflicts-step", "store-records-conflicts"],
      says: "Loading is free of conflicts now. A warp stores the eight fields of a record together: in which bank is each of them?",
    },
    "pads-every-record": {
      fails: ["store-records-conflicts", "shared-bytes"],
      says: "A warp stores four records at once. With a spare word after each of them, are its 32 words still in 32 banks?",
    },
    "four-spare-words-a-field": {
      fails: ["shared-bytes"],
      says: "Both sides are free of conflicts, for 32 spare words. If the records stay one after another, how far must every fourth record move, and how many words does that take?",
    },
    "pads-every-field": {
      fails: ["store-records-conflicts"],
      says: "Each field begins one bank after the one before it, and four records of each field are stored together. How far apart would the fields have to begin?",
    },
  },
});
