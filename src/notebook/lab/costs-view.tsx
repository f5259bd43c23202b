import { FETCH_GRANULARITIES, deviceNamed, devices } from "#simulator";
import { PART_NAMES } from "#clock/estimate-time.ts";
import { bytes, percent } from "#pictures/format.ts";
import { TimeBars, TimeError, TimeSentence, micros, nameOf } from "../time/time-view.tsx";
import type { OtherCosts } from "./other-gpus.ts";
import type { LabSession } from "./lab-session.ts";
import type { LabProfile } from "./profile.ts";

interface CostsProps {
  readonly profile: LabProfile;
}

/** How long the launch takes by estimate, with its parts as bars; what the caches hit; and other GPUs. */
export function Costs({ session, profile }: CostsProps & { readonly session: LabSession }) {
  if (profile.costs === undefined) return null;
  const {
    time,
    work: { memory },
  } = profile.costs;
  return (
    <section class="lab-costs" aria-labelledby="lab-costs-title">
      <h2 id="lab-costs-title">Time and caches</h2>
      <TimeSentence time={time} device={profile.run.device} />
      <TimeBars time={time} />
      <dl class="cache-facts">
        <Fact name="L1 hits, of load sectors" value={rate(memory.l1LoadHits, memory.l1LoadSectors)} />
        <Fact name="L2 hits, of what goes on" value={rate(memory.l2Hits, memory.l2Sectors)} />
        <Fact name="read from DRAM" value={bytes(memory.dramReadBytes)} />
        <Fact name="written to DRAM" value={bytes(memory.dramWriteBytes)} />
      </dl>
      <p class="fine-print">Hits and DRAM bytes are those of cold caches.</p>
      <TimeError />
      <OtherDevices session={session} profile={profile} />
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function OtherDevices({ session, profile }: CostsProps & { readonly session: LabSession }) {
  const { otherGpus } = session;
  const { run, costs } = profile;
  if (!otherGpus.isThere || profile.host !== undefined || costs === undefined) return null;
  const others = Object.keys(devices).filter((device) => device !== run.device);
  const own = deviceNamed(run.device)?.fetchGranularityBytes;
  const otherBytes = FETCH_GRANULARITIES.filter((bytes) => bytes !== own);
  const otherFetches = otherBytes.map((bytes) => `${run.device.split("@")[0]}@${bytes}`);
  const found = otherGpus.found.value;
  const running = otherGpus.running.value;
  return (
    <div class="other-gpus">
      <div class="cell-bar">
        {running === undefined ? (
          <>
            <button type="button" onClick={() => void otherGpus.start(run, others)}>
              And on other GPUs?
            </button>
            <button type="button" onClick={() => void otherGpus.start(run, otherFetches)}>
              And if L2 fetched {otherBytes.join(" or ")} bytes?
            </button>
          </>
        ) : (
          <button type="button" onClick={() => otherGpus.close()}>
            Stop
          </button>
        )}
        <span role="status" class="fine-print">
          {running !== undefined && `Running for the ${nameOf(running)}…`}
        </span>
      </div>
      {found.length > 0 && (
        <div class="totals sideways" role="group" aria-label="If it were otherwise" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">GPU</th>
                <th scope="col">time, by estimate</th>
                <th scope="col">bound by</th>
                <th scope="col">read from DRAM</th>
              </tr>
            </thead>
            <tbody>
              <CostsRow found={{ device: run.device, costs }} />
              {found.map((other) => (
                <CostsRow key={other.device} found={other} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function CostsRow({ found }: { readonly found: OtherCosts }) {
  return (
    <tr>
      <th scope="row">{nameOf(found.device)}</th>
      {"costs" in found ? (
        <>
          <td>{micros(found.costs.time.microseconds)}</td>
          <td>{PART_NAMES[found.costs.time.boundBy]}</td>
          <td>{bytes(found.costs.work.memory.dramReadBytes)}</td>
        </>
      ) : (
        <td colSpan={3}>{found.problem}</td>
      )}
    </tr>
  );
}

function rate(hits: number, all: number): string {
  return all === 0 ? "–" : percent(hits / all);
}
