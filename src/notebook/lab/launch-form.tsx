import { devices } from "#simulator";
import type { ArrayArgument, KernelLaunch, LaunchArgument, ValueArgument } from "#cuda/launch/launch.ts";
import { ChoiceField, NumberField, TextField } from "../playground/fields.tsx";
import { otherSizeText, readSize, sizeText } from "../playground/size-text.ts";
import { FillChoice, type Fill } from "./fill-fields.tsx";
import { HostForm, LaunchOrigin } from "./host-launches.tsx";
import { splitKernelName } from "#cuda/launch/kernel-name.ts";
import { launchText } from "./lab-kernel.ts";
import type { LabSession } from "./lab-session.ts";
import { TensorMapFields } from "./tensor-map-fields.tsx";
import type { SignatureParameter, SignatureSymbol } from "#cuda/launch/signature.ts";

const AXES = ["x", "y", "z"] as const;
/** Blocks along y and z (CUDA C++ Programming Guide, compute capabilities). */
const MOST_BLOCKS = 65_535;
const MOST_THREADS = 1024;
const MOST_SHARED_BYTES = 227 * 1024;

/** Where the form of the launch stands open: beside the results there is room for it. lab-page.ts folds what the page was built with. */
const HAS_ROOM = "(min-width: 50rem)";

/** The launch, which is folded to one line where there is no room. */
export function LaunchForm({ session }: { readonly session: LabSession }) {
  const { launch, host } = session.kernel.value;
  return (
    <details class="lab-details launch-form" data-room={HAS_ROOM} open={globalThis.matchMedia?.(HAS_ROOM).matches ?? true}>
      <summary>{host === undefined ? `Launch: ${launchText(launch)}` : "Launches"}</summary>
      <LaunchFields session={session} />
    </details>
  );
}

/** Which kernel, how many threads, and what its parameters get. */
function LaunchFields({ session }: { readonly session: LabSession }) {
  const { launch, device, host } = session.kernel.value;
  const parameters = session.signature.value?.parameters;
  if (host !== undefined) return <HostForm session={session} />;
  return (
    <div class="kernel-fields" key={session.opened.value}>
      <LaunchOrigin session={session} />
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
      <Symbols session={session} launch={launch} />
    </div>
  );
}

/** What the text's `__constant__` and `__device__` variables hold. */
function Symbols({ session, launch }: { readonly session: LabSession; readonly launch: KernelLaunch }) {
  const symbols = session.signature.value?.symbols ?? [];
  if (symbols.length === 0) return null;
  const fillOf = (name: string): Fill | undefined => launch.symbols.find(({ symbol }) => symbol === name)?.fill;
  const change = ({ name }: SignatureSymbol, fill: Fill | undefined): void => {
    const others = launch.symbols.filter(({ symbol }) => symbol !== name);
    session.changeLaunch({ symbols: fill === undefined ? others : [...others, { symbol: name, fill }] });
  };
  return (
    <fieldset>
      <legend>Variables of the device</legend>
      <ul class="rows">
        {symbols.map((symbol) => (
          <li key={symbol.name}>
            <div class="row-fields">
              <FillChoice
                session={session}
                place={`symbols.${symbol.name}`}
                label={`__${symbol.memory}__ ${declarationOf(symbol)} holds`}
                fill={fillOf(symbol.name)}
                unfilled={symbol.isInitialized ? "what the text says" : "zeros"}
                onChange={(fill) => change(symbol, fill)}
              />
            </div>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** "float weights[9]" */
function declarationOf({ name, type }: SignatureSymbol): string {
  const [, element = type, lengths = ""] = /^([^[]*)(.*)$/.exec(type) ?? [];
  return `${element} ${name}${lengths}`;
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

function ValueField({ session, argument, name, parameter, place, onChange }: ArgumentProps<ValueArgument>) {
  const isWhole = parameter?.kind === "value" && parameter.isInteger && Number.isSafeInteger(Number(argument.value));
  if (isWhole) {
    return <WholeNumberField session={session} argument={argument} name={name} place={place} onChange={onChange} />;
  }
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

/** A parameter of a whole type: sizes are written as people do; other numbers are as the type has them. */
function WholeNumberField({ session, argument, name, place, onChange }: ArgumentProps<ValueArgument>) {
  return (
    <TextField
      session={session}
      field={place}
      label={`${argument.type} ${name}`}
      fullName={name}
      value={Number(argument.value)}
      write={(value) => (value < 0 ? String(value) : sizeText(value))}
      read={(text) => (/^-\d+$/.test(text.trim()) ? Number(text) : readSize(text))}
      rule="must be a whole number, such as 1,048,576, 2^20 or 1M"
      hint={otherSizeText}
      onChange={(value) => onChange({ ...argument, value })}
    />
  );
}

function ArrayFields({ session, argument, name, place, onChange }: ArgumentProps<ArrayArgument>) {
  const { fill, ...array } = argument;
  const withFill = (next: Fill | undefined): void => onChange(next === undefined ? array : { ...array, fill: next });
  return (
    <>
      {argument.tensorMap ? (
        <TensorMapFields session={session} argument={argument} map={argument.tensorMap} name={name} place={place} onChange={onChange} />
      ) : (
        <NumberField
          session={session}
          field={`${place}.length`}
          label={`${argument.type}* ${name}, elements`}
          fullName={`${name}, elements`}
          value={argument.length}
          onChange={(length) => onChange({ ...argument, length })}
        />
      )}
      <FillChoice
        session={session}
        place={`${place}.fill`}
        label="holds"
        fullName={`${name} holds`}
        fill={fill}
        unfilled="zeros"
        onChange={withFill}
      />
    </>
  );
}
