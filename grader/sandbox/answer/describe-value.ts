const LONGEST_TEXT = 20;
const LARGEST_BIGINT = 2n ** 64n;

/**
 * A short spelling of whatever an answer returned: `NaN`, `-0`, `0.5`, `"3" (a string)`, `3n (a BigInt)`, `a Promise`, `an object`.
 * It looks at no property of an object, since a look can run the answer's code.
 */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "string":
      return `${JSON.stringify(value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value)} (a string)`;
    case "bigint":
      return value > LARGEST_BIGINT || value < -LARGEST_BIGINT ? "a huge BigInt" : `${value}n (a BigInt)`;
    case "boolean":
    case "undefined":
      return String(value);
    case "symbol":
      return "a symbol";
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : describeObject(value);
  }
}

function describeObject(object: object): string {
  try {
    if (Array.isArray(object)) return "an array";
    return Object.getPrototypeOf(object) === Promise.prototype ? "a Promise" : "an object";
  } catch {
    return "an object"; // a revoked Proxy refuses even these questions
  }
}
