import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "#browser/find-browser.ts";
const path = await findBrowser();
const browser = await chromium.launch({ args: browserArguments, ...(path ? { executablePath: path } : {}) });
const [url, sel, name, width = "1440", theme = "light", act = ""] = process.argv.slice(2);
const page = await browser.newPage({ viewport: { width: Number(width), height: 1000 } });
page.on("console", (m) => ["error","warning"].includes(m.type()) && console.log(m.type(), m.text()));
page.on("pageerror", (e) => console.log("pageerror", e.message));
await page.addInitScript((t) => localStorage.setItem("starlight-theme", t), theme);
await page.goto("http://127.0.0.1:4555/" + url, { timeout: 90000, waitUntil: "domcontentloaded" });
const cell = page.locator(sel!).first();
await cell.scrollIntoViewIfNeeded();
await page.waitForTimeout(Number(process.env.W ?? 1500));
if (act === "open") { await cell.locator(".code-host").click(); await page.waitForFunction((s) => document.querySelector(s)?.hasAttribute("data-ran"), sel, { timeout: 60000 }).catch((e) => console.log(String(e).slice(0,100))); await page.waitForTimeout(800); }
await cell.screenshot({ path: `/tmp/lc-${name}.png` });
await browser.close();
