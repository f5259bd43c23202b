import type { Span } from "../source-error.ts";
import { ABORTED, HostExit, type HostMachine } from "./host-machine.ts";
import { HOST_BASE, WRITE, type Scalar } from "./host-memory.ts";
import type { Native, Natives } from "./native.ts";
import { FILE_KIND } from "./printing.ts";
import { Random, nextOfMersenneTwister } from "./random.ts";

const CLOCK_NOTE = "The host's clock stands still: a time that it measures is 0, and what is divided by it is inf or nan.";

const exit: Native = () => (code) => {
  throw new HostExit(Number(code));
};

const copyBytes: Native =
  ({ machine, span }) =>
  (to, from, bytes) => {
    machine.copy(Number(to), Number(from), Number(bytes), span);
    return to!;
  };

const note =
  (text: string): Native =>
  ({ machine }) =>
  () => {
    machine.notes.add(text);
    return 0;
  };

const constant =
  (value: number): Native =>
  () =>
  () =>
    value;

const integer: Native =
  ({ machine, span }) =>
  (text) =>
    wholeNumber(machine.readText(Number(text), span), 10);

const float: Native =
  ({ machine, span }) =>
  (text) =>
    Number.parseFloat(machine.readText(Number(text), span)) || 0;

const seed: Native =
  ({ machine }) =>
  (value) => {
    machine.random = new Random(Number(value) | 0);
    return 0;
  };

const integerAt: Native =
  ({ machine, span }) =>
  (text, end, radix) =>
    numberAt(machine, Number(text), Number(end), Number(radix), span);

const compareTexts: Native =
  ({ machine, span }) =>
  (a, b, count) => {
    const [x, y] = [a, b].map((text) => {
      const whole = machine.readText(Number(text), span);
      return count === undefined ? whole : whole.slice(0, Number(count));
    }) as [string, string];
    return x === y ? 0 : x < y ? -1 : 1;
  };

/** The functions of the C library that headers/c-library.ts declares, and those that other headers are written with. */
export const C_LIBRARY: Natives = {
  // Room that a string of the headers holds, and never frees.
  __room:
    ({ machine, span }) =>
    (bytes) =>
      machine.allocate(Number(bytes), span, true),
  malloc:
    ({ machine, span }) =>
    (bytes) =>
      machine.allocate(Number(bytes), span),
  calloc:
    ({ machine, span }) =>
    (count, bytes) =>
      machine.allocate(Number(count) * Number(bytes), span),
  aligned_alloc:
    ({ machine, span }) =>
    (_, bytes) =>
      machine.allocate(Number(bytes), span),
  realloc:
    ({ machine, span }) =>
    (from, bytes) => {
      const to = machine.allocate(Number(bytes), span);
      const kept = Math.min(Number(bytes), machine.memory.bytesAt(Number(from)) ?? 0);
      if (kept > 0) machine.copy(to, Number(from), kept, span);
      if (from !== 0) machine.memory.free(Number(from), span);
      return to;
    },
  free:
    ({ machine, span }) =>
    (address) => {
      if (address !== 0) machine.memory.free(Number(address), span);
      return 0;
    },
  memset:
    ({ machine, span }) =>
    (to, value, bytes) => {
      machine.work(Number(bytes), span);
      machine.memory.bytes(Number(to), Number(bytes), span, true).fill(Number(value));
      return to!;
    },
  memcpy: copyBytes,
  memmove: copyBytes,
  memcmp:
    ({ machine: { memory }, span }) =>
    (a, b, count) => {
      const x = memory.bytes(Number(a), Number(count), span, false);
      const y = memory.bytes(Number(b), Number(count), span, false);
      const at = x.findIndex((byte, i) => byte !== y[i]);
      return at < 0 ? 0 : x[at]! - y[at]!;
    },
  strcmp: compareTexts,
  strncmp: compareTexts,
  strlen:
    ({ machine, span }) =>
    (text) =>
      new TextEncoder().encode(machine.readText(Number(text), span)).length,
  atoi:
    ({ machine, span }) =>
    (text) =>
      Number.parseInt(machine.readText(Number(text), span), 10) || 0,
  atol: integer,
  atoll: integer,
  atof: float,
  strtod: float,
  strtof: float,
  strtol: integerAt,
  strtoul: integerAt,
  strtoll: integerAt,
  srand: seed,
  srand48: seed,
  rand:
    ({ machine }) =>
    () =>
      machine.random.next(),
  random:
    ({ machine }) =>
    () =>
      machine.random.next(),
  drand48:
    ({ machine }) =>
    () =>
      machine.random.next() / 2 ** 31,
  time: note(CLOCK_NOTE),
  clock: note(CLOCK_NOTE),
  omp_get_wtime: note(CLOCK_NOTE),
  __note:
    ({ machine, span }) =>
    (text) => {
      machine.notes.add(machine.readText(Number(text), span));
      return 0;
    },
  __note_time: note(CLOCK_NOTE),
  __note_random: note("`std::random_device` gives the same number every time here, so that a run can be repeated."),
  __mt19937:
    ({ machine: { memory }, span }) =>
    (state, index) => {
      const at = memory.locate(Number(index), 4, span, true);
      const place = memory.offset;
      const view = memory.locate(Number(state), 4 * 624, span, true);
      const { number, next } = nextOfMersenneTwister(view, memory.offset, at.getInt32(place, true));
      at.setInt32(place, next, true);
      return number;
    },
  fopen:
    ({ machine, span }) =>
    (name, mode) => {
      const file = machine.readText(Number(name), span);
      if (machine.readText(Number(mode), span).startsWith("r")) return 0;
      machine.notes.add(`The lab writes no files: what is written to \`${file}\` is left out.`);
      const stream = machine.allocate(4, span);
      WRITE.i32(machine.memory.view, stream - HOST_BASE, FILE_KIND);
      return stream;
    },
  fclose: constant(0),
  fflush: constant(0),
  // No file is ever open for reading.
  fread: constant(0),
  fgets: constant(0),
  feof: constant(1),
  fwrite: () => (_, __, count) => count!,
  getenv: constant(0),
  setenv: constant(0),
  system: constant(0),
  sleep: constant(0),
  usleep: constant(0),
  exit,
  _exit: exit,
  abort: () => () => {
    throw new HostExit(ABORTED);
  },
};

function wholeNumber(text: string, radix: number): Scalar {
  const number = Number.parseInt(text, radix);
  return Number.isNaN(number) ? 0 : number;
}

function numberAt(machine: HostMachine, text: number, end: number, radix: number, span: Span): Scalar {
  const written = machine.readText(text, span);
  const digits = /^\s*[-+]?(?:0[xX][\da-fA-F]+|\w+)?/.exec(written)![0];
  if (end !== 0) WRITE.ptr(machine.memory.locate(end, 8, span, true), machine.memory.offset, text + digits.length);
  return wholeNumber(digits, radix || (/^\s*[-+]?0[xX]/.test(digits) ? 16 : 10));
}
