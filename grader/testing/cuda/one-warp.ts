import { h200 } from "#simulator";
import type { LaunchWork } from "#clock/estimate-time.ts";
import { arrayValues } from "#cuda/launch/array-values.ts";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { compileLaunched } from "#cuda/launch/launched-kernel.ts";
import { runLaunch } from "#cuda/launch/run-launch.ts";
import type { Profile } from "#cuda/profile/profile-schema.ts";
import { reportLaunch } from "#cuda/profile/launch-report.ts";
import { profileLaunch } from "#cuda/profile/profile.ts";

/**
 * A kernel whose body a test gives, launched with one block of 32 threads: `t` is the thread's number, and the array `out` takes results.
 */
export class OneWarp {
  readonly #parameters: string;
  readonly #before: string;
  readonly #launch: ReturnType<typeof parseLaunch>;

  /**
   * @param parameters of the kernel, as text
   * @param given arguments, as in a launch's JSON
   * @param before text before the kernel
   */
  constructor(parameters: string, given: readonly object[], before = "") {
    this.#parameters = parameters;
    this.#before = before;
    this.#launch = parseLaunch({ kernel: "k", grid: [1, 1, 1], block: [32, 1, 1], sharedBytes: 0, arguments: given });
  }

  /** @param parameters in place of the kernel's own */
  profile(body: string, parameters?: string): Profile {
    return profileLaunch(this.#text(body, parameters), this.#launch, h200).profile;
  }

  /** The inputs of the launch's estimated time. */
  work(body: string): LaunchWork {
    return reportLaunch(this.#text(body), this.#launch, h200).report.costs!.work;
  }

  /** The first 32 elements of `out` afterwards. */
  out(body: string): unknown[] {
    const { arrays, memory } = runLaunch(compileLaunched(this.#text(body), "k"), this.#launch, { device: h200 });
    const out = arrays.find(({ name }) => name === "out")!;
    return arrayValues(out, memory, 0, 32).flatMap(({ values }) => [...values]);
  }

  #text(body: string, parameters = this.#parameters): string {
    return `${this.#before}\n__global__ void k(${parameters}) { int t = threadIdx.x; ${body} }`;
  }
}
