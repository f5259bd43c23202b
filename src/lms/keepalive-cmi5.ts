import Cmi5 from "@xapi/cmi5";

type Send = Cmi5["sendXapiStatement"];
type Statement = Parameters<Send>[0];

const XAPI_VERSION = "1.0.3";

/** A cmi5 session that can also say its last words while the page goes away, when the library's own requests are cut off. */
export class KeepaliveCmi5 extends Cmi5 {
  #lastWords: Statement[] | undefined;

  override sendXapiStatement(...[statement, options]: Parameters<Send>): ReturnType<Send> {
    if (this.#lastWords === undefined) return super.sendXapiStatement(statement, options);
    this.#lastWords.push(statement);
    // Nobody waits for one of them: `last` sends them together.
    return new Promise(() => undefined);
  }

  /** Sends what `say` says in one request, in order, which outlives the page. */
  last(say: () => void): Promise<Response> {
    this.#lastWords = [];
    say();
    const url = new URL("statements", this.getLaunchParameters().endpoint.replace(/\/?$/, "/"));
    return fetch(url, {
      method: "POST",
      keepalive: true,
      headers: {
        Authorization: `Basic ${this.getAuthToken()}`,
        "Content-Type": "application/json",
        "X-Experience-API-Version": XAPI_VERSION,
      },
      body: JSON.stringify(this.#lastWords),
    });
  }
}
