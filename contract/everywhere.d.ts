// What a page and Node both have besides the language itself: all of it that contract/ and tools/
// may use, which know neither the DOM nor Node. Elsewhere the environment's own declarations hold.

interface EventTarget {
  addEventListener(
    kind: string,
    listener: (event: Event) => void,
    options?: { once?: boolean },
  ): void
  removeEventListener(kind: string, listener: (event: Event) => void): void
}
interface Event {
  readonly target: EventTarget | null
}
interface AbortSignal extends EventTarget {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
}
declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare class DOMException extends Error {
  constructor(message: string, name: string)
}

/** A number in a page; an object that can be told not to keep the program alive in Node. */
type Timer = number | { unref(): unknown }
declare function setTimeout(work: () => void, ms: number): Timer
declare function clearTimeout(timer: Timer | undefined): void
declare const performance: { now(): number }

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(encoding?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  readonly encoding: string
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
declare class URL {
  constructor(url: string, base?: string | URL)
  static canParse(url: string, base?: string | URL): boolean
  href: string
  protocol: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  username: string
  password: string
  readonly origin: string
  readonly searchParams: URLSearchParams
}
declare class URLSearchParams {
  constructor(pairs?: string | Readonly<Record<string, string>>)
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
  append(name: string, value: string): void
  toString(): string
}
declare function atob(text: string): string
declare function btoa(text: string): string
