import Cmi5 from "@xapi/cmi5";
import { z } from "zod";
import { LmsRefused, type Lms } from "./lms.ts";
import { shareOf, statusOf, type Standing } from "./standing.ts";

type Send = Cmi5["sendXapiStatement"];
type Statement = Parameters<Send>[0];

const XAPI_VERSION = "1.0.3";

/** A cmi5 session that can also send statements while the page goes away, when the library's own requests would be cancelled. */
class KeepaliveCmi5 extends Cmi5 {
  #finalStatements: Statement[] | undefined;

  override sendXapiStatement(...[statement, options]: Parameters<Send>): ReturnType<Send> {
    if (this.#finalStatements === undefined) return super.sendXapiStatement(statement, options);
    this.#finalStatements.push(statement);
    // No caller waits for a single statement: `sendLast` sends them together.
    return new Promise(() => undefined);
  }

  /** Sends the statements that `makeStatements` makes, in order, in one request that outlives the page. */
  sendLast(makeStatements: () => void): Promise<Response> {
    this.#finalStatements = [];
    makeStatements();
    const url = new URL("statements", this.getLaunchParameters().endpoint.replace(/\/?$/, "/"));
    return fetch(url, {
      method: "POST",
      keepalive: true,
      headers: {
        Authorization: `Basic ${this.getAuthToken()}`,
        "Content-Type": "application/json",
        "X-Experience-API-Version": XAPI_VERSION,
      },
      body: JSON.stringify(this.#finalStatements),
    });
  }
}

/** The name under which the LMS stores the state of the page. */
const STATE_ID = "coalesce";

/** The stored state: the verdicts as text, and which of the statements that a registration may receive only once have been sent. */
const stateSchema = z.object({ kept: z.string(), saidCompleted: z.boolean(), saidPassed: z.boolean() });
type State = z.infer<typeof stateSchema>;

/** An LMS that speaks cmi5: statements go to its learning record store (LRS). Source: the cmi5 specification, 9 and 10. */
export class Cmi5Lms implements Lms {
  readonly #session: KeepaliveCmi5;
  #state: State;
  #reports: Promise<unknown> = Promise.resolve();
  #termination: Promise<Response> | undefined;

  private constructor(session: KeepaliveCmi5, state: State) {
    this.#session = session;
    this.#state = state;
  }

  /** The LMS that started this page, or undefined when none did. */
  static async connect(): Promise<Cmi5Lms | undefined> {
    if (!KeepaliveCmi5.isCmiAvailable) return undefined;
    const session = new KeepaliveCmi5();
    await session.initialize();
    return new Cmi5Lms(session, await readState(session));
  }

  get savedText(): string {
    return this.#state.kept;
  }

  report(standing: Standing, savedText: string): Promise<void> {
    const report = this.#reports.then(() => this.#reportNow(standing, savedText));
    this.#reports = report.catch(() => undefined);
    return report;
  }

  leave(standing: Standing): void {
    void this.#terminate(standing).catch(() => undefined);
  }

  readonly finish = async (standing: Standing): Promise<string | undefined> => {
    await this.#reports;
    const response = await this.#terminate(standing);
    if (!response.ok) throw new LmsRefused(`the record store answered ${response.status}`);
    return this.#session.getLaunchData().returnURL;
  };

  async #reportNow(standing: Standing, savedText: string): Promise<void> {
    if (this.#termination !== undefined) throw new LmsRefused("this visit is over; start the assignment again from your course");
    await this.#saveState({ ...this.#state, kept: savedText });
    if (!this.#isGraded) return;
    const status = statusOf(standing);
    if (status === "incomplete") await this.#session.progress(Math.round((standing.tried / standing.assigned) * 100));
    else if (!this.#state.saidCompleted) {
      await this.#session.complete();
      await this.#saveState({ ...this.#state, saidCompleted: true });
    }
    if (status === "passed" && !this.#state.saidPassed) {
      await this.#session.pass(scoreOf(standing));
      await this.#saveState({ ...this.#state, saidPassed: true });
    }
  }

  /** Whether this visit is graded: visits to browse or review must not report a score. */
  get #isGraded(): boolean {
    return this.#session.getLaunchData().launchMode === "Normal";
  }

  async #saveState(state: State): Promise<void> {
    this.#state = state;
    await this.#session.xapi?.setState({ ...placeOf(this.#session), state });
  }

  /** Sends "passed" or "failed", once per session and never "failed" after "passed"; then "terminated", which must be the last statement. */
  #terminate(standing: Standing): Promise<Response> {
    this.#termination ??= this.#session.sendLast(() => {
      if (this.#isGraded && standing.tried > 0 && !this.#state.saidPassed) this.#sendScore(standing);
      void this.#session.terminate();
    });
    return this.#termination;
  }

  #sendScore(standing: Standing): void {
    const { masteryScore = 1 } = this.#session.getLaunchData();
    const score = scoreOf(standing);
    void (score.scaled >= masteryScore ? this.#session.pass(score) : this.#session.fail(score));
  }
}

function scoreOf(standing: Standing): { scaled: number; raw: number; min: number; max: number } {
  return { scaled: shareOf(standing), raw: standing.points, min: 0, max: standing.maxPoints };
}

function placeOf(session: KeepaliveCmi5) {
  const { actor, activityId, registration } = session.getLaunchParameters();
  return { agent: actor, activityId, registration, stateId: STATE_ID };
}

async function readState(session: KeepaliveCmi5): Promise<State> {
  const nothing: State = { kept: "", saidCompleted: false, saidPassed: false };
  try {
    const response = await session.xapi?.getState(placeOf(session));
    const state = stateSchema.safeParse(response?.data);
    return state.success ? state.data : nothing;
  } catch (error) {
    // 404: nothing was stored yet.
    if ((error as { response?: { status?: number } }).response?.status === 404) return nothing;
    throw error;
  }
}
