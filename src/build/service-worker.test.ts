import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { useOffline } from "./built-site.ts";

const script = readFileSync(new URL("./service-worker.js", import.meta.url), "utf8");

/** What the browser gives a service worker: caches by name, each with bodies by address, storage that can refuse, and a network that can be down. */
class Browser {
  readonly caches = new Map<string, Map<string, string>>();
  isOnline = true;
  /** What the storage refuses: to be opened at all, to take anything, or to take the large files. */
  refuses: "nothing" | "opening" | "putting" | "extras" = "nothing";
  readonly #listeners = new Map<string, (event: object) => void>();

  constructor(version: string, scope = "https://school.example/course/") {
    const of = (name: string) => {
      if (this.refuses === "opening") throw new DOMException("evicted", "InvalidStateError");
      const entries = this.caches.get(name) ?? new Map<string, string>();
      this.caches.set(name, entries);
      const address = (request: string | { url: string }): string =>
        new URL(typeof request === "string" ? request : request.url, scope).href;
      return {
        addAll: (requests: { url: string }[]) => requests.forEach((request) => entries.set(address(request), "shell")),
        add: async (request: { url: string }) => {
          await Promise.resolve();
          if (this.refuses === "extras") throw new DOMException("full", "QuotaExceededError");
          entries.set(address(request), "extra");
        },
        put: (request: string | { url: string }, response: { body: string }) => {
          if (this.refuses === "putting") throw new DOMException("full", "QuotaExceededError");
          entries.set(address(request), response.body);
        },
        match: (request: string | { url: string }) => (entries.has(address(request)) ? { body: entries.get(address(request)) } : undefined),
      };
    };
    runInNewContext(`const VERSION = "${version}", SHELL = ["/course/"], EXTRAS = ["/course/monaco.js"];\n${script}`, {
      URL,
      console: { warn: () => undefined },
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
    const kept: unknown[] = [];
    this.#listeners.get("fetch")?.({
      request: { method: "GET", url, mode },
      respondWith: (given: unknown) => (response = given),
      waitUntil: (promise: unknown) => kept.push(promise),
    });
    const { body } = ((await response) ?? {}) as { body?: string };
    await Promise.all(kept);
    return body;
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

it.each([
  ["evicted or closed to us", "opening"],
  ["full", "putting"],
] as const)("gives what the network gives where the storage is %s", async (_, refuses) => {
  const browser = new Browser("v1");
  browser.refuses = refuses;
  for (const [file, mode] of [
    ["lab/", "navigate"],
    ["_astro/lab.js", "cors"],
  ] as const)
    expect(await browser.open(`https://school.example/course/${file}`, mode)).toBe(`of https://school.example/course/${file}`);
});

it("keeps the large files with the first visit, and does without them where there is no room", async () => {
  const browser = new Browser("v1");
  await browser.lifeCycle("install");
  expect(browser.entries).toEqual(["https://school.example/course/", "https://school.example/course/monaco.js"]);
  const full = new Browser("v1");
  full.refuses = "extras";
  await full.lifeCycle("install", "activate");
  full.isOnline = false;
  expect(await full.open("https://school.example/course/")).toBe("shell");
});

it.each([
  ["lessons/1-coalescing/index.html", 50_000, "shell"],
  ["pagefind/wasm.en.pagefind", 60_000, "shell"],
  ["pagefind/fragment/en_1.pf_fragment", 1_000, "shell"],
  ["pagefind/pagefind-ui.js", 80_000, undefined],
  ["_astro/ts.worker-1.js", 3_000_000, "extra"],
  ["_astro/codicon.1.ttf", 150_000, "extra"],
  ["_astro/_virtual_sandbox-worker.1.js", 800_000, "shell"],
  ["sitemap-0.xml", 10_000, undefined],
])("%s of %d bytes offline: %s", (file, bytes, use) => expect(useOffline(file, bytes)).toBe(use));
