import type { OwnGpu } from "./open-gpu.ts";

/** Memory of the device. Kernels that name the same object share it. */
export interface GpuArray {
  readonly name: string;
  readonly byteLength: number;
  /** What it holds at first; zeros if undefined. At most `byteLength` bytes. */
  readonly contents?: ArrayBufferView<ArrayBuffer> | undefined;
}

/** A compute shader with its arrays and its grid: all that one dispatch needs. Its text is one that we generated. */
export interface ComputeKernel {
  /** As results name it: "yours". */
  readonly name: string;
  readonly wgsl: string;
  /** "main" if undefined. */
  readonly entryPoint?: string;
  /** The arrays of group 0, by binding. */
  readonly bindings: readonly { readonly binding: number; readonly array: GpuArray; readonly kind: "read" | "read-write" | "uniform" }[];
  /** Workgroups along x, y and z. */
  readonly workgroups: readonly [number, number, number];
  /** Threads of a workgroup along x, y and z: held against the device's limits. */
  readonly workgroupSize: readonly [number, number, number];
  /** Bytes of shared memory that a workgroup has; 0 if undefined. */
  readonly sharedBytes?: number;
  /** Features of WebGPU that the shader needs: "subgroups". */
  readonly features?: readonly GPUFeatureName[];
}

/** Thrown for a kernel that a device cannot run, or whose shader it refuses. */
export class KernelRefused extends Error {
  override readonly name = "KernelRefused";
}

// GPUBufferUsage, GPUMapMode and GPUShaderStage of the standard: Dawn in Node has no global ones.
const MAP_READ = 0x1;
const COPY_SRC = 0x4;
const COPY_DST = 0x8;
const UNIFORM = 0x40;
const STORAGE = 0x80;
const READ_MODE = 0x1;
const COMPUTE = 0x4;

/** What a kernel needs beyond the limits of a device, as a sentence; undefined if nothing. */
export function beyondLimits({ device }: OwnGpu, kernel: ComputeKernel): string | undefined {
  const { limits } = device;
  const [x, y, z] = kernel.workgroupSize;
  const storage = kernel.bindings.filter(({ kind }) => kind !== "uniform");
  const missing = kernel.features?.find((feature) => !device.features.has(feature));
  if (missing !== undefined) return `it needs “${missing}”, which this GPU or browser doesn’t have`;
  const needs: readonly (readonly [what: string, needed: number, allowed: number])[] = [
    ["threads in a workgroup", x * y * z, limits.maxComputeInvocationsPerWorkgroup],
    ["threads of a workgroup along x", x, limits.maxComputeWorkgroupSizeX],
    ["threads of a workgroup along y", y, limits.maxComputeWorkgroupSizeY],
    ["threads of a workgroup along z", z, limits.maxComputeWorkgroupSizeZ],
    ["bytes of shared memory", kernel.sharedBytes ?? 0, limits.maxComputeWorkgroupStorageSize],
    ["workgroups along one dimension", Math.max(...kernel.workgroups), limits.maxComputeWorkgroupsPerDimension],
    ["arrays", storage.length, limits.maxStorageBuffersPerShaderStage],
    [
      "bytes in one array",
      Math.max(0, ...storage.map(({ array }) => array.byteLength)),
      Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize),
    ],
  ];
  const exceeded = needs.find(([, needed, allowed]) => needed > allowed);
  if (exceeded === undefined) return undefined;
  const [what, needed, allowed] = exceeded;
  return `it needs ${needed.toLocaleString("en")} ${what}, and here ${allowed.toLocaleString("en")} are allowed`;
}

/** A kernel that is ready to be dispatched. */
export interface PreparedKernel {
  readonly kernel: ComputeKernel;
  /** Puts dispatches into a pass. */
  dispatch(pass: GPUComputePassEncoder, times: number): void;
}

/**
 * Kernels that share their arrays, on a device. `release` frees the arrays' memory.
 *
 * All its methods throw `DeviceLost` when the device is lost meanwhile.
 */
export class KernelSet {
  readonly gpu: OwnGpu;
  readonly kernels: readonly PreparedKernel[];
  readonly #buffers: ReadonlyMap<GpuArray, GPUBuffer>;

  private constructor(gpu: OwnGpu, kernels: readonly PreparedKernel[], buffers: ReadonlyMap<GpuArray, GPUBuffer>) {
    this.gpu = gpu;
    this.kernels = kernels;
    this.#buffers = buffers;
  }

