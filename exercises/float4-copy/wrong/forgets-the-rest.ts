export function rest(): null {
  return null;
}
