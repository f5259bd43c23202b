export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { frames, channels } = size;
  const i = read(thread, size);
  if (i === null) return null;
  const channel = i % frames;
  const frame = (i - channel) / frames;
  return channel * channels + frame;
}
