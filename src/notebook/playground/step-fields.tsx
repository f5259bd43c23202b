import type { FreeKernel, SketchAccess, SketchRepeat, SketchStep } from "#judge/sketch.ts";
import { ChoiceField, NameField, NumberField, Row } from "./fields.tsx";
import { exportsFunction, freshName } from "./kernel-problems.ts";
import type { PlaygroundSession } from "./playground-session.ts";

interface StepFieldsProps {
  readonly session: PlaygroundSession;
  readonly kernel: FreeKernel;
  readonly steps: readonly SketchStep[];
  /** Names the list among the problems of the kernel: "steps", "steps.2.steps". */
  readonly place: string;
  /** How many repeats are around the list. */
  readonly depth?: number;
  readonly onChange: (steps: readonly SketchStep[]) => void;
}

/** The simulator runs a loop in a loop, and no deeper. */
const DEEPEST = 2;
const MOST_TIMES = 65_536;

/** The steps of a kernel, in order. */
export function StepFields({ session, kernel, steps, place, depth = 0, onChange }: StepFieldsProps) {
  const addAccess = (kind: "load" | "store"): void => {
    const name = freshName(kind === "load" ? "read" : "write", namesIn(kernel.steps));
    const { arrays } = kernel;
    const array = (kind === "load" ? arrays[0] : arrays.findLast(({ contents }) => contents === "empty")) ?? arrays[0];
    onChange([...steps, { kind, name, array: array?.name ?? "" }]);
    if (!exportsFunction(session.sketch.value.program.source, name)) session.addFunction(name);
  };
  return (
    <>
      <ol class="rows">
        {steps.map((step, number) => (
          <Row key={number} list={steps} number={number} name={nameOf(step, number)} place={`${place}.${number}`} onChange={onChange}>
            <OneStep
              session={session}
              kernel={kernel}
              step={step}
              place={`${place}.${number}`}
              depth={depth}
              onChange={(next) => onChange(steps.with(number, next))}
            />
          </Row>
        ))}
      </ol>
      <div class="add-step">
        <button type="button" class="plain-button" onClick={() => addAccess("load")}>
          Add a load
        </button>
        <button type="button" class="plain-button" onClick={() => addAccess("store")}>
          Add a store
        </button>
        <button type="button" class="plain-button" onClick={() => onChange([...steps, { kind: "barrier" }])}>
          Add a barrier
        </button>
        {depth < DEEPEST && (
          <button type="button" class="plain-button" onClick={() => onChange([...steps, { kind: "repeat", times: 2, steps: [] }])}>
            Add a loop
          </button>
        )}
      </div>
    </>
  );
}

function nameOf(step: SketchStep, number: number): string {
  switch (step.kind) {
    case "barrier":
      return `step ${number + 1}, the barrier,`;
    case "repeat":
      return `step ${number + 1}, the loop,`;
    case "load":
    case "store":
      return `step ${number + 1}, ${step.name},`;
  }
}

interface OneStepProps {
  readonly session: PlaygroundSession;
  readonly kernel: FreeKernel;
  readonly step: SketchStep;
  readonly place: string;
  readonly depth: number;
  readonly onChange: (step: SketchStep) => void;
}

function OneStep(props: OneStepProps) {
  const { step } = props;
  switch (step.kind) {
    case "barrier":
      return <p class="step-kind">barrier (__syncthreads)</p>;
    case "repeat":
      return <Loop {...props} step={step} />;
    case "load":
    case "store":
      return <Access {...props} step={step} />;
  }
}

const OPS = [
  { value: "load", label: "load" },
  { value: "store", label: "store" },
] as const;
const LANE_ELEMENTS = [1, 2, 4, 8].map((value) => ({ value, label: String(value) }));

function Access({ session, kernel, step, place, onChange }: OneStepProps & { readonly step: SketchAccess }) {
  const isThere = exportsFunction(session.sketch.value.program.source, step.name);
  return (
    <>
      <ChoiceField
        session={session}
        field={`${place}.kind`}
        label="Step"
        value={step.kind}
        options={OPS}
        onChange={(kind) => onChange({ ...step, kind })}
      />
      <NameField
        session={session}
        field={`${place}.name`}
        label="Function"
        value={step.name}
        onChange={(name) => onChange({ ...step, name })}
      />
      <ChoiceField
        session={session}
        field={`${place}.array`}
        label="Array"
        value={step.array}
        options={kernel.arrays.map(({ name }) => ({ value: name, label: name }))}
        onChange={(array) => onChange({ ...step, array })}
      />
      <ChoiceField
        session={session}
        field={`${place}.elementsPerLane`}
        label="Elements per lane"
        value={step.elementsPerLane ?? 1}
        options={LANE_ELEMENTS}
        onChange={(elementsPerLane) => onChange({ ...step, elementsPerLane })}
      />
      {!isThere && !session.problems.value.has(`${place}.name`) && (
        <button type="button" class="plain-button" onClick={() => session.addFunction(step.name)}>
          Add the function {step.name}
        </button>
      )}
    </>
  );
}

function Loop({ session, kernel, step, place, depth, onChange }: OneStepProps & { readonly step: SketchRepeat }) {
  return (
    <div class="loop" role="group" aria-label="Loop">
      <NumberField
        session={session}
        field={`${place}.times`}
        label="Loop, times"
        value={step.times}
        most={MOST_TIMES}
        onChange={(times) => onChange({ ...step, times })}
      />
      <p class="field-help">Functions in it get the iteration, from 0, as their third argument.</p>
      <StepFields
        session={session}
        kernel={kernel}
        steps={step.steps}
        place={`${place}.steps`}
        depth={depth + 1}
        onChange={(steps) => onChange({ ...step, steps })}
      />
    </div>
  );
}

/** The steps with an array's new name. */
export function renamedIn(steps: readonly SketchStep[], former: string, name: string): SketchStep[] {
  return steps.map((step) => {
    switch (step.kind) {
      case "barrier":
        return step;
      case "repeat":
        return { ...step, steps: renamedIn(step.steps, former, name) };
      case "load":
      case "store":
        return step.array === former ? { ...step, array: name } : step;
    }
  });
}

function namesIn(steps: readonly SketchStep[]): string[] {
  return steps.flatMap((step) => {
    switch (step.kind) {
      case "barrier":
        return [];
      case "repeat":
        return namesIn(step.steps);
      case "load":
      case "store":
        return [step.name];
    }
  });
}
