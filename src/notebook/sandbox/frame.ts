import type { SandboxMessage } from "#sandbox/host/messages.ts";
import type { Job } from "#judge/job.ts";
import { frameDocument } from "./frame-document.ts";

/** A frame of an opaque origin with the worker inside, reached through a private port. It dies with its element. */
export class SandboxFrame {
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
    // The frame's origin is opaque: no other target can be named. Whatever navigated it could be given no more than our own script.
    this.#element.addEventListener("load", () => this.#element.contentWindow?.postMessage(workerSource, "*", [port2]), { once: true });
    document.body.append(this.#element);
  }

  /** What is sent before the worker has started waits in the port. */
  send(job: Job, hear: (message: SandboxMessage) => void): void {
    this.#port.onmessage = ({ data }: MessageEvent<SandboxMessage>) => hear(data);
    this.#port.postMessage(job);
  }

  kill(): void {
    this.#port.close();
    this.#element.remove();
  }
}
