import { PbfReader } from "pbf";
import { CubinError, cubinLines, type CubinLines } from "./cubin-lines.ts";
import {
  EXPORT_COMMAND,
  REPORT_COMMAND,
  ReportError,
  type MeasuredAccess,
  type MeasuredInstruction,
  type MeasuredLaunch,
  type MeasuredOp,
  type MeasuredSpace,
} from "./measured-launch.ts";

/**
 * Reads a report of Nsight Compute: the launches in it, with their counters. The format is that of the message definitions in
 * `extras/FileFormat` of its installation: four bytes, a header, and blocks, each with a header of its own and a payload of messages.
 *
 * @param bytes that begin as reports do
 * @throws ReportError if it is cut off or has no launch
 */
export function readNcuReport(bytes: Uint8Array): MeasuredLaunch[] {
  try {
    return launchesIn(bytes);
  } catch (error) {
    if (error instanceof CutOffError) throw new ReportError("The report is cut off or damaged. Copy it again, or make it anew.");
    throw error;
  }
}

/** "NVR\0" */
const MAGIC = [0x4e, 0x56, 0x52, 0];

/** Whether a file begins as reports do. */
export function isNcuReport(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

/** A message or a block that is longer than what is left of the file. */
class CutOffError extends Error {}

function launchesIn(bytes: Uint8Array): MeasuredLaunch[] {
  const file = new SizedParts(bytes, MAGIC.length);
  file.next();
  const sources = new Map<number, CodeSource>();
  const results: { readonly message: Uint8Array; readonly strings: readonly string[] }[] = [];
  let strings: readonly string[] = [];
  while (!file.isAtEnd) {
    const header = messageFields(file.next());
    const payload = new SizedParts(file.take(header.number(5)), 0);
    const own = header.messages(4).flatMap((table) => messageFields(table).texts(1));
    // The table of a session comes once, with its first block that needs it.
    if (own.length > 0) strings = own;
    for (let i = header.number(1); i > 0; i--) addSource(sources, messageFields(payload.next()));
    for (let i = header.number(2); i > 0; i--) results.push({ message: payload.next(), strings });
    if (header.number(7) + header.number(8) + header.number(9) > 0 && results.length === 0)
      throw new ReportError("This report is of ranges or graphs, not of kernels. Profile kernels: " + REPORT_COMMAND);
  }
  if (results.length === 0) throw new ReportError("There is no launch in this report: the program launched no kernel that ncu profiled.");
  return results.map(({ message, strings }, id) => launchOf(id, messageFields(message), strings, sources));
}

/** The machine code that launches refer to, and where its functions lay. */
interface CodeSource {
  binary: Uint8Array | undefined;
  readonly files: Map<string, string>;
  /** Functions, by their addresses. */
  readonly functions: { readonly name: string; readonly address: number }[];
  /** Undefined until asked for. */
  lines?: CubinLines | undefined;
}

/** Machine code with several kernels: each source adds the address of one; the code comes with the first. */
function addSource(sources: Map<number, CodeSource>, message: Fields): void {
  const reference = message.number(1);
  const source = sources.get(reference) ?? { binary: undefined, files: new Map<string, string>(), functions: [] };
  sources.set(reference, source);
  const [binary] = message.messages(4);
  if (binary !== undefined && binary.length > 0) source.binary ??= binary;
  for (const files of message.messages(8)) {
    for (const file of messageFields(files).messages(1)) {
      const own = messageFields(file);
      source.files.set(own.text(1), own.text(2));
    }
  }
  for (const relocations of message.messages(9)) {
    for (const entry of messageFields(relocations).messages(1)) {
      const own = messageFields(entry);
      source.functions.push({ name: own.text(1), address: own.number(2) });
    }
  }
}

function launchOf(id: number, result: Fields, strings: readonly string[], sources: ReadonlyMap<number, CodeSource>): MeasuredLaunch {
  const counters = new Map<string, number>();
  const perInstruction = new Map<string, ReadonlyMap<number, number>>();
  let gpu: string | undefined;
  for (const metric of result.messages(13)) {
    const own = messageFields(metric);
    const name = strings[own.number(1)] ?? "";
    const [value] = own.messages(2);
    const number = value && numberOf(value);
    if (number !== undefined) counters.set(name, number);
    if (name === "device__attribute_display_name" && value) gpu = textOf(value, strings);
    if (INSTRUCTION_COUNTERS.has(name)) perInstruction.set(name, elementsOf(own));
  }
  const reference = result.messages(15).map((source) => messageFields(source).number(1))[0];
  const source = reference === undefined ? undefined : sources.get(reference);
  const lines = source && linesOf(source);
  return {
    id,
    kernel: result.text(7),
    grid: dimensionsOf(result, 10),
    block: dimensionsOf(result, 11),
    gpu,
    counters,
    instructions: perInstruction.has("inst_executed")
      ? instructionsOf(perInstruction, lines ? (address) => placesAt(address, source!, lines) : () => [])
      : undefined,
    hasLines: lines?.hasLines ?? false,
    isDebug: lines?.isDebug,
    isRounded: false,
    sources: source?.files ?? new Map<string, string>(),
  };
}

function linesOf(source: CodeSource): CubinLines | undefined {
  if (source.lines || !source.binary) return source.lines;
  try {
    return (source.lines = cubinLines(source.binary));
  } catch (error) {
    if (!(error instanceof CubinError)) throw error;
    throw new ReportError(`The report's machine code cannot be read: ${error.message}. Export it as text instead: ${EXPORT_COMMAND}`);
  }
}

function placesAt(address: number, { functions }: CodeSource, lines: CubinLines): MeasuredInstruction["places"] {
  let own: CodeSource["functions"][number] | undefined;
  for (const each of functions) if (each.address <= address && (own === undefined || each.address > own.address)) own = each;
  return own ? lines.placesOf(own.name, address - own.address) : [];
}

/** Counters that are kept for each instruction, by its address. */
const INSTRUCTION_COUNTERS = new Set([
  "inst_executed",
  "thread_inst_executed_true",
  "memory_type",
  "memory_access_type",
  "memory_access_size_type",
  "memory_l1_wavefronts_shared",
  "memory_l1_wavefronts_shared_ideal",
  "memory_l2_theoretical_sectors_global",
  "memory_l2_theoretical_sectors_local",
]);

const SPACES: ReadonlyMap<number, MeasuredSpace> = new Map([
  [4, "global"],
  [8, "local"],
  [16, "shared"],
]);
/** An instruction that adds to global memory and takes nothing back has none of these. */
const OPS: ReadonlyMap<number | undefined, MeasuredOp> = new Map<number | undefined, MeasuredOp>([
  [2, "load"],
  [4, "store"],
  [8, "atomic"],
  [undefined, "reduction"],
]);
/** Bytes per lane, by the code of an access's type; that of 32 bits and more is its bits. */
const ACCESS_BYTES: ReadonlyMap<number | undefined, number> = new Map([
  [2, 1],
  [8, 2],
  [32, 4],
  [64, 8],
  [128, 16],
]);

function instructionsOf(
  counters: ReadonlyMap<string, ReadonlyMap<number, number>>,
  places: (address: number) => MeasuredInstruction["places"],
): MeasuredInstruction[] {
  const of = (name: string, address: number): number | undefined => counters.get(name)?.get(address);
  const accessOf = (address: number): MeasuredAccess | undefined => {
    const space = SPACES.get(of("memory_type", address) ?? 0);
    const op = OPS.get(of("memory_access_type", address));
    if (space === undefined || op === undefined) return undefined;
    const sectors = space === "local" ? "memory_l2_theoretical_sectors_local" : "memory_l2_theoretical_sectors_global";
    return {
      space,
      op,
      bytesPerLane: ACCESS_BYTES.get(of("memory_access_size_type", address)),
      sectors: of(sectors, address) ?? 0,
      wavefronts: of("memory_l1_wavefronts_shared", address) ?? 0,
      idealWavefronts: of("memory_l1_wavefronts_shared_ideal", address) ?? 0,
    };
  };
  return [...counters.get("inst_executed")!].map(([address, executed]) => ({
    places: places(address),
    executed,
    lanes: of("thread_inst_executed_true", address) ?? 0,
    access: accessOf(address),
  }));
}

/** A metric's values, by what each is of: here, addresses of instructions. */
function elementsOf(metric: Fields): Map<number, number> {
  const elements = new Map<number, number>();
  for (const element of metric.messages(3)) {
    const own = messageFields(element);
    const [of] = own.messages(1).map(numberOf);
    const [value] = own.messages(2).map(numberOf);
    if (of !== undefined && value !== undefined) elements.set(of, value);
  }
  return elements;
}

/** A value is one of a float, a double and two sizes of integer. */
function numberOf(value: Uint8Array): number | undefined {
  return messageFields(value).anyNumber([2, 3, 4, 5]);
}

function textOf(value: Uint8Array, strings: readonly string[]): string | undefined {
  const own = messageFields(value);
  return own.texts(1)[0] ?? strings[own.anyNumber([4, 5]) ?? -1];
}

function dimensionsOf(result: Fields, field: number): number[] | undefined {
  const [message] = result.messages(field);
  if (message === undefined) return undefined;
  const own = messageFields(message);
  return [own.number(1), own.number(2), own.number(3)];
}

/** Parts that each come after their size, in four bytes. */
class SizedParts {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#at = from;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(): Uint8Array {
    const size = this.take(4);
    return this.take(new DataView(size.buffer, size.byteOffset).getUint32(0, true));
  }

  take(size: number): Uint8Array {
    if (size > this.#bytes.length - this.#at) throw new CutOffError();
    return this.#bytes.subarray(this.#at, (this.#at += size));
  }
}

/** The fields of one message: numbers, and bytes that are a text or another message. */
class Fields {
  readonly #numbers = new Map<number, number>();
  readonly #bytes = new Map<number, Uint8Array[]>();

  constructor(message: Uint8Array) {
    const reader = new PbfReader(message);
    while (reader.pos < message.length) {
      const tag = reader.readVarint();
      const field = Math.floor(tag / 8);
      const type = tag % 8;
      if (type === 0) this.#numbers.set(field, reader.readVarint());
      else if (type === 1 && reader.pos + 8 <= message.length) this.#numbers.set(field, reader.readDouble());
      else if (type === 5 && reader.pos + 4 <= message.length) this.#numbers.set(field, reader.readFloat());
      else if (type === 2) {
        const length = reader.readVarint();
        if (length > message.length - reader.pos) throw new CutOffError();
        const bytes = message.subarray(reader.pos, (reader.pos += length));
        const known = this.#bytes.get(field);
        if (known) known.push(bytes);
        else this.#bytes.set(field, [bytes]);
      } else throw new CutOffError();
    }
    if (reader.pos > message.length) throw new CutOffError();
  }

  /** A count, a size or a reference; 0 if it is absent. */
  number(field: number): number {
    const number = this.#numbers.get(field) ?? 0;
    if (!Number.isInteger(number) || number < 0) throw new CutOffError();
    return number;
  }

  /** The first of these fields that is there. */
  anyNumber(fields: readonly number[]): number | undefined {
    return fields.map((field) => this.#numbers.get(field)).find((number) => number !== undefined);
  }

  messages(field: number): readonly Uint8Array[] {
    return this.#bytes.get(field) ?? [];
  }

  texts(field: number): string[] {
    return this.messages(field).map((bytes) => new TextDecoder().decode(bytes));
  }

  /** Empty if it is absent. */
  text(field: number): string {
    return this.texts(field)[0] ?? "";
  }
}

function messageFields(message: Uint8Array): Fields {
  try {
    return new Fields(message);
  } catch (error) {
    // A number of more than ten bytes.
    throw error instanceof CutOffError ? error : new CutOffError();
  }
}
