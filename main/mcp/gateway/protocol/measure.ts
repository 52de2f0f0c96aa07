// How much a client's message holds, looked at before it is parsed and piece by piece: one of sixteen
// million characters can hold eight million numbers, and parsing those would keep everybody waiting.
import { setImmediate as turn } from 'node:timers/promises'
import { openJsonMeter } from '../../client/transport/json-meter.ts'

/** Characters. What is shorter is parsed as it comes. */
export const LONG = 256 * 1024
/** And the signs between them. A file that is written is one. */
const MOST_VALUES = 100_000

export const tooManyText = `A message holds at most ${MOST_VALUES} values.`

/** Others have their turn between the pieces. */
export async function holdsTooMany(text: string): Promise<boolean> {
  const meter = openJsonMeter({ depth: Number.POSITIVE_INFINITY, values: MOST_VALUES })
  for (let at = 0; at < text.length; at += LONG) {
    if (meter.feed(Buffer.from(text.slice(at, at + LONG))) !== null) return true
    await turn()
  }
  return false
}
