// How a line of an allowlist or rule is read: one reading for the gate, which judges by it, and for
// anyone who checks it.
import { z } from 'zod'

/**
 * `example.org` is that name alone, `*.example.org` the names below it; a port is the scheme's
 * unless written. Where an entry opens something, it is for https unless it begins with `http://`;
 * where it closes something, for both.
 */
export const HostPattern = z
  .string()
  .regex(
    /^(?:https?:\/\/)?(\[[0-9a-f:.]+\](:\d{1,5})?|(\*\.)?[a-z0-9]([a-z0-9.:[\]-]*[a-z0-9\]])?)$/,
    'a host such as example.org, *.example.org or http://localhost:8080',
  )

export type HostRule = {
  /** As a URL has it; null where none is written. */
  readonly scheme: 'https:' | 'http:' | null
  /** Lower-case name or address, without a port. */
  readonly host: string
  /** `*.host`: the names below it, not the name itself. */
  readonly below: boolean
  /** Null where none is written: then the scheme's default port. */
  readonly port: number | null
}

/** Reads a text that HostPattern has let through. */
export function readHostPattern(text: string): HostRule {
  const scheme = schemeOf(text)
  const bare = scheme === null ? text : text.slice(scheme.length + 2)
  const below = bare.startsWith('*.')
  const rest = (below ? bare.slice(2) : bare).toLowerCase()
  const bracketed = /^(\[[^\]]*\])(?::(\d+))?$/.exec(rest)
  const plain = /^([^:]*)(?::(\d+))?$/.exec(rest)
  const [, host = rest, port] = bracketed ?? plain ?? []
  return { scheme, host, below, port: port === undefined ? null : Number(port) }
}

/** What an entry begins with. */
export function schemeOf(text: string): HostRule['scheme'] {
  if (text.startsWith('https://')) return 'https:'
  return text.startsWith('http://') ? 'http:' : null
}
