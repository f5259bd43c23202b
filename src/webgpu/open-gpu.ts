/** Why there is no GPU to run on. */
export type AbsenceReason = "no-webgpu" | "insecure" | "no-adapter" | "no-device";

/** No GPU to run on. */
export interface AbsentGpu {
  readonly status: "absent";
  readonly reason: AbsenceReason;
  /** What a reader is told: why, and what helps. */
  readonly says: string;
}

/** What `openGpu` needs of its surroundings: the page's `navigator.gpu`, or Dawn's in Node. */
export interface GpuSource {
  /** Undefined where the browser has no WebGPU. */
  readonly gpu: GPU | undefined;
  /** The page's `isSecureContext`: without one, browsers hide WebGPU. */
  readonly isSecure: boolean;
}

/** Limits that kernels need more of than every device has; each is asked for as high as the adapter goes. */
const RAISED_LIMITS = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxStorageBuffersPerShaderStage",
  "maxComputeWorkgroupStorageSize",
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupSizeX",
  "maxComputeWorkgroupSizeY",
  "maxComputeWorkgroupSizeZ",
  "maxComputeWorkgroupsPerDimension",
] as const;

/** Features that are used where they are there, and done without where they aren't. */
const WELCOME_FEATURES = ["timestamp-query", "subgroups", "shader-f16"] as const;

/** Names by which adapters that compute on the processor give themselves away. */
const SOFTWARE_NAMES = ["swiftshader", "llvmpipe", "lavapipe", "softpipe", "basic render"];

/** An adapter's own words, lower case where browsers choose from a list; an empty text where a browser keeps it to itself. */
export interface GpuIdentity {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
}

/** Thrown by whatever was under way when a device was lost. */
export class DeviceLost extends Error {
  override readonly name = "DeviceLost";

  constructor(reason: string) {
    super(
      reason === "destroyed"
        ? "The GPU was let go of before it had finished. Run it again."
        : `The browser lost the GPU before it had finished${reason === "" ? "" : ` (${reason})`}. Run it again; if it happens again, close other tabs that use the GPU.`,
    );
  }
}

/** Milliseconds in which a device that has rejected something says that it is lost. */
const LOSS_MS = 100;

/** A device of WebGPU: opened, and perhaps lost since. */
export class OwnGpu {
  readonly device: GPUDevice;
  readonly identity: GpuIdentity;
  /** The name of what computes on the processor in the place of a GPU: "swiftshader". Undefined for a GPU. */
  readonly software: string | undefined;
  /** Whether the device can time a pass by its own clock. */
  readonly hasTimestamps: boolean;
  /** Rejects with `DeviceLost` when the device is lost; never resolves. */
  readonly lost: Promise<never>;
  #loss: DeviceLost | undefined;

  constructor(device: GPUDevice, adapter: GPUAdapter) {
    const { vendor, architecture, device: model, description } = adapter.info;
    this.device = device;
    this.identity = { vendor, architecture, device: model, description };
    this.software = softwareName(adapter);
    this.hasTimestamps = device.features.has("timestamp-query");
    this.lost = device.lost.then(({ reason, message }) => {
      this.#loss = new DeviceLost(reason === "destroyed" ? reason : message);
      throw this.#loss;
    });
    // Who waits for nothing need not hear of it.
    this.lost.catch(() => undefined);
  }

  /** What a reader would call it: "NVIDIA GeForce RTX 4070", or as much as the browser tells: "apple, metal-3". */
  get name(): string {
    const { vendor, architecture, device, description } = this.identity;
    return (
      description || device || [vendor, architecture].filter((part) => part !== "").join(", ") || "a GPU that the browser doesn’t name"
    );
  }

  get isLost(): boolean {
    return this.#loss !== undefined;
  }

  /** What a promise gives, unless the device is lost first. @throws DeviceLost */
  async whileThere<T>(result: Promise<T>): Promise<T> {
    try {
      return await Promise.race([this.lost, result]);
    } catch (error) {
      // A device that is being lost rejects what is mapped or waited for, and a moment later says that it is lost.
      await Promise.race([this.lost.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, LOSS_MS))]);
      throw this.#loss ?? error;
    }
  }

  /** Lets go of the device and its memory. */
  close(): void {
    this.device.destroy();
  }
}

/** An adapter and a device of it, or why there is none. A software adapter is opened, too: `software` names it. */
export async function openGpu({ gpu, isSecure }: GpuSource): Promise<{ readonly status: "open"; readonly gpu: OwnGpu } | AbsentGpu> {
  if (gpu === undefined) return absent(isSecure ? "no-webgpu" : "insecure");
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
  if (adapter === null) return absent("no-adapter");
  const requiredLimits: Record<string, number> = {};
  for (const limit of RAISED_LIMITS) if (adapter.limits[limit] !== undefined) requiredLimits[limit] = adapter.limits[limit];
  const requiredFeatures = WELCOME_FEATURES.filter((feature) => adapter.features.has(feature));
  try {
    return { status: "open", gpu: new OwnGpu(await adapter.requestDevice({ requiredLimits, requiredFeatures }), adapter) };
  } catch {
    return absent("no-device");
  }
}

const SAYS: Readonly<Record<AbsenceReason, string>> = {
  "no-webgpu":
    "This browser has no WebGPU, by which a page reaches the GPU. Current versions of Chrome, Edge, Firefox and Safari have it on most computers and many phones.",
  insecure: "The browser lets only pages with https use the GPU, and this one came without.",
  "no-adapter":
    "This browser has WebGPU, but no GPU that it may use: its driver may be too old, or hardware acceleration is off in the browser’s settings.",
  "no-device": "The browser found a GPU and was refused it: other tabs may have it, or its driver has stopped. Try again in a moment.",
};

function absent(reason: AbsenceReason): AbsentGpu {
  return { status: "absent", reason, says: SAYS[reason] };
}

/** The name of the program in an adapter's place; undefined for a GPU. */
function softwareName({ info }: GPUAdapter): string | undefined {
  const named = `${info.vendor} ${info.architecture} ${info.device} ${info.description}`.toLowerCase();
  const known = SOFTWARE_NAMES.find((name) =>
    named
      .split(/[^a-z]+/)
      .join(" ")
      .includes(name),
  );
  return known ?? (info.isFallbackAdapter ? info.description || info.architecture || "a software adapter" : undefined);
}
