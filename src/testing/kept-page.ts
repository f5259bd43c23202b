import { test as base, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "@playwright/test";

/**
 * A test whose page and context are those of the test before it in the same worker, emptied: nothing is stored, allowed, rerouted or
 * emulated any more, and only the HTTP cache and the code that the process has compiled are left. To open an editor takes 60 % of the
 * processor time that it takes in a fresh context. Tests of first visits, of loading and of offline use take Playwright's own `test`.
 */
export const test = base.extend<{ readonly kept: KeptPage }, { readonly keptPages: KeptPages }>({
  keptPages: [
    async ({ browser }, use) => {
      const pages = new KeptPages(browser);
      await use(pages);
      await pages.close();
    },
    { scope: "worker" },
  ],
  kept: async (
    { keptPages, baseURL, viewport, hasTouch, isMobile, deviceScaleFactor, userAgent, javaScriptEnabled, serviceWorkers },
    use,
    { expectedStatus, status },
  ) => {
    const options = { baseURL, viewport, hasTouch, isMobile, deviceScaleFactor, userAgent, javaScriptEnabled, serviceWorkers };
    const kept = await keptPages.withOptions(options);
    await use(kept);
    await keptPages.takeBack(kept, status === expectedStatus);
  },
  context: ({ kept }, use) => use(kept.context),
  page: ({ kept }, use) => use(kept.page),
});

/** The pages of a worker, one for each set of options that its tests use. */
class KeptPages {
  readonly #browser: Browser;
  readonly #kept = new Map<string, KeptPage>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async withOptions(options: UndefinedToo<BrowserContextOptions>): Promise<KeptPage> {
    const key = JSON.stringify(options);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as BrowserContextOptions;
    const opened = await KeptPage.open(this.#browser, given);
    this.#kept.set(key, opened);
    return opened;
  }

  /** Empties a page for the next test, or closes it if it cannot be emptied. */
  async takeBack(kept: KeptPage, hasPassed: boolean): Promise<void> {
    if (hasPassed && !kept.isSpoilt && !kept.page.isClosed()) return kept.empty();
    for (const [key, one] of this.#kept) if (one === kept) this.#kept.delete(key);
    await kept.context.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.values()].map(({ context }) => context.close()));
  }
}

type UndefinedToo<T> = { readonly [key in keyof T]: T[key] | undefined };

/** The methods that leave something in a page or its context which cannot be taken out again. */
const SPOILING = ["addInitScript", "exposeBinding", "exposeFunction", "newCDPSession", "routeWebSocket", "addLocatorHandler"] as const;
const CLOCK = ["install", "setFixedTime", "setSystemTime"] as const;
/** The events that tests listen to. */
const EVENTS = ["console", "dialog", "pageerror", "request", "requestfailed", "requestfinished", "response", "worker"] as const;

/** A page with its context, which one test uses after the other. */
class KeptPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #options: BrowserContextOptions;
  #isSpoilt = false;

  private constructor(page: Page, options: BrowserContextOptions) {
    this.page = page;
    this.context = page.context();
    this.#options = options;
    this.#watch(page, SPOILING);
    this.#watch(this.context, SPOILING);
    this.#watch(page.clock, CLOCK);
  }

  static async open(browser: Browser, options: BrowserContextOptions): Promise<KeptPage> {
    const context = await browser.newContext(options);
    return new KeptPage(await context.newPage(), options);
  }

  /** Whether a test has left something that cannot be taken out again, or let the course's service worker in. */
  get isSpoilt(): boolean {
    return this.#isSpoilt || this.#options.serviceWorkers !== "block";
  }

  #watch<Name extends string>(host: object, names: readonly Name[]): void {
    const methods = host as Partial<Record<Name, (...args: unknown[]) => unknown>>;
    for (const name of names) {
      const method = methods[name];
      if (method === undefined) continue;
      methods[name] = (...args) => {
        this.#isSpoilt = true;
        return method.apply(host, args);
      };
    }
  }

  async empty(): Promise<void> {
    const { context, page } = this;
    await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
    for (const event of EVENTS) page.removeAllListeners(event).context().removeAllListeners(event);
    await Promise.all([context.unrouteAll({ behavior: "ignoreErrors" }), page.unrouteAll({ behavior: "ignoreErrors" })]);
    await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()]);
    // A small file of the course: its page is gone, with all that it saves as it closes, and its storage can be reached.
    await page.goto("favicon.svg");
    if (this.#options.javaScriptEnabled !== false) await page.evaluate(clearStorage);
    await page.goto("about:blank");
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null });
    if (this.#options.viewport) await page.setViewportSize(this.#options.viewport);
    await page.mouse.move(0, 0);
  }
}

/** Empties the storage of the origin that the page is of. */
async function clearStorage(): Promise<void> {
  window.name = "";
  localStorage.clear();
  sessionStorage.clear();
  for (const { name = "" } of await indexedDB.databases()) {
    await new Promise<void>((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name);
      deleting.onsuccess = () => resolve();
      deleting.onerror = deleting.onblocked = () => reject(new Error(`${name} cannot be deleted`));
    });
  }
  if ("caches" in globalThis) for (const name of await caches.keys()) await caches.delete(name);
}
