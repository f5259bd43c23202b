/** Returns a function that says whether so much processor time has passed since: a busy machine stops nothing. */
export function processorTimer(seconds: number): () => boolean {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return user + system > seconds * 1e6;
  };
}
