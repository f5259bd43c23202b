export function counter(bin: number, owner: number): number {
  return owner * 16 + ((bin + owner) % 16);
}
