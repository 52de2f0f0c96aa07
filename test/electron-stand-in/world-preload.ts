// Runs in the preload's isolated world, before the page, as text: it may use nothing from outside
// itself. Gives the bundled preload a `require('electron')` with contextBridge and ipcRenderer. The
// binding to main exists in this world only.
import type { Packed, ToPage, ToPreload } from './world-page.ts'

/** Main towards the preload. */
export type ToWorld =
  | { readonly kind: 'event'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: boolean; readonly value: unknown }

/** The preload towards main. */
export type ToMain =
  | {
      readonly kind: 'invoke'
      readonly id: number
      readonly channel: string
      readonly args: readonly unknown[]
    }
  | { readonly kind: 'open'; readonly url: string }

type Bundle = (require: (name: string) => unknown, exports: object, module: object) => void
type Listener = (event: object, ...args: unknown[]) => void

export function preloadWorld(wire: string, binding: string, bundle: Bundle): void {
  if (window !== window.top) return
  const world = globalThis as unknown as Record<string, (text: string) => void>
  const toMain = (message: ToMain): void => world[binding]?.(JSON.stringify(message))
  const toPage = (message: ToPage): void =>
    void document.dispatchEvent(
      new CustomEvent(`${wire}:page`, { detail: JSON.stringify(message) }),
    )
  const exposed = new Map<number, (...args: unknown[]) => unknown>()
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >()
  const listeners = new Map<string, Listener[]>()
  let last = 0

  const thrown = (error: unknown): Packed => ({
    kind: 'thrown',
    message: error instanceof Error ? error.message : String(error),
  })
  const pack = (value: unknown): Packed => {
    last += 1
    const id = last
    if (typeof value === 'function') {
      exposed.set(id, value as () => unknown)
      return { kind: 'function', id }
    }
    if (value instanceof Promise) {
      const settled = (result: Packed): void => toPage({ kind: 'settled', id, result })
      value.then(
        (result) => settled(pack(result)),
        (error: unknown) => settled(thrown(error)),
      )
      return { kind: 'promise', id }
    }
    if (value === undefined) return { kind: 'undefined' }
    const holdsFunctions =
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).some((member) => typeof member === 'function')
    if (holdsFunctions)
      return {
        kind: 'object',
        members: Object.entries(value).map(([key, member]) => [key, pack(member)] as const),
      }
    return { kind: 'value', value }
  }
  const unpack = (packed: Packed): unknown => {
    if (packed.kind === 'callback')
      return (...args: unknown[]) =>
        toPage({ kind: 'callback', id: packed.id, args: args.map(pack) })
    return packed.kind === 'value' ? packed.value : undefined
  }

  document.addEventListener(`${wire}:preload`, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as ToPreload
    if (message.kind === 'open') return toMain(message)
    let result: Packed
    try {
      result = pack(exposed.get(message.id)?.(...message.args.map(unpack)))
    } catch (error) {
      result = thrown(error)
    }
    toPage({ kind: 'answer', result })
  })

  world['standInHears'] = (text) => {
    const message = JSON.parse(text) as ToWorld
    if (message.kind === 'event') {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args)
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.ok) call?.resolve(message.value)
    else call?.reject(new Error(String(message.value)))
  }

  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        toMain({ kind: 'invoke', id: last, channel, args })
      }),
    on: (channel: string, listener: Listener) =>
      void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    off(channel: string, listener: Listener) {
      const others = (listeners.get(channel) ?? []).filter((one) => one !== listener)
      listeners.set(channel, others)
    },
  }
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) =>
      toPage({ kind: 'expose', key, api: pack(api) }),
  }
  const require = (name: string): unknown => {
    if (name === 'electron') return { contextBridge, ipcRenderer }
    throw new Error(`A sandboxed preload cannot load ${name}.`)
  }
  bundle(require, {}, { exports: {} })
}
