// Pure. What is offered now, held against what was reviewed.
import type { Reviewed } from '../../../contract/server/server.ts'
import { keyOf, type Item } from './items.ts'
import type { Pin } from './pin.ts'

export type Compared = {
  readonly what: Item['what']
  readonly name: string
  readonly state: Exclude<Reviewed['state'], 'refused'>
  readonly before: string | null
  readonly now: string | null
  /** The pin is open, and what is offered is not what it says: it has to be closed. */
  readonly drifted: boolean
}

/**
 * A pin that was closed stays closed also when the reviewed text comes back: what changes and
 * changes back shows one face to anyone who looks and another to anyone who uses it, and only a
 * person can say why.
 * @param items of a whole offer. @param pins of this server.
 */
export function compare(items: readonly Item[], pins: readonly Pin[]): readonly Compared[] {
  const byKey = new Map(pins.map((pin) => [keyOf(pin), pin]))
  const offered = items.map(({ what, name, text }): Compared => {
    const pin = byKey.get(keyOf({ what, name }))
    if (pin === undefined)
      return { what, name, state: 'new', before: null, now: text, drifted: false }
    const same = pin.text === text
    return {
      what,
      name,
      state: pin.open && same ? 'open' : 'changed',
      before: pin.text,
      now: text,
      drifted: pin.open && !same,
    }
  })
  const there = new Set(items.map(keyOf))
  const gone = pins.filter((pin) => !there.has(keyOf(pin)))
  return [
    ...offered,
    ...gone.map(({ what, name, text, open }): Compared => ({
      what,
      name,
      state: 'gone',
      before: text,
      now: null,
      drifted: open,
    })),
  ]
}
