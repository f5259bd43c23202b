export function bias(thread: Thread, size: { channels: number; pixels: number }): number | null {
  const i = value(thread, size);
  return i === null ? null : Math.floor(i / size.channels);
}
