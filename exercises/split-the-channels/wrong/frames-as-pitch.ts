export function write(thread: Thread, size: Recording): number | null {
  const i = read(thread, size);
  if (i === null) return null;
  const channel = i % size.frames;
  const frame = (i - channel) / size.frames;
  return channel * size.channels + frame;
}