  /** Compiles kernels and fills their arrays. @throws KernelRefused for one that this device cannot run, or for too little memory */
  static async prepare(gpu: OwnGpu, kernels: readonly ComputeKernel[]): Promise<KernelSet> {
    for (const kernel of kernels) {
      const reason = beyondLimits(gpu, kernel);
      if (reason !== undefined) throw new KernelRefused(`This GPU cannot run ${kernel.name}: ${reason}.`);
    }
    const buffers = new Map<GpuArray, GPUBuffer>();
    const release = () => buffers.forEach((buffer) => buffer.destroy());
    try {
      const prepared = await withoutErrors(gpu, async () => {
        for (const { array, kind } of kernels.flatMap(({ bindings }) => bindings)) {
          if (buffers.has(array)) continue;
          const buffer = gpu.device.createBuffer({
            label: array.name,
            size: Math.max(4, Math.ceil(array.byteLength / 4) * 4),
            usage: COPY_SRC | COPY_DST | (kind === "uniform" ? UNIFORM : STORAGE),
          });
          buffers.set(array, buffer);
          fill(gpu.device, buffer, array);
        }
        return await Promise.all(kernels.map((kernel) => prepare(gpu, kernel, buffers)));
      });
      return new KernelSet(gpu, prepared, buffers);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Gives an array its first contents again. */
  refill(array: GpuArray): void {
    const buffer = this.#bufferOf(array);
    const encoder = this.gpu.device.createCommandEncoder();
    encoder.clearBuffer(buffer);
    this.gpu.device.queue.submit([encoder.finish()]);
    fill(this.gpu.device, buffer, array);
  }

  /** What an array holds now: a copy of its bytes. */
  async read(array: GpuArray): Promise<ArrayBuffer> {
    const buffer = this.#bufferOf(array);
    const { device } = this.gpu;
    const copy = device.createBuffer({ size: buffer.size, usage: MAP_READ | COPY_DST });
    try {
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(buffer, 0, copy, 0, buffer.size);
      device.queue.submit([encoder.finish()]);
      await this.gpu.whileThere(copy.mapAsync(READ_MODE));
      return copy.getMappedRange().slice(0, array.byteLength);
    } finally {
      copy.destroy();
    }
  }

  release(): void {
    for (const buffer of this.#buffers.values()) buffer.destroy();
  }

  #bufferOf(array: GpuArray): GPUBuffer {
    const buffer = this.#buffers.get(array);
    if (buffer === undefined) throw new RangeError(`${array.name} is an array of none of these kernels`);
    return buffer;
  }
}

/** The values that one kernel leaves in an array after one dispatch, as bytes. */
export async function runKernel(gpu: OwnGpu, kernel: ComputeKernel, result: GpuArray): Promise<ArrayBuffer> {
  const set = await KernelSet.prepare(gpu, [kernel]);
  try {
    const [values] = await runOnce(set, 0, [result]);
    return values!;
  } finally {
    set.release();
  }
}

/** The values that kernel `index` of a set leaves in arrays that held their first contents before, after one dispatch, as bytes. */
export async function runOnce(set: KernelSet, index: number, results: readonly GpuArray[]): Promise<ArrayBuffer[]> {
  const { gpu } = set;
  return await withoutErrors(gpu, async () => {
    for (const result of results) set.refill(result);
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    set.kernels[index]?.dispatch(pass, 1);
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
    return await Promise.all(results.map((result) => set.read(result)));
  });
}

async function prepare(gpu: OwnGpu, kernel: ComputeKernel, buffers: ReadonlyMap<GpuArray, GPUBuffer>): Promise<PreparedKernel> {
  const { device } = gpu;
  const module = device.createShaderModule({ label: kernel.name, code: kernel.wgsl });
  const layout = device.createBindGroupLayout({
    entries: kernel.bindings.map(({ binding, kind }) => ({
      binding,
      visibility: COMPUTE,
      buffer: { type: kind === "uniform" ? "uniform" : kind === "read" ? "read-only-storage" : "storage" },
    })),
  });
  const pipeline = await device.createComputePipelineAsync({
    label: kernel.name,
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: kernel.entryPoint ?? "main" },
  });
  const group = device.createBindGroup({
    layout,
    entries: kernel.bindings.map(({ binding, array }) => ({ binding, resource: { buffer: buffers.get(array)! } })),
  });
  return {
    kernel,
    dispatch(pass, times) {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      for (let i = 0; i < times; i++) pass.dispatchWorkgroups(...kernel.workgroups);
    },
  };
}

function fill(device: GPUDevice, buffer: GPUBuffer, { name, contents }: GpuArray): void {
  if (contents === undefined) return;
  if (contents.byteLength > buffer.size) throw new RangeError(`${name} has ${buffer.size} bytes and is filled with ${contents.byteLength}`);
  const bytes = new Uint8Array(contents.buffer, contents.byteOffset, contents.byteLength);
  const whole = bytes.length % 4 === 0 ? bytes : new Uint8Array(buffer.size);
  if (whole !== bytes) whole.set(bytes);
  device.queue.writeBuffer(buffer, 0, whole);
}

/** What work gives. @throws KernelRefused for an error that the device reports; DeviceLost */
async function withoutErrors<T>(gpu: OwnGpu, work: () => Promise<T>): Promise<T> {
  const { device } = gpu;
  for (const scope of ["internal", "out-of-memory", "validation"] as const) device.pushErrorScope(scope);
  let result: T | undefined;
  let thrown: unknown;
  try {
    result = await gpu.whileThere(work());
  } catch (error) {
    thrown = error;
  }
  if (gpu.isLost) throw thrown;
  const [invalid, memory, internal] = await gpu.whileThere(
    Promise.all([device.popErrorScope(), device.popErrorScope(), device.popErrorScope()]),
  );
  if (memory !== null) throw new KernelRefused("The GPU has too little free memory for it.");
  const refused = invalid ?? internal;
  if (refused) throw new KernelRefused(`The browser refuses the shader: ${refused.message}`);
  if (thrown !== undefined) throw thrown;
  return result as T;
}
