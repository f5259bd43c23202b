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
import type { CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import { HOST_BASE, READ, WRITE, type AllocationOptions } from "./host-memory.ts";
import type { HostMachine } from "./host-machine.ts";
import { CUDA_ERRORS } from "../launch/cuda-error.ts";
import { MEMORY_NOTE, attributeOf, residentBlocks, setProperties } from "./device-properties.ts";
import type { GivenValue, Native, NativeCall, Natives } from "./native.ts";

const COPY_KINDS = [
  "cudaMemcpyHostToHost",
  "cudaMemcpyHostToDevice",
  "cudaMemcpyDeviceToHost",
  "cudaMemcpyDeviceToDevice",
  "cudaMemcpyDefault",
];

type Run = (call: NativeCall, ...values: number[]) => void;

/** A function that knows of no launch: it does what it does after an error, too. */
function independent(run: Run): Native {
  return (call) =>
    (...values) => {
      call.machine.step(call.span);
      run(call, ...values.map(Number));
      return 0;
    };
}

/** A function that does nothing after an error that is known, but returns it. */
function succeeding(run: Run): Native {
  return unlessFailed(({ machine: { errors } }) => errors.known, run);
}

/** A function that waits for the device first, and so learns of a kernel's error. */
function waiting(run: Run): Native {
  return unlessFailed(({ machine: { errors } }) => errors.wait(), run);
}

function unlessFailed(errorBefore: (call: NativeCall) => number, run: Run): Native {
  return (call) =>
    (...values) => {
      const { machine } = call;
      machine.step(call.span);
      const failed = errorBefore(call);
      if (failed !== 0) return failed;
      run(call, ...values.map(Number));
      // It may have waited for the device meanwhile.
      return machine.errors.known;
    };
}

/** A function that does nothing but report an error that is known. */
const reporting: Native =
  ({ machine }) =>
  () =>
    machine.errors.known;

/** A function without an effect: all that the device does is done when the host goes on. */
const withoutEffect = reporting;

/** A function that waits until the device is done, and reports its error. */
const synchronizing: Native =
  ({ machine }) =>
  () =>
    machine.errors.wait();

function allocate({ machine, given, span }: NativeCall, pointer: number, bytes: number, options?: AllocationOptions): void {
  const { label, type } = allocated(given[0]!);
  const address = machine.memory.allocateOnDevice(label, bytes, type, options);
  machine.work(bytes, span);
  setPointer(machine, pointer, address, span);
}

const allocateForDevice = succeeding((call, pointer, bytes) => allocate(call, pointer!, bytes!));
const allocateManaged = succeeding((call, pointer, bytes) => allocate(call, pointer!, bytes!, { reach: "managed" }));
const allocatePinned = succeeding((call, pointer, bytes) => allocate(call, pointer!, bytes!, { reach: "pinned" }));

/** The lab's rows begin at multiples of this, as those of `cudaMallocPitch` do on today's GPUs. */
const PITCH_BYTES = 512;

const free = waiting(({ machine: { memory }, name, span }, address) => {
  if (address === 0) return;
  if (address! >= HOST_BASE) throw devicePointerNeeded(span, name);
  if (!memory.freeOnDevice(address!, span)) throw noAllocationToFree(span);
});

const copyMemory: Run = ({ machine, span }, to, from, bytes, kind) => copy(machine, to!, from!, bytes!, kind!, span);

const setMemory = succeeding(({ machine, name, span }, to, value, bytes) => {
  // It is queued behind the failed launch.
  if (machine.errors.failed) return;
  deviceBytes(machine, to!, bytes!, name, span, true).fill(value!);
  machine.memory.moved(to!, bytes!);
});

const newHandle = succeeding(({ machine, span }, pointer) => {
  WRITE.u64(machine.memory.locate(pointer!, 8, span, true), machine.memory.offset, machine.newHandle());
});

/** The functions of the CUDA runtime that headers/cuda-runtime.ts declares. */
export const CUDA_RUNTIME: Natives = {
  cudaMalloc: allocateForDevice,
  cudaMallocAsync: allocateForDevice,
  cudaMallocPitch: succeeding((call, pointer, pitch, width, height) => {
    const { memory } = call.machine;
    const pitchBytes = Math.ceil(width! / PITCH_BYTES) * PITCH_BYTES;
    allocate(call, pointer!, pitchBytes * height!, { rows: { pitchBytes, bytes: width! } });
    WRITE.u64(memory.locate(pitch!, 8, call.span, true), memory.offset, pitchBytes);
  }),
  cudaMallocManaged: allocateManaged,
  cudaMallocHost: allocatePinned,
  cudaHostAlloc: allocatePinned,
  cudaFree: free,
  cudaFreeHost: free,
  cudaHostGetDevicePointer: succeeding(({ machine, span }, pointer, address) => {
    if (address! >= HOST_BASE) throw hostMemoryOnly(span);
    setPointer(machine, pointer!, address!, span);
  }),
  cudaHostRegister: withoutEffect,
  cudaHostUnregister: withoutEffect,
  cudaMemcpy: waiting(copyMemory),
  cudaMemcpyAsync: succeeding(copyMemory),
  cudaMemset: setMemory,
  cudaMemsetAsync: setMemory,
  cudaMemcpyToSymbol: waiting((call, symbol, from, bytes, offset) => copySymbol(call, symbol!, from!, bytes!, offset!, true)),
  cudaMemcpyFromSymbol: waiting((call, to, symbol, bytes, offset) => copySymbol(call, symbol!, to!, bytes!, offset!, false)),
  cudaGetSymbolAddress: succeeding((call, pointer, symbol) => {
    setPointer(call.machine, pointer!, symbolAt(call, symbol!, 1), call.span);
  }),
  cudaMemPrefetchAsync: withoutEffect,
  cudaMemAdvise: withoutEffect,
  cudaMemGetInfo: succeeding(({ machine, span }, free, total) => {
    machine.notes.add(MEMORY_NOTE);
    const { memory } = machine;
    const { limitBytes, top } = memory.device;
    WRITE.u64(memory.locate(free!, 8, span, true), memory.offset, limitBytes - top);
    WRITE.u64(memory.locate(total!, 8, span, true), memory.offset, limitBytes);
  }),

  cudaGetLastError: reporting,
  cudaPeekAtLastError: reporting,
  cudaGetErrorString: errorText("text"),
  cudaGetErrorName: errorText("name"),

  cudaDeviceSynchronize: synchronizing,
  cudaThreadSynchronize: synchronizing,
  cudaStreamSynchronize: synchronizing,
  cudaEventSynchronize: synchronizing,
  cudaEventCreate: newHandle,
  cudaEventCreateWithFlags: newHandle,
  cudaEventRecord: withoutEffect,
  cudaEventRecordWithFlags: withoutEffect,
  cudaEventQuery: synchronizing,
  cudaEventDestroy: withoutEffect,
  cudaEventElapsedTime: waiting(({ machine, span }, milliseconds) => {
    machine.askedForTime = true;
    WRITE.f32(machine.memory.locate(milliseconds!, 4, span, true), machine.memory.offset, NaN);
  }),
  cudaStreamCreate: newHandle,
  cudaStreamCreateWithFlags: newHandle,
  cudaStreamCreateWithPriority: newHandle,
  cudaStreamQuery: synchronizing,
  cudaStreamWaitEvent: withoutEffect,
  cudaStreamDestroy: synchronizing,

  cudaGetDevice: numberOf(0),
  cudaGetDeviceCount: numberOf(1),
  cudaSetDevice: withoutEffect,
  cudaSetDeviceFlags: withoutEffect,
  cudaDeviceReset: synchronizing,
  cudaThreadExit: synchronizing,
  cudaDeviceSetCacheConfig: withoutEffect,
  cudaDeviceSetSharedMemConfig: withoutEffect,
  cudaDeviceSetLimit: withoutEffect,
  cudaDeviceEnablePeerAccess: withoutEffect,
  cudaDeviceDisablePeerAccess: withoutEffect,
  cudaCtxResetPersistingL2Cache: withoutEffect,
  cudaFuncSetAttribute: withoutEffect,
  cudaFuncSetCacheConfig: withoutEffect,
  cudaFuncSetSharedMemConfig: withoutEffect,
  cudaProfilerStart: withoutEffect,
  cudaProfilerStop: withoutEffect,
  cudaGetDeviceProperties: independent(({ machine, given, span }, properties) => {
    setProperties(machine, properties!, given[0]!.type, span);
  }),
  cudaDeviceGetAttribute: independent(({ machine, span }, value, attribute) => {
    setInteger(machine, value!, attributeOf(machine, attribute!, span), span);
  }),
  cudaOccupancyMaxActiveBlocksPerMultiprocessor: succeeding(({ machine, span }, blocks, _, threads, bytes) => {
    setInteger(machine, blocks!, residentBlocks(machine, threads!, bytes!), span);
  }),
  cudaOccupancyMaxPotentialBlockSize: succeeding(({ machine, span }, grid, block) => {
    setInteger(machine, grid!, residentBlocks(machine, 1024, 0) * machine.device.smCount, span);
    setInteger(machine, block!, 1024, span);
  }),
};

function setPointer({ memory }: HostMachine, at: number, address: number, span: Span): void {
  WRITE.ptr(memory.locate(at, 8, span, true), memory.offset, address);
}

function setInteger({ memory }: HostMachine, at: number, value: number, span: Span): void {
  WRITE.i32(memory.locate(at, 4, span, true), memory.offset, value);
}

function numberOf(value: number): Native {
  return independent(({ machine, span }, at) => setInteger(machine, at!, value, span));
}

function errorText(part: "name" | "text"): Native {
  return ({ text }) => {
    const texts = new Map(CUDA_ERRORS.map((error) => [error.code, text(error[part])]));
    const other = text("unrecognized error code");
    return (code) => texts.get(Number(code)) ?? other;
  };
}

/** The array that `cudaMalloc(&d_x, …)` or `cudaMalloc((void**)&d_x, …)` allocates, for messages. */
function allocated({ variable, uncastType: type }: GivenValue): { label: string; type: CudaType | undefined } {
  const of = type.kind === "pointer" && type.to.kind === "pointer" ? type.to.to : undefined;
  return { label: variable ?? "an allocation", type: of?.kind === "void" ? undefined : of };
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
    if (count === allocation.bytes) machine.memory.incomplete.delete(allocation.base);
  } else if (count > 0) machine.memory.needsWhole(allocation.base, span);
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
  const { memory } = machine;
  // So does a copy in the other direction; only between pinned memory and the device the host goes on at once.
  if (Math.max(to, from) >= HOST_BASE) memory.early.waited();
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
  const source = side(from, 0);
  const target = side(to, 1);
  const given = bytesAt(from, source, false);
  const isWithinDevice = source === "Device" && target === "Device";
  const lacking = isWithinDevice ? memory.device.lackingIn(from, bytes) : undefined;
  bytesAt(to, target, true).set(given);
  if (isWithinDevice) {
    memory.copied(to, from, lacking);
    memory.moved(from, bytes);
    memory.moved(to, bytes);
  } else if (target === "Device") memory.results.isGiven = true;
  else if (source === "Device") memory.results.copied(to, from, bytes, machine.place);
}

