/** A place of the text that an instruction was compiled from. */
export interface SourcePlace {
  /** As the compiler was given it, with its folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A cubin's functions: places of their instructions, and whether it was compiled for a debugger. */
export interface CubinLines {
  /** Whether there is a line table: nvcc writes one with `-lineinfo` or `-G`. */
  readonly hasLines: boolean;
  /** Whether it was compiled with `-G`, and so without optimization. */
  readonly isDebug: boolean;
  /** The place of the instruction at a byte of a function, then the calls that it was inlined through; empty if none is known. */
  placesOf(functionName: string, byteOffset: number): readonly SourcePlace[];
}

/** Bytes that are no cubin, or one that ends too early. */
export class CubinError extends Error {
  override name = "CubinError";
}

/** @throws CubinError if the bytes are no cubin */
export function cubinLines(bytes: Uint8Array): CubinLines {
  try {
    return linesOf(new ElfFile(bytes));
  } catch (error) {
    // A DataView refuses to read past its end.
    if (error instanceof RangeError) throw new CubinError("the machine code in the report is cut off");
    throw error;
  }
}

function linesOf(elf: ElfFile): CubinLines {
  const table = elf.section(".debug_line");
  const rows = table ? lineRows(table, elf.relocationsOf(".debug_line")) : new Map<number, Row[]>();
  return {
    hasLines: rows.size > 0,
    isDebug: elf.section(".debug_info") !== undefined,
    placesOf: (name, byteOffset) => {
      const symbol = elf.functionNamed(name);
      const own = symbol && rows.get(symbol.section);
      return own ? placesAt(own, symbol.value + byteOffset) : [];
    },
  };
}

interface Section {
  readonly name: string;
  readonly type: number;
  readonly from: number;
  readonly size: number;
  readonly link: number;
}

interface Symbol {
  readonly name: string;
  readonly type: number;
  readonly section: number;
  readonly value: number;
}

/** Where bytes of a section get the address of a section of code, in bytes from its start. */
interface Relocation {
  readonly section: number;
  readonly value: number;
}

const FUNCTION_SYMBOL = 2;
const NO_BITS = 8;
const SECTION_HEADER_BYTES = 64;
const SYMBOL_BYTES = 24;
const RELA_BYTES = 24;
const REL_BYTES = 16;

/** An ELF file of 64 bits, little-endian: System V ABI, chapter 4. */
class ElfFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sections: readonly Section[];
  readonly #symbols: readonly Symbol[];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const view = (this.#view = viewOf(bytes));
    if (bytes.length < 64 || view.getUint32(0) !== 0x7f454c46 || bytes[4] !== 2 || bytes[5] !== 1)
      throw new CubinError("the machine code in the report is no cubin");
    const table = offset64(view, 0x28);
    const headers = Array.from({ length: view.getUint16(0x3c, true) }, (_, i) => {
      const at = table + i * SECTION_HEADER_BYTES;
      return {
        nameAt: view.getUint32(at, true),
        type: view.getUint32(at + 4, true),
        from: offset64(view, at + 24),
        size: offset64(view, at + 32),
        link: view.getUint32(at + 40, true),
      };
    });
    const names = headers[view.getUint16(0x3e, true)];
    this.#sections = headers.map(({ nameAt, ...section }) => ({ ...section, name: names ? this.#text(names.from + nameAt) : "" }));
    this.#symbols = this.#readSymbols();
  }

  section(name: string): DataView | undefined {
    const found = this.#sections.find((section) => section.name === name && section.type !== NO_BITS);
    return found && this.#viewOf(found);
  }

  functionNamed(name: string): Symbol | undefined {
    return this.#symbols.find((symbol) => symbol.type === FUNCTION_SYMBOL && symbol.name === name);
  }

  /** By the byte of the section that they change. */
  relocationsOf(section: string): ReadonlyMap<number, Relocation> {
    const relocations = new Map<number, Relocation>();
    for (const { name, ...own } of this.#sections) {
      const bytesEach = name === `.rela${section}` ? RELA_BYTES : name === `.rel${section}` ? REL_BYTES : undefined;
      if (bytesEach === undefined) continue;
      const view = this.#viewOf(own);
      for (let at = 0; at + bytesEach <= view.byteLength; at += bytesEach) {
        const symbol = this.#symbols[view.getUint32(at + 12, true)];
        if (!symbol) continue;
        const added = bytesEach === RELA_BYTES ? offset64(view, at + 16) : 0;
        relocations.set(offset64(view, at), { section: symbol.section, value: symbol.value + added });
      }
    }
    return relocations;
  }

  #readSymbols(): Symbol[] {
    const table = this.#sections.find(({ name }) => name === ".symtab");
    const names = table && this.#sections[table.link];
    if (!names) return [];
    const view = this.#viewOf(table);
    return Array.from({ length: Math.floor(view.byteLength / SYMBOL_BYTES) }, (_, i) => {
      const at = i * SYMBOL_BYTES;
      return {
        name: this.#text(names.from + view.getUint32(at, true)),
        type: view.getUint8(at + 4) & 15,
        section: view.getUint16(at + 6, true),
        value: offset64(view, at + 8),
      };
    });
  }

  #viewOf({ from, size }: Pick<Section, "from" | "size">): DataView {
    return new DataView(this.#view.buffer, this.#view.byteOffset + from, size);
  }

  #text(from: number): string {
    return textAt(this.#bytes, from).text;
  }
}

