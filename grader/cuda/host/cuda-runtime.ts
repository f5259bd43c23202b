import { argumentCount } from "../errors/call-errors.ts";
import { symbolNeeded } from "../errors/host-errors.ts";
import {
  beyondAllocation,
  copyKind,
  devicePointerNeeded,
  hostMemoryOnly,
  noAllocationToFree,
  nullForDevice,
  unallocatedForDevice,
  unknownCopyKind,
} from "../errors/memory-errors.ts";
import type { Context } from "../check/context.ts";
import { F32, I32, U64, VOID, pointerTo, scalarType, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import type { Code, Translation } from "./code.ts";
import { HOST_BASE, WRITE, type Scalar } from "./host-memory.ts";
import type { HostMachine } from "./host-machine.ts";
import { CUDA_ERRORS } from "../launch/cuda-error.ts";
import { MEMORY_NOTE, attributeOf, residentBlocks, setProperties } from "./device-properties.ts";
import { argumentsOf, within } from "./arguments.ts";

const BYTES = pointerTo(VOID);
const ERROR = scalarType("i32");

const COPY_KINDS = [
  "cudaMemcpyHostToHost",
  "cudaMemcpyHostToDevice",
  "cudaMemcpyDeviceToHost",
  "cudaMemcpyDeviceToDevice",
  "cudaMemcpyDefault",
];

/** Functions that are accepted and do nothing, because all that the device does is done when the host goes on. */
const WITHOUT_EFFECT = new Set([
  "cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaThreadExit", "cudaStreamSynchronize", "cudaEventSynchronize", "cudaEventRecord", "cudaEventDestroy", "cudaStreamDestroy",
  "cudaStreamWaitEvent", "cudaSetDevice", "cudaDeviceReset", "cudaMemPrefetchAsync", "cudaMemAdvise", "cudaFuncSetAttribute",
  "cudaDeviceSetCacheConfig", "cudaFuncSetCacheConfig", "cudaStreamQuery", "cudaEventQuery", "cudaProfilerStart", "cudaProfilerStop",
  "cudaDeviceSetLimit", "cudaHostRegister", "cudaHostUnregister", "cudaSetDeviceFlags", "cudaDeviceSetSharedMemConfig",
  "cudaFuncSetSharedMemConfig", "cudaEventRecordWithFlags", "cudaDeviceEnablePeerAccess", "cudaDeviceDisablePeerAccess", "cudaCtxResetPersistingL2Cache",
]); // prettier-ignore
/** Those that say whether an error is known, and do nothing else. */
const REPORTING = new Set(["cudaGetLastError", "cudaPeekAtLastError"]);
/** Those that wait for the device, and so learn of a kernel's error. */
const WAITING = new Set([
  "cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaThreadExit", "cudaDeviceReset", "cudaStreamSynchronize", "cudaEventSynchronize", "cudaStreamQuery", "cudaEventQuery", "cudaEventElapsedTime",
  "cudaFree", "cudaFreeHost", "cudaMemcpy", "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol", "cudaStreamDestroy",
]); // prettier-ignore
/** Those that know of no launch: they do what they do after an error, too. */
const INDEPENDENT = new Set(["cudaGetDevice", "cudaGetDeviceCount", "cudaGetDeviceProperties", "cudaDeviceGetAttribute"]);

/** A call of CUDA's runtime; undefined if the lab has none of this name. */
export function cudaFunction(
  host: Translation,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): Code | undefined {
  const { machine } = host;
  const error = (run: () => unknown): Code => ({
    type: ERROR,
    value: within(span, () => {
      machine.step(span);
      const failed = errorBefore(machine, name);
      if (failed !== 0) return failed;
      run();
      return errorAfter(machine, name);
    }),
  });
  const values = (...parameters: CudaType[]): (() => Scalar)[] => argumentsOf(host, name, given, parameters, context, span);
  if (WITHOUT_EFFECT.has(name) || REPORTING.has(name)) {
    // The attributes' names are not looked up.
    const evaluated =
      WITHOUT_EFFECT.has(name) && !/Attribute|Config|Limit|Advise|Prefetch|Flags/.test(name)
        ? given.map((argument) => host.expression(argument, context))
        : [];
    return {
      type: ERROR,
      value: () => {
        for (const { value } of evaluated) value();
        return errorBefore(machine, name);
      },
    };
  }
  switch (name) {
    case "cudaMalloc":
    case "cudaMallocManaged":
    case "cudaMallocHost":
    case "cudaHostAlloc": {
      const isHosts = name !== "cudaMalloc";
      const [pointer, bytes] = argumentsOf(host, name, given.slice(0, 2), [BYTES, U64], context, span);
      const { label, type } = allocated(given[0]!, host, context);
      return error(() => {
        const count = Number(bytes!());
        const address = machine.memory.allocateOnDevice(label, count, type, isHosts);
        machine.work(count, span);
        WRITE.ptr(machine.memory.locate(Number(pointer!()), 8, span, true), machine.memory.offset, address);
      });
    }
    case "cudaFree":
    case "cudaFreeHost": {
      const [pointer] = values(BYTES);
      return error(() => {
        const address = Number(pointer!());
        if (address === 0) return;
        if (address >= HOST_BASE) throw devicePointerNeeded(span, name);
        if (!machine.memory.freeOnDevice(address)) throw noAllocationToFree(span);
      });
    }
    case "cudaMemcpy":
    case "cudaMemcpyAsync": {
      const [to, from, bytes, kind] = argumentsOf(host, name, given.slice(0, 4), [BYTES, BYTES, U64, I32], context, span);
      return error(() => copy(machine, Number(to!()), Number(from!()), Number(bytes!()), Number(kind!()), span));
    }
    case "cudaMemset":
    case "cudaMemsetAsync": {
      const [to, value, bytes] = argumentsOf(host, name, given.slice(0, 3), [BYTES, I32, U64], context, span);
      return error(() => {
        const [address, byte, count] = [Number(to!()), Number(value!()), Number(bytes!())];
        // It is queued behind the failed launch.
        if (!machine.errors.failed) deviceBytes(machine, address, count, name, span, true).fill(byte);
      });
    }
    case "cudaMemcpyToSymbol":
    case "cudaMemcpyFromSymbol":
      return symbolCopy(host, name, given, context, span, error);
    case "cudaGetSymbolAddress": {
      const { symbol } = host.expression(given[1]!, context);
      const [pointer] = argumentsOf(host, name, given.slice(0, 1), [BYTES], context, span);
      return error(() => {
        const { address } = symbolNamed(machine, symbol, span);
        WRITE.ptr(machine.memory.locate(Number(pointer!()), 8, span, true), machine.memory.offset, address);
      });
    }
    case "cudaGetErrorString":
    case "cudaGetErrorName": {
      const [code] = values(I32);
      const texts = new Map(
        CUDA_ERRORS.map((error) => [error.code, host.text(name === "cudaGetErrorName" ? error.name : error.text, span).value]),
      );
      const other = host.text("unrecognized error code", span).value;
      return { type: pointerTo(scalarType("i8")), value: () => (texts.get(Number(code!())) ?? other)() };
    }
    case "cudaEventCreate":
    case "cudaEventCreateWithFlags":
    case "cudaStreamCreate":
    case "cudaStreamCreateWithFlags":
    case "cudaStreamCreateWithPriority": {
      const [pointer] = argumentsOf(host, name, given.slice(0, 1), [BYTES], context, span);
      return error(() => WRITE.u64(machine.memory.locate(Number(pointer!()), 8, span, true), machine.memory.offset, machine.newHandle()));
    }
    case "cudaEventElapsedTime": {
      const [pointer] = argumentsOf(host, name, given.slice(0, 1), [pointerTo(F32)], context, span);
      return error(() => {
        machine.askedForTime = true;
        WRITE.f32(machine.memory.locate(Number(pointer!()), 4, span, true), machine.memory.offset, NaN);
      });
    }
    case "cudaGetDeviceProperties": {
      const [properties] = argumentsOf(host, name, given.slice(0, 1), [BYTES], context, span);
      const { type } = host.expression(given[0]!, context);
      return error(() => setProperties(machine, Number(properties!()), type, span));
    }
    case "cudaDeviceGetAttribute": {
      const [pointer, attribute] = argumentsOf(host, name, given.slice(0, 2), [pointerTo(I32), I32], context, span);
      return error(() => {
        const value = attributeOf(machine, Number(attribute!()), span);
        WRITE.i32(machine.memory.locate(Number(pointer!()), 4, span, true), machine.memory.offset, value);
      });
    }
    case "cudaMemGetInfo": {
      const [free, total] = values(pointerTo(U64), pointerTo(U64));
      return error(() => {
        machine.notes.add(MEMORY_NOTE);
        const { limitBytes, top } = machine.memory.device;
        WRITE.u64(machine.memory.locate(Number(free!()), 8, span, true), machine.memory.offset, limitBytes - top);
        WRITE.u64(machine.memory.locate(Number(total!()), 8, span, true), machine.memory.offset, limitBytes);
      });
    }
    case "cudaHostGetDevicePointer": {
      const [pointer, hosts] = argumentsOf(host, name, given.slice(0, 2), [BYTES, BYTES], context, span);
      return error(() => {
        const address = Number(hosts!());
        if (address >= HOST_BASE) throw hostMemoryOnly(span);
        WRITE.ptr(machine.memory.locate(Number(pointer!()), 8, span, true), machine.memory.offset, address);
      });
    }
    case "cudaOccupancyMaxActiveBlocksPerMultiprocessor": {
      const [pointer] = argumentsOf(host, name, given.slice(0, 1), [pointerTo(I32)], context, span);
      const [threads, bytes] = argumentsOf(host, name, given.slice(2, 4), [I32, U64], context, span);
      return error(() => {
        const blocks = residentBlocks(machine, Number(threads!()), Number(bytes!()));
        WRITE.i32(machine.memory.locate(Number(pointer!()), 4, span, true), machine.memory.offset, blocks);
      });
    }
    case "cudaOccupancyMaxPotentialBlockSize": {
      const [grid, block] = argumentsOf(host, name, given.slice(0, 2), [pointerTo(I32), pointerTo(I32)], context, span);
      return error(() => {
        const blocks = residentBlocks(machine, 1024, 0) * machine.device.smCount;
        WRITE.i32(machine.memory.locate(Number(grid!()), 4, span, true), machine.memory.offset, blocks);
        WRITE.i32(machine.memory.locate(Number(block!()), 4, span, true), machine.memory.offset, 1024);
      });
    }
    case "cudaGetDevice":
    case "cudaGetDeviceCount": {
      const [pointer] = values(pointerTo(I32));
      const number = name === "cudaGetDevice" ? 0 : 1;
      return error(() => WRITE.i32(machine.memory.locate(Number(pointer!()), 4, span, true), machine.memory.offset, number));
    }
    default:
      return undefined;
  }
}

/** The error that a call returns instead of doing anything. */
function errorBefore({ errors }: HostMachine, name: string): number {
  if (INDEPENDENT.has(name)) return 0;
  return WAITING.has(name) ? errors.wait() : errors.known;
}

/** The error of a call that has done what it does: it may have waited for the device meanwhile. */
function errorAfter({ errors }: HostMachine, name: string): number {
  return INDEPENDENT.has(name) ? 0 : errors.known;
}

/** What `cudaMalloc(&d_x, …)` and `cudaMalloc((void**)&d_x, …)` make, for messages. */
function allocated(pointer: Expression, host: Translation, context: Context): { label: string; type: CudaType | undefined } {
  let inner = pointer;
  while (inner.kind === "cast") inner = inner.operand;
  const { type } = host.expression(inner, context);
  const named = inner.kind === "unary" && inner.operator === "&" ? inner.operand : inner;
  const label = named.kind === "name" || named.kind === "member" ? named.name : "an allocation";
  const of = type.kind === "pointer" && type.to.kind === "pointer" ? type.to.to : undefined;
  return { label, type: of?.kind === "void" ? undefined : of };
}

/** Bytes in an allocation of the device. */
function deviceBytes(machine: HostMachine, address: number, count: number, what: string, span: Span, isWrite: boolean): Uint8Array {
  const { device } = machine.memory;
  if (address >= HOST_BASE) throw devicePointerNeeded(span, what);
  const allocation = device.find(address);
  if (!allocation) {
    throw address === 0 ? nullForDevice(span, what) : unallocatedForDevice(span, what);
  }
  const beyond = address + count - allocation.base - allocation.bytes;
  if (beyond > 0) throw beyondAllocation(span, `\`${what}\``, beyond, allocation.name, allocation.bytes);
  machine.work(count, span);
  if (isWrite) {
    device.markWritten(address, count);
    machine.memory.changes++;
  }
  return device.u8.subarray(address, address + count);
}

function copy(machine: HostMachine, to: number, from: number, bytes: number, kind: number, span: Span): void {
  const name = COPY_KINDS[kind];
  if (name === undefined) throw unknownCopyKind(span, kind);
  if (machine.errors.failed) {
    // A copy to or from pageable memory waits for the device, an asynchronous one too.
    if (Math.max(to, from) >= HOST_BASE) machine.errors.wait();
    return;
  }
  const bytesAt = (address: number, side: "Host" | "Device", isWrite: boolean): Uint8Array => {
    if (side === "Device") return deviceBytes(machine, address, bytes, "cudaMemcpy", span, isWrite);
    const allocation = address < HOST_BASE ? memory.device.find(address) : undefined;
    if (allocation && !memory.managed.has(allocation.base)) throw copyKind(span, name, allocation.name);
    return memory.bytes(address, bytes, span, isWrite);
  };
  const side = (address: number, part: number): "Host" | "Device" => {
    if (name === "cudaMemcpyDefault") return address >= HOST_BASE ? "Host" : "Device";
    return name.replace("cudaMemcpy", "").split("To")[part] as "Host" | "Device";
  };
  const [source, target] = [side(from, 0), side(to, 1)];
  const { memory } = machine;
  const given = bytesAt(from, source, false);
  const isWithinDevice = source === "Device" && target === "Device";
  bytesAt(to, target, !isWithinDevice).set(given);
  if (isWithinDevice) memory.copied(to, from, bytes);
  else if (source === "Device") memory.results.copied(from, bytes, machine.place);
}

function symbolNamed(machine: HostMachine, name: string | undefined, span: Span) {
  const symbol = name === undefined ? undefined : machine.symbols.get(name);
  if (!symbol) throw symbolNeeded(span);
  return symbol;
}

function symbolCopy(
  host: Translation,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
  error: (run: () => unknown) => Code,
): Code {
  const { machine } = host;
  const isTo = name === "cudaMemcpyToSymbol";
  const [first, second, size, start] = given;
  if (!first || !second || !size) throw argumentCount(span, name, [3, 4, 5], given.length);
  const { symbol } = host.expression(isTo ? first : second, context);
  const pointer = host.convert(host.expression(isTo ? second : first, context), BYTES, span).value;
  const bytes = host.convert(host.expression(size, context), U64, span).value;
  const offset = start && host.convert(host.expression(start, context), U64, span).value;
  return error(() => {
    const { address } = symbolNamed(machine, symbol, span);
    const [count, at] = [Number(bytes()), address + Number(offset?.() ?? 0)];
    const inDevice = deviceBytes(machine, at, count, name, span, isTo);
    const other = Number(pointer());
    const elsewhere =
      other >= HOST_BASE ? machine.memory.bytes(other, count, span, !isTo) : deviceBytes(machine, other, count, name, span, !isTo);
    if (isTo) inDevice.set(elsewhere);
    else elsewhere.set(inDevice);
  });
}
