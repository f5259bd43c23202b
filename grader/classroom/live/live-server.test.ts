import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LiveServer, type Patience } from "./live-server.ts";
import type { PageState, ProjectorState } from "./room-messages.ts";
import { RoomSite } from "./room-site.ts";
import { MOST_BROWSERS, Room } from "./room.ts";
import { listening } from "./static-server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "room-"));
const PAGE = `<!doctype html><html><head><title>A page</title></head><body>${"row ".repeat(1000)}</body></html>`;
const QUESTION = {
  id: "lessons/1/#0",
  page: "lessons/1/",
  lesson: "One",
  text: "How many?",
  unit: "sectors",
  actual: 32,
  within: 0,
  reason: "",
  isAssigned: true,
};

let live: LiveServer;
let room: Room;
let origin = "";

beforeAll(() => {
  for (const one of ["lessons/1", "live/projector", "_astro", ".git"]) mkdirSync(path.join(folder, one), { recursive: true });
  for (const one of ["index.html", "404.html", "lessons/1/index.html"]) writeFileSync(path.join(folder, one), PAGE);
  writeFileSync(path.join(folder, "live/projector/index.html"), '<script src="/course/_astro/app.1a.js"></script>');
  writeFileSync(path.join(folder, "_astro/app.1a.js"), "export {};\n".repeat(500));
  writeFileSync(path.join(folder, "sw.js"), "addEventListener('fetch', () => {})");
  writeFileSync(path.join(folder, ".git/config"), "secret");
});
afterAll(() => rmSync(folder, { recursive: true }));

