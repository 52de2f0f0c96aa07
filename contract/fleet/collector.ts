// The OpenTelemetry Collector that this machine's journal is sent to: where it is, and how far it is.
import { z } from 'zod'
import { Failure } from '../failure.ts'
import { MachineName } from './machine.ts'

/** The path that receivers of OTLP over HTTP take logs at. */
const LOGS_PATH = '/v1/logs'

/** Written as one of these it is this machine, whatever a resolver says. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

const mayBeAsked = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  return (
    (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))) &&
    username === '' &&
    password === '' &&
    hash === ''
  )
}

/** Set by what is sent, or by the credential. */
const OURS = /^(authorization|proxy-.*|cookie|host|connection|content-.*|transfer-encoding)$/i

export const FleetCollector = z.strictObject({
  url: z
    .string()
    .max(2_000)
    .refine(mayBeAsked, 'an https address, or http on this machine, without a name and password')
    .describe('Where it takes logs over OTLP and HTTP. An address without a path gets /v1/logs.'),
  encoding: z
    .enum(['protobuf', 'json'])
    .default('protobuf')
    .describe('protobuf or json: how rows are written on the way.'),
  compression: z
    .enum(['gzip', 'none'])
    .default('gzip')
    .describe('gzip, or none for a receiver that takes nothing compressed.'),
  credential: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('The stored credential that lets this machine’s rows in, with its own header.'),
  headers: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9-]{1,100}$/, 'the name of a header')
        .refine((name) => !OURS.test(name), 'a header that Gatehouse does not set itself'),
      z.string().regex(/^[\x20-\x7e]{0,1000}$/, 'printable ASCII'),
    )
    .default({})
    .describe('Headers that are no secrets, such as X-Scope-OrgID of Loki.'),
  ca: z
    .string()
    .regex(/^\//, 'an absolute path')
    .nullable()
    .default(null)
    .describe('A PEM file with the authority that vouches for it, where it is your own.'),
})
export type FleetCollector = z.infer<typeof FleetCollector>

/** The whole address that rows are sent to. */
export function logsAddress(url: string): string {
  const address = new URL(url)
  if (address.pathname === '/') address.pathname = LOGS_PATH
  return address.href
}

const sent = {
  machine: MachineName,
  url: z.string(),
  /** Number of the last row that it acknowledged. */
  seq: z.int(),
  /** Rows that went without their content since Gatehouse started: it refused them as they were. */
  withheld: z.int(),
}

export const CollectorState = z.discriminatedUnion('kind', [
  /** No collector is set up. */
  z.strictObject({ kind: z.literal('none') }),
  /** It has acknowledged every row. `at`: since when; epoch milliseconds. */
  z.strictObject({ kind: z.literal('level'), ...sent, at: z.int() }),
  /** `behind`: rows that it has not acknowledged. */
  z.strictObject({ kind: z.literal('sending'), ...sent, behind: z.int() }),
  z.strictObject({
    kind: z.literal('waiting'),
    ...sent,
    behind: z.int(),
    why: Failure,
    /** Tried again then; epoch milliseconds. */
    next: z.int(),
  }),
])
export type CollectorState = z.infer<typeof CollectorState>
