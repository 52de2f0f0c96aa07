// Runs in the page's own world, before the page, as text: it may use nothing from outside itself.
// The page's half of contextBridge: puts copies of what the preload exposes on `window`, and
// carries calls over DOM events whose name only the two halves know. It takes what it needs from
// the page's world now, so that nothing the page changes later reaches it.

/** How a value crosses. Functions and promises stay where they are; only their number crosses. */
export type Packed =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'undefined' }
  | { readonly kind: 'function' | 'promise' | 'callback'; readonly id: number }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Packed])[] }
  | { readonly kind: 'thrown'; readonly message: string }

export type ToPage =
  | { readonly kind: 'expose'; readonly key: string; readonly api: Packed }
  | { readonly kind: 'answer'; readonly result: Packed }
  | { readonly kind: 'callback'; readonly id: number; readonly args: readonly Packed[] }
  | { readonly kind: 'settled'; readonly id: number; readonly result: Packed }

export type ToPreload =
  | { readonly kind: 'invoke'; readonly id: number; readonly args: readonly Packed[] }
  | { readonly kind: 'open'; readonly url: string }

export function pageWorld(wire: string): void {
  if (window !== window.top) return
  const { document, CustomEvent, Promise, Map, Object, Array, Error, URL } = globalThis
  const { parse, stringify } = JSON
  const send = document.dispatchEvent.bind(document)
  const listen = document.addEventListener.bind(document)
  const callbacks = new Map<number, (...args: unknown[]) => unknown>()
  const promises = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >()
  let last = 0
  let answer: Packed = { kind: 'undefined' }

  const toPreload = (message: ToPreload): void =>
    void send(new CustomEvent(`${wire}:preload`, { detail: stringify(message) }))

  const pack = (value: unknown): Packed => {
    if (typeof value === 'function') {
      last += 1
      callbacks.set(last, value as () => unknown)
      return { kind: 'callback', id: last }
    }
    return value === undefined ? { kind: 'undefined' } : { kind: 'value', value }
  }
  const unpack = (packed: Packed): unknown => {
    if (packed.kind === 'value') return packed.value
    if (packed.kind === 'function') return (...args: unknown[]) => invoke(packed.id, args)
    if (packed.kind === 'promise')
      return new Promise((resolve, reject) => promises.set(packed.id, { resolve, reject }))
    if (packed.kind === 'object')
      return Object.freeze(
        Object.fromEntries(packed.members.map(([key, member]) => [key, unpack(member)])),
      )
    if (packed.kind === 'thrown') throw new Error(packed.message)
    return undefined
  }
  const invoke = (id: number, args: unknown[]): unknown => {
    toPreload({ kind: 'invoke', id, args: Array.from(args, pack) })
    return unpack(answer)
  }
  const settle = (id: number, result: Packed): void => {
    const promise = promises.get(id)
    promises.delete(id)
    if (result.kind === 'thrown') promise?.reject(new Error(result.message))
    else promise?.resolve(unpack(result))
  }

  listen(`${wire}:page`, (event) => {
    const message = parse((event as CustomEvent<string>).detail) as ToPage
    if (message.kind === 'expose')
      Object.defineProperty(window, message.key, { value: unpack(message.api), enumerable: true })
    if (message.kind === 'answer') answer = message.result
    if (message.kind === 'callback') callbacks.get(message.id)?.(...message.args.map(unpack))
    if (message.kind === 'settled') settle(message.id, message.result)
  })

  // Electron asks main before there is a window; every answer of ours is `deny`, which the page
  // sees as null.
  window.open = (url) => {
    toPreload({
      kind: 'open',
      url: url === undefined ? 'about:blank' : new URL(url, document.baseURI).href,
    })
    return null
  }
}
