import { z } from "zod";
import { KeepaliveCmi5 } from "./keepalive-cmi5.ts";
import { LmsRefused, type Lms } from "./lms.ts";
import { shareOf, statusOf, type Standing } from "./standing.ts";

/** Name under which the LMS keeps what the page leaves there. */
const STATE_ID = "coalesce";

/** What is kept: the page's verdicts, and what may be said only once in a registration. */
const stateSchema = z.object({ kept: z.string(), saidCompleted: z.boolean(), saidPassed: z.boolean() });
type State = z.infer<typeof stateSchema>;

/** An LMS that speaks cmi5: statements go to its learning record store (LRS). Source: the cmi5 specification, 9 and 10. */
export class Cmi5Lms implements Lms {
  readonly #session: KeepaliveCmi5;
  #state: State;
  #reports: Promise<unknown> = Promise.resolve();
  #farewell: Promise<Response> | undefined;

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

  get kept(): string {
    return this.#state.kept;
  }

  report(standing: Standing, kept: string): Promise<void> {
    const report = this.#reports.then(() => this.#reportNow(standing, kept));
    this.#reports = report.catch(() => undefined);
    return report;
  }

  leave(standing: Standing): void {
    void this.#sayFarewell(standing).catch(() => undefined);
  }

  readonly finish = async (standing: Standing): Promise<string | undefined> => {
    await this.#reports;
    const response = await this.#sayFarewell(standing);
    if (!response.ok) throw new LmsRefused(`the record store answered ${response.status}`);
    return this.#session.getLaunchData().returnURL;
  };

  async #reportNow(standing: Standing, kept: string): Promise<void> {
    if (this.#farewell !== undefined) throw new LmsRefused("this visit is over; start the assignment again from there");
    await this.#keep({ ...this.#state, kept });
    if (!this.#counts) return;
    const status = statusOf(standing);
    if (status === "incomplete") await this.#session.progress(Math.round((standing.tried / standing.assigned) * 100));
    else if (!this.#state.saidCompleted) {
      await this.#session.complete();
      await this.#keep({ ...this.#state, saidCompleted: true });
    }
    if (status === "passed" && !this.#state.saidPassed) {
      await this.#session.pass(scoreOf(standing));
      await this.#keep({ ...this.#state, saidPassed: true });
    }
  }

  /** Whether this visit is for a record: the others, for a look or a review, may say nothing of a score. */
  get #counts(): boolean {
    return this.#session.getLaunchData().launchMode === "Normal";
  }

  async #keep(state: State): Promise<void> {
    this.#state = state;
    await this.#session.xapi?.setState({ ...placeOf(this.#session), state });
  }

  /** Passed or failed, once a session and never failed after passed; then terminated, which is the last that may be said. */
  #sayFarewell(standing: Standing): Promise<Response> {
    this.#farewell ??= this.#session.last(() => {
      if (this.#counts && standing.tried > 0 && !this.#state.saidPassed) this.#sayScore(standing);
      void this.#session.terminate();
    });
    return this.#farewell;
  }

  #sayScore(standing: Standing): void {
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
    // 404: nothing was kept yet.
    if ((error as { response?: { status?: number } }).response?.status === 404) return nothing;
    throw error;
  }
}
