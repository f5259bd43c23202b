import { launchArgumentType, launchArguments, launchElementType, launchFields, launchTensorMap } from "../errors/launch-errors.ts";
import type { Memory } from "../machine/memory.ts";
import { SWIZZLE_MODES, TENSOR_MAP_BYTES, TENSOR_TYPES, encodeTensorMap, refusedMap, type TensorMap } from "../machine/tensor-map.ts";
import { componentsAt, fillArray, filledArray, type FilledType, type LaunchFill } from "../numbers/launch-fill.ts";
import type { CompiledKernel } from "../compile.ts";
import type { KernelParameter } from "../lower/lower-kernel.ts";
import { bytesOf, typeName, type CudaType } from "../check/types.ts";
import { canonical } from "../ir/values.ts";
import { fp8FormatOf, numbersOf, valueParts, type ElementNumber } from "./numbers-of.ts";
import type { ArrayArgument, KernelLaunch, LaunchArgument, ValueArgument } from "./launch.ts";

/** An array of a launch in the machine's memory. */
export interface PlacedArray {
  readonly name: string;
  readonly type: CudaType;
  readonly length: number;
  readonly address: number;
}

/** A launch's arguments, placed in memory. */
interface PlacedArguments {
  readonly arrays: readonly PlacedArray[];
  /** The value of each register of the program's parameters, in order. */
  readonly values: readonly (number | bigint)[];
}

/**
 * Allocates and fills the arrays of a launch, in the order of the arguments, and computes the values of the kernel's parameters.
 *
 * @throws RangeError when the launch does not fit the kernel
 */
export function placeArguments(launch: KernelLaunch, { parameters, typeNamed }: CompiledKernel, memory: Memory): PlacedArguments {
  if (launch.arguments.length !== parameters.length) {
    throw launchArguments(parameters.length, launch.arguments.length);
  }
  const arrays: PlacedArray[] = [];
  const place = (argument: ArrayArgument): number => {
    const array = placeArray(argument, typeNamed, memory);
    arrays.push(array);
    return array.address;
  };
  const values = parameters.flatMap((parameter, i) => {
    const argument = launch.arguments[i]!;
    return parameterValues(parameter, argument, place);
  });
  return { arrays, values };
}

/** The bytes of each array of a launch, except those whose type the text does not have. */
export function arrayBytes(launch: KernelLaunch, { typeNamed }: CompiledKernel): readonly number[] {
  return launch.arguments.flatMap(flattened).flatMap((argument) => {
    const type = "array" in argument ? typeNamed(argument.type) : undefined;
    return "array" in argument && type !== undefined ? [argument.length * bytesOf(type)] : [];
  });
}

function placeArray(
  { array, type: name, length, fill }: ArrayArgument,
  typeNamed: (name: string) => CudaType | undefined,
  memory: Memory,
): PlacedArray {
  const type = typeNamed(name);
  if (type === undefined) throw launchElementType(array, name);
  const element = { name: typeName(type), bytes: bytesOf(type) };
  const address = memory.allocate(array, length * element.bytes, "given", { element });
  if (fill !== undefined) fillMemory(memory, address, type, length, fill);
  return { name: array, type, length, address };
}

type AskedTensorMap = NonNullable<ArrayArgument["tensorMap"]>;

const WORD_BYTES = 8;

/** Numbers of eight bits: to a tensor map they are bytes. */
const FP8_ELEMENTS: readonly string[] = ["__nv_fp8_e4m3", "__nv_fp8_e5m2"];

/** Elements of a launch's arrays of which a tensor map can be made, in the order of `TENSOR_TYPES`, and those that are bytes to it. */
export const TENSOR_ELEMENTS: readonly string[] = [
  "unsigned char",
  "unsigned short",
  "unsigned int",
  "int",
  "unsigned long long",
  "long long",
  "half",
  "float",
  "double",
  "__nv_bfloat16",
  ...FP8_ELEMENTS,
];

const FILLED: Readonly<Record<ElementNumber, FilledType>> = {
  bool: "bool",
  i8: "int8",
  u8: "uint8",
  i16: "int16",
  u16: "uint16",
  i32: "int32",
  u32: "uint32",
  i64: "int64",
  u64: "uint64",
  f16: "half",
  bf16: "bfloat16",
  e4m3: "e4m3",
  e5m2: "e5m2",
  f32: "float",
  f64: "double",
};

/** Fills elements of any type: component after component, each in its own type. */
export function fillMemory(memory: Memory, address: number, type: CudaType, length: number, fill: LaunchFill): void {
  const parts = numbersOf(type);
  const size = bytesOf(type);
  const components = length * parts.length;
  const filled = new Map<FilledType, ReturnType<typeof filledArray>>();
  const kinds = new Set(parts.map((part) => FILLED[part.type]));
  const [kind] = kinds;
  if (kind && kinds.size === 1 && size === parts.length * parts[0]!.bytes)
    return void fillArray(componentsAt(kind, memory.u8.buffer as ArrayBuffer, memory.u8.byteOffset + address, components), fill, kind);
  for (const kind of kinds) filled.set(kind, filledArray(fill, kind, components));
  const bytes = new Map([...filled].map(([kind, values]) => [kind, new Uint8Array(values.buffer)] as const));
  for (let element = 0; element < length; element++) {
    for (const [position, { type: of, bytes: own, offset }] of parts.entries()) {
      const k = element * parts.length + position;
      memory.u8.set(bytes.get(FILLED[of])!.subarray(k * own, (k + 1) * own), address + element * size + offset);
    }
  }
}

