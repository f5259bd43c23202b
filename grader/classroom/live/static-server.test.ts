import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compressFolder, listening, siteServer } from "./static-server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "site-"));
let server: ReturnType<typeof siteServer>;
let origin = "";

beforeAll(async () => {
  mkdirSync(path.join(folder, "_astro"));
  mkdirSync(path.join(folder, "practice"));
  mkdirSync(path.join(folder, "embed"));
  writeFileSync(path.join(folder, "index.html"), "<h1>first page</h1>");
  writeFileSync(path.join(folder, "embed/index.html"), "<h1>a figure</h1>");
  writeFileSync(path.join(folder, "404.html"), "<h1>no such page</h1>");
  writeFileSync(path.join(folder, "practice/index.html"), `<h1>practice</h1>${"row ".repeat(1000)}`);
  writeFileSync(path.join(folder, "_astro/app.1a2b.js"), "export {};\n".repeat(1000));
  await compressFolder(folder);
  server = siteServer(folder, "/course/");
  await listening(server, 0, "127.0.0.1");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const get = (address: string, accepted = "br, gzip"): Promise<Response> =>
  fetch(origin + address, { redirect: "manual", headers: { "Accept-Encoding": accepted } });

describe("the server of a built site", () => {
  test.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ])("sends a script to a browser that accepts %s as %s, to be kept for good", async (accepted, encoding) => {
    const response = await get("/course/_astro/app.1a2b.js", accepted);
    expect(response.headers.get("Content-Encoding")).toBe(encoding);
    expect(response.headers.get("Cache-Control")).toContain("immutable");
    expect(await response.text()).toBe("export {};\n".repeat(1000));
  });

  test.each([
    ["/course/practice/", "frame-ancestors 'self'"],
    ["/course/nowhere/", "frame-ancestors 'self'"],
    ["/course/embed/", null],
  ])("says of %s who may show it in a frame, and that nothing is to be guessed", async (address, policy) => {
    const { headers } = await get(address);
    expect(headers.get("Content-Security-Policy")).toBe(policy);
    expect([headers.get("X-Content-Type-Options"), headers.get("Referrer-Policy")]).toEqual(["nosniff", "same-origin"]);
  });

  test("sends a page that is asked for anew each time", async () => {
    const response = await get("/course/practice/");
    expect(response.headers.get("Content-Type")).toContain("text/html");
    expect(response.headers.get("Cache-Control")).toBe("no-cache");
    expect(await response.text()).toContain("practice");
  });

  test.each([
    ["/", "/course/"],
    ["/course", "/course/"],
    ["/course/practice?time=5", "/course/practice/?time=5"],
  ])("leads from %s to %s", async (from, to) => {
    const response = await get(from);
    expect([response.status, response.headers.get("Location")]).toEqual([302, to]);
  });

  test.each(["/course/nowhere/", "/practice/", "/course/../static-server.ts", "/courses/practice/"])(
    "answers %s with the site's own page, and with 404",
    async (address) => {
      const response = await get(address);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("no such page");
    },
  );

  test("refuses a folder without a built site", () => {
    expect(() => siteServer(path.join(folder, "practice"))).toThrow("run npm run build");
  });
});
