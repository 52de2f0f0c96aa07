// Every tool that speaks with a service: whatever it does wrong ends in
// a sentence, in time, without the credential; and only what changes nothing is asked twice.
import { expect, it } from 'vitest'
import type { AnyTool } from '../../contract/call/tool.ts'
import { MISHAPS, PLANTED } from '../fakes/services/http-service.ts'
import type { HttpService, Mishap } from '../fakes/services/http-service.ts'
import { runTool } from '../fakes/services/run-tool.ts'
import type { RunOptions } from '../fakes/services/run-tool.ts'

export type Situation = {
  readonly service: HttpService
  readonly tool: AnyTool
  readonly args: Record<string, unknown>
  readonly credentials?: RunOptions['credentials']
  readonly powers?: RunOptions['powers']
  /** The call changes something, so it is asked once. */
  readonly once?: boolean
}

/** A service that never answers holds a test up for as long as a tool waits: it is stopped instead. */
const WAITED_MS = 300

/** `codes`: what one of them ends as, where it is not what it is everywhere. */
export function standsMishaps(
  what: string,
  open: () => Promise<Situation>,
  codes: Partial<Record<Mishap, string>> = {},
): void {
  it.each(MISHAPS)(`${what} ends in a sentence on %s`, async (mishap) => {
    const { service, tool, args, credentials, powers, once = false } = await open()
    service.goWrong(mishap)
    const stop = new AbortController()
    if (mishap === 'no answer') setTimeout(() => stop.abort(), WAITED_MS)
    const ended = await runTool(tool, args, {
      hosts: service.hosts,
      ...(credentials === undefined ? {} : { credentials }),
      ...(powers === undefined ? {} : { powers }),
      signal: stop.signal,
    })
    expect(ended).toMatchObject({ ok: false, error: { code: codes[mishap] ?? usual[mishap] } })
    // Stopped really: the service sees its connection closed.
    const waiting = (): boolean => mishap === 'no answer' && service.abandoned.length === 0
    await expect.poll(waiting).toBe(false)
    // Who was told no credential can repeat none.
    const repeated = credentials !== undefined && JSON.stringify(ended).includes(PLANTED)
    expect(repeated).toBe(false)
    expect(service.asked).toHaveLength(!once && AGAIN.has(mishap) ? 3 : 1)
  })
}

/** Asked three times where that changes nothing. */
const AGAIN: ReadonlySet<Mishap> = new Set(['429', '500', 'half a body'])

const usual: Readonly<Record<Mishap, string>> = {
  '401': 'service.credential',
  '403': 'service.forbidden',
  '404': 'service.not-found',
  '409': 'service.conflict',
  '422': 'service.refused',
  '429': 'service.rate-limit',
  '500': 'service.down',
  html: 'service.answer',
  '50 MB': 'service.too-large',
  'half a body': 'net.protocol',
  nothing: 'service.answer',
  'wrong JSON': 'service.answer',
  'no answer': 'net.cancelled',
}
