import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ownHosts, rateName } from "./addresses.ts";
import { Allowance } from "./allowance.ts";
import { ROOM_PATH } from "./room-address.ts";
import { roomMessages, type PageState, type ProjectorState, type RoomMessage, type RoomMessageName } from "./room-messages.ts";
import type { Outcome, Room } from "./room.ts";
import type { RoomSite } from "./room-site.ts";

/** Letters that look like no other letter and no digit, and spell few words. */
const CODE_LETTERS = "BCDFGHJKMNPQRTVWXYZ";
const CODE_LENGTH = 5;
const KEY_BYTES = 16;

/** A message is a few hundred bytes. */
const MOST_BODY_BYTES = 2048;
/** How long things may take, in milliseconds. */
export interface Patience {
  /** A connection's head, and all of a request. */
  readonly head: number;
  readonly request: number;
  /** The interval at which the server looks for connections that have not sent the rest of what they began. */
  readonly look: number;
  /** A connection on which nothing moves, such as that of a file whose reader doesn't read. */
  readonly stalled: number;
  /** Changes within this time are sent together. */
  readonly batch: number;
  /** A comment at times keeps a stream alive through proxies, and detects clients that are gone. */
  readonly heartbeat: number;
}
const PATIENCE: Patience = { head: 10_000, request: 20_000, look: 2_000, stalled: 60_000, batch: 200, heartbeat: 15_000 };
const MOST_CONNECTIONS = 2_000;
/** The most open streams of a browser, one for each visible page, and of projectors. */
const STREAMS_PER_BROWSER = 3;
const MOST_PROJECTORS = 8;
/** A stream whose reader has not read for so many heartbeats is closed. */
const MOST_MISSED_BEATS = 4;

/** Wrong codes and keys from an address: people mistype twice; 4 million codes take months. */
const WRONG = { burst: 20, perMinute: 20 };
/** New browsers from an address: a whole class may share one, behind a router. */
const JOINS = { burst: 200, perMinute: 60 };
/** Messages of a browser. */
const SENT = { burst: 40, perMinute: 60 };

const STATUS: Record<Outcome, number> = { counted: 204, "unknown-browser": 403, "unknown-question": 404, "too-late": 409 };

/** A stream of server-sent events to a page. */
interface Stream {
  readonly response: ServerResponse;
  /** The state that was sent last. */
  lastSent: string;
  /** Heartbeats since its reader last kept up. */
  missedBeats: number;
}

interface LiveServerOptions {
  readonly room: Room;
  readonly site: RoomSite;
  /** Names, besides the machine's own, under which requests may come. */
  readonly hosts?: readonly string[];
  /** The addresses that the projector shows. */
  readonly addresses: () => readonly string[];
  readonly patience?: Partial<Patience>;
}

/**
 * Serves a course to a room, receives the messages of its pages, and sends changes to them and the projector. All input is taken for
 * hostile: it has a size, a rate, a shape and a known origin, or it is refused. Slow clients delay nobody: a request that stays incomplete
 * is cut off, and a stream that isn't read holds one state at most.
 */
