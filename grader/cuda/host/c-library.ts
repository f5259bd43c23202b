import { F64, I32, I64, U32, U64, VOID, pointerTo, scalarType, type CudaType } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import type { Translation } from "./code.ts";
import { ABORTED, HostExit } from "./host-machine.ts";
import { HOST_BASE, WRITE, type Scalar } from "./host-memory.ts";
import { FILE_KIND } from "./printing.ts";
import { Random, nextOfMersenneTwister } from "./random.ts";

/** What a function of the C library does: the types of its parameters, its result, and the function itself. */
export type Entry = readonly [
  parameters: readonly CudaType[],
  result: CudaType,
  run: (host: Translation, span: Span, ...values: Scalar[]) => Scalar,
];

const BYTES = pointerTo(VOID);
const TEXT = pointerTo(scalarType("i8"));

const CLOCK_NOTE = "The host's clock stands still: a time that it measures is 0, and what is divided by it is inf or nan.";

/** The functions of the C library, and what the prelude asks of the machine. */
export const C_FUNCTIONS: Readonly<Record<string, Entry>> = {
  // Room that a string of the headers holds, and never frees.
  __room: [[U64], BYTES, ({ machine }, span, bytes) => machine.allocate(Number(bytes), span, true)],
  malloc: [[U64], BYTES, ({ machine }, span, bytes) => machine.allocate(Number(bytes), span)],
  calloc: [[U64, U64], BYTES, ({ machine }, span, count, bytes) => machine.allocate(Number(count) * Number(bytes), span)],
  free: [[BYTES], VOID, freed],
  memset: [
    [BYTES, I32, U64],
    BYTES,
    (host, span, to, value, bytes) => {
      host.machine.work(Number(bytes), span);
      host.machine.memory.bytes(Number(to), Number(bytes), span, true).fill(Number(value));
      return to!;
    },
  ],
  memcpy: [[BYTES, BYTES, U64], BYTES, copied],
  memmove: [[BYTES, BYTES, U64], BYTES, copied],
  memcmp: [
    [BYTES, BYTES, U64],
    I32,
    ({ machine: { memory } }, span, a, b, count) => {
      const x = memory.bytes(Number(a), Number(count), span, false);
      const y = memory.bytes(Number(b), Number(count), span, false);
      const at = x.findIndex((byte, i) => byte !== y[i]);
      return at < 0 ? 0 : x[at]! - y[at]!;
    },
  ],
  strcmp: [
    [BYTES, BYTES],
    I32,
    ({ machine }, span, a, b) => {
      const [x, y] = [machine.readText(Number(a), span), machine.readText(Number(b), span)];
      return x === y ? 0 : x < y ? -1 : 1;
    },
  ],
  strlen: [[BYTES], U64, ({ machine }, span, text) => new TextEncoder().encode(machine.readText(Number(text), span)).length],
  atoi: [[BYTES], I32, ({ machine }, span, text) => Number.parseInt(machine.readText(Number(text), span), 10) || 0],
  atof: [[BYTES], F64, ({ machine }, span, text) => Number.parseFloat(machine.readText(Number(text), span)) || 0],
  atol: [[BYTES], I64, ({ machine }, span, text) => wholeNumber(machine.readText(Number(text), span), 10)],
  atoll: [[BYTES], I64, ({ machine }, span, text) => wholeNumber(machine.readText(Number(text), span), 10)],
  strtol: [[BYTES, BYTES, I32], I64, numberAt],
  strtoul: [[BYTES, BYTES, I32], U64, numberAt],
  strtoll: [[BYTES, BYTES, I32], I64, numberAt],
  strtod: [[BYTES, BYTES], F64, ({ machine }, span, text) => Number.parseFloat(machine.readText(Number(text), span)) || 0],
  strtof: [[BYTES, BYTES], F64, ({ machine }, span, text) => Number.parseFloat(machine.readText(Number(text), span)) || 0],
  strncmp: [
    [BYTES, BYTES, U64],
    I32,
    ({ machine }, span, a, b, count) => {
      const [x, y] = [a, b].map((text) => machine.readText(Number(text), span).slice(0, Number(count))) as [string, string];
      return x === y ? 0 : x < y ? -1 : 1;
    },
  ],
  realloc: [
    [BYTES, U64],
    BYTES,
    (host, span, from, bytes) => {
      const { machine } = host;
      const to = machine.allocate(Number(bytes), span);
      const kept = Math.min(Number(bytes), machine.memory.bytesAt(Number(from)) ?? 0);
      if (kept > 0) host.copy(to, Number(from), kept, span);
      if (from !== 0) machine.memory.free(Number(from), span);
      return to;
    },
  ],
  aligned_alloc: [[U64, U64], BYTES, ({ machine }, span, _, bytes) => machine.allocate(Number(bytes), span)],
  srand: [
    [U32],
    VOID,
    ({ machine }, _, seed) => {
      machine.random = new Random(Number(seed));
      return 0;
    },
  ],
  rand: [[], I32, ({ machine }) => machine.random.next()],
  random: [[], I64, ({ machine }) => machine.random.next()],
  drand48: [[], F64, ({ machine }) => machine.random.next() / 2 ** 31],
  srand48: [[I64], VOID, ({ machine }, _, seed) => ((machine.random = new Random(Number(seed) | 0)), 0)],
  time: [[BYTES], I64, withNote(CLOCK_NOTE)],
  clock: [[], I64, withNote(CLOCK_NOTE)],
  omp_get_wtime: [[], F64, withNote(CLOCK_NOTE)],
  __note_time: [[], VOID, withNote(CLOCK_NOTE)],
  __note_random: [[], VOID, withNote("`std::random_device` gives the same number every time here, so that a run can be repeated.")],
  __mt19937: [
    [BYTES, BYTES],
    U32,
    ({ machine: { memory } }, span, state, index) => {
      const at = memory.locate(Number(index), 4, span, true);
      const place = memory.offset;
      const view = memory.locate(Number(state), 4 * 624, span, true);
      const { number, next } = nextOfMersenneTwister(view, memory.offset, at.getInt32(place, true));
      at.setInt32(place, next, true);
      return number;
    },
  ],
  __stream_text: [[BYTES], TEXT, ({ machine }, span, stream) => machine.memory.text(machine.texts.get(Number(stream)) ?? "", span)],
  fopen: [
    [BYTES, BYTES],
    BYTES,
    ({ machine }, span, name, mode) => {
      const file = machine.readText(Number(name), span);
      if (machine.readText(Number(mode), span).startsWith("r")) return 0;
      machine.notes.add(`The lab writes no files: what is written to \`${file}\` is left out.`);
      const stream = machine.allocate(4, span);
      WRITE.i32(machine.memory.view, stream - HOST_BASE, FILE_KIND);
      return stream;
    },
  ],
  fclose: [[BYTES], I32, () => 0],
  // No file is ever open for reading.
  fread: [[BYTES, U64, U64, BYTES], U64, () => 0],
  fgets: [[BYTES, I32, BYTES], BYTES, () => 0],
  feof: [[BYTES], I32, () => 1],
  fwrite: [[BYTES, U64, U64, BYTES], U64, (_, __, ___, ____, count) => count!],
  getenv: [[BYTES], TEXT, () => 0],
  setenv: [[BYTES, BYTES, I32], I32, () => 0],
  system: [[BYTES], I32, () => 0],
  sleep: [[U32], U32, () => 0],
  usleep: [[U32], I32, () => 0],
  getchar: [[], I32, () => -1],
  fflush: [[], I32, () => 0],
  _exit: [[I32], VOID, ended],
  exit: [[I32], VOID, ended],
  abort: [
    [],
    VOID,
    () => {
      throw new HostExit(ABORTED);
    },
  ],
};