/** One row of a line table: the place of the instructions from an address to that of the next row. */
interface Row extends SourcePlace {
  readonly address: number;
  /** The row of the call that this one was inlined into; undefined for none. */
  readonly caller: Row | undefined;
  readonly isEnd: boolean;
}

/** Rows of each section of code, by their addresses. */
function lineRows(table: DataView, relocations: ReadonlyMap<number, Relocation>): Map<number, Row[]> {
  const sections = new Map<number, Row[]>();
  for (let at = 0; at + 4 < table.byteLength;) {
    const length = table.getUint32(at, true);
    readUnit(table, at, at + 4 + length, relocations, (section, row) => {
      const rows = sections.get(section);
      if (rows) rows.push(row);
      else sections.set(section, [row]);
    });
    at += 4 + length;
  }
  for (const rows of sections.values()) rows.sort((a, b) => a.address - b.address);
  return sections;
}

const DW_LNE_END_SEQUENCE = 1;
const DW_LNE_SET_ADDRESS = 2;
const DW_LNE_DEFINE_FILE = 3;
/** NVIDIA's: the rows that follow were inlined into that of a number, counted from 1; 0 ends it. */
const DW_LNE_INLINED_CALL = 0x90;

/** Runs the program of a unit: DWARF 2 to 4, section 6.2. */
function readUnit(
  table: DataView,
  from: number,
  end: number,
  relocations: ReadonlyMap<number, Relocation>,
  emit: (section: number, row: Row) => void,
): void {
  const reader = new Reader(table, from + 4, end);
  const version = reader.u16();
  if (version < 2 || version > 4) throw new CubinError(`the line table is of DWARF ${version}, which this reader does not know`);
  const program = reader.u32() + reader.at;
  const minimumBytes = reader.u8();
  if (version >= 4) reader.u8();
  reader.u8();
  const lineBase = (reader.u8() << 24) >> 24;
  const lineRange = reader.u8();
  const operandCounts = Array.from({ length: Math.max(0, reader.u8() - 1) }, () => reader.u8());
  const folders = [""];
  for (let folder = reader.text(); folder !== ""; folder = reader.text()) folders.push(folder);
  const files = [""];
  const addFile = (name: string): void => {
    const folder = folders[reader.uleb()] ?? "";
    reader.uleb();
    reader.uleb();
    files.push(folder === "" || name.startsWith("/") ? name : `${folder}/${name}`);
  };
  for (let name = reader.text(); name !== ""; name = reader.text()) addFile(name);
  reader.at = program;
  const start = { section: -1, address: 0, file: 1, line: 1, caller: undefined as Row | undefined };
  let state = { ...start };
  const rows: Row[] = [];
  const push = (isEnd = false): void => {
    const { section, address, file, line, caller } = state;
    const row = { address, file: files[file] ?? "", line, caller, isEnd };
    rows.push(row);
    if (section >= 0) emit(section, row);
  };
  const advance = (steps: number): void => void (state.address += steps * minimumBytes);
  while (reader.at < end) {
    const code = reader.u8();
    if (code > operandCounts.length) {
      if (lineRange === 0) throw new CubinError("the line table is damaged");
      const adjusted = code - operandCounts.length - 1;
      advance(Math.floor(adjusted / lineRange));
      state.line += lineBase + (adjusted % lineRange);
      push();
    } else if (code === 0) {
      const length = reader.uleb();
      const next = reader.at + length;
      const extended = reader.u8();
      if (extended === DW_LNE_INLINED_CALL) state.caller = rows[reader.uleb() - 1];
      else if (extended === DW_LNE_END_SEQUENCE) {
        push(true);
        state = { ...start };
      } else if (extended === DW_LNE_SET_ADDRESS) {
        const relocation = relocations.get(reader.at);
        if (relocation) state = { ...state, section: relocation.section, address: relocation.value };
      } else if (extended === DW_LNE_DEFINE_FILE) addFile(reader.text());
      reader.at = next;
    } else if (code === 1) push();
    else if (code === 2) advance(reader.uleb());
    else if (code === 3) state.line += reader.sleb();
    else if (code === 4) state.file = reader.uleb();
    else if (code === 8) advance(Math.floor((254 - operandCounts.length) / (lineRange || 1)));
    else if (code === 9) state.address += reader.u16();
    else for (let operands = operandCounts[code - 1]!; operands > 0; operands--) reader.uleb();
  }
}

