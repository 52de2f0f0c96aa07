// How the processor time of some work grows with its size. Both sizes are measured in the same run,
// so a slower machine, and what else it does, have no part in the figure.
import { processorMs } from './processor.ts'

/** Below it a figure tells more of the engine than of the work. */
const LEAST_MS = 10
/** What else comes between, such as a collection of garbage, adds to one look and not to all. */
const LOOKS = 4

/** Above four, which is growth with the size, and below sixteen, which is growth with its square. */
export const MOST_GROWTH = 8

/**
 * How many times the processor time of a quarter of the size some work takes, at its best of a few
 * looks. Work of less than ten milliseconds counts as ten.
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  const cost = async (of: number): Promise<number> => {
    const before = processorMs()
    await work(of)
    return processorMs() - before
  }
  // The engine compiles it meanwhile.
  await cost(size >> 3)
  const quarter = Math.max(LEAST_MS, await cost(size >> 2))
  let least = Infinity
  for (let look = 0; look < LOOKS && least >= MOST_GROWTH * quarter; look += 1)
    least = Math.min(least, await cost(size))
  return least / quarter
}
