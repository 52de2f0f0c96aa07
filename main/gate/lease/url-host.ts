// Pure. Arguments of a server's tool that are the URL of a page, and at which host that is.
import type { Json, JsonObject } from '../../../contract/json.ts'
import { readPointer } from './compiled-lease.ts'

const LONGEST_URL = 2_048
/** Printable, without a space or a backslash, which programs read differently. */
const PLAIN = /^https?:\/\/[!-[\]-~]+$/

/**
 * `https://api.example.com`, of a URL that every program reads alike: the host is followed by a
 * slash or by nothing, so there is no port that could be left out, no name of a user and no `#@`.
 * Null for any other value.
 */
export function plainHost(value: Json | undefined): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_URL || !PLAIN.test(value)) return null
  if (!URL.canParse(value)) return null
  const { origin } = new URL(value)
  return value === origin || value.startsWith(`${origin}/`) ? origin : null
}

/** Those of the arguments, by JSON Pointer. */
export const urlHosts = (args: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => {
      const host = plainHost(value)
      return host === null || name.length > LONGEST_NAME ? [] : [[pointerTo(name), host]]
    }),
  )

const LONGEST_NAME = 200

export const pointerTo = (name: string): string =>
  `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** What allows: each of these arguments is there, and is plainly at that host. */
export const staysAt = (
  hosts: Readonly<Record<string, string>> | undefined,
  args: JsonObject,
): boolean =>
  Object.entries(hosts ?? {}).every(([pointer, host]) => plainHost(at(args, pointer)) === host)

/** What denies: however it is spelt, and by http as well, each of them may lead there. */
export const mayBeAt = (
  hosts: Readonly<Record<string, string>> | undefined,
  args: JsonObject,
): boolean =>
  Object.entries(hosts ?? {}).every(([pointer, host]) => {
    const value = at(args, pointer)
    if (typeof value !== 'string') return value !== undefined
    return !URL.canParse(value) || new URL(value).hostname === new URL(host).hostname
  })

const at = (args: JsonObject, pointer: string): Json | undefined => {
  const name = readPointer(pointer)[0] ?? ''
  return Object.hasOwn(args, name) ? args[name] : undefined
}
