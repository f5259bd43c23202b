import { count } from "#pictures/format.ts";

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** The least number beside which its power of two is of interest. */
const LEAST_POWER = 2 ** 10;

/**
 * A whole number as people write sizes: `1048576`, `1,048,576`, `2^20`, `1 << 20`, `1M`, `1024 * 1024`. As of memory, k is 1,024 and M is
 * 1,048,576; 1e6 is a million.
 *
 * @returns undefined for what is no such number
 */
export function readSize(text: string): number | undefined {
  const factors = text
    .trim()
    .split(/\s*[*×·]\s*(?![*])/)
    .map(readFactor);
  const product = factors.reduce<number>((all, factor) => all * (factor ?? NaN), 1);
  return Number.isSafeInteger(product) ? product : undefined;
}

function readFactor(text: string): number | undefined {
  const [, base, shift, exponent] = /^(\d+)\s*(?:(<<)|\^)\s*(\d{1,2})$/.exec(text) ?? [];
  if (base !== undefined) return shift === undefined ? Number(base) ** Number(exponent) : Number(base) * 2 ** Number(exponent);
  const [, digits, unit] = /^(\d{1,3}(?:[,_'\u2009 ]\d{3})+|\d+(?:\.\d+)?(?:e\d+)?)\s*([kmg]?)(?:i?b?)$/i.exec(text) ?? [];
  if (digits === undefined || (unit === "" && /[a-z]$/i.test(text))) return undefined;
  return Number(digits.replaceAll(/[,_'\u2009 ]/g, "")) * UNITS[unit!.toLowerCase()]!;
}

/** A size as it stands in a field: `1,048,576`. */
export const sizeText = (size: number): string => count(size);

/** What else a size is called than in the text of its field: what `1M` stands for, or of which power of two 1,048,576 is. */
export function otherSizeText(text: string, size: number): string | undefined {
  if (!/^[\d,]+$/.test(text.trim())) return `= ${sizeText(size)}`;
  const exponent = Math.log2(size);
  return size >= LEAST_POWER && Number.isInteger(exponent) ? `= 2^${exponent}` : undefined;
}
