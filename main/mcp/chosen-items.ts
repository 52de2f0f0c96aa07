// What a person accepts of a server, out of what a review showed.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { keyOf } from './trust/items.ts'
import type { What } from './trust/items.ts'
import type { PinStore } from './trust/pin-store.ts'
import type { ServerView } from './trust/present.ts'

export type Ref = { readonly what: What; readonly name: string }

type Chosen = {
  readonly put: Parameters<PinStore['open']>[1]
  readonly gone: Parameters<PinStore['open']>[2]
}

/** Failures: `server.no-item`, `server.refused`. */
export function chosenItems(
  server: string,
  view: ServerView,
  refs: readonly Ref[] | 'all',
): Result<Chosen, Failure> {
  const wanted = refs === 'all' ? null : new Set(refs.map(keyOf))
  const missing =
    refs === 'all'
      ? undefined
      : refs.find((ref) => !view.reviewed().some((one) => keyOf(one) === keyOf(ref)))
  if (missing !== undefined)
    return err(
      failure(
        'server.no-item',
        `The server ${server} has no ${missing.what} named ${missing.name}.`,
        `See: gatehouse servers review ${server}`,
      ),
    )
  // All is what nothing was found in. What has findings wants a look of its own, and is named.
  const chosen = view
    .reviewed()
    .filter(
      (one) => wanted?.has(keyOf(one)) ?? (one.state !== 'refused' && one.warnings.length === 0),
    )
  const refused = chosen.find(({ state }) => state === 'refused')
  if (refused !== undefined)
    return err(
      failure('server.refused', `${refused.name} cannot be opened. ${refused.warnings[0] ?? ''}`),
    )
  return ok({
    put: chosen.flatMap(({ what, name, now, state }) =>
      now === null || state === 'open' ? [] : [{ server, what, name, text: now, open: true }],
    ),
    gone: chosen.filter(({ state }) => state === 'gone').map(({ what, name }) => ({ what, name })),
  })
}
