// What was reviewed of servers, in memory: the table of pins that tests open servers with.
import type { Pin } from '../../main/mcp/trust/pin.ts'

/** @param held where they lie; another start may be given the same. */
export const pinMemory = (held: { pins: Pin[] }) => ({
  all: () => [...held.pins],
  change(put: readonly Pin[], removed: readonly Pick<Pin, 'server' | 'what' | 'name'>[]): void {
    const key = ({ server, what, name }: Pick<Pin, 'server' | 'what' | 'name'>) =>
      JSON.stringify([server, what, name])
    const gone = new Set([...put, ...removed].map(key))
    held.pins = [...held.pins.filter((pin) => !gone.has(key(pin))), ...put]
  },
})
