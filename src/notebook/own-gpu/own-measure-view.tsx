import { useMemo } from "preact/hooks";
import { base } from "#figures/drawing/base-path.ts";
import { decimal } from "#pictures/format.ts";
import { canTell } from "#webgpu/spread.ts";
import { GpuTask } from "./gpu-task.ts";
import { GpuTaskView, clockText, gpuText, timeText } from "./gpu-task-view.tsx";
import { measure, type Measured } from "./measure-kernels.ts";
import { MultiplesBars, MultiplesCurve } from "./multiples-chart.tsx";
import {
  OWN_GPU_ACTION,
  OWN_GPU_NOTE,
  chartRows,
  multipleText,
  ownMeasures,
  toldSentence,
  type MeasureId,
  type OurTimes,
  type OwnMeasure,
} from "./own-measure.ts";

interface OwnMeasureViewProps {
  readonly id: MeasureId;
  readonly ours: OurTimes;
  /** Whether it starts at once: the button was pressed before this was loaded. */
  readonly isPressed: boolean;
}

/** A lesson's measurement, repeated on the reader's GPU and drawn beside ours. */
export function OwnMeasureView({ id, ours, isPressed }: OwnMeasureViewProps) {
  const task = useMemo(() => {
    const made = new GpuTask((gpu, tools) => measure(id, gpu, tools));
    if (isPressed) void made.start();
    return made;
  }, [id]);
  return (
    <GpuTaskView task={task} action={OWN_GPU_ACTION} note={OWN_GPU_NOTE} instead={`our ${ours.gpu} was measured for you.`}>
      {(measured, gpu) => <Result measure={ownMeasures[id]} ours={ours} measured={measured} gpu={gpuText(gpu)} />}
    </GpuTaskView>
  );
}

interface ResultProps {
  readonly measure: OwnMeasure;
  readonly ours: OurTimes;
  readonly measured: Measured;
  readonly gpu: string;
}

function Result({ measure, ours, measured, gpu }: ResultProps) {
  const rows = chartRows(measure, ours, measured.times);
  const sentence = toldSentence(measure, ours, measured.times);
  const label = `${measure.title}, as multiples of the first. ${sentence}`;
  return (
    <div class="own-result">
      <p class="own-told">{sentence}</p>
      <p class="bar-legend">
        <span class="ours">{ours.gpu}, measured in CUDA</span> <span class="yours">{gpu}</span>
      </p>
      {measure.chart === "curve" ? (
        <MultiplesCurve rows={rows} rowHead={measure.rowHead} label={label} />
      ) : (
        <MultiplesBars rows={rows} label={label} />
      )}
      <details>
        <summary>All numbers</summary>
        <div class="table-frame" role="region" tabIndex={0} aria-label="Table of your GPU’s times, scrolls sideways on small screens">
          <table class="numbers-table">
            <thead>
              <tr>
                <th scope="col">{measure.rowHead}</th>
                <th scope="col">{ours.gpu}</th>
                <th scope="col">yours</th>
                <th scope="col">half of your runs</th>
                <th scope="col">time</th>
                <th scope="col">runs</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, ours, yours }, place) => {
                const { microseconds } = measured.times[place]!;
                return (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{ours === undefined ? "–" : `${multipleText(ours)}×`}</td>
                    <td>{yours === undefined ? "can’t tell" : `${multipleText(yours.median)}×`}</td>
                    <td>{yours === undefined ? "–" : `${decimal(yours.lower)} to ${decimal(yours.upper)}`}</td>
                    <td>{canTell(microseconds) ? timeText(microseconds.median) : "can’t tell"}</td>
                    <td>{microseconds.runs}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        <p class="gpu-note">
          Medians, as multiples of the first row. Yours: {measured.size}
          {measured.isSmaller && ", smaller than ours, so that no run takes too long; caches may hold them"}. {clockText(measured)}
        </p>
        <p class="gpu-note">
          <a href={`${base}my-gpu/`}>Measure all that your GPU can tell of its memory</a>
        </p>
      </details>
    </div>
  );
}