function parameterValues(
  { name, type, parts }: KernelParameter,
  argument: LaunchArgument,
  place: (array: ArrayArgument) => number,
): (number | bigint)[] {
  if ("array" in argument && argument.tensorMap !== undefined) {
    if (parts.length * WORD_BYTES !== TENSOR_MAP_BYTES)
      throw launchArgumentType(name, typeName(type), `a tensor map of \`${argument.array}\``);
    const { sizes, box, swizzle } = argument.tensorMap;
    const map = checkedTensorMap(argument, argument.tensorMap, place(argument));
    const words = new DataView(encodeTensorMap({ ...map, sizes, box, swizzle, fillsWithNan: false }).buffer);
    return Array.from({ length: TENSOR_MAP_BYTES / WORD_BYTES }, (_, word) => words.getBigUint64(word * WORD_BYTES, true));
  }
  if ("array" in argument) {
    if (type.kind !== "pointer") throw launchArgumentType(name, typeName(type), `the array \`${argument.array}\``);
    return [place(argument)];
  }
  if ("value" in argument) {
    const [part] = parts;
    if (parts.length !== 1 || !part) throw launchArgumentType(name, typeName(type), "one value");
    if (type.kind === "pointer" && Number(argument.value) !== 0) throw launchArgumentType(name, typeName(type), "a number");
    return [numberOf(argument, type)];
  }
  if (type.kind !== "struct") throw launchArgumentType(name, typeName(type), "a struct");
  const fields = valueParts(type);
  const given = flattened(argument);
  if (given.length > fields.length) throw launchFields(typeName(type), fields.length, given.length);
  return fields.map((field, i) => {
    const own = given[i];
    if (own === undefined) return 0;
    if ("array" in own) {
      if (field.type.kind !== "pointer") throw launchArgumentType(name + field.path, typeName(field.type), `the array \`${own.array}\``);
      return place(own);
    }
    return numberOf(own, field.type);
  });
}

function flattened(argument: LaunchArgument): (ArrayArgument | ValueArgument)[] {
  return "struct" in argument ? argument.struct.flatMap(flattened) : [argument];
}

/**
 * The fields of a tensor map that follow from its array and from those that the launch gives.
 *
 * @param address of the array in global memory; every multiple of 16 is as good
 * @throws RangeError with the driver's reason for a map that it refuses
 */
export function checkedTensorMap(
  { array, type: name, length }: ArrayArgument,
  { sizes, box, swizzle }: AskedTensorMap,
  address = 0,
): Pick<TensorMap, "globalAddress" | "elementBytes" | "strides" | "elementStrides" | "type"> {
  const type = TENSOR_ELEMENTS.indexOf(FP8_ELEMENTS.includes(name) ? "unsigned char" : name);
  const { bytes: elementBytes } = TENSOR_TYPES[type] ?? {};
  if (elementBytes === undefined) throw launchTensorMap(array, `it has elements of type ${name}, which no tensor has`);
  if (box.length !== sizes.length) throw launchTensorMap(array, `its box has ${box.length} dimensions, and the tensor ${sizes.length}`);
  const strides = sizes.map((_, axis) => sizes.slice(0, axis).reduce((product, size) => product * size, elementBytes));
  const elements = sizes.reduce((product, size) => product * size, 1);
  if (elements !== length) throw launchTensorMap(array, `its sizes make ${elements} elements, and the array has ${length}`);
  const elementStrides = sizes.map(() => 1);
  const asked = { type, rank: sizes.length, address, sizes, strides: strides.slice(1), box, elementStrides, interleave: 0 };
  const why = refusedMap({ ...asked, swizzle: SWIZZLE_MODES.indexOf(swizzle) });
  if (why !== undefined) throw launchTensorMap(array, why);
  return { globalAddress: address, elementBytes, strides, elementStrides, type };
}

/** A number as the register holds it; two or four numbers of eight bits in a word are all this one. */
function numberOf({ value }: ValueArgument, type: CudaType): number | bigint {
  const fp8 = fp8FormatOf(type);
  if (fp8) return new DataView(filledArray({ constant: Number(value) }, fp8.type, 4).buffer).getUint32(0) >>> (32 - 8 * fp8.numbers);
  const given = typeof value === "string" ? BigInt(value) : Number(value);
  if (type.kind !== "scalar") return Number(given);
  if (typeof given === "number" && !Number.isInteger(given) && /^[iu]/.test(type.scalar)) return canonical(type.scalar, Math.trunc(given));
  return canonical(type.scalar, given);
}
