// Pure. The names of a server's tools: those that a person has opened, and all that there are.
import type { Offer } from '../../../contract/server/server.ts'
import type { Pin } from './pin.ts'

type Source = { readonly offer: Offer | null; readonly pins: readonly Pin[] }

export const openTools = ({ pins }: Source): ReadonlySet<string> =>
  new Set(pins.flatMap((pin) => (pin.what === 'tool' && pin.open ? [pin.name] : [])))

export const namesIn = ({ offer, pins }: Source): readonly string[] => [
  ...new Set(
    offer === null
      ? pins.flatMap(({ what, name }) => (what === 'tool' ? [name] : []))
      : offer.tools.map(({ name }) => name),
  ),
]
