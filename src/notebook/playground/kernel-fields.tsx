import { devices, type Dim3, type Launch } from "#simulator";
import type { Size } from "#judge/exercise.ts";
import { MOST_ELEMENTS } from "#judge/sketch-limits.ts";
import type { ExerciseKernel, FreeKernel, SketchArray } from "#judge/sketch.ts";
import { ChoiceField, ConstantField, ListProblem, NameField, NumberField, Row } from "./fields.tsx";
import { MOST_THREADS, freshName } from "./kernel-problems.ts";
import type { PlaygroundSession } from "./playground-session.ts";
import { StepFields, renamedIn } from "./step-fields.tsx";

interface KernelFieldsProps {
  readonly session: PlaygroundSession;
  /** Titles of the exercises, by id. */
  readonly exerciseTitles: ReadonlyMap<string, string>;
}

/** Everything of a sketch besides its source: device, launch, constants, and the arrays and steps of a kernel of the learner's own. */
export function KernelFields({ session, exerciseTitles }: KernelFieldsProps) {
  const { kernel } = session.sketch.value.program;
  const change = (part: Partial<Omit<FreeKernel, "kind">>): void =>
    session.changeProgram({ kernel: { ...session.sketch.value.program.kernel, ...part } as FreeKernel | ExerciseKernel });
  return (
    <div class="kernel-fields" key={session.opened.value}>
      <fieldset>
        <legend>Launch</legend>
        {kernel.kind === "free" ? (
          <ChoiceField
            session={session}
            field="device"
            label="Device"
            value={kernel.device}
            options={Object.values(devices).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(device) => change({ device })}
          />
        ) : (
          <p>
            Kernel, arrays and device are those of the exercise <strong>{exerciseTitles.get(kernel.exercise) ?? kernel.exercise}</strong>.
          </p>
        )}
        <LaunchFields session={session} launch={kernel.launch} onChange={(launch) => change({ launch })} />
      </fieldset>
      <SizeFields session={session} kernel={kernel} onChange={(size) => change({ size })} />
      {kernel.kind === "free" && (
        <>
          <ArrayFields session={session} kernel={kernel} onChange={change} />
          <fieldset>
            <legend>Steps</legend>
            <p class="field-help">Each load or store names the function that says which element a thread accesses.</p>
            <ListProblem session={session} list="steps" />
            <StepFields session={session} kernel={kernel} steps={kernel.steps} place="steps" onChange={(steps) => change({ steps })} />
          </fieldset>
        </>
      )}
    </div>
  );
}

interface LaunchFieldsProps {
  readonly session: PlaygroundSession;
  readonly launch: Launch;
  readonly onChange: (launch: Launch) => void;
}

const EXTENTS = [
  ["gridDim", "Blocks in the grid", "Blocks"],
  ["blockDim", "Threads in a block", "Threads"],
] as const;
const AXES = ["x", "y", "z"] as const;

function LaunchFields({ session, launch, onChange }: LaunchFieldsProps) {
  return (
    <>
      {EXTENTS.map(([name, title, counted]) => (
        <div class="extent" role="group" aria-label={title} key={name}>
          <span class="extent-name">{title}</span>
          {AXES.map((axis) => (
            <NumberField
              key={axis}
              session={session}
              field={`${name}.${axis}`}
              label={axis}
              fullName={`${counted} ${axis}`}
              {...(name === "blockDim" && { most: MOST_THREADS })}
              value={launch[name][axis]}
              onChange={(value) => onChange({ ...launch, [name]: { ...launch[name], [axis]: value } satisfies Dim3 })}
            />
          ))}
          {session.problems.value.has(name) && (
            <p class="field-problem" role="alert">
              {session.problems.value.get(name)}
            </p>
          )}
        </div>
      ))}
    </>
  );
}

interface SizeFieldsProps {
  readonly session: PlaygroundSession;
  readonly kernel: FreeKernel | ExerciseKernel;
  readonly onChange: (size: Size) => void;
}

