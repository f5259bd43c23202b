import type { Conversation } from "#sandbox/host/conversation.ts";
import type { SandboxMessage, SandboxRequest } from "#sandbox/host/perform-job.ts";
import { Sandbox, type Channel, type Transport } from "#sandbox/host/sandbox.ts";
import { frameDocument } from "./frame-document.ts";

/** A frame of an opaque origin with the worker inside, reached through a private port. Removing its element ends it. */
class FrameChannel implements Channel {
  readonly #element: HTMLIFrameElement;
  readonly #port: MessagePort;

  constructor(workerSource: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#element = document.createElement("iframe");
    this.#element.setAttribute("sandbox", "allow-scripts");
    this.#element.hidden = true;
    this.#element.title = "Sandbox";
    this.#element.srcdoc = frameDocument;
    // An opaque origin can only be addressed as "*". If something had navigated the frame, it would receive our own script, nothing else.
    this.#element.addEventListener("load", () => this.#element.contentWindow?.postMessage(workerSource, "*", [port2]), { once: true });
    document.body.append(this.#element);
  }

  /** What is sent before the worker has started waits in the port. */
  send<Result>(request: SandboxRequest, conversation: Conversation<Result>): void {
    this.#port.onmessage = ({ data }: MessageEvent<SandboxMessage<Result>>) => conversation.receive(data);
    this.#port.postMessage(request);
  }

  kill(): void {
    this.#port.close();
    this.#element.remove();
  }
}

/** Workers that the page can kill, and that reach neither the page nor the network. */
const pageWorker: Transport = {
  start: async () => new FrameChannel((await import("virtual:sandbox-worker")).default),
};
const cudaWorker: Transport = {
  start: async () => new FrameChannel((await import("virtual:cuda-sandbox-worker")).default),
};

/** All cells of a page share one sandbox. */
export const pageSandbox = new Sandbox(pageWorker);
/** The one for answers in CUDA, which reads TypeScript too: who writes none does not fetch the lab's compiler. */
export const pageCudaSandbox = new Sandbox(cudaWorker);
