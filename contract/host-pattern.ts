// How a line of an allowlist or rule is read: one reading for the gate, which judges by it, and for whoever checks it.
import { z } from 'zod'

/** `example.org` is that name alone, `*.example.org` the names below it; a port is the scheme's unless written. */
export const HostPattern = z
  .string()
  .regex(
    /^(\[[0-9a-f:.]+\](:\d{1,5})?|(\*\.)?[a-z0-9]([a-z0-9.:[\]-]*[a-z0-9\]])?)$/,
    'a host such as example.org, *.example.org or localhost:8080',
  )

export type HostRule = {
  /** Lower-case name or address, without a port. */
  readonly host: string
  /** `*.host`: the names below it, not the name itself. */
  readonly below: boolean
  /** Null where none is written: then the scheme's default port. */
  readonly port: number | null
}

/** Reads a text that HostPattern has let through. */
export function readHostPattern(text: string): HostRule {
  const below = text.startsWith('*.')
  const rest = (below ? text.slice(2) : text).toLowerCase()
  const bracketed = /^(\[[^\]]*\])(?::(\d+))?$/.exec(rest)
  const plain = /^([^:]*)(?::(\d+))?$/.exec(rest)
  const [, host = rest, port] = bracketed ?? plain ?? []
  return { host, below, port: port === undefined ? null : Number(port) }
}
