import { devices } from "#simulator";
import type { ArrayArgument, KernelLaunch, LaunchArgument, ValueArgument } from "#cuda/launch/launch.ts";
import { ChoiceField, ConstantField, NumberField, TextField } from "../playground/fields.tsx";
import { splitKernelName } from "./lab-kernel.ts";
import type { LabSession } from "./lab-session.ts";
import type { SignatureParameter } from "./signature.ts";

type Fill = NonNullable<ArrayArgument["fill"]>;

const AXES = ["x", "y", "z"] as const;
/** Blocks along y and z (CUDA C++ Programming Guide, compute capabilities). */
const MOST_BLOCKS = 65_535;
const MOST_THREADS = 1024;
const MOST_SHARED_BYTES = 227 * 1024;

/** The launch: which kernel, how many threads, and what its parameters get. */
export function LaunchForm({ session }: { readonly session: LabSession }) {
  const { launch, device } = session.kernel.value;
  const parameters = session.signature.value?.parameters;
  return (
    <div class="kernel-fields" key={session.opened.value}>
      <fieldset>
        <legend>Launch</legend>
        <div class="extent">
          <KernelChoice session={session} launch={launch} />
          <ChoiceField
            session={session}
            field="device"
            label="Device"
            value={device}
            options={Object.values(devices).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(chosen) => session.changeDevice(chosen)}
          />
        </div>
        <Extent session={session} launch={launch} which="grid" name="Grid, in blocks" most={MOST_BLOCKS} />
        <Extent session={session} launch={launch} which="block" name="Block, in threads" most={MOST_THREADS} />
        <div class="extent">
          <span class="extent-name">Dynamic shared memory</span>
          <NumberField
            session={session}
            field="sharedBytes"
            label="bytes"
            fullName="Dynamic shared memory"
            value={launch.sharedBytes}
            least={0}
            most={MOST_SHARED_BYTES}
            onChange={(sharedBytes) => session.changeLaunch({ sharedBytes })}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>Parameters</legend>
        <ul class="rows">
          {launch.arguments.map((argument, position) => (
            <li key={position}>
              <div class="row-fields">
                <Argument
                  session={session}
                  argument={argument}
                  name={parameters?.[position]?.name ?? ("array" in argument ? argument.array : `parameter ${position + 1}`)}
                  parameter={parameters?.[position]}
                  place={`arguments.${position}`}
                  onChange={(next) => session.changeLaunch({ arguments: launch.arguments.with(position, next) })}
                />
              </div>
            </li>
          ))}
        </ul>
      </fieldset>
    </div>
  );
}

function KernelChoice({ session, launch }: { readonly session: LabSession; readonly launch: KernelLaunch }) {
  const { name, templateArguments } = splitKernelName(launch.kernel);
  const kernels = session.signature.value?.kernels ?? [{ name, templateParameters: templateArguments === "" ? [] : [""] }];
  const isTemplate = templateArguments !== "" || (kernels.find((kernel) => kernel.name === name)?.templateParameters.length ?? 0) > 0;
  return (
    <>
      <ChoiceField
        session={session}
        field="kernel"
        label="Kernel"
        value={name}
        options={kernels.map((kernel) => ({ value: kernel.name, label: kernel.name }))}
        onChange={(chosen) => session.chooseKernel(chosen)}
      />
      {isTemplate && (
        <TextField
          session={session}
          field="templateArguments"
          label="Template arguments"
          value={templateArguments}
          write={(text) => text}
          read={(text) => (text.trim() === "" ? undefined : text.trim())}
          rule="must be given: `16, float`"
          onChange={(text) => session.chooseKernel(`${name}<${text}>`)}
        />
      )}
    </>
  );
}

interface ExtentProps {
  readonly session: LabSession;
  readonly launch: KernelLaunch;
  readonly which: "grid" | "block";
  readonly name: string;
  readonly most: number;
}

function Extent({ session, launch, which, name, most }: ExtentProps) {
  return (
    <div class="extent">
      <span class="extent-name">{name}</span>
      {AXES.map((axis, position) => (
        <NumberField
          key={axis}
          session={session}
          field={`${which}.${axis}`}
          label={axis}
          fullName={`${name}, ${axis}`}
          value={launch[which][position] ?? 1}
          most={which === "grid" && axis === "x" ? 2 ** 31 - 1 : most}
          onChange={(value) => session.changeLaunch({ [which]: launch[which].with(position, value) })}
        />
      ))}
    </div>
  );
}

interface ArgumentProps<A extends LaunchArgument> {
  readonly session: LabSession;
  readonly argument: A;
  readonly name: string;
  readonly parameter?: SignatureParameter | undefined;
  /** Names the argument in the page: "arguments.0". */
  readonly place: string;
  readonly onChange: (argument: A) => void;
}

