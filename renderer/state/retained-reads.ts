// What was last read over a connection to Gatehouse, so that a screen shows it at once when it is
// opened and reads it again meanwhile.
import type { Bridge } from '../../contract/ipc/ipc.ts'

export type Line = Pick<Bridge, 'call'>

/** `Now`: what is asked of it besides, for whether it still holds. */
export type Retained<T, Now extends readonly unknown[] = []> = {
  /**
   * Null where nothing was read over this connection, or it does not hold any more. `epoch`:
   * another one may be to another Gatehouse.
   */
  get(epoch: number, ...now: Now): T | null
  keep(epoch: number, value: T): void
}

/** The same one for the same line, always. */
export function retainedForLines<T, Now extends readonly unknown[] = []>(
  holds: (value: T, ...now: Now) => boolean = () => true,
): (bridge: Line) => Retained<T, Now> {
  const all = new WeakMap<Line, Retained<T, Now>>()
  return (bridge) => {
    const known = all.get(bridge)
    if (known !== undefined) return known
    let held: { readonly epoch: number; readonly value: T } | null = null
    const created: Retained<T, Now> = {
      get: (epoch, ...now) =>
        held?.epoch === epoch && holds(held.value, ...now) ? held.value : null,
      keep: (epoch, value) => void (held = { epoch, value }),
    }
    all.set(bridge, created)
    return created
  }
}