/** The address of a variable of the device, which is named, or pointed to. @param position of the argument */
function symbolAt({ machine, given, span }: NativeCall, address: number, position: number): number {
  const { memory, symbols } = machine;
  const isPointer = given[position]?.type.kind === "pointer" && address >= HOST_BASE;
  const place = isPointer ? Number(READ.ptr(memory.locate(address, 8, span, false), memory.offset)) : address;
  if (![...symbols.values()].some((symbol) => symbol.address === place)) throw symbolNeeded(span);
  return place;
}

/** @param isTo whether the symbol is written */
function copySymbol(call: NativeCall, symbol: number, other: number, count: number, offset: number, isTo: boolean): void {
  const { machine, name, span } = call;
  const address = symbolAt(call, symbol, isTo ? 0 : 1) + offset;
  const inDevice = deviceBytes(machine, address, count, name, span, isTo);
  const elsewhere =
    other >= HOST_BASE ? machine.memory.bytes(other, count, span, !isTo) : deviceBytes(machine, other, count, name, span, !isTo);
  if (!isTo) machine.memory.results.isTaken = true;
  if (other < HOST_BASE) {
    machine.memory.moved(other, count);
    machine.memory.moved(address, count);
  }
  if (isTo) inDevice.set(elsewhere);
  else elsewhere.set(inDevice);
}
