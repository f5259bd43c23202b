/** Something that the course teaches and asks about: questions, predictions, exercises and case files are each about one. */
export interface Concept {
  readonly id: ConceptId;
  readonly name: string;
  /** What one knows who knows it, as a phrase that begins with its verb: "count the sectors …". */
  readonly means: string;
  /**
   * The lessons about it, "<part folder>/<nn-slug>". The first one introduces it. Predictions and self-tests of a lesson are about the
   * lesson's concept, unless they name another one.
   */
  readonly lessons: readonly [introduces: string, ...others: string[]];
  /** Ids of the exercises about it. */
  readonly exercises: readonly string[];
}

export type ConceptId =
  | "stride"
  | "ideal-sectors"
  | "order"
  | "alignment"
  | "bandwidth"
  | "fetches"
  | "layout"
  | "transpose"
  | "wide-lanes"
  | "counters"
  | "gather"
  | "banks"
  | "pitch"
  | "swizzle"
  | "latency"
  | "reuse";

/** All concepts, in the order in which lessons introduce them. */
export const concepts: readonly Concept[] = [
  {
    id: "stride",
    name: "Stride",
    means: "count the sectors of lanes that are a fixed distance apart",
    lessons: [
      "1-coalescing/00-thirty-two-lanes",
      "2-bank-conflicts-and-the-transpose/07-questions-and-answers",
      "5-kernels-of-language-models/01-four-rules",
      "5-kernels-of-language-models/06-what-to-remember",
    ],
    exercises: [
      "straight-copy",
      "row-walk",
      "grid-stride-loop",
      "strided-to-unit",
      "fix-the-column-walk",
      "split-the-channels",
      "batched-matmul-axis",
      "column-sum",
      "row-sum",
    ],
  },
  {
    id: "ideal-sectors",
    name: "Ideal sectors",
    means: "say how few sectors could carry what a warp wants",
    lessons: ["1-coalescing/01-what-one-load-costs", "3-sectors-and-vector-loads/01-sixteen-sectors"],
    exercises: [],
  },
  {
    id: "order",
    name: "Order of lanes",
    means: "tell what it costs when lanes swap places, or share an element",
    lessons: ["1-coalescing/02-order-and-offset", "4-alignment-and-tiling/01-inside-the-coalescing-unit"],
    exercises: ["reversed-copy", "permute-within-the-warp", "one-value-to-all"],
  },
  {
    id: "alignment",
    name: "Offset and alignment",
    means: "count the sectors of a warp that starts late",
    lessons: ["1-coalescing/02-order-and-offset", "4-alignment-and-tiling/00-lines-sectors-and-a-bus"],
    exercises: ["shifted-copy", "pitch-of-a-matrix", "blocks-of-48", "im2col"],
  },
  {
    id: "bandwidth",
    name: "Useful bandwidth",
    means: "turn bytes and a time into a bandwidth that can be believed",
    lessons: ["1-coalescing/03-measuring-a-stride", "2-bank-conflicts-and-the-transpose/05-benchmarks-that-mislead"],
    exercises: [],
  },
  {
    id: "fetches",
    name: "Fetches from DRAM",
    means: "say how many bytes DRAM moves for what a warp wants",
    lessons: [
      "1-coalescing/03-measuring-a-stride",
      "3-sectors-and-vector-loads/03-the-open-question",
      "5-kernels-of-language-models/00-from-memory-up",
    ],
    exercises: [],
  },
  {
    id: "layout",
    name: "Layout of structs",
    means: "find the stride that a struct hides, and the layout without it",
    lessons: [
      "1-coalescing/04-arrays-of-what",
      "4-alignment-and-tiling/02-diagnosis-and-layout",
      "5-kernels-of-language-models/02-patterns-and-transformations",
    ],
    exercises: ["aos-to-soa", "struct-of-32-only-x", "aosoa-chunks", "float3-in-three-loads", "pad-a-struct-for-float4", "rope-split"],
  },
  {
    id: "transpose",
    name: "Sides of a transpose",
    means: "find the side of a transpose that strides, and move it into a tile",
    lessons: [
      "1-coalescing/05-a-transpose-at-first-sight",
      "2-bank-conflicts-and-the-transpose/00-two-kernels-one-mystery",
      "2-bank-conflicts-and-the-transpose/04-the-transpose-in-full",
    ],
    exercises: [
      "transpose-naive",
      "transpose-coalesced-write",
      "transpose-tiled",
      "transpose-rectangular",
      "transpose-four-rows",
      "nchw-to-nhwc",
    ],
  },
  {
    id: "wide-lanes",
    name: "Wide lanes",
    means: "say what a load of 8 or 16 bytes per lane changes, and what it doesn’t",
    lessons: [
      "1-coalescing/06-types-and-widths",
      "3-sectors-and-vector-loads/00-a-disappointed-author",
      "3-sectors-and-vector-loads/02-down-the-columns",
    ],
    exercises: [
      "float2-complex",
      "half2-packing",
      "float4-copy",
      "saxpy-float4",
      "column-major-float4",
      "pointer-plus-one",
      "blackwell-32-byte-loads",
      "same-code-on-hopper",
      "rope-interleaved",
      "silu-and-multiply",
      "layer-norm-vectors",
    ],
  },
  {
    id: "counters",
    name: "A profiler’s counters",
    means: "read requests, sectors and efficiency off a profile",
    lessons: [
      "1-coalescing/07-what-the-profiler-counts",
      "2-bank-conflicts-and-the-transpose/08-one-profile-two-memories",
      "5-kernels-of-language-models/03-measure-it-yourself",
    ],
    exercises: ["half-warp-guard"],
  },
  {
    id: "gather",
    name: "Gather and scatter",
    means: "count the sectors of a request whose indices come from memory",
    lessons: [
      "1-coalescing/08-when-indices-decide",
      "2-bank-conflicts-and-the-transpose/06-production-and-mistakes",
      "5-kernels-of-language-models/04-kernels-of-a-server",
    ],
    exercises: ["gather-sorted", "scatter-to-gather", "embedding-lookup", "paged-kv-copy", "kv-write-slots"],
  },
  {
    id: "banks",
    name: "Bank conflicts",
    means: "say in which bank a word lies, and how many wavefronts a request takes",
    lessons: [
      "2-bank-conflicts-and-the-transpose/01-thirty-two-banks",
      "6-tiles-for-tensor-cores/01-rows-for-a-matrix-instruction",
      "6-tiles-for-tensor-cores/07-a-product-on-tensor-cores",
    ],
    exercises: ["which-bank", "multicast-is-free", "histogram-per-lane", "reduction-sequential"],
  },
  {
    id: "pitch",
    name: "Pitch and padding",
    means: "choose a tile’s pitch so that a column has no conflicts",
    lessons: [
      "2-bank-conflicts-and-the-transpose/02-the-clock-of-strides",
      "5-kernels-of-language-models/05-keys-and-rotations",
      "6-tiles-for-tensor-cores/04-a-tile-by-tma",
    ],
    exercises: [
      "stride-to-degree",
      "column-read-padded",
      "float4-tile",
      "transpose-padded",
      "pad-only-what-conflicts",
      "two-tiles",
      "ldmatrix-pitch",
    ],
  },
  {
    id: "swizzle",
    name: "Swizzle",
    means: "move words within their rows so that a column has no conflicts",
    lessons: [
      "2-bank-conflicts-and-the-transpose/03-after-padding",
      "6-tiles-for-tensor-cores/02-pad-or-swizzle",
      "6-tiles-for-tensor-cores/03-the-swizzle-is-of-the-address",
      "6-tiles-for-tensor-cores/06-reading-a-cute-layout",
    ],
    exercises: [
      "column-read-swizzled",
      "transpose-swizzled",
      "transpose-halves",
      "k-tile-transposed",
      "sixteen-by-thirty-two",
      "float2-both-ways",
      "stmatrix-epilogue",
      "tf32-tile",
      "two-way-at-256",
      "value-tile-transposed",
      "two-stages",
      "tma-swizzle-64",
      "tma-swizzle-128",
      "paged-kv-tile",
      "copied-fragments",
    ],
  },
  {
    id: "latency",
    name: "Bytes under way",
    means: "work out how many bytes must be under way to keep DRAM busy",
    lessons: [
      "4-alignment-and-tiling/03-one-instruction-more-bytes",
      "6-tiles-for-tensor-cores/00-copying-without-registers",
      "6-tiles-for-tensor-cores/05-a-pipeline-of-stages",
    ],
    exercises: [],
  },
  {
    id: "reuse",
    name: "Tiles and reuse",
    means: "count how often a kernel loads the same bytes, with a tile and without",
    lessons: ["4-alignment-and-tiling/04-read-once-use-often"],
    exercises: ["matmul-tiles"],
  },
];

/** @throws RangeError where there is no such concept */
export function conceptNamed(id: string): Concept {
  const found = concepts.find((concept) => concept.id === id);
  if (found === undefined) throw new RangeError(`“${id}” is no concept: src/notebook/evidence/concepts.ts lists them`);
  return found;
}

/** The concept that an exercise is about; undefined for one that the list doesn't name, such as an instructor's own. */
export function conceptOfExercise(exercise: string): ConceptId | undefined {
  return concepts.find(({ exercises }) => exercises.includes(exercise))?.id;
}

/**
 * The concept that a lesson's questions are about where they name none: the first that lists it; undefined for a page that is no lesson.
 *
 * @param lesson "<part folder>/<nn-slug>"
 */
export function conceptOfLesson(lesson: string): ConceptId | undefined {
  return concepts.find(({ lessons }) => lessons.includes(lesson))?.id;
}

/** All lessons, in the order of the course: each is about a concept. */
export const lessonsInOrder: readonly string[] = [...new Set(concepts.flatMap(({ lessons }) => lessons))].sort();

/** The concepts that a lesson is about. */
export function conceptsAbout(lesson: string): ConceptId[] {
  return concepts.filter(({ lessons }) => lessons.includes(lesson)).map(({ id }) => id);
}
