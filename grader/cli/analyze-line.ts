import {
  ACCESS_WIDTHS,
  COPY_WIDTHS,
  FULL_MASK,
  MATRIX_COUNTS,
  ROWS_PER_MATRIX,
  WARP_SIZE,
  copyCost,
  globalCost,
  isActive,
  matrixCost,
  sharedCost,
  type Device,
  type WarpRequest,
} from "#simulator";

/** A line of output, and whether its request was valid. */
interface AnalyzedLine {
  readonly text: string;
  readonly valid: boolean;
}

/** The fields of a line, unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

/** The line, a warp request as JSON, with the cost of the request or an error message added. */
export function analyzeLine(line: string, device: Device): AnalyzedLine {
  let fields: Fields;
  try {
    fields = parseFields(line);
  } catch (error) {
    // Without fields to preserve, the whole line is returned as text.
    return { text: JSON.stringify({ text: line, error: (error as Error).message }), valid: false };
  }
  try {
    return { text: withField(line, fields, "simulated", simulate(fields, device)), valid: true };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { text: withField(line, fields, "error", error.message), valid: false };
  }
}

function parseFields(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new RangeError(`not JSON: ${(error as Error).message}; write one JSON object per line`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new RangeError("a warp request is a JSON object with space, op, bytesPerLane, activeMask and addresses, or with instruction");
  }
  return value as Fields;
}

/** The line with one more field. The rest of its text is unchanged, so that numbers keep their spelling. */
function withField(line: string, fields: Fields, name: "simulated" | "error", value: unknown): string {
  if ("simulated" in fields || "error" in fields) {
    const { simulated: _simulated, error: _error, ...others } = fields;
    return JSON.stringify({ ...others, [name]: value });
  }
  const open = line.slice(0, line.lastIndexOf("}")).trim();
  return `${open}${open === "{" ? "" : ","}"${name}":${JSON.stringify(value)}}`;
}

/**
 * Counts what a line describes, with the names that the profiler's counters have here.
 *
 * @throws RangeError that names the invalid field and says what it must be
 */
export function simulate(fields: Fields, device: Device): object {
  if (namesInstruction(fields)) return simulateInstruction(fields, device);
  const request = requestOf(fields);
  if (request.space === "global") {
    const { requests, sectors, cacheLines, tagWavefronts } = globalCost(request, device);
    return { requests, sectors, cacheLines, tagWavefronts };
  }
  const { wavefronts, bankConflicts, conflictDegree } = sharedCost(request, device);
  return { wavefronts, bankConflicts, conflictDegree };
}

/** Instructions that aren't plain loads or stores, by what they do to shared memory. */
const INSTRUCTIONS = {
  ldmatrix: "load",
  "ldmatrix.trans": "load",
  stmatrix: "store",
  "stmatrix.trans": "store",
  "cp.async.ca": "ca",
  "cp.async.cg": "cg",
} as const;
type Instruction = keyof typeof INSTRUCTIONS;
export const INSTRUCTION_NAMES = Object.keys(INSTRUCTIONS) as Instruction[];

/** PTX ISA, stmatrix: it requires sm_90. The others came before, with sm_75 and sm_80. */
const WITHOUT_STMATRIX: readonly Device["architecture"][] = ["Ampere", "Ada"];

/** Whether a line has `instruction` instead of `space` and `op`; beside them, it is a field that is carried through. */
function namesInstruction({ instruction, space, op }: Fields): boolean {
  return instruction !== undefined && space === undefined && op === undefined;
}

function simulateInstruction(fields: Fields, device: Device): object {
  const { instruction, matrices, bytesPerLane } = fields;
  if (!isInstruction(instruction)) throw fieldError("instruction", instruction, `one of ${INSTRUCTION_NAMES.join(", ")}`);
  const does = INSTRUCTIONS[instruction];
  if (does === "store" && WITHOUT_STMATRIX.includes(device.architecture)) {
    throw new RangeError(`"instruction" is "${instruction}", which the ${device.name} doesn't have; it came with Hopper`);
  }
  if (does === "load" || does === "store") {
    if (!isOneOf(MATRIX_COUNTS, matrices)) throw fieldError("matrices", matrices, `one of ${MATRIX_COUNTS.join(", ")}`);
    const sharedAddresses = rowAddressesOf(fields["sharedAddresses"], matrices * ROWS_PER_MATRIX);
    const { wavefronts, bankConflicts } = matrixCost({ op: does, matrices, sharedAddresses });
    return { wavefronts, bankConflicts };
  }
  if (!isOneOf(COPY_WIDTHS, bytesPerLane)) throw fieldError("bytesPerLane", bytesPerLane, `one of ${COPY_WIDTHS.join(", ")}`);
  if (does === "cg" && bytesPerLane !== 16) throw fieldError("bytesPerLane", bytesPerLane, "16: cp.async.cg copies nothing else");
  const activeMask = maskOf(fields["activeMask"]);
  const sharedAddresses = addressesOf("sharedAddresses", fields["sharedAddresses"], activeMask);
  const globalAddresses = addressesOf("globalAddresses", fields["globalAddresses"], activeMask);
  const sourceBytes = sourceBytesOf(fields["sourceBytes"]);
  const cost = copyCost({ cache: does, bytesPerLane, activeMask, sharedAddresses, globalAddresses, sourceBytes }, device);
  const { wavefronts, bankConflicts, requests, sectors } = cost;
  return { wavefronts, bankConflicts, requests, sectors };
}

