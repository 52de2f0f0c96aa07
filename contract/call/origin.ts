// Where text came from, and what a session has seen. The types are final; how finely origins are
// traced will grow.
import { z } from 'zod'
import { CallId } from '../ids.ts'

/**
 * How far a text may be believed. person: typed by the person. workspace: a file the person works
 * on. private: data that must not leave by itself. untrusted: written by anyone (web, external
 * servers, mail).
 */
export const SourceLabel = z.enum(['person', 'workspace', 'private', 'untrusted'])
export type SourceLabel = z.infer<typeof SourceLabel>

/** A text that came into the session: which call brought it, from where, how far to believe it. */
export const Source = z.strictObject({
  callId: CallId,
  tool: z.string(),
  from: z.string(),
  label: SourceLabel,
  /** It holds private data as well, though anyone may have written it: mail. */
  holdsPrivate: z.literal(true).optional(),
})
export type Source = z.infer<typeof Source>

export const Origin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person') }),
  z.strictObject({ kind: z.literal('tool'), source: Source }),
  z.strictObject({ kind: z.literal('model') }),
])
export type Origin = z.infer<typeof Origin>

/** `pointer` is a JSON Pointer (RFC 6901) into the arguments. */
export const ArgumentOrigin = z.strictObject({
  pointer: z.string(),
  origin: Origin,
  /**
   * Only this part of the argument was found there: a host, path, address or long token, in lower
   * case. Left out: the whole.
   */
  part: z.string().optional(),
  /**
   * The argument is content and names no place that the call would reach. Left out: it may name
   * one.
   */
  content: z.literal(true).optional(),
})
export type ArgumentOrigin = z.infer<typeof ArgumentOrigin>

/** It came out of text that anyone may have written. */
export const isUntrusted = ({ origin }: ArgumentOrigin): boolean =>
  origin.kind === 'tool' && origin.source.label === 'untrusted'

/** What a session has read so far. Only ever grows. */
export const Taint = z.strictObject({
  privateRead: z.array(Source),
  untrustedRead: z.array(Source),
})
export type Taint = z.infer<typeof Taint>
export const noTaint: Taint = { privateRead: [], untrustedRead: [] }