function Argument({ argument, ...props }: ArgumentProps<LaunchArgument>) {
  if ("array" in argument) return <ArrayFields argument={argument} {...props} />;
  if ("value" in argument) return <ValueField argument={argument} {...props} />;
  const fields = props.parameter?.kind === "struct" ? props.parameter.fields : [];
  return (
    <>
      {argument.struct.map((field, position) => (
        <Argument
          key={position}
          session={props.session}
          argument={field}
          name={fields[position]?.name ?? `${props.name}, field ${position + 1}`}
          parameter={fields[position]}
          place={`${props.place}.${position}`}
          onChange={(next) => props.onChange({ ...argument, struct: argument.struct.with(position, next) })}
        />
      ))}
    </>
  );
}

function ValueField({ session, argument, name, place, onChange }: ArgumentProps<ValueArgument>) {
  return (
    <TextField
      session={session}
      field={place}
      label={`${argument.type} ${name}`}
      fullName={name}
      value={String(argument.value)}
      write={(text) => text}
      read={(text) => (/^-?\d+$/.test(text.trim()) || (text.trim() !== "" && Number.isFinite(Number(text))) ? text.trim() : undefined)}
      rule="must be a number"
      onChange={(text) =>
        onChange({ ...argument, value: Number.isSafeInteger(Number(text)) || !/^-?\d+$/.test(text) ? Number(text) : text })
      }
    />
  );
}

const FILLS = [
  { value: "zero", label: "zeros" },
  { value: "index", label: "0, 1, 2, …" },
  { value: "indexModulo", label: "0, 1, … below a number, again" },
  { value: "constant", label: "one number" },
  { value: "random", label: "random whole numbers" },
  { value: "randomUnit", label: "random, 0 to 1" },
  { value: "permutation", label: "a random permutation" },
  { value: "values", label: "these values, then zeros" },
] as const;
type FillKind = (typeof FILLS)[number]["value"];

/** What each kind of fill starts with. */
const STARTS: Readonly<Record<FillKind, Fill | undefined>> = {
  zero: undefined,
  index: "index",
  indexModulo: { indexModulo: 1024 },
  constant: { constant: 1 },
  random: { random: { seed: 1, from: 0, to: 1024 } },
  randomUnit: { randomUnit: { seed: 1 } },
  permutation: { permutation: { seed: 1 } },
  values: { values: [1, 2, 3] },
};

function kindOf(fill: Fill | undefined): FillKind {
  if (fill === undefined) return "zero";
  return typeof fill === "string" ? fill : (Object.keys(fill)[0] as FillKind);
}

function ArrayFields({ session, argument, name, place, onChange }: ArgumentProps<ArrayArgument>) {
  const { fill, ...array } = argument;
  const withFill = (next: Fill | undefined): void => onChange(next === undefined ? array : { ...array, fill: next });
  return (
    <>
      <NumberField
        session={session}
        field={`${place}.length`}
        label={`${argument.type}* ${name}, elements`}
        fullName={`${name}, elements`}
        value={argument.length}
        onChange={(length) => onChange({ ...argument, length })}
      />
      <ChoiceField
        session={session}
        field={`${place}.fill`}
        label="holds"
        value={kindOf(fill)}
        options={FILLS}
        onChange={(kind) => withFill(STARTS[kind])}
      />
      <FillFields session={session} fill={fill} place={`${place}.fill`} onChange={withFill} />
    </>
  );
}

interface FillFieldsProps {
  readonly session: LabSession;
  readonly fill: Fill | undefined;
  readonly place: string;
  readonly onChange: (fill: Fill) => void;
}

function FillFields({ session, fill, place, onChange }: FillFieldsProps) {
  if (fill === undefined || typeof fill === "string") return null;
  const number = (label: string, value: number, change: (value: number) => Fill) => (
    <ConstantField
      session={session}
      field={`${place}.${label}`}
      label={label}
      value={value}
      onChange={(next) => typeof next === "number" && onChange(change(next))}
    />
  );
  if ("indexModulo" in fill) return number("below", fill.indexModulo, (value) => ({ indexModulo: Math.max(1, Math.trunc(value)) }));
  if ("constant" in fill) return number("number", fill.constant, (constant) => ({ constant }));
  if ("random" in fill) {
    const { random } = fill;
    return (
      <>
        {number("from", random.from, (from) => ({ random: { ...random, from: Math.trunc(from) } }))}
        {number("below", random.to, (to) => ({ random: { ...random, to: Math.trunc(to) } }))}
      </>
    );
  }
  if (!("values" in fill)) return null;
  return (
    <ConstantField
      session={session}
      field={`${place}.values`}
      label="values"
      value={fill.values}
      onChange={(next) => onChange({ values: typeof next === "number" ? [next] : [...next] })}
    />
  );
}