function isInstruction(value: unknown): value is Instruction {
  return typeof value === "string" && Object.hasOwn(INSTRUCTIONS, value);
}

function isOneOf<T>(known: readonly T[], value: unknown): value is T {
  return (known as readonly unknown[]).includes(value);
}

/** @throws RangeError that names the invalid field and says what it must be */
export function requestOf({ space, op, bytesPerLane, activeMask, addresses }: Fields): WarpRequest {
  if (space !== "global" && space !== "shared") throw fieldError("space", space, `"global" or "shared"`);
  if (op !== "load" && op !== "store") throw fieldError("op", op, `"load" or "store"`);
  if (!isOneOf(ACCESS_WIDTHS, bytesPerLane)) throw fieldError("bytesPerLane", bytesPerLane, `one of ${ACCESS_WIDTHS.join(", ")}`);
  const mask = maskOf(activeMask);
  return { space, op, bytesPerLane, activeMask: mask, addresses: addressesOf("addresses", addresses, mask) };
}

function maskOf(value: unknown): number {
  if (typeof value === "string" && /^0x[0-9a-f]{1,8}$/i.test(value)) return Number(value);
  if (typeof value === "number" && value === value >>> 0) return value;
  throw fieldError("activeMask", value, `a hexadecimal string like "0xffffffff", or a whole number from 0 to 4294967295; bit i for lane i`);
}

/** Checks the types only: the simulator ignores the addresses of inactive lanes, and refuses invalid ones of the others. */
function addressesOf(field: string, value: unknown, activeMask: number): number[] {
  if (!Array.isArray(value)) throw fieldError(field, value, `an array of ${WARP_SIZE} byte addresses, lane 0 first`);
  if (value.length !== WARP_SIZE) {
    throw new RangeError(`"${field}" holds ${value.length}; it must hold ${WARP_SIZE}, lane 0 first, inactive lanes included`);
  }
  const place = field === "addresses" ? "" : `${field}, `;
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    const address: unknown = value[lane];
    if (typeof address === "number" || (address === null && !isActive(activeMask, lane))) continue;
    throw new RangeError(`${place}lane ${lane}: ${shown(address)} is not a byte address; it must be a whole number from 0 up`);
  }
  return value as number[];
}

/** Eight row addresses for each matrix, or one of each lane, of which the first ones count. */
function rowAddressesOf(value: unknown, rows: number): number[] {
  if (!Array.isArray(value))
    throw fieldError("sharedAddresses", value, `an array of ${rows} byte addresses, ${ROWS_PER_MATRIX} for each matrix`);
  if (value.length !== rows && value.length !== WARP_SIZE) {
    const remedy = `it must hold ${rows}, ${ROWS_PER_MATRIX} for each matrix, or ${WARP_SIZE}, one of each lane`;
    throw new RangeError(`"sharedAddresses" holds ${value.length}; ${remedy}`);
  }
  const ofAllLanes = [...(value as unknown[]), ...Array<null>(WARP_SIZE - value.length).fill(null)];
  return addressesOf("sharedAddresses", ofAllLanes, FULL_MASK >>> (WARP_SIZE - rows));
}

/** How many bytes each lane copies before it fills with zeros; the simulator checks the numbers. */
function sourceBytesOf(value: unknown): number[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw fieldError("sourceBytes", value, `an array of ${WARP_SIZE} numbers of bytes, or left out`);
  return value as number[];
}

function fieldError(field: string, value: unknown, rule: string): RangeError {
  return new RangeError(
    value === undefined ? `"${field}" is missing; it must be ${rule}` : `"${field}" is ${shown(value)}; it must be ${rule}`,
  );
}

const SHOWN_CHARACTERS = 40;

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
