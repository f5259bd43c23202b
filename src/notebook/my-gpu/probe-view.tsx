import type { GpuProbe } from "#hardware/gpu-probe.ts";
import { ranges } from "#pictures/format.ts";
import { valueOf } from "#webgpu/probes/curves.ts";
import { findingsOf, sentencesOf, type Findings, type Sentence } from "#webgpu/probes/findings.ts";
import { CHART_GROUPS, chartOf, type ChartGroup } from "./probe-charts.ts";
import { DeliveredStrip, LaneGroupStrip, ProbeChartView } from "./probe-chart-view.tsx";

interface ProbeViewProps {
  readonly probe: GpuProbe;
  /** What it is shown beside; undefined for nothing. */
  readonly reference: GpuProbe | undefined;
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  /** "Your GPU", or a name. */
  readonly whose: string;
}

/** What was measured of a GPU: sentences and charts, in the order of the course. */
export function ProbeView({ probe, reference, base, whose }: ProbeViewProps) {
  const findings = findingsOf(probe);
  const sentences = sentencesOf(probe, whose);
  return (
    <>
      {probe.software !== undefined && (
        <p class="notice no-gpu">
          <strong>No GPU: software.</strong> {probe.software} computed on the processor. What is below says how a program behaves, not a
          GPU.
        </p>
      )}
      <p class="probe-legend">
        <span class="yours">{probe.gpu}</span>
        {reference !== undefined && <span class="ours">{reference.gpu}, ours</span>}
        <span class="soft">
          {probe.date}, {probe.measuredIn},{" "}
          {probe.clock === "timestamps" ? "by the GPU’s own clock" : "by waiting for the GPU, as this browser doesn’t show its clock"}
        </span>
      </p>
      {CHART_GROUPS.map((group) => (
        <Group key={group.title} group={group} probe={probe} reference={reference} base={base} sentences={sentences} findings={findings} />
      ))}
    </>
  );
}

interface GroupProps extends Omit<ProbeViewProps, "whose"> {
  readonly group: ChartGroup;
  readonly sentences: readonly Sentence[];
  readonly findings: Findings;
}

function Group({ group, probe, reference, base, sentences, findings }: GroupProps) {
  const charts = group.charts.flatMap((kind) => chartOf(kind, probe, reference) ?? []);
  const said = sentences.filter(({ about }) => group.sentences.includes(about));
  if (charts.length === 0) return null;
  return (
    <section class="probe-group" aria-label={group.title}>
      <h3>{group.title}</h3>
      <p class="soft">
        {group.explains} <a href={base + group.lesson.page}>{group.lesson.title}</a>
      </p>
      <ul class="told">
        {said.map(({ title, says, isTold }) => (
          <li key={title} data-told={isTold ? "" : undefined}>
            {says}
          </li>
        ))}
      </ul>
      {group.sentences.includes("fetch") && <Delivered findings={findings} />}
      {group.sentences.includes("groups") && <Groups findings={findings} lanes={probe.subgroupSize} />}
      <div class="probe-charts">
        {charts.map((chart) => (
          <ProbeChartView key={chart.curve} chart={chart} />
        ))}
      </div>
    </section>
  );
}

function Delivered({ findings: { fetchBytes, sectorBytes, lineBytes } }: { readonly findings: Findings }) {
  const strips = [
    ["From memory", valueOf(fetchBytes)],
    ["Between caches", valueOf(sectorBytes)],
    ["A cache line", valueOf(lineBytes)],
  ] as const;
  return (
    <div class="probe-strips">
      {strips.map(([what, bytes]) =>
        bytes === undefined ? null : (
          <div key={what}>
            <span>
              {what}: {bytes} B
            </span>
            <DeliveredStrip bytes={bytes} what={what} />
          </div>
        ),
      )}
    </div>
  );
}

function Groups({ findings: { groups }, lanes }: { readonly findings: Findings; readonly lanes: number | undefined }) {
  return (
    <div class="probe-strips">
      {([4, 8, 16] as const).map((width) => {
        const group = valueOf(groups[width]);
        if (group === undefined) return null;
        const shown = lanes ?? Math.max(32, 2 ** Math.ceil(Math.log2(1 + Math.max(...group))));
        return (
          <div key={width}>
            <span>{width} bytes per lane</span>
            <LaneGroupStrip
              group={group}
              lanes={Math.min(64, shown)}
              what={`With ${width} bytes per lane, served together with lane 0: ${group.length} lanes, ${ranges(group)}.`}
            />
          </div>
        );
      })}
    </div>
  );
}