async function open(patience: Partial<Patience> = {}): Promise<void> {
  const wrong = { "walks-down-columns": { fails: [], says: "Which changes?" } };
  room = new Room({ title: "Week 1", questions: [QUESTION], exercises: [{ id: "row-walk", title: "Walk", wrong }] });
  live = new LiveServer({ room, site: new RoomSite(folder), addresses: () => ["http://192.168.1.5:4322/course/"], patience });
  await listening(live.server, 0, "127.0.0.1");
  origin = `http://127.0.0.1:${(live.server.address() as AddressInfo).port}`;
}
beforeEach(() => open());
afterEach(() => live.close());

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request verbatim, which no browser would. @returns status, headers and body */
function send(
  address: string,
  { method = "GET", body, headers = {} }: Sent = {},
): Promise<{ status: number; text: string; header: (name: string) => unknown }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const request = httpRequest({ hostname, port, path: address, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, header: (name) => response.headers[name] }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

const fromPage = (): Record<string, string> => ({ "content-type": "application/json", origin, "sec-fetch-site": "same-origin" });
const post = (name: string, message: unknown, headers: Record<string, string> = {}) =>
  send(`/course/live/room/${name}`, { method: "POST", body: JSON.stringify(message), headers: { ...fromPage(), ...headers } });
const join = async (more: object = {}): Promise<string> =>
  (JSON.parse((await post("join", { code: live.code, ...more })).text) as { token: string }).token;

/** Follows a stream; each call of `next` waits for another state. */
async function stream<State>(address: string): Promise<{ next: () => Promise<State | undefined>; close: () => void; status: number }> {
  const control = new AbortController();
  const { body, status } = await fetch(`${origin}/course/live/room/${address}`, { signal: control.signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    status,
    close: () => control.abort(),
    async next() {
      for (;;) {
        const event = /^data: (.*)\n\n/m.exec(text);
        if (event) {
          text = text.slice(event.index + event[0].length);
          return JSON.parse(event[1]!) as State;
        }
        const chunk = await reader?.read();
        if (chunk === undefined || chunk.done) return undefined;
        text += chunk.value;
      }
    },
  };
}

describe("all input is taken for hostile", () => {
  const json = '{"code":"WRONG"}';
  const table: [string, () => Sent & { address?: string }, number][] = [
    ["a page of another host whose name means this machine", () => ({ headers: { ...fromPage(), host: "evil.example" } }), 421],
    ["a page of another site", () => ({ headers: { ...fromPage(), origin: "https://evil.example" } }), 403],
    ["a frame of this address on another site", () => ({ headers: { ...fromPage(), "sec-fetch-site": "cross-site" } }), 403],
    ["no page at all", () => ({ headers: { "content-type": "application/json" } }), 403],
    ["a form", () => ({ headers: { ...fromPage(), "content-type": "text/plain" } }), 403],
    ["a message that is too long", () => ({ body: JSON.stringify({ code: "x".repeat(5000) }) }), 413],
    ["what is no JSON", () => ({ body: "{" }), 400],
    ["a field that isn’t known", () => ({ body: '{"code":"WRONG","isAdmin":true}' }), 400],
    ["a field of another kind", () => ({ body: '{"code":["WRONG"]}' }), 400],
    ["a wrong code", () => ({ body: json }), 403],
    ["a part that doesn’t exist", () => ({ address: "nowhere" }), 404],
    ["a part that every object has", () => ({ address: "constructor" }), 404],
    ["GET of what changes something", () => ({ method: "GET" }), 404],
    ["a prediction without a token", () => ({ address: "prediction", body: '{"question":"lessons/1/#0","given":1}' }), 400],
    ["a made-up token", () => ({ address: "prediction", body: '{"token":"x","question":"lessons/1/#0","given":1}' }), 403],
    ["the projector’s work without its key", () => ({ address: "reveal", body: '{"question":"lessons/1/#0"}' }), 403],
  ];
  test.each(table)("%s", async (_, what, status) => {
    const { address = "join", ...sent } = what();
    const response = await send(`/course/live/room/${address}`, { method: "POST", body: json, headers: fromPage(), ...sent });
    expect(response.status).toBe(status);
    expect(response.text).not.toContain(live.code);
    expect([room.browsers, room.projectorState().questions[0]?.revealed]).toEqual([0, undefined]);
  });

  test.each([-1, 1e300, "32", null, "1e999"])("a number that nobody counts: %j", async (given) => {
    const token = await join();
    const body = `{"token":"${token}","question":"${QUESTION.id}","given":${given === "1e999" ? given : JSON.stringify(given)}}`;
    expect((await send("/course/live/room/prediction", { method: "POST", body, headers: fromPage() })).status).toBe(400);
    expect([...room.answersTo(QUESTION.id)]).toEqual([]);
  });

  test("after many wrong codes the right one waits, too; so do keys", async () => {
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await post("join", { code: "WRONG" })).status);
    expect(statuses).toEqual([...Array<number>(20).fill(403), 429]);
    expect((await post("join", { code: live.code })).status).toBe(429);
    expect((await post("ask", { question: null }, { "x-projector-key": live.key })).status).toBe(403);
  });

  test("a browser that sends too much gets 429", async () => {
    const token = await join();
    const statuses = new Set<number>();
    for (let i = 0; i < 50; i++) statuses.add((await post("prediction", { token, question: QUESTION.id, given: i })).status);
    expect([...statuses]).toEqual([204, 429]);
    expect(live.server.headersTimeout).toBeLessThanOrEqual(10_000);
    expect(live.server.requestTimeout).toBeLessThanOrEqual(20_000);
  });

  test.each([
    "/course/../../../etc/passwd",
    "/course/..%2f..%2fetc/passwd",
    "/course/.git/config",
    "/course/%2e%2e/x",
    "/course//etc/passwd",
    "/etc/passwd",
    "//evil.example/",
  ])("%s is nothing of the course", async (address) => {
    const { status, text } = await send(address);
    expect([404, 302]).toContain(status);
    expect(text).not.toMatch(/root:|secret/);
  });
});

