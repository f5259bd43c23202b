import { parse } from "csv-parse/browser/esm/sync";
import { MOST_INLINED, type SourcePlace } from "./cubin-lines.ts";
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
 * Reads what `ncu --csv` printed: the pages raw and details, which have counters of launches, and the page source, which has those of
 * instructions and, with `--print-source cuda,sass`, of lines. Several pages may follow each other; what else the program or ncu printed
 * is passed over.
 *
 * @throws ReportError if there is none of these pages
 */
export function readNcuCsv(text: string): MeasuredLaunch[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trimStart().startsWith('"'));
  const rows: string[][] = parse(lines.join("\n"), {
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    ltrim: true,
  });
  const pages = new Pages();
  for (const row of rows) pages.add(row);
  const launches = pages.launches();
  if (launches.length > 0) return launches;
  throw new ReportError(
    /No lineinfo available/.test(text)
      ? "ncu printed no lines: the program was compiled without line numbers. Compile it with nvcc -lineinfo, and profile it again."
      : `This is no CSV of Nsight Compute with counters in it. Make a report, ${REPORT_COMMAND}, and open report.ncu-rep, or export it: ${EXPORT_COMMAND}`,
  );
}

/** A launch on a page of counters. */
interface CountersOfLaunch {
  readonly kernel: string;
  readonly grid: readonly number[] | undefined;
  readonly block: readonly number[] | undefined;
  gpu: string | undefined;
  readonly counters: Map<string, number>;
  /** Whether numbers have units that are chosen for reading: "1.05 Mbyte". */
  isRounded: boolean;
}

/** A launch on a page of source. */
interface InstructionsOfLaunch {
  readonly kernel: string;
  /** By their addresses, as the page has them. */
  readonly instructions: Map<string, MeasuredInstruction>;
  /** Files of whose lines the launch has a list. */
  readonly files: Set<string>;
  hasLines: boolean;
}

/** The table whose rows come next: its columns, and how they are read. */
interface Table {
  readonly columns: ReadonlyMap<string, number>;
  readonly kind: "counters" | "lines" | "instructions";
}

/** Takes the rows of pages, one after the other. */
class Pages {
  readonly #counted = new Map<string, CountersOfLaunch>();
  readonly #listed: InstructionsOfLaunch[] = [];
  #table: Table | undefined;
  /** Units of columns: of the page raw, the row below their names. */
  #units: readonly string[] | undefined;
  #file = "";
  #line: number | undefined;

