// Pure. Words of a server that could steer calls of somebody else's tools: a model reads them before
// its first call, so a value that is in them came from there as much as from any result.
import type { Reviewed } from '../../../../contract/server/server.ts'
import { textIn, steersIn, type Scanners } from './scan.ts'
import { valueIn } from '../items.ts'

export type Steering = {
  readonly server: string
  /** Whose words: `the tool get_weather of the server weather`. */
  readonly from: string
  readonly text: string
}

type Items = {
  readonly name: string
  readonly compared: readonly Pick<Reviewed, 'what' | 'name' | 'before' | 'now'>[]
}

const ADDRESS = /[\p{L}\p{N}._%+-]{1,128}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu

/**
 * The whole of what names others' tools or reads like orders; of everything else the addresses in
 * it, which have no business in a description.
 * @param names every tool there is, by its server; null: built in.
 */
export function steeringIn(
  views: readonly Items[],
  names: readonly { readonly server: string | null; readonly names: readonly string[] }[],
  scanners: Scanners,
): readonly Steering[] {
  return views.flatMap(({ name: server, compared }) => {
    const own = new Set(names.flatMap((one) => (one.server === server ? one.names : [])))
    const others = new Set(
      names
        .flatMap((one) => (one.server === server ? [] : one.names))
        .filter((name) => !own.has(name)),
    )
    return compared.flatMap(({ what, name, now, before }) => {
      const words = textIn(valueIn(now ?? before ?? 'null'))
      const text = steersIn(words, others, scanners)
        ? words
        : (words.match(ADDRESS) ?? []).join('\n')
      const of = what === 'server' ? 'the instructions' : `the ${what} ${name}`
      return text === '' ? [] : [{ server, from: `${of} of the server ${server}`, text }]
    })
  })
}
