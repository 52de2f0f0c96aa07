// The longest turn of this thread's event loop while something is done, in milliseconds of processor
// time: what else the machine does has no part in it.
import { processorMs } from './processor.ts'

export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = processorMs()
  let going = true
  const look = (): void => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
    if (going) setImmediate(look)
  }
  look()
  try {
    await work()
    // What it left behind, such as garbage, is part of it.
    await new Promise((done) => setTimeout(done, 5))
  } finally {
    going = false
  }
  return longest
}