describe("the room", () => {
  test("counts what was predicted and judged, once per browser, and tells the projector; a stream that comes back has it all", async () => {
    const projector = await stream<ProjectorState>(`projector?key=${live.key}`);
    expect(await projector.next()).toMatchObject({ joined: 0, code: live.code, addresses: ["http://192.168.1.5:4322/course/"] });
    const ada = await join({ name: "Ada" });
    const bob = await join();
    const page = await stream<PageState>(`page?token=${ada}`);
    expect(await page.next()).toEqual({ exercises: ["row-walk"], isOver: false });
    await post("ask", { question: QUESTION.id }, { "x-projector-key": live.key });
    expect(await page.next()).toMatchObject({ asked: { question: QUESTION.id, page: "lessons/1/", isRevealed: false, isAnswered: false } });
    for (const [token, given] of [
      [ada, 16],
      [ada, 32],
      [bob, 8],
    ] as const) {
      expect((await post("prediction", { token, question: QUESTION.id, given })).status).toBe(204);
    }
    expect(await page.next()).toMatchObject({ asked: { isAnswered: true } });
    await post("verdict", { token: bob, exercise: "row-walk", status: "fail", mistake: "walks-down-columns" });
    await post("reveal", { question: QUESTION.id }, { "x-projector-key": live.key });
    expect((await post("prediction", { token: bob, question: QUESTION.id, given: 32 })).status).toBe(409);
    projector.close();
    const again = await stream<ProjectorState>(`projector?key=${live.key}`);
    expect(await again.next()).toMatchObject({
      joined: 2,
      present: 1,
      names: ["Ada"],
      asked: QUESTION.id,
      questions: [
        { answered: 2, revealed: { right: 1, actual: "32 sectors", bars: [{ answer: "8" }, { answer: "32", verdict: "right" }] } },
      ],
      exercises: [{ tried: 1, mistakes: [{ id: "walks-down-columns", made: 1 }] }],
    });
    expect((await post("leave", { token: ada })).status).toBe(204);
    expect(await again.next()).toMatchObject({ joined: 1, present: 0, names: [] });
    again.close();
  });

  test("strangers hear nothing, and are told not to come back; a browser has few streams", async () => {
    const unknown = await stream("page?token=made-up");
    const wrongKey = await stream("projector?key=made-up");
    expect([unknown.status, wrongKey.status]).toEqual([204, 204]);
    const token = await join();
    const streams = [];
    for (let i = 0; i < 4; i++) streams.push(await stream<PageState>(`page?token=${token}`));
    const [first] = streams;
    expect([await first?.next(), await first?.next()]).toEqual([expect.anything(), undefined]);
    for (const one of streams) one.close();
  });

  test("when it has ended, pages are told at once, nothing is counted, and the course is still there", async () => {
    const token = await join();
    const page = await stream<PageState>(`page?token=${token}`);
    await page.next();
    live.end();
    expect(await page.next()).toMatchObject({ isOver: true });
    expect((await post("prediction", { token, question: QUESTION.id, given: 1 })).status).toBe(409);
    expect((await post("join", { code: live.code })).status).toBe(409);
    expect((await send("/course/lessons/1/")).status).toBe(200);
    page.close();
  });
});

