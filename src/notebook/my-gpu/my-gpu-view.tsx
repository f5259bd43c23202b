import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LONGEST_PROBE, probeFileName, probeText, readGpuProbe, type GpuProbe } from "#hardware/gpu-probe.ts";
import type { OwnGpu } from "#webgpu/open-gpu.ts";
import { probeGpu, type ProbeOptions } from "#webgpu/probes/probe-gpu.ts";
import { reportOf } from "#webgpu/probes/probe-report.ts";
import { downloadText } from "../download-text.ts";
import { GpuTask, type GpuTaskTools } from "../own-gpu/gpu-task.ts";
import { GpuTaskView } from "../own-gpu/gpu-task-view.tsx";
import { reasonOf } from "../reason-of.ts";
import { CopyButton } from "../share/copy-button.tsx";
import { dropProbe, keepProbe, probeKey, readProbes, type KeptProbe } from "../storage/gpu-probes.ts";
import { browserName } from "./browser-name.ts";
import { linkWithProbe, probeOfLink } from "./probe-link.ts";
import { PROBE_PREFIX } from "./probe-names.ts";
import { ProbeView } from "./probe-view.tsx";

/** Milliseconds that a submission aims at: long beside the 0.1 ms to which browsers round, and short beside a frame or two. */
const AIM = 10;

/** Without the GPU's own clock, each run is eight submissions: fewer strides and distances are measured, so that it takes two minutes. */
const WITHOUT_CLOCK: ProbeOptions = { aim: 5, rounds: 5, every: 4 };

/** What is measured of a program in the place of a GPU: enough to see how the page works. */
const SHORT: ProbeOptions = {
  curves: ["chunks-in-memory", "strides-in-memory", "widths", "gathers"],
  every: 16,
  rounds: 5,
  aim: 2,
};

interface MyGpuOptions {
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  /** What the reader is shown beside. */
  readonly reference: GpuProbe | undefined;
  /** Whether the button was pressed that brought this. */
  readonly isStarted: boolean;
}

/** Shows what this browser has measured, what a link brings, and measures. */
export function showMyGpu(host: HTMLElement, options: MyGpuOptions): void {
  const task = new GpuTask(measure);
  host.replaceChildren();
  render(<MyGpu task={task} {...options} />, host);
  if (options.isStarted) void task.start();
}

async function measure(gpu: OwnGpu, { onProgress, signal }: GpuTaskTools): Promise<GpuProbe> {
  const options: ProbeOptions = gpu.software !== undefined ? SHORT : gpu.hasTimestamps ? { aim: AIM } : WITHOUT_CLOCK;
  const probed = await probeGpu(gpu, { ...options, onProgress, signal });
  const now = new Date();
  const date = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  return reportOf(gpu, probed, date, browserName(navigator.userAgent));
}

/** A probe that is shown, and where it comes from. */
interface Shown {
  readonly probe: GpuProbe;
  readonly from: "here" | "link" | "file";
}

interface Said {
  readonly text: string;
  readonly isWrong?: boolean;
}

