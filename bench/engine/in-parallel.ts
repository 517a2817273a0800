/** Does something so many times, of which so many run at any time; the milliseconds that each took. */
export async function inParallel(
  atATime: number,
  count: number,
  one: (number: number) => Promise<unknown>,
): Promise<number[]> {
  const latencies: number[] = [];
  let started = 0;
  const oneAfterTheOther = async () => {
    while (started < count) {
      const number = ++started;
      const begunMs = performance.now();
      await one(number);
      latencies.push(performance.now() - begunMs);
    }
  };
  await Promise.all(Array.from({ length: atATime }, oneAfterTheOther));
  return latencies;
}
