import { signal, type ReadonlySignal } from "@preact/signals";
import { KernelRefused } from "#webgpu/compute-kernel.ts";
import { DeviceLost, openGpu, type OwnGpu } from "#webgpu/open-gpu.ts";
import { reasonOf } from "../reason-of.ts";

/** The GPU that something was measured on, as pages name it. */
export interface NamedGpu {
  readonly name: string;
  /** The program that stood in for a GPU; undefined for a GPU. */
  readonly software: string | undefined;
}

/** Where a task on the reader's GPU stands. */
export type GpuTaskState<Result> =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly progress: number }
  | { readonly kind: "absent"; readonly says: string }
  /** There is an adapter, but no GPU: the reader decides whether to run it all the same. */
  | { readonly kind: "software"; readonly name: string }
  | { readonly kind: "failed"; readonly says: string }
  | { readonly kind: "done"; readonly result: Result; readonly gpu: NamedGpu };

/** What a task is given besides the GPU. */
export interface GpuTaskTools {
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Something that runs on the reader's GPU when a button is pressed, and can be stopped. */
export class GpuTask<Result> {
  readonly #state = signal<GpuTaskState<Result>>({ kind: "idle" });
  readonly #work: (gpu: OwnGpu, tools: GpuTaskTools) => Promise<Result>;
  readonly #check: () => Promise<void>;
  #stop: AbortController | undefined;

  /**
   * @param work what is done on the GPU; what it throws is shown
   * @param check done before a GPU is asked for; what it throws is shown, too
   */
  constructor(work: (gpu: OwnGpu, tools: GpuTaskTools) => Promise<Result>, check: () => Promise<void> = async () => {}) {
    this.#work = work;
    this.#check = check;
  }

  get state(): ReadonlySignal<GpuTaskState<Result>> {
    return this.#state;
  }

  /** @param onSoftware whether a program in the place of a GPU will do */
  async start(onSoftware = false): Promise<void> {
    if (this.#state.peek().kind === "running") return;
    const stop = (this.#stop = new AbortController());
    this.#state.value = { kind: "running", progress: 0 };
    try {
      this.#state.value = await alone(() => this.#run(onSoftware, stop.signal));
    } catch (error) {
      this.#state.value = stop.signal.aborted ? { kind: "idle" } : { kind: "failed", says: saidOf(error) };
    }
  }

  /** Ends what runs; what it had measured is gone. */
  stop(): void {
    this.#stop?.abort();
  }

  async #run(onSoftware: boolean, signal: AbortSignal): Promise<GpuTaskState<Result>> {
    signal.throwIfAborted();
    await this.#check();
    const opened = await pageGpu();
    if (opened.status === "absent") return { kind: "absent", says: opened.says };
    const { gpu } = opened;
    if (gpu.software !== undefined && !onSoftware) return { kind: "software", name: gpu.software };
    const onProgress = (progress: number) => {
      if (!signal.aborted) this.#state.value = { kind: "running", progress };
    };
    const result = await this.#work(gpu, { onProgress, signal });
    return { kind: "done", result, gpu: { name: gpu.name, software: gpu.software } };
  }
}

/** Our own sentences as they are, anything else as a fault. */
function saidOf(error: unknown): string {
  const isSentence = [DeviceLost, KernelRefused].some((kind) => error instanceof kind);
  return isSentence ? reasonOf(error) : `It could not be run (${reasonOf(error)}).`;
}

let opened: ReturnType<typeof openGpu> | undefined;

/** The page's one device, opened when something first needs it, and again after it was lost. */
async function pageGpu(): ReturnType<typeof openGpu> {
  const before = await opened;
  if (before?.status === "open" && !before.gpu.isLost) return before;
  opened = openGpu({ gpu: navigator.gpu as GPU | undefined, isSecure: isSecureContext });
  return await opened;
}

let last: Promise<unknown> = Promise.resolve();

/** One task after the other: two at a time would time each other. */
function alone<T>(task: () => Promise<T>): Promise<T> {
  const result = last.then(task);
  last = result.catch(() => undefined);
  return result;
}