function MyGpu({ task, base, reference }: MyGpuOptions & { readonly task: GpuTask<GpuProbe> }) {
  const [kept, setKept] = useState<readonly KeptProbe[]>([]);
  const [shown, show] = useState<Shown>();
  const [said, say] = useState<Said>();
  const state = task.state.value;

  const keep = async (probe: GpuProbe): Promise<void> => {
    try {
      await keepProbe(probe);
      setKept(await readProbes());
      say({ text: `Kept in this browser, and in “My work”.` });
    } catch (error) {
      say({ text: `This browser could not keep it (${reasonOf(error)}): export it, or copy the link.`, isWrong: true });
    }
  };
  useEffect(() => {
    const follow = async (): Promise<void> => {
      if (!location.hash.startsWith(PROBE_PREFIX)) return;
      try {
        show({ probe: await probeOfLink(location.hash), from: "link" });
        say(undefined);
      } catch (error) {
        say({ text: reasonOf(error), isWrong: true });
      }
    };
    void readProbes().then(
      (all) => {
        setKept(all);
        show((before) => before ?? (all[0] && { probe: all[0].probe, from: "here" }));
        return follow();
      },
      () => follow(),
    );
    const onHash = () => void follow();
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  const measured = state.kind === "done" ? state.result : undefined;
  useEffect(() => {
    if (measured === undefined) return;
    show({ probe: measured, from: "here" });
    void keep(measured);
  }, [measured]);

  const open = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    try {
      // A file of a gigabyte is not read to find out that it is too long.
      const text = file.size > 4 * LONGEST_PROBE ? " ".repeat(LONGEST_PROBE + 1) : await file.text();
      show({ probe: readGpuProbe(text), from: "file" });
      say(undefined);
    } catch (error) {
      say({ text: `${file.name} was not opened: ${reasonOf(error)}.`, isWrong: true });
    }
    // So that the same file can be chosen again.
    input.value = "";
  };
  const remove = async (probe: GpuProbe): Promise<void> => {
    await dropProbe(probe);
    const rest = await readProbes();
    setKept(rest);
    show(rest[0] && { probe: rest[0].probe, from: "here" });
    say({ text: `${probe.gpu} is no longer kept in this browser.` });
  };

  const isKept = shown !== undefined && kept.some(({ probe }) => probeKey(probe) === probeKey(shown.probe));
  return (
    <>
      <section class="probe-start" aria-label="Measure">
        <GpuTaskView
          task={task}
          action="Measure my GPU"
          note="A minute or two. The screen may stutter; nothing leaves this computer."
          instead="every chart has an H200’s curve, and the lessons have ours."
        >
          {() => null}
        </GpuTaskView>
        <label class="open-probe">
          <span>Or open what was measured elsewhere</span>
          <input type="file" accept=".json,application/json" onChange={({ currentTarget }) => void open(currentTarget)} />
        </label>
        <p role="status" class={said?.isWrong ? "notice wrong" : "soft"} hidden={said === undefined}>
          {said?.text}
        </p>
      </section>
      {kept.length > 1 && (
        <label class="kept-probes">
          Kept in this browser{" "}
          <select
            value={shown === undefined ? "" : probeKey(shown.probe)}
            onChange={({ currentTarget: { value } }) => {
              const chosen = kept.find(({ probe }) => probeKey(probe) === value);
              if (chosen) show({ probe: chosen.probe, from: "here" });
            }}
          >
            {kept.map(({ probe }) => (
              <option key={probeKey(probe)} value={probeKey(probe)}>
                {probe.gpu}, {probe.date}
              </option>
            ))}
          </select>
        </label>
      )}
      {shown !== undefined && (
        <section class="probe-result" aria-label={`What was measured of ${shown.probe.gpu}`}>
          <h2>{shown.probe.gpu}</h2>
          {shown.from !== "here" && (
            <p class="soft">This came with a {shown.from}. It isn’t judged: its charts are drawn from its times.</p>
          )}
          <div class="probe-actions">
            <button
              type="button"
              class="plain-button"
              onClick={() => downloadText(probeFileName(shown.probe), probeText(shown.probe), "application/json")}
            >
              Export
            </button>
            <CopyButton
              label="Copy link"
              copied="Copied: the link holds all of it."
              class="plain-button"
              text={() => linkWithProbe(shown.probe, new URL(location.href))}
            />
            {!isKept && (
              <button type="button" class="plain-button" onClick={() => void keep(shown.probe)}>
                Keep it here
              </button>
            )}
            {isKept && (
              <button type="button" class="plain-button" onClick={() => void remove(shown.probe)}>
                Remove
              </button>
            )}
          </div>
          <ProbeView
            probe={shown.probe}
            reference={reference?.gpu === shown.probe.gpu ? undefined : reference}
            base={base}
            whose={shown.from === "here" && shown.probe.software === undefined ? "Your GPU" : shown.probe.gpu}
          />
        </section>
      )}
    </>
  );
}