function placesAt(rows: readonly Row[], address: number): SourcePlace[] {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (rows[middle]!.address <= address) from = middle + 1;
    else to = middle;
  }
  let row: Row | undefined = rows[from - 1];
  if (row?.isEnd) return [];
  const places: SourcePlace[] = [];
  // A call is inlined into a row before it, so that the way ends; a hostile table is left after as many steps as any text has calls.
  for (; row && places.length < MOST_INLINED; row = row.caller) places.push({ file: row.file, line: row.line });
  return places;
}

/** Places of one instruction: the most that are kept. */
export const MOST_INLINED = 64;

/** Reads numbers one after the other; past the end of the view it throws a RangeError. */
class Reader {
  readonly #view: DataView;
  readonly #end: number;
  at: number;

  constructor(view: DataView, from: number, end: number) {
    this.#view = view;
    this.at = from;
    this.#end = end;
  }

  u8(): number {
    if (this.at >= this.#end) throw new RangeError("the unit has ended");
    return this.#view.getUint8(this.at++);
  }

  u16(): number {
    return this.u8() + this.u8() * 2 ** 8;
  }

  u32(): number {
    return this.u16() + this.u16() * 2 ** 16;
  }

  uleb(): number {
    return this.#leb().value;
  }

  sleb(): number {
    const { value, bits, isNegative } = this.#leb();
    return isNegative ? value - 2 ** bits : value;
  }

  text(): string {
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset, Math.min(this.#end, this.#view.byteLength));
    const { text, end } = textAt(bytes, this.at);
    this.at = end;
    return text;
  }

  #leb(): { readonly value: number; readonly bits: number; readonly isNegative: boolean } {
    let value = 0;
    for (let bits = 0; ;) {
      const byte = this.u8();
      value += (byte & 0x7f) * 2 ** bits;
      bits += 7;
      if (byte < 0x80) return { value, bits, isNegative: (byte & 0x40) !== 0 };
    }
  }
}

/** Offsets and addresses of 64 bits; a hostile one is past the end of any file, and refused where it is used. */
function offset64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}

function textAt(bytes: Uint8Array, from: number): { readonly text: string; readonly end: number } {
  const end = bytes.indexOf(0, from);
  if (from > bytes.length || end < 0) throw new RangeError("a text has no end");
  return { text: String.fromCharCode(...bytes.subarray(from, Math.min(end, from + MOST_NAME_BYTES))), end: end + 1 };
}

/** Names of templates can be long; longer ones are cut. */
const MOST_NAME_BYTES = 4096;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
