import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { frameDocument } from "./frame-document.ts";

/** A message as the frame receives it. */
interface Message {
  readonly data: unknown;
  readonly source: unknown;
  readonly ports: readonly unknown[];
}

/** The frame's script, with the page around it: how to send it messages, and the workers that it starts with the ports that they get. */
function frame() {
  const page = {};
  let listeners: ((message: Message) => void)[] = [];
  const started: { readonly script: unknown; readonly ports: unknown[] }[] = [];
  class Worker {
    readonly #ports: unknown[] = [];
    constructor(script: unknown) {
      started.push({ script, ports: this.#ports });
    }
    postMessage(_message: null, ports: readonly unknown[]): void {
      this.#ports.push(...ports);
    }
  }
  const [, script = ""] = /<script>([^]*)<\/script>/.exec(frameDocument) ?? [];
  runInNewContext(script, {
    parent: page,
    Worker,
    Blob: class {
      readonly text: string;
      constructor(parts: string[]) {
        this.text = parts.join("");
      }
    },
    URL: { createObjectURL: ({ text }: { text: string }) => text },
    addEventListener: (_type: string, listener: (message: Message) => void) => listeners.push(listener),
    removeEventListener: (_type: string, listener: unknown) => (listeners = listeners.filter((one) => one !== listener)),
  });
  return { page, started, send: (message: Message) => listeners.forEach((listener) => listener(message)) };
}

describe("the sandbox's frame", () => {
  it.each<[string, (page: object) => Message]>([
    ["an extension's", () => ({ data: "hello", source: {}, ports: [] })],
    ["an extension's with a port", () => ({ data: "hello", source: {}, ports: ["theirs"] })],
    ["one of its own window", () => ({ data: "hello", source: null, ports: ["theirs"] })],
    ["the page's without a port", (page) => ({ data: "hello", source: page, ports: [] })],
    ["the page's that is no script", (page) => ({ data: { hello: 1 }, source: page, ports: ["theirs"] })],
  ])("leaves %s message alone, and starts on the page's", (_, other) => {
    const { page, started, send } = frame();
    send(other(page));
    expect(started).toEqual([]);
    send({ data: "the worker", source: page, ports: ["ours"] });
    expect(started).toEqual([{ script: "the worker", ports: ["ours"] }]);
  });

  it("starts once", () => {
    const { page, started, send } = frame();
    for (const data of ["the worker", "another"]) send({ data, source: page, ports: ["ours"] });
    expect(started).toHaveLength(1);
  });
});
