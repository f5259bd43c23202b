import { test as base, type Page, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from "@playwright/test";

interface Readers {
  /** One page per worker, reused by its tests, so that what the course's pages share is fetched and compiled once. */
  readonly reader: Page;
  readonly readerWithoutScripts: Page;
}

/** The options that the configuration sets for every page. */
type PageOptions = Pick<PlaywrightWorkerOptions & PlaywrightTestOptions, "baseURL" | "serviceWorkers">;

const given = ({ baseURL, serviceWorkers }: Partial<PageOptions>) => ({
  ...(baseURL !== undefined && { baseURL }),
  ...(serviceWorkers !== undefined && { serviceWorkers }),
});

export const test = base.extend<object, Readers>({
  reader: [
    async ({ browser }, use, { project }) => {
      const page = await browser.newPage(given(project.use));
      await use(page);
      await page.close();
    },
    { scope: "worker" },
  ],
  readerWithoutScripts: [
    async ({ browser }, use, { project }) => {
      const page = await browser.newPage({ ...given(project.use), javaScriptEnabled: false });
      await use(page);
      await page.close();
    },
    { scope: "worker" },
  ],
});
