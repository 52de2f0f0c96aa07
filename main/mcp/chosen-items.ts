// What a person accepts of a server, out of what a review showed.
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { Reviewed } from '../../contract/server/server.ts'
import { lowered, type ToolLabels } from '../../contract/server/tool-labels.ts'
import { keyOf, type What } from './trust/items.ts'
import type { PinStore } from './trust/pin-store.ts'
import type { ServerView } from './trust/present.ts'

export type Ref = {
  readonly what: What
  readonly name: string
  /** Of a tool: in place of what is proposed. */
  readonly labels?: ToolLabels | undefined
}

type Chosen = {
  readonly put: Parameters<PinStore['open']>[1]
  readonly gone: Parameters<PinStore['open']>[2]
  /** What a person took off what was proposed, for the journal; null: nothing. */
  readonly lowered: string | null
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
  const said = new Map(
    refs === 'all'
      ? []
      : refs.flatMap((ref) =>
          ref.labels === undefined ? [] : [[keyOf(ref), ref.labels] as const],
        ),
  )
  const put = chosen.flatMap((one) => {
    const { what, name, now, state } = one
    const labels = said.get(keyOf(one)) ?? one.labels?.proposed ?? null
    // What is open stays as it is, unless something is said of it, or nothing ever was.
    if (now === null || (state === 'open' && (labels === null || same(labels, one)))) return []
    return [{ server, what, name, text: now, open: true, labels }]
  })
  const less = chosen.flatMap((one) => {
    const labels = said.get(keyOf(one))
    const words =
      labels === undefined || one.labels === null ? [] : lowered(labels, one.labels.proposed)
    return words.length === 0 ? [] : [`${one.name}: ${words.join(', ')}`]
  })
  return ok({
    put,
    gone: chosen.filter(({ state }) => state === 'gone').map(({ what, name }) => ({ what, name })),
    lowered:
      less.length === 0 ? null : `Labels below those proposed. ${less.join('; ')}`.slice(0, 300),
  })
}

const same = (labels: ToolLabels, { labels: own }: Reviewed): boolean =>
  canonicalJson(own?.decided ?? null) === canonicalJson(labels)
