import { useEffect, useState } from "preact/hooks";

/** Whether a value has stayed the same for some milliseconds; at first it is taken to have. */
export function useRest(value: unknown, milliseconds: number): boolean {
  const [rested, setRested] = useState(() => value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested === value;
}
