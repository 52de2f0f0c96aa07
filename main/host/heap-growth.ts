// How much the heap may grow is said once the start is over. Said before, it makes the flags other
// than those Node was built with, and then the engine compiles each of Node's own modules from its
// text: a twelfth of a start. The engine asks for it after each collection.
import { setFlagsFromString } from 'node:v8'
import { growthFlag } from './launch/engine.mjs'

/** A window is open by then, and has what it asks for. */
const AFTER_START_MS = 2_000

export function limitHeapGrowthLater(): void {
  setTimeout(() => setFlagsFromString(growthFlag), AFTER_START_MS).unref()
}