export class LiveServer {
  readonly server: Server;
  /** The code that students type. */
  readonly code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join("");
  /** The key of the projector's page, which nobody can guess. */
  readonly key = randomBytes(KEY_BYTES).toString("base64url");
  readonly #options: LiveServerOptions;
  readonly #patience: Patience;
  #hosts = ownHosts();
  readonly #wrong = new Allowance(WRONG);
  readonly #joins = new Allowance(JOINS);
  readonly #sent = new Allowance(SENT);
  /** Streams of students' pages, by the browser's token. */
  readonly #pages = new Map<string, Stream[]>();
  #projectors: Stream[] = [];
  #updateTimer: NodeJS.Timeout | undefined;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(options: LiveServerOptions) {
    this.#options = options;
    this.#patience = { ...PATIENCE, ...options.patience };
    const { head, request, look, stalled, heartbeat } = this.#patience;
    this.server = createServer(
      {
        headersTimeout: head,
        requestTimeout: request,
        keepAliveTimeout: 5_000,
        connectionsCheckingInterval: look,
        maxHeaderSize: 8192,
      },
      (request, response) => this.#answer(request, response),
    );
    this.server.maxConnections = MOST_CONNECTIONS;
    this.server.setTimeout(stalled, (socket) => socket.destroy());
    this.#heartbeat = setInterval(() => this.#beat(), heartbeat).unref();
  }

  /** Ends the counting, and tells all pages. The course is still served, so that students can save their work. */
  end(): void {
    this.#options.room.end();
    this.#sendUpdates();
  }

  /** Stops serving. */
  close(): Promise<void> {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#updateTimer);
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { site } = this.#options;
    // A page of another host, whose name resolves to this machine, must not talk to it.
    if (!this.#isOwnHost(request.headers.host)) return refuse(response, 421, "This machine is not the host that the address names.");
    const url = request.url ?? "/";
    const room = `${site.base}${ROOM_PATH}`;
    if (url.startsWith(room)) return this.#answerRoom(request, response, url.slice(room.length));
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "Only GET.");
    site.answer(request, response);
  }

  #isOwnHost(header: string | undefined): boolean {
    const host = header?.toLowerCase().replace(/:\d+$/, "") ?? "";
    const isKnown = (): boolean => this.#hosts.has(host) || (this.#options.hosts?.includes(host) ?? false);
    // The machine may have joined another network since.
    if (!isKnown()) this.#hosts = ownHosts();
    return isKnown();
  }

  #answerRoom(request: IncomingMessage, response: ServerResponse, part: string): void {
    const [name = "", search = ""] = part.split("?", 2);
    const parameters = new URLSearchParams(search);
    if (request.method === "GET" && name === "page") return this.#openPage(response, parameters.get("token") ?? "");
    if (request.method === "GET" && name === "projector") return this.#openProjector(request, response, parameters.get("key") ?? "");
    if (request.method !== "POST" || !Object.hasOwn(roomMessages, name))
      return refuse(response, 404, "There is no such thing in the room.");
    // A form of another site can send neither this type nor this origin.
    const isJson = request.headers["content-type"]?.split(";", 1)[0]?.trim() === "application/json";
    if (!isJson || !isSameOrigin(request)) return refuse(response, 403, "Only pages of the course talk to the room.");
    void readBody(request).then(
      (body) => this.#take(request, response, name as RoomMessageName, body),
      (error: unknown) => refuse(response, error instanceof RangeError ? 413 : 400, "The message cannot be read."),
    );
  }

  #take(request: IncomingMessage, response: ServerResponse, name: RoomMessageName, body: unknown): void {
    const address = rateName(request.socket.remoteAddress);
    const parsed = roomMessages[name].safeParse(body);
    if (!parsed.success) return refuse(response, 400, "The message is not in order.");
    const message = parsed.data;
    switch (name) {
      case "join":
        return this.#join(response, address, message as RoomMessage<"join">);
      case "leave":
      case "prediction":
      case "verdict":
        return this.#count(response, name, message as RoomMessage<"leave" | "prediction" | "verdict">);
      case "ask":
      case "reveal":
      case "again": {
        if (!this.#isKey(String(request.headers["x-projector-key"]), address))
          return refuse(response, 403, "Only the projector does that.");
        const { room } = this.#options;
        const { question } = message as RoomMessage<"ask">;
        const isKnown =
          name === "ask" ? room.ask(question) : name === "reveal" ? room.reveal(question ?? "") : room.askAgain(question ?? "");
        if (!isKnown) return refuse(response, 404, "The course has no such question.");
        return this.#changed(response);
      }
    }
  }

  #join(response: ServerResponse, address: string, { code, name, token: former }: RoomMessage<"join">): void {
    if (!this.#wrong.has(address))
      return refuse(response, 429, "Too many wrong codes came from this network. Wait a minute, then try again.");
    if (code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "") !== this.code) {
      this.#wrong.take(address);
      return refuse(response, 403, "That’s not the code of this room.");
    }
    if (this.#options.room.isOver) return refuse(response, 409, "This room counts no more.");
    if (!this.#joins.take(address)) return refuse(response, 429, "Too many have joined at once. Wait a minute, then try again.");
    const token = this.#options.room.join(name, former);
    if (token === undefined) return refuse(response, 503, "The room is full.");
    response.writeHead(200, { ...PRIVATE, "Content-Type": "application/json" }).end(JSON.stringify({ token }));
    this.#scheduleUpdate();
  }

  #count(
    response: ServerResponse,
    name: "leave" | "prediction" | "verdict",
    message: RoomMessage<"leave" | "prediction" | "verdict">,
  ): void {
    const { room } = this.#options;
    if (!room.has(message.token)) return refuse(response, STATUS["unknown-browser"], "This browser has not joined.");
    if (!this.#sent.take(message.token)) return refuse(response, 429, "That was too often.");
    if (name === "leave") {
      room.leave(message.token);
      for (const { response: stream } of this.#pages.get(message.token) ?? []) stream.end();
      return this.#changed(response);
    }
    const outcome =
      name === "prediction" ? room.predict(message as RoomMessage<"prediction">) : room.judge(message as RoomMessage<"verdict">);
    if (outcome !== "counted") return refuse(response, STATUS[outcome], outcome);
    return this.#changed(response);
  }

  #changed(response: ServerResponse): void {
    response.writeHead(204, PRIVATE).end();
    this.#scheduleUpdate();
  }

  /** Whether this is the projector's key. Wrong keys are counted like wrong codes. */
  #isKey(key: string, address: string): boolean {
    if (!this.#wrong.has(address)) return false;
    const given = Buffer.from(key);
    const right = Buffer.from(this.key);
    if (given.byteLength === right.byteLength && timingSafeEqual(given, right)) return true;
    this.#wrong.take(address);
    return false;
  }

  #openPage(response: ServerResponse, token: string): void {
    // 204 tells a browser not to come back.
    if (!this.#options.room.has(token)) return void response.writeHead(204, PRIVATE).end();
    const streams = this.#pages.get(token) ?? [];
    if (streams.length >= STREAMS_PER_BROWSER) streams.shift()?.response.end();
    const stream = this.#openStream(response);
    streams.push(stream);
    this.#pages.set(token, streams);
    response.on("close", () => {
      const left = (this.#pages.get(token) ?? []).filter((one) => one !== stream);
      if (left.length > 0) this.#pages.set(token, left);
      else this.#pages.delete(token);
      this.#scheduleUpdate();
    });
    sendState(stream, this.#options.room.pageState(token));
    this.#scheduleUpdate();
  }

  #openProjector(request: IncomingMessage, response: ServerResponse, key: string): void {
    if (!this.#isKey(key, rateName(request.socket.remoteAddress))) return void response.writeHead(204, PRIVATE).end();
    if (this.#projectors.length >= MOST_PROJECTORS) this.#projectors.shift()?.response.end();
    const stream = this.#openStream(response);
    this.#projectors.push(stream);
    response.on("close", () => (this.#projectors = this.#projectors.filter((one) => one !== stream)));
    sendState(stream, this.#projectorState());
  }

  #projectorState(): ProjectorState {
    return { ...this.#options.room.projectorState(), code: this.code, addresses: this.#options.addresses(), present: this.#pages.size };
  }

  #openStream(response: ServerResponse): Stream {
    response.writeHead(200, { ...PRIVATE, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
    response.write("retry: 2000\n\n");
    response.on("drain", () => this.#scheduleUpdate());
    return { response, lastSent: "", missedBeats: 0 };
  }

  #scheduleUpdate(): void {
    this.#updateTimer ??= setTimeout(() => this.#sendUpdates(), this.#patience.batch).unref();
  }

  #sendUpdates(): void {
    clearTimeout(this.#updateTimer);
    this.#updateTimer = undefined;
    if (this.#projectors.length > 0) {
      const state = this.#projectorState();
      for (const stream of this.#projectors) sendState(stream, state);
    }
    for (const [token, streams] of this.#pages) {
      const state = this.#options.room.pageState(token);
      for (const stream of streams) sendState(stream, state);
    }
  }

  #beat(): void {
    for (const stream of [...this.#projectors, ...[...this.#pages.values()].flat()]) {
      const { response } = stream;
      stream.missedBeats = response.writableNeedDrain ? stream.missedBeats + 1 : 0;
      if (stream.missedBeats >= MOST_MISSED_BEATS) response.destroy();
      else if (stream.missedBeats === 0) response.write(": here\n\n");
    }
  }
}

/** Proxies store nothing of a room. */
const PRIVATE = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

function refuse(response: ServerResponse, status: number, reason: string): void {
  if (response.headersSent) return;
  // The server does not wait for the rest of a message that is too long.
  response.writeHead(status, { ...PRIVATE, "Content-Type": "text/plain; charset=utf-8", Connection: "close" }).end(reason);
}

/** Whether a request comes from a page of this server; browsers say so of every request that changes something. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  return headers.origin === `http://${headers.host}` && (site === undefined || site === "same-origin");
}

/** The JSON of a request. @throws RangeError if it is too long */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BODY_BYTES) throw new RangeError("too long");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

/**
 * Sends a page the whole state, unless it was sent last. A reader that hasn't read the last one gets the next once it has: it misses the
 * states in between, and nothing piles up.
 */
function sendState(stream: Stream, state: PageState | ProjectorState): void {
  if (stream.response.writableNeedDrain) return;
  const text = JSON.stringify(state);
  if (text === stream.lastSent) return;
  stream.lastSent = text;
  stream.response.write(`data: ${text}\n\n`);
}
