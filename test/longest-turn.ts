// The longest turn of this thread's event loop while something is done, in milliseconds of processor
// time: what else the machine does has no part in it.
import { processorMs } from './processor.ts'

/** Of a turn in which there was nothing to do but to look. */
const IDLE_MS = 0.1

export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = processorMs()
  let going = true
  const look = (): void => {
    const now = processorMs()
    const took = now - last
    longest = Math.max(longest, took)
    last = now
    if (!going) return
    // Looked at again and again, a wait for another thread takes that thread's time on a busy machine.
    if (took < IDLE_MS) setTimeout(look, 1)
    else setImmediate(look)
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
