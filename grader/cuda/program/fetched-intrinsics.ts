let intrinsics: ReadonlyMap<string, string> | undefined;

/** What a text mentions that calls one of them: `__vadd4`, `__float2int_rn`, or values of these types. */
const MENTIONS = /__v|__\w+2|half2|bfloat162/;

/** Fetches the intrinsics of conversions and packed numbers if a text may call one: they are needed before it is compiled. */
export async function fetchIntrinsics(text: string): Promise<void> {
  if (MENTIONS.test(text)) intrinsics ??= (await import("./intrinsics-text.ts")).INTRINSICS;
}

export function intrinsicText(name: string): string | undefined {
  return intrinsics?.get(name);
}
