import { expect } from "@playwright/test";
import { test } from "./kept-page.ts";

/** A page without scripts, which stores nothing itself. */
const PAGE = "favicon.svg";

test.describe("a page that another test has used", () => {
  // One worker, in this order.
  test.describe.configure({ mode: "serial" });

  /** All that a page can find of an earlier one. */
  const traces = (): Promise<object> =>
    new Promise((resolve) => {
      void indexedDB.databases().then(async (databases) =>
        resolve({
          databases: databases.map(({ name }) => name),
          local: Object.keys(localStorage),
          session: Object.keys(sessionStorage),
          cookies: document.cookie,
          caches: await caches.keys(),
          name: window.name,
          width: innerWidth,
          isDark: matchMedia("(prefers-color-scheme: dark)").matches,
          isOnline: navigator.onLine,
          mayRead: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
        }),
      );
    });
  let fresh: object;

  test("leaves what it found", async ({ page, context, browser, baseURL }) => {
    const other = await browser.newContext({ baseURL: baseURL!, serviceWorkers: "block" });
    const untouched = await other.newPage();
    await untouched.goto(PAGE);
    fresh = await untouched.evaluate(traces);
    await other.close();

    await page.goto(PAGE);
    await page.evaluate(async () => {
      window.name = "used";
      localStorage.setItem("used", "1");
      sessionStorage.setItem("used", "1");
      document.cookie = "used=1";
      await caches.open("used");
      // The connection stays open.
      await new Promise((resolve) => (indexedDB.open("used").onsuccess = resolve));
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await context.grantPermissions(["clipboard-read"]);
    await page.route("**/glossary/", (route) => route.fulfill({ body: "rerouted" }));
    await context.newPage();
    await context.setOffline(true);
    expect(await page.evaluate(traces)).not.toEqual(fresh);
  });

  test("is as fresh as a new one", async ({ page, context }) => {
    expect(context.pages()).toEqual([page]);
    await page.goto(PAGE);
    expect(await page.evaluate(traces)).toEqual(fresh);
    await page.goto("glossary/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Glossary");
    await page.addInitScript(() => Object.assign(window, { left: true }));
  });

  test("is a new one if something was left that cannot be taken out", async ({ page }) => {
    await page.goto(PAGE);
    expect(await page.evaluate(() => "left" in window)).toBe(false);
  });
});