/** The constants that every index function gets as its second argument. Those of an exercise keep their names. */
function SizeFields({ session, kernel: { kind, size }, onChange }: SizeFieldsProps) {
  const constants = Object.entries(size);
  const isOwn = kind === "free";
  if (!isOwn && constants.length === 0) return null;
  const changed = (list: readonly (readonly [string, Size[string]])[]): void => onChange(Object.fromEntries(list));
  return (
    <fieldset>
      <legend>Constants</legend>
      <p class="field-help">Each index function gets them as its second argument.</p>
      <ul class="rows">
        {constants.map(([name, value], number) => {
          const valueField = (
            <ConstantField
              session={session}
              field={`size.${number}.value`}
              label={isOwn ? "Value" : name}
              value={value}
              onChange={(next) => changed(constants.with(number, [name, next]))}
            />
          );
          if (!isOwn) return <li key={name}>{valueField}</li>;
          return (
            <Row key={number} list={constants} number={number} name={`constant ${name}`} place={`size.${number}`} onChange={changed}>
              <NameField
                session={session}
                field={`size.${number}.name`}
                label="Name"
                value={name}
                onChange={(next) => !Object.hasOwn(size, next) && changed(constants.with(number, [next, value]))}
              />
              {valueField}
            </Row>
          );
        })}
      </ul>
      <ListProblem session={session} list="size" />
      {isOwn && (
        <button type="button" class="plain-button" onClick={() => onChange({ ...size, [freshName("n", Object.keys(size))]: 32 })}>
          Add a constant
        </button>
      )}
    </fieldset>
  );
}

interface ArrayFieldsProps {
  readonly session: PlaygroundSession;
  readonly kernel: FreeKernel;
  readonly onChange: (change: Partial<Omit<FreeKernel, "kind">>) => void;
}

const SPACES = [
  { value: "global", label: "global" },
  { value: "shared", label: "shared" },
] as const;
const ELEMENT_BYTES = ([1, 2, 4, 8, 16] as const).map((value) => ({ value, label: `${value} B` }));
const CONTENTS = [
  { value: "source", label: "data" },
  { value: "empty", label: "nothing" },
] as const;

function ArrayFields({ session, kernel, onChange }: ArrayFieldsProps) {
  const { arrays, steps } = kernel;
  const add = (): void => {
    const name = freshName(
      "data",
      arrays.map((array) => array.name),
    );
    onChange({ arrays: [...arrays, { name, space: "global", bytesPerElement: 4, length: 1024, contents: "source" }] });
  };
  // Where two arrays have one name, it does not say which of them a step means: such steps keep theirs.
  const rename = (number: number, name: string): void => {
    const others = arrays.toSpliced(number, 1).map((array) => array.name);
    const [former] = arrays.slice(number).map((array) => array.name);
    if (former === undefined) return;
    const isClear = !others.includes(former) && !others.includes(name);
    onChange({
      arrays: arrays.map((array, i) => (i === number ? { ...array, name } : array)),
      steps: isClear ? renamedIn(steps, former, name) : steps,
    });
  };
  return (
    <fieldset>
      <legend>Arrays</legend>
      <ol class="rows">
        {arrays.map((array, number) => {
          const place = `arrays.${number}`;
          const change = (part: Partial<SketchArray>): void => onChange({ arrays: arrays.with(number, { ...array, ...part }) });
          return (
            <Row
              key={number}
              list={arrays}
              number={number}
              name={`array ${array.name}`}
              place={place}
              onChange={(list) => onChange({ arrays: list })}
            >
              <NameField
                session={session}
                field={`${place}.name`}
                label="Name"
                value={array.name}
                onChange={(name) => rename(number, name)}
              />
              <ChoiceField
                session={session}
                field={`${place}.space`}
                label="Memory"
                value={array.space}
                options={SPACES}
                onChange={(space) => change({ space, contents: space === "shared" ? "empty" : array.contents })}
              />
              <ChoiceField
                session={session}
                field={`${place}.bytesPerElement`}
                label="Element"
                value={array.bytesPerElement}
                options={ELEMENT_BYTES}
                onChange={(bytesPerElement) => change({ bytesPerElement })}
              />
              <NumberField
                session={session}
                field={`${place}.length`}
                label="Elements"
                value={array.length}
                most={MOST_ELEMENTS}
                onChange={(length) => change({ length })}
              />
              {array.space === "global" && (
                <ChoiceField
                  session={session}
                  field={`${place}.contents`}
                  label="Holds at first"
                  value={array.contents}
                  options={CONTENTS}
                  onChange={(contents) => change({ contents })}
                />
              )}
            </Row>
          );
        })}
      </ol>
      <ListProblem session={session} list="arrays" />
      <button type="button" class="plain-button" onClick={add}>
        Add an array
      </button>
    </fieldset>
  );
}
