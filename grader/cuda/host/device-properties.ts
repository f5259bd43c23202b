import { deviceAttribute, devicePropertiesAddress } from "../errors/host-errors.ts";
import type { Device } from "#simulator";
import type { CudaType } from "../check/types.ts";
import type { Span } from "../source-error.ts";
import { WRITE } from "./host-memory.ts";
import type { HostMachine } from "./host-machine.ts";

/** Major and minor number of the compute capability. */
const CAPABILITIES = { Ampere: [8, 0], Ada: [8, 9], Hopper: [9, 0], Blackwell: [10, 0] } as const;

/** Bits of the bus to DRAM (the GPUs' architecture whitepapers and datasheets). */
const BUS_BITS: Readonly<Record<string, number>> = { a100: 5120, rtx4070: 192, rtx4090: 384, h100: 5120, h200: 6144, b200: 8192 };

/** A note on the size of the device's memory. */
export const MEMORY_NOTE = "The memory that a program asks the device for is the lab's, not the GPU's.";

/**
 * The properties of a device in `cudaDeviceProp`: from the table of devices, and from the technical specifications per compute capability (CUDA C++
 * Programming Guide). Memory is the lab's.
 */
export function propertiesOf(device: Device, memoryBytes: number): Readonly<Record<string, number | readonly number[]>> {
  const [major, minor] = CAPABILITIES[device.architecture];
  const busBits = BUS_BITS[device.id];
  return {
    totalGlobalMem: memoryBytes,
    sharedMemPerBlock: 48 * 1024,
    sharedMemPerBlockOptin: device.sharedBytesPerBlock,
    // A block's share is 1 KiB less than the SM's.
    sharedMemPerMultiprocessor: device.sharedBytesPerBlock + 1024,
    totalConstMem: 64 * 1024,
    memPitch: 2 ** 31 - 1,
    textureAlignment: 512,
    regsPerBlock: 65_536,
    regsPerMultiprocessor: 65_536,
    warpSize: 32,
    maxThreadsPerBlock: 1024,
    maxThreadsPerMultiProcessor: device.threadsPerSm,
    multiProcessorCount: device.smCount,
    major,
    minor,
    maxThreadsDim: [1024, 1024, 64],
    maxGridSize: [2 ** 31 - 1, 65_535, 65_535],
    clockRate: device.boostClockMHz * 1000,
    // In kHz, so that two transfers a clock over the whole bus make the bandwidth of the table.
    ...(busBits !== undefined && { memoryBusWidth: busBits, memoryClockRate: Math.round((device.dramGBps * 8e6) / (2 * busBits)) }),
    l2CacheSize: device.l2MiB * 2 ** 20,
    deviceOverlap: 1,
    concurrentKernels: 1,
    canMapHostMemory: 1,
    unifiedAddressing: 1,
    managedMemory: 1,
    concurrentManagedAccess: 1,
    cooperativeLaunch: 1,
  };
}

/** Sets a `cudaDeviceProp` at an address, as the prelude lays it out. */
export function setProperties(machine: HostMachine, address: number, type: CudaType, span: Span): void {
  const { memory, device } = machine;
  if (type.kind !== "pointer" || type.to.kind !== "struct" || type.to.struct.name !== "cudaDeviceProp") throw devicePropertiesAddress(span);
  const values = propertiesOf(device, memory.device.limitBytes);
  machine.notes.add(MEMORY_NOTE);
  const view = memory.locate(address, type.to.struct.bytes, span, true);
  const start = memory.offset;
  new Uint8Array(view.buffer, start, type.to.struct.bytes).fill(0);
  new Uint8Array(view.buffer, start, 255).set(new TextEncoder().encode(device.name));
  for (const { name, type: field, offset } of type.to.struct.fields) {
    const value = values[name];
    if (typeof value === "number" && field.kind === "scalar") WRITE[field.scalar](view, start + offset, value);
    if (typeof value === "object") for (const [i, part] of value.entries()) WRITE.i32(view, start + offset + 4 * i, part);
  }
}

/** By the numbers of `cudaDeviceAttr`: the property, and for a list which of its parts. */
const ATTRIBUTES = new Map<number, readonly [name: string, part?: number]>([
  [1, ["maxThreadsPerBlock"]],
  [2, ["maxThreadsDim", 0]],
  [3, ["maxThreadsDim", 1]],
  [4, ["maxThreadsDim", 2]],
  [5, ["maxGridSize", 0]],
  [6, ["maxGridSize", 1]],
  [7, ["maxGridSize", 2]],
  [8, ["sharedMemPerBlock"]],
  [9, ["totalConstMem"]],
  [10, ["warpSize"]],
  [12, ["regsPerBlock"]],
  [13, ["clockRate"]],
  [16, ["multiProcessorCount"]],
  [19, ["canMapHostMemory"]],
  [31, ["concurrentKernels"]],
  [36, ["memoryClockRate"]],
  [37, ["memoryBusWidth"]],
  [38, ["l2CacheSize"]],
  [39, ["maxThreadsPerMultiProcessor"]],
  [41, ["unifiedAddressing"]],
  [75, ["major"]],
  [76, ["minor"]],
  [81, ["sharedMemPerMultiprocessor"]],
  [82, ["regsPerMultiprocessor"]],
  [83, ["managedMemory"]],
  [89, ["concurrentManagedAccess"]],
  [95, ["cooperativeLaunch"]],
  [97, ["sharedMemPerBlockOptin"]],
]);

/** `cudaDeviceGetAttribute`. @throws SourceError for an attribute that the lab knows nothing of */
export function attributeOf(machine: HostMachine, attribute: number, span: Span): number {
  const [name, part] = ATTRIBUTES.get(attribute) ?? [];
  const value = name === undefined ? undefined : propertiesOf(machine.device, machine.memory.device.limitBytes)[name];
  const number = typeof value === "object" ? value[part ?? 0] : value;
  if (number === undefined) throw deviceAttribute(span, attribute, machine.device.name);
  return number;
}

/** Blocks that fit on an SM at a time, by their threads and their shared memory; the lab does not count registers. */
export function residentBlocks(machine: HostMachine, threads: number, sharedBytes: number): number {
  const { threadsPerSm, sharedBytesPerBlock, architecture } = machine.device;
  machine.notes.add("The lab counts no registers: what `cudaOccupancy…` says is by threads and shared memory alone.");
  const most = architecture === "Ada" ? 24 : 32;
  // Each block takes 1 KiB of shared memory for itself.
  const byShared = Math.floor((sharedBytesPerBlock + 1024) / (sharedBytes + 1024));
  return threads < 1 || threads > 1024 ? 0 : Math.min(most, Math.floor(threadsPerSm / (Math.ceil(threads / 32) * 32)), byShared);
}
