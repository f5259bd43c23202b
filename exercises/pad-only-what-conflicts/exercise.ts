import {
  bankConflicts,
  barrier,
  defineExercise,
  everyElement,
  exported,
  exportedNumber,
  inBounds,
  input,
  launch,
  load,
  move,
  noRace,
  output,
  repeat,
  sharedBytes,
  store,
  tile,
  writtenOnce,
} from "#kit";

type Records = { readonly records: number };

const FIELDS = 8;
/** Records of a block. */
const RECORDS = 64;
const THREADS = 256;
const WORD_BYTES = 4;
const BANKS = 32;
/** The elements, and a word for each 32 of them. */
const BUDGET_BYTES = RECORDS * FIELDS * (1 + 1 / BANKS) * WORD_BYTES;

const launchRecords = ({ records }: Records) => launch([Math.ceil(records / RECORDS)], [THREADS]);

const oneBlock = { records: 64 };
const ragged = { records: 150 };
const fullSize = { records: 2 ** 15 };

export default defineExercise<Records>({
  id: "pad-only-what-conflicts",
  title: "Pad only what conflicts",
  summary: "Turned on the way in or on the way out, a narrow tile conflicts on one side. Sixteen spare words can free both.",
  part: 2,
  concepts: ["shared memory", "bank conflict", "padding", "layout"],
  difficulty: 4,
  minutes: 25,
  points: 33,
  exports: [
    { name: "words", kind: "number", description: "words is the number of words of shared memory that a block takes.", range: [1, 4096] },
    {
      name: "word",
      kind: "function",
      description: "word(record, field) gives the word in which that field (0 to 7) of that record (0 to 63) of the block lies.",
    },
  ],
  cases: [
    { id: "one-block", title: "64 records, one block", size: oneBlock, launch: launchRecords(oneBlock) },
    { id: "ragged", title: "150 records, three blocks, the last one part full", size: ragged, launch: launchRecords(ragged) },
    { id: "full-size", title: "32,768 records", size: fullSize, launch: launchRecords(fullSize), fullSize: true },
  ],
  hidden: (draw) => {
    const size = { records: draw.between(RECORDS + 1, 1000) };
    return { size, launch: launchRecords(size) };
  },
  kernel: ({ size, answer }) => {
    const { records } = size;
    const word = exported(answer, "word");
    return {
      size,
      arrays: { in: input(records * FIELDS), tile: tile(exportedNumber(answer, "words")), out: output(records * FIELDS) },
      steps: [
        repeat(
          (RECORDS * FIELDS) / THREADS,
          move(
            load("in", {
              name: "read",
              index: ({ threadIdx, blockIdx }: Thread, _size: Records, pass: number) => {
                const element = blockIdx.x * RECORDS * FIELDS + pass * THREADS + threadIdx.x;
                return element < records * FIELDS ? element : null;
              },
            }),
            store("tile", {
              name: "store-records",
              index: ({ threadIdx }: Thread, _size: Records, pass: number) => {
                const element = pass * THREADS + threadIdx.x;
                return word(Math.floor(element / FIELDS), element % FIELDS);
              },
            }),
          ),
        ),
        barrier,
        repeat(
          (RECORDS * FIELDS) / THREADS,
          move(
            load("tile", {
              name: "load-field",
              index: ({ threadIdx }: Thread, _size: Records, pass: number) => {
                const element = pass * THREADS + threadIdx.x;
                return word(element % RECORDS, Math.floor(element / RECORDS));
              },
            }),
            store("out", {
              name: "write",
              index: ({ threadIdx, blockIdx }: Thread, _size: Records, pass: number) => {
                const element = pass * THREADS + threadIdx.x;
                const record = blockIdx.x * RECORDS + (element % RECORDS);
                return record < records ? Math.floor(element / RECORDS) * records + record : null;
              },
            }),
          ),
        ),
      ],
    };
  },
  expected: ({ records }) => ({
    out: (elementIndex) => {
      const record = elementIndex % records;
      return record * FIELDS + (elementIndex - record) / records;
    },
  }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    noRace({ points: 1 }),
    bankConflicts({ access: "store-records", atMost: 0, points: 2 }),
    bankConflicts({ access: "load-field", atMost: 0, points: 3 }),
    sharedBytes({
      atMost: BUDGET_BYTES,
      points: 3,
      cases: ["one-block"],
      looseBecause: "a swizzle needs no spare word; the budget allows for the thriftiest padding, which is what is sought here",
    }),
  ],
  hints: [
    "With word = record * 8 + field, which records share a bank when one field of 32 records is loaded?",
    "A warp that stores takes 32 words in a row, of four records. A spare word between two of those records would break the row: where may spare words go without harm?",
    "Records 0, 4, 8, … collide. One spare word after every four records, that is after every 32 words, sets each of them one bank further.",
    "With plain = record * 8 + field, the word is plain + Math.floor(plain / 32), and words = 512 + 16.",
  ],
  wrong: {
    "no-padding": {
      fails: ["load-field-conflicts"],
      says: "Lanes 0 and 4 load the same field of records 0 and 4. How many words lie between?",
    },
    "turned-on-the-way-in": {
      fails: ["store-records-conflicts"],
      says: "Loading is free now. In which bank do the eight fields of one record lie, which a warp stores together?",
    },
    "pads-every-record": {
      fails: ["store-records-conflicts", "shared-bytes"],
      says: "A warp stores four records at once. With a spare word after each of them, are its 32 words still in 32 banks?",
    },
    "four-spare-words-a-field": {
      fails: ["shared-bytes"],
      says: "Both sides are free, for 32 spare words. Record after record, how far must every fourth record move, and how many words does that take?",
    },
    "pads-every-field": {
      fails: ["store-records-conflicts"],
      says: "Each field begins one bank after the last, and four records of each are stored together. How far apart would the fields have to begin?",
    },
  },
});
