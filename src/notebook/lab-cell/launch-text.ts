import type { ArrayArgument, KernelLaunch, LaunchArgument } from "#cuda/launch/launch.ts";
import { count } from "#pictures/format.ts";

/** A launch as one would write it: "transpose<<<(16, 16), (32, 32)>>>(out[262,144], in[262,144], 512)", each array with its elements. */
export function launchText({ kernel, grid, block, sharedBytes, arguments: given }: KernelLaunch): string {
  const dynamic = sharedBytes === 0 ? "" : `, ${count(sharedBytes)} bytes`;
  return `${kernel}<<<${extents(grid)}, ${extents(block)}${dynamic}>>>(${given.map(argumentText).join(", ")})`;
}

/** Without the extents of 1 at the end. */
function extents([x, y, z]: readonly [number, number, number]): string {
  if (y === 1 && z === 1) return count(x);
  return `(${(z === 1 ? [x, y] : [x, y, z]).map(count).join(", ")})`;
}

/** "in[64 × 128, box 64 × 8, swizzle 128B]" */
function mappedText({ array }: ArrayArgument, { sizes, box, swizzle }: NonNullable<ArrayArgument["tensorMap"]>): string {
  const by = (lengths: readonly number[]): string => lengths.map(count).join(" × ");
  return `${array}[${by(sizes)}, box ${by(box)}${swizzle === "none" ? "" : `, swizzle ${swizzle}`}]`;
}

function argumentText(argument: LaunchArgument): string {
  if ("array" in argument)
    return argument.tensorMap ? mappedText(argument, argument.tensorMap) : `${argument.array}[${count(argument.length)}]`;
  if ("value" in argument)
    return typeof argument.value === "number" && Number.isInteger(argument.value) ? count(argument.value) : String(argument.value);
  return `{${argument.struct.map(argumentText).join(", ")}}`;
}