  add(row: readonly string[]): void {
    const [first = "", second = ""] = row;
    if (first === "ID") {
      this.#table = tableOf(row, "counters");
      this.#units = undefined;
    } else if (first === "File Path" || first === "File Name") this.#file = second;
    else if (first === "Function Name") this.#beginLines(second);
    else if (first === "Kernel Name") this.#listed.push({ kernel: second, instructions: new Map(), files: new Set(), hasLines: false });
    else if (first === "Line No") {
      this.#table = tableOf(row, "lines");
      this.#line = undefined;
    } else if (first === "Address") this.#table = tableOf(row, "instructions");
    else if (this.#table?.kind === "counters") this.#addCounters(row, this.#table.columns);
    else if (this.#table) this.#addInstruction(row, this.#table);
  }

  /** The pages' launches; those of a page of counters and of a page of source are the same where their kernels are, in order. */
  launches(): MeasuredLaunch[] {
    const listed = this.#listed.filter(({ instructions }) => instructions.size > 0);
    const counted = [...this.#counted.values()];
    const areSame = counted.length === listed.length && counted.every(({ kernel }, i) => kernel === listed[i]!.kernel);
    if (counted.length === 0 || areSame) return listed.map((own, id) => launchOf(id, own.kernel, counted[id], own));
    return counted.map((own, id) => launchOf(id, own.kernel, own, undefined));
  }

  /** A kernel's lines of one file. The same file again is another launch. */
  #beginLines(kernel: string): void {
    let own = this.#listed.at(-1);
    if (own?.kernel !== kernel || own.files.has(this.#file) || own.files.size === 0) {
      own = { kernel, instructions: new Map(), files: new Set(), hasLines: true };
      this.#listed.push(own);
    }
    own.files.add(this.#file);
  }

  #addCounters(row: readonly string[], columns: Table["columns"]): void {
    const of = (column: string): string => row[columns.get(column) ?? -1] ?? "";
    const id = of("ID");
    if (id === "") {
      this.#units = row;
      return;
    }
    let own = this.#counted.get(id);
    if (!own) {
      own = {
        kernel: of("Kernel Name"),
        grid: sizesIn(of("Grid Size")),
        block: sizesIn(of("Block Size")),
        gpu: undefined,
        counters: new Map(),
        isRounded: false,
      };
      this.#counted.set(id, own);
    }
    const isPage = columns.has("Metric Name");
    const add = (name: string, text: string, unit: string): void => {
      const value = numberIn(text);
      if (value !== undefined) own.counters.set(name, value * scaleOf(unit));
      if (name === GPU_NAME) own.gpu = text;
      if (isPage && scaleOf(unit) > 1) own.isRounded = true;
    };
    if (isPage) add(of("Metric Name"), of("Metric Value"), of("Metric Unit"));
    else for (const [name, at] of columns) if (name.includes("__")) add(name, row[at] ?? "", this.#units?.[at] ?? "");
  }

  #addInstruction(row: readonly string[], { columns, kind }: Table): void {
    const of = (column: string): string => row[columns.get(column) ?? -1] ?? "";
    const line = kind === "lines" ? of("Line No") : "";
    if (line !== "") this.#line = numberIn(line);
    const address = of("Address");
    const own = this.#listed.at(-1);
    const executed = numberIn(of("Instructions Executed"));
    if (!own || !address.startsWith("0x") || executed === undefined) return;
    const place: SourcePlace[] = kind === "lines" && this.#line !== undefined ? [{ file: this.#file, line: this.#line }] : [];
    // What was inlined stands at the line of the function and at that of its call; a page can have both twice.
    const before = own.instructions.get(address)?.places ?? [];
    const isNew = before.length < MOST_INLINED && !before.some(({ file, line }) => file === place[0]?.file && line === place[0].line);
    own.instructions.set(address, {
      places: isNew ? [...before, ...place] : before,
      executed,
      lanes: numberIn(of("Predicated-On Thread Instructions Executed")) ?? 0,
      access: accessOf(of),
    });
  }
}

const GPU_NAME = "device__attribute_display_name";

function launchOf(
  id: number,
  kernel: string,
  counted: CountersOfLaunch | undefined,
  listed: InstructionsOfLaunch | undefined,
): MeasuredLaunch {
  return {
    id,
    kernel,
    grid: counted?.grid,
    block: counted?.block,
    gpu: counted?.gpu,
    counters: counted?.counters ?? new Map<string, number>(),
    instructions: listed && [...listed.instructions.values()],
    hasLines: listed?.hasLines ?? false,
    isDebug: undefined,
    isRounded: counted?.isRounded ?? false,
    sources: new Map<string, string>(),
  };
}

/** Columns by their names; of two of one name, the first. */
function tableOf(row: readonly string[], kind: Table["kind"]): Table {
  const columns = new Map<string, number>();
  for (const [at, name] of row.entries()) if (!columns.has(name)) columns.set(name, at);
  return { columns, kind };
}

const SPACES: ReadonlyMap<string, MeasuredSpace> = new Map([
  ["Global", "global"],
  ["Shared", "shared"],
  ["Local", "local"],
]);
/** An instruction that adds to global memory and takes nothing back has none of these. */
const OPS: ReadonlyMap<string, MeasuredOp> = new Map([
  ["Load", "load"],
  ["Store", "store"],
  ["Atomic", "atomic"],
  ["-", "reduction"],
]);

function accessOf(of: (column: string) => string): MeasuredAccess | undefined {
  const space = SPACES.get(of("Address Space"));
  const op = OPS.get(of("Access Operation"));
  if (space === undefined || op === undefined) return undefined;
  const number = (column: string): number => numberIn(of(column)) ?? 0;
  const bits = numberIn(of("Access Size"));
  return {
    space,
    op,
    bytesPerLane: bits === undefined ? undefined : bits / 8,
    sectors: number(space === "local" ? "L2 Theoretical Sectors Local" : "L2 Theoretical Sectors Global"),
    wavefronts: number("L1 Wavefronts Shared"),
    idealWavefronts: number("L1 Wavefronts Shared Ideal"),
  };
}

/** Undefined for a text that is no number: `-`, or several in one. */
function numberIn(text: string): number | undefined {
  const plain = text.replaceAll(",", "").trim();
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** `(16, 16, 1)` */
function sizesIn(text: string): number[] | undefined {
  const sizes = text.match(/\d+/g)?.map(Number);
  return sizes?.length === 3 ? sizes : undefined;
}

const PREFIXES: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["K", 1e3],
  ["M", 1e6],
  ["G", 1e9],
  ["T", 1e12],
]);
const TIMES: ReadonlyMap<string, number> = new Map([
  ["ns", 1],
  ["nsecond", 1],
  ["us", 1e3],
  ["usecond", 1e3],
  ["ms", 1e6],
  ["msecond", 1e6],
  ["s", 1e9],
  ["second", 1e9],
]);

/** The factor from a unit to bytes or nanoseconds. */
function scaleOf(unit: string): number {
  const [, prefix] = /^([KMGT]?)byte$/.exec(unit) ?? [];
  return prefix === undefined ? (TIMES.get(unit) ?? 1) : PREFIXES.get(prefix)!;
}
