// From 2026-07-28 a client says of what it wants to hear, by a request that stays open.
import type { Json } from '../../../contract/json.ts'
import type { Out } from './protocol/client-output.ts'
import { isObject } from '../../../contract/is-object.ts'
import { code, field, meta, type Fields, type RequestId } from './protocol/protocol.ts'
import type { Change, Provider } from './provider.ts'
import { done, failed, notificationText, replyText } from './protocol/reply.ts'

type Filter = { readonly kinds: ReadonlySet<string>; readonly uris: readonly string[] }
type Open = { readonly filter: Filter; readonly out: Out; unwatch(): void }

const mostOpen = 16
const mostUris = 1_024
const keys = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const

export type Listening = {
  open(id: RequestId, params: Fields | undefined, out: Out): void
  has(id: RequestId): boolean
  /** By the client; it gets no answer. */
  cancel(id: RequestId): boolean
  notify(change: Change): void
  drop(): void
  /** By us: each gets its answer, which says that nothing more comes. */
  end(): void
}

export function openListening(
  { capabilities, watch }: Pick<Provider, 'capabilities' | 'watch'>,
  modern: string,
): Listening {
  const all = new Map<RequestId, Open>()
  const forget = (id: RequestId): boolean => {
    all.get(id)?.unwatch()
    return all.delete(id)
  }
  const close = (id: RequestId, out: Out): void => {
    const reply = done('')
    const members = `${modern.slice(0, -1)},${JSON.stringify(meta.subscription)}:${JSON.stringify(id)}}`
    out.end(replyText(id, reply, members), reply)
  }
  const send = (
    out: Out,
    id: RequestId,
    method: string,
    params: Readonly<Record<string, Json>>,
  ): void => out.send(notificationText(method, { ...params, _meta: { [meta.subscription]: id } }))

  return {
    open(id, params, out) {
      const refuse = (number: number, text: string): void => {
        const reply = failed(number, text)
        out.end(replyText(id, reply, modern), reply)
      }
      const wanted = field(params, 'notifications')
      if (!isObject(wanted))
        return refuse(code.invalidParams, 'Invalid params: notifications is missing.')
      if (all.size >= mostOpen)
        return refuse(code.unavailable, `More than ${mostOpen} subscriptions.`)
      const kinds = (['tools', 'prompts', 'resources'] as const).filter(
        (kind) => field(wanted, keys[kind]) === true && capabilities[kind] !== undefined,
      )
      const given = field(wanted, 'resourceSubscriptions')
      const wantedUris =
        capabilities.resources?.subscribe !== undefined && Array.isArray(given)
          ? given.filter((uri) => typeof uri === 'string').slice(0, mostUris)
          : []
      const watching = wantedUris.flatMap((uri) => {
        const stop = watch(uri)
        return stop === null ? [] : [{ uri, stop }]
      })
      const uris = watching.map(({ uri }) => uri)
      const honoured = {
        ...Object.fromEntries(kinds.map((kind) => [keys[kind], true])),
        ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }),
      }
      send(out, id, 'notifications/subscriptions/acknowledged', { notifications: honoured })
      if (kinds.length + uris.length === 0) return close(id, out)
      all.set(id, {
        filter: { kinds: new Set(kinds), uris },
        out,
        unwatch: () => watching.forEach(({ stop }) => stop()),
      })
    },
    has: (id) => all.has(id),
    cancel: forget,
    notify(change) {
      for (const [id, { filter, out }] of all) {
        if (change.kind !== 'updated') {
          if (filter.kinds.has(change.kind))
            send(out, id, `notifications/${change.kind}/list_changed`, {})
        } else if (filter.uris.includes(change.uri))
          send(out, id, 'notifications/resources/updated', { uri: change.uri })
      }
    },
    drop: () => [...all.keys()].forEach(forget),
    end() {
      const open = [...all]
      for (const [id, { out }] of open) {
        forget(id)
        close(id, out)
      }
    },
  }
}
