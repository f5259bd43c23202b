import { ACCESS_WIDTHS, WARP_SIZE, globalCost, isActive, sharedCost, type Device, type WarpRequest } from "#simulator";

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
    return { text: withField(line, fields, "simulated", simulate(requestOf(fields), device)), valid: true };
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
    throw new RangeError("a warp request is a JSON object with space, op, bytesPerLane, activeMask and addresses");
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

/** Counts a request, with the names that the profiler's counters have here. */
export function simulate(request: WarpRequest, device: Device): object {
  if (request.space === "global") {
    const { requests, sectors, cacheLines, tagWavefronts } = globalCost(request, device);
    return { requests, sectors, cacheLines, tagWavefronts };
  }
  const { wavefronts, bankConflicts, conflictDegree } = sharedCost(request, device);
  return { wavefronts, bankConflicts, conflictDegree };
}

/** @throws RangeError that names the invalid field and says what it must be */
export function requestOf({ space, op, bytesPerLane, activeMask, addresses }: Fields): WarpRequest {
  if (space !== "global" && space !== "shared") throw fieldError("space", space, `"global" or "shared"`);
  if (op !== "load" && op !== "store") throw fieldError("op", op, `"load" or "store"`);
  if (!isWidth(bytesPerLane)) throw fieldError("bytesPerLane", bytesPerLane, `one of ${ACCESS_WIDTHS.join(", ")}`);
  const mask = maskOf(activeMask);
  return { space, op, bytesPerLane, activeMask: mask, addresses: addressesOf(addresses, mask) };
}

function isWidth(value: unknown): value is WarpRequest["bytesPerLane"] {
  return (ACCESS_WIDTHS as readonly unknown[]).includes(value);
}

function maskOf(value: unknown): number {
  if (typeof value === "string" && /^0x[0-9a-f]{1,8}$/i.test(value)) return Number(value);
  if (typeof value === "number" && value === value >>> 0) return value;
  throw fieldError("activeMask", value, `a hexadecimal string like "0xffffffff", or a whole number from 0 to 4294967295; bit i for lane i`);
}

/** Checks the types only: the simulator ignores the addresses of inactive lanes, and refuses invalid ones of the others. */
function addressesOf(value: unknown, activeMask: number): number[] {
  if (!Array.isArray(value)) throw fieldError("addresses", value, `an array of ${WARP_SIZE} byte addresses, lane 0 first`);
  if (value.length !== WARP_SIZE) {
    throw new RangeError(`"addresses" holds ${value.length}; it must hold ${WARP_SIZE}, lane 0 first, inactive lanes included`);
  }
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    const address: unknown = value[lane];
    if (typeof address === "number" || (address === null && !isActive(activeMask, lane))) continue;
    throw new RangeError(`lane ${lane}: ${shown(address)} is not a byte address; it must be a whole number from 0 up`);
  }
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
