/** The types of generated programs, and their declarations. */

export const WHOLE = [
  "bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long", "unsigned long long",
  "int8_t", "uint16_t", "size_t", "uint32_t", "int64_t",
] as const; // prettier-ignore
export const REAL = ["float", "double"] as const;
export type Type = (typeof WHOLE)[number] | (typeof REAL)[number];

export interface Variable {
  /** How it is written, for an element or a member, too. */
  readonly text: string;
  readonly type: Type;
  readonly isConst: boolean;
}

export interface ArrayVariable {
  readonly text: string;
  readonly type: Type;
  readonly length: number;
}

export interface DeviceFunction {
  readonly name: string;
  readonly parameters: readonly { readonly type: Type; readonly by: "value" | "reference" | "pointer" | "array" }[];
  readonly result: Type;
  /** Written after the name. */
  readonly template: string;
}

export interface StructType {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: Type }[];
  /** The type of the elements of its array of four. */
  readonly list: Type;
  /** The result type of its method `total`. */
  readonly total: Type;
}

export const isReal = (type: Type): boolean => type === "float" || type === "double";
