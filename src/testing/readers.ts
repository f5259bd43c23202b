import { test as base, type Page } from "@playwright/test";

interface Readers {
  /** One window for all pages of a worker: what they share is fetched and compiled once, as for somebody who reads on. */
  readonly reader: Page;
  readonly readerWithoutScripts: Page;
}

export const test = base.extend<object, Readers>({
  reader: [
    async ({ browser }, use, { project }) => {
      const page = await browser.newPage({ baseURL: project.use.baseURL, serviceWorkers: project.use.serviceWorkers });
      await use(page);
      await page.close();
    },
    { scope: "worker" },
  ],
  readerWithoutScripts: [
    async ({ browser }, use, { project }) => {
      const page = await browser.newPage({ baseURL: project.use.baseURL, javaScriptEnabled: false });
      await use(page);
      await page.close();
    },
    { scope: "worker" },
  ],
});