describe("slow and silent clients", () => {
  /** A connection that has sent a text, and reads nothing. */
  function silent(text: string): Socket {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1").pause();
    socket.on("error", () => {});
    socket.write(text);
    return socket;
  }
  const get = (address: string): string => `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const ofServer = (): Promise<number> =>
    new Promise((resolve, reject) => live.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
  const sendPrediction = (token: string) => post("prediction", { token, question: QUESTION.id, given: 1 });
  async function reopen(patience: Partial<Patience>): Promise<void> {
    await live.close();
    await open(patience);
  }

  test("sends half a request, or reads none of a file: is cut off, and the room goes on meanwhile", { timeout: 20_000 }, async () => {
    // More than unread connections buffer, however it is compressed.
    writeFileSync(path.join(folder, "_astro/large.js"), randomBytes(12_000_000));
    await reopen({ head: 2_000, request: 2_200, look: 100, stalled: 2_400 });
    const head = `POST /course/live/room/join HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\n`;
    const halves = [
      "",
      "GET /cou",
      get("/course/").slice(0, -4),
      `${head}Content-Length: 900\r\n\r\n{"code":`,
      get("/course/_astro/large.js"),
    ];
    const sockets = Array.from({ length: 100 }, (_, i) => silent(halves[i % halves.length]!));
    await expect.poll(ofServer, { timeout: 1_900 }).toBe(sockets.length);
    const start = performance.now();
    const token = await join();
    expect((await sendPrediction(token)).status).toBe(204);
    expect(performance.now() - start).toBeLessThan(1_000);
    // The connections of this test's own requests stay open for a while.
    await expect.poll(ofServer, { timeout: 8_000 }).toBeLessThan(3);
    for (const socket of sockets) socket.destroy();
  });

  test(
    "doesn’t read a stream: holds one state at most, hears the newest once it reads, and is let go if it never does",
    { timeout: 20_000 },
    async () => {
      await reopen({ batch: 1, heartbeat: 1_500, stalled: 20_000 });
      for (let i = 0; i < MOST_BROWSERS; i++) room.join("🦜".repeat(20));
      /** Bytes that wait for a stream, by its reader's port. */
      const waiting = new Map<number | undefined, () => number>();
      live.server.on("request", ({ url, socket }, response) => {
        if (url?.includes("projector?")) waiting.set(socket.remotePort, () => response.writableLength);
      });
      const waitsFor = (socket: Socket | undefined): number => waiting.get(socket?.localPort)?.() ?? 0;
      const [reader, slow, never] = [0, 1, 2].map(() => silent(get(`/course/live/room/projector?key=${live.key}`)));
      const bytes = Buffer.byteLength(JSON.stringify(room.projectorState()));
      reader!.resume();
      let most = 0;
      // How much the system buffers before anything waits here is its own affair.
      for (let i = 0; i < 400 || waitsFor(slow) === 0 || waitsFor(never) === 0; i++) {
        await post("ask", { question: i % 2 ? null : QUESTION.id }, { "x-projector-key": live.key });
        most = Math.max(most, waitsFor(reader), waitsFor(slow), waitsFor(never));
      }
      expect(most).toBeGreaterThan(bytes / 2);
      expect(most).toBeLessThan(4 * bytes);
      let heard = "";
      slow!.setEncoding("utf8").on("data", (text: string) => (heard = (heard + text).slice(-8 * bytes)));
      slow!.resume();
      await post("ask", { question: QUESTION.id }, { "x-projector-key": live.key });
      await expect.poll(() => heard.lastIndexOf(`"asked":"${QUESTION.id}"`) > heard.lastIndexOf("data: "), { timeout: 3_000 }).toBe(true);
      await expect.poll(ofServer, { timeout: 12_000 }).toBe(2);
      for (const socket of [reader, slow, never]) socket!.destroy();
    },
  );
});

describe("the course in a room", () => {
  test.each(["gzip", "identity"])(
    "has pages that say so (%s), and no service worker that answers in the room’s place",
    async (encoding) => {
      const { status, headers, text } = await fetch(`${origin}/course/lessons/1/`, { headers: { "Accept-Encoding": encoding } }).then(
        async (response) => ({
          status: response.status,
          headers: response.headers,
          text: await response.text(),
        }),
      );
      expect([status, headers.get("Content-Encoding"), headers.get("Cache-Control")]).toEqual([
        200,
        encoding === "gzip" ? "gzip" : null,
        "no-cache",
      ]);
      expect(text).toContain('<meta name="coalesce-live" content="on"></head>');
      expect((await send("/course/sw.js")).text).not.toContain("fetch");
    },
  );

  test("a cached file is not sent again, and files are compressed on first request", async () => {
    const headers = { "accept-encoding": "gzip" };
    const first = await send("/course/_astro/app.1a.js", { headers });
    expect([first.status, first.header("content-encoding"), first.header("content-type")]).toEqual([200, "gzip", "text/javascript"]);
    expect(
      (await send("/course/_astro/app.1a.js", { headers: { ...headers, "if-none-match": String(first.header("etag")) } })).status,
    ).toBe(304);
    expect((await send("/course/lessons/1")).header("location")).toBe("/course/lessons/1/");
  });

  test.each([
    ["index.html", "there is no built course in"],
    ["404.html", "was built before there were rooms"],
  ])("a folder without one is refused with the remedy (only %s)", (file, message) => {
    const other = mkdtempSync(path.join(tmpdir(), "no-course-"));
    mkdirSync(path.join(other, "lessons"));
    writeFileSync(path.join(other, file), PAGE);
    expect(() => new RoomSite(other)).toThrow(message);
    rmSync(other, { recursive: true });
  });
});
