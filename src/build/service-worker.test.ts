import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

const script = readFileSync(new URL("./service-worker.js", import.meta.url), "utf8");

/** What the browser gives a service worker: caches by name, each with bodies by address, and a network that can be down. */
class Browser {
  readonly caches = new Map<string, Map<string, string>>();
  isOnline = true;
  readonly #listeners = new Map<string, (event: object) => void>();

  constructor(version: string, scope = "https://school.example/course/") {
    const of = (name: string) => {
      const entries = this.caches.get(name) ?? new Map<string, string>();
      this.caches.set(name, entries);
      const address = (request: string | { url: string }): string =>
        new URL(typeof request === "string" ? request : request.url, scope).href;
      return {
        addAll: (requests: { url: string }[]) => requests.forEach((request) => entries.set(address(request), "shell")),
        put: (request: string | { url: string }, response: { body: string }) => void entries.set(address(request), response.body),
        match: (request: string | { url: string }) => (entries.has(address(request)) ? { body: entries.get(address(request)) } : undefined),
      };
    };
    runInNewContext(`const VERSION = "${version}", SHELL = ["/course/"];\n${script}`, {
      URL,
      location: new URL(scope),
      registration: { scope },
      clients: { claim: () => undefined },
      skipWaiting: () => undefined,
      caches: { open: of, keys: () => [...this.caches.keys()], delete: (name: string) => this.caches.delete(name) },
      Request: class {
        readonly url: string;
        constructor(path: string) {
          this.url = new URL(path, scope).href;
        }
      },
      fetch: ({ url }: { url: string }) => {
        if (!this.isOnline) throw new TypeError("offline");
        const response = { ok: true, body: `of ${url}`, clone: () => response };
        return response;
      },
      addEventListener: (type: string, listener: (event: object) => void) => this.#listeners.set(type, listener),
    });
  }

  async lifeCycle(...types: readonly string[]): Promise<void> {
    for (const type of types) {
      let done: unknown;
      this.#listeners.get(type)?.({ waitUntil: (promise: unknown) => (done = promise) });
      await done;
    }
  }

  async open(url: string, mode = "navigate"): Promise<string | undefined> {
    let response: unknown;
    this.#listeners.get("fetch")?.({ request: { method: "GET", url, mode }, respondWith: (given: unknown) => (response = given) });
    return ((await response) as { body: string } | undefined)?.body;
  }

  get entries(): string[] {
    return [...this.caches.values()].flatMap((entries) => [...entries.keys()]);
  }
}

it("drops its own former versions, and nothing of other applications or other copies of the course", async () => {
  const browser = new Browser("v2");
  const others = ["another application's", "coalesce https://school.example/other/ v1", "v1"];
  for (const name of [...others, "coalesce https://school.example/course/ v1"]) browser.caches.set(name, new Map());
  await browser.lifeCycle("install", "activate");
  expect([...browser.caches.keys()].sort()).toEqual([...others, "coalesce https://school.example/course/ v2"].sort());
});

it("keeps one entry for a page, whatever follows it", async () => {
  const browser = new Browser("v1");
  for (const query of ["", "?a", "?b=1", "?c#d"]) await browser.open(`https://school.example/course/map/${query}`);
  expect(browser.entries).toEqual(["https://school.example/course/map/"]);
});

it("finds a page offline without the slash at its end, and with a query", async () => {
  const browser = new Browser("v1");
  await browser.open("https://school.example/course/map/");
  browser.isOnline = false;
  for (const address of ["map/", "map", "map?from=mail", "map/?x"])
    expect(await browser.open(`https://school.example/course/${address}`)).toContain("course/map/");
  await expect(browser.open("https://school.example/course/other")).rejects.toThrow("offline");
});
