import type { IncomingMessage } from "node:http";
import { serve, type Served } from "../serve.ts";

/** The parts of an xAPI statement that tests look at. */
export interface RecordedStatement {
  readonly id: string;
  readonly timestamp: string;
  readonly actor: unknown;
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string };
  readonly result?: {
    readonly score?: { readonly scaled: number; readonly raw: number; readonly min: number; readonly max: number };
    readonly success?: boolean;
    readonly completion?: boolean;
    readonly duration?: string;
  };
  readonly context: {
    readonly registration: string;
    readonly contextActivities: { readonly category?: readonly { readonly id: string }[] };
    readonly extensions: Readonly<Record<string, unknown>>;
  };
}

const actor = { objectType: "Agent", account: { homePage: "https://lms.example", name: "ada" } };
const registration = "00000000-0000-4000-8000-000000000042";
const activityId = "https://lms.example/activities/42";
const SESSION = "https://w3id.org/xapi/cmi5/context/extensions/sessionid";

/** An LMS for cmi5 with its learning record store, as far as an assignable unit needs them. It records all statements. */
export class RecordStore {
  readonly statements: RecordedStatement[] = [];
  readonly refusals: string[] = [];
  readonly #states = new Map<string, string>();
  readonly #returnUrl: string;
  #served: Served | undefined;
  #session = 0;
  #isFetched = false;

  constructor(returnUrl: string) {
    this.#returnUrl = returnUrl;
  }

  async start(): Promise<void> {
    this.#served = await serve(async (request, response) => {
      const { status, body } = this.#answer(request, await textOf(request));
      response.writeHead(status, {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": "authorization, content-type, x-experience-api-version, if-match, if-none-match",
        "Access-Control-Allow-Methods": "GET, PUT, POST, DELETE",
        "Content-Type": "application/json",
      });
      response.end(body);
    });
  }

  close(): Promise<void> {
    return this.#served?.close() ?? Promise.resolve();
  }

  /** Starts a session. Returns the address at which to open the unit. */
  launch(page: string): string {
    this.#session++;
    this.#isFetched = false;
    const url = new URL(page);
    const { origin } = this.#served!;
    url.search = new URLSearchParams({
      endpoint: `${origin}/xapi/`,
      fetch: `${origin}/fetch`,
      actor: JSON.stringify(actor),
      registration,
      activityId,
    }).toString();
    return url.href;
  }

  /** The short names of the verbs, in the order in which the statements arrived. */
  get verbs(): string[] {
    return this.statements.map(({ verb }) => verb.id.replace(/.*\//, ""));
  }

  /** Whether a statement contains what cmi5 requires of every statement. */
  isInContext({ id, timestamp, actor: who, object, context }: RecordedStatement): boolean {
    return (
      /^[0-9a-f-]{36}$/.test(id) &&
      !Number.isNaN(Date.parse(timestamp)) &&
      JSON.stringify(who) === JSON.stringify(actor) &&
      object.id === activityId &&
      context.registration === registration &&
      /^session-\d+$/.test(String(context.extensions[SESSION]))
    );
  }

  #answer(request: IncomingMessage, body: string): { status: number; body: string } {
    const url = new URL(request.url ?? "/", "http://store");
    if (request.method === "OPTIONS") return { status: 204, body: "" };
    if (url.pathname === "/fetch") return this.#fetch();
    if (request.headers.authorization !== `Basic token-${this.#session}` || !request.headers["x-experience-api-version"]) {
      this.refusals.push(`${request.method} ${url.pathname}`);
      return { status: 401, body: "{}" };
    }
    switch (url.pathname) {
      case "/xapi/activities/state":
        return this.#state(request.method, url.searchParams.get("stateId") ?? "", body);
      case "/xapi/statements":
        return this.#record(body);
      default:
        return { status: 404, body: "{}" };
    }
  }

  /** The token can be fetched once per session. */
  #fetch(): { status: number; body: string } {
    if (this.#isFetched) return { status: 400, body: '{"error-code":"1","error-text":"used"}' };
    this.#isFetched = true;
    return { status: 200, body: JSON.stringify({ "auth-token": `token-${this.#session}` }) };
  }

  #state(method: string | undefined, id: string, body: string): { status: number; body: string } {
    if (id === "LMS.LaunchData") return { status: 200, body: JSON.stringify(this.#launchData()) };
    if (method !== "GET") {
      this.#states.set(id, body);
      return { status: 204, body: "" };
    }
    const state = this.#states.get(id);
    return state === undefined ? { status: 404, body: "" } : { status: 200, body: state };
  }

  #launchData(): unknown {
    return {
      contextTemplate: {
        contextActivities: { grouping: [{ objectType: "Activity", id: "urn:coalesce:assignment:week-1" }] },
        extensions: { [SESSION]: `session-${this.#session}` },
      },
      launchMode: "Normal",
      masteryScore: 1,
      moveOn: "Completed",
      returnURL: this.#returnUrl,
    };
  }

  #record(body: string): { status: number; body: string } {
    const received = [JSON.parse(body) as RecordedStatement | RecordedStatement[]].flat();
    this.statements.push(...received);
    return { status: 200, body: JSON.stringify(received.map(({ id }) => id)) };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
