import { devices } from "#simulator";
import { count } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import { sampleOfBlocks } from "#cuda/profile/sample-words.ts";
import { ChoiceField } from "../playground/fields.tsx";
import type { HostLaunch } from "./host-launch.ts";
import type { LabSession } from "./lab-session.ts";
import { launchText } from "./lab-kernel.ts";

interface HostProps {
  readonly session: LabSession;
}

/** Where launches come from, for a text that has a `main`. */
export function LaunchOrigin({ session }: HostProps) {
  if (session.signature.value?.hasMain !== true) return null;
  const isHost = session.kernel.value.host !== undefined;
  return (
    <fieldset class="launch-origin">
      <legend>Launches come from</legend>
      <label class="choose">
        <input type="radio" name="launch-origin" checked={isHost} onChange={() => session.takeLaunchesFrom("main")} />
        <span>
          <code>main()</code>
        </span>
      </label>
      <label class="choose">
        <input type="radio" name="launch-origin" checked={!isHost} onChange={() => session.takeLaunchesFrom("form")} />
        <span>this form</span>
      </label>
    </fieldset>
  );
}

/** The launches that `main` made; the one that is chosen is shown. */
export function HostForm({ session }: HostProps) {
  const { device } = session.kernel.value;
  return (
    <div class="kernel-fields" key={session.opened.value}>
      <LaunchOrigin session={session} />
      <fieldset>
        <legend>Launch</legend>
        <ChoiceField
          session={session}
          field="device"
          label="Device"
          value={device}
          options={Object.values(devices).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(chosen) => session.changeDevice(chosen)}
        />
      </fieldset>
      <HostLaunches session={session} />
    </div>
  );
}

const HEADS = ["launch", "times", "line", "global requests", "sectors (ideal)", "shared wavefronts (conflicts)", "findings"];

function HostLaunches({ session }: HostProps) {
  const profile = session.profile.value;
  const host = profile?.host;
  if (host === undefined) return <p>Run the program: its launches are listed here.</p>;
  return (
    <div class="host-launches" role="group" aria-label="Launches of main()">
      <p>
        <code>main()</code> made {host.made === 1 ? "1 launch" : `${count(host.made)} launches`}. Choose the one to look at; launches that
        did exactly the same are listed once.
      </p>
      <div class="totals sideways" role="group" aria-label="Table of launches" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {host.launches.map((launch) => (
              <tr key={launch.number}>
                <th scope="row">
                  <label class="host-launch">
                    <input
                      type="radio"
                      name="host-launch"
                      checked={profile?.run.host === launch.number}
                      onChange={() => void session.showLaunch(launch.number)}
                    />
                    <span>
                      {count(launch.number)}: <code>{launch.kernel}</code>, {launchText(shapeOf(launch))}
                      {launch.report.sample && `; a sample: ${sampleOfBlocks(launch.report.sample)}`}
                    </span>
                  </label>
                </th>
                {cellsOf(launch, session.guess.isCovered.value).map((cell, column) => (
                  <td key={HEADS[column + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function shapeOf({ kernel, grid: [...grid], block: [...block], sharedBytes }: HostLaunch) {
  return { kernel, grid, block, sharedBytes, arguments: [], symbols: [] };
}

/** @param isCovered whether counts are to be guessed first */
function cellsOf({ times, line, report: { accesses, findings, furtherFindings } }: HostLaunch, isCovered: boolean): string[] {
  if (isCovered) return [count(times), String(line), "?", "?", "?", "?"];
  let requests = 0;
  let sectors = 0;
  let idealSectors = 0;
  let wavefronts = 0;
  let bankConflicts = 0;
  for (const { counts } of accesses) {
    if (counts.space === "global") {
      requests += counts.requests;
      sectors += counts.sectors;
      idealSectors += counts.idealSectors;
    } else if (counts.space === "shared") {
      wavefronts += counts.wavefronts;
      bankConflicts += counts.bankConflicts;
    }
  }
  return [
    count(times),
    String(line),
    count(requests),
    `${count(sectors)} (${count(idealSectors)})`,
    wavefronts === 0 ? "–" : `${count(wavefronts)} (${count(bankConflicts)})`,
    count(findings.length + furtherFindings),
  ];
}

/** What host and kernels printed, and what `main` returned. */
export function HostOutput({ session }: HostProps) {
  const host = session.profile.value?.host;
  if (host === undefined) return null;
  const { printed, exitCode, notes } = host;
  return (
    <section class="printed host-output" role="group" aria-label="Output of main()">
      <p class="panel-title">
        Output of <code>main()</code>
        {exitCode !== 0 && `, which returned ${exitCode}`}
      </p>
      {printed.length === 0 ? (
        <p>It printed nothing.</p>
      ) : (
        <pre tabIndex={0} aria-label="Printed lines">
          {printed.join("\n")}
        </pre>
      )}
      {notes.map((note) => (
        <p key={note}>
          <Prose text={note} />
        </p>
      ))}
    </section>
  );
}