function freed({ machine: { memory } }: Translation, span: Span, address: Scalar | undefined): Scalar {
  if (address !== 0) memory.free(Number(address), span);
  return 0;
}

function copied(host: Translation, span: Span, to: Scalar | undefined, from: Scalar | undefined, bytes: Scalar | undefined): Scalar {
  host.copy(Number(to), Number(from), Number(bytes), span);
  return to!;
}

function ended(_: Translation, __: Span, code?: Scalar): never {
  throw new HostExit(Number(code));
}

function withNote(note: string): Entry[2] {
  return ({ machine }) => {
    machine.notes.add(note);
    return 0;
  };
}

function wholeNumber(text: string, radix: number): Scalar {
  const number = Number.parseInt(text, radix);
  return Number.isNaN(number) ? 0 : number;
}

function numberAt({ machine }: Translation, span: Span, text?: Scalar, end?: Scalar, radix?: Scalar): Scalar {
  const written = machine.readText(Number(text), span);
  const digits = /^\s*[-+]?(?:0[xX][\da-fA-F]+|\w+)?/.exec(written)![0];
  if (end !== 0) WRITE.ptr(machine.memory.locate(Number(end), 8, span, true), machine.memory.offset, Number(text) + digits.length);
  return wholeNumber(digits, Number(radix) || (/^\s*[-+]?0[xX]/.test(digits) ? 16 : 10));
}
