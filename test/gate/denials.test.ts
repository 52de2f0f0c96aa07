// A standing denial: what it denies while it is in force, and what it leaves alone.
import { describe, expect, it } from 'vitest'
import { noPatterns } from '../../contract/approval/lease.ts'
import type { Lease, LeasePatterns } from '../../contract/approval/lease.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { decide } from '../../main/gate/decide.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import { zoneOf } from '../command/summary.ts'
import {
  ask,
  fetching,
  lease,
  otherSession,
  policyWith,
  rule,
  running,
  to,
  write,
  writing,
} from './decision-requests.ts'

const lineOf = async (command: string): Promise<CanonicalTouchOf<'proc.run'>> => ({
  kind: 'proc.run',
  command,
  cwd: '/w',
  zone: 'workspace',
  parts: [...(await analyseCommand(command, { cwd: '/w', zoneOf }))],
})
const denied = (request: DecisionRequest, given: Partial<Lease>, tool = request.manifest.name) => {
  const denial = lease(tool, { effect: 'deny', text: 'it', lasts: 'today', ...given })
  const { effect, by, reasons } = decide({ ...request, leases: [denial] }, policyWith({}))
  if (effect === 'deny') {
    expect(by).toEqual({ kind: 'lease', id: 'lease_00000001' })
    expect(reasons.at(-1)).toEqual({ code: 'lease.denies', text: 'You denied it, for today.' })
  }
  return effect === 'deny'
}
const within = (patterns: Partial<LeasePatterns>): Partial<Lease> => ({
  patterns: { ...noPatterns, ...patterns },
})

describe('a denial that lasts', () => {
  it.each([
    ['npm test', true],
    ['npm test -- -x', true],
    ['cd src && npm test', true],
    ['timeout 5 npm test; ls', true],
    ['/usr/bin/npm test', true],
    ['npm run build', false],
    ['npm install', false],
  ])('of a command with any arguments concerns %j: %s', async (line, want) => {
    const parts = [{ words: ['npm', 'test'], more: true }]
    const request = ask(running, [await lineOf(line)])
    expect(denied(request, { touches: [await lineOf('npm test')], ...within({ parts }) })).toBe(
      want,
    )
  })

  it.each([
    ['echo $x', true],
    ['echo $y', false],
    ['echo $x; ls', false],
  ])('of one line concerns %j: %s, also where only the shell knows its words', async (line, want) =>
    expect(denied(ask(running, [await lineOf(line)]), { touches: [await lineOf('echo $x')] })).toBe(
      want,
    ),
  )

  it('of edits concerns a call that writes there among other places, with any tool', () => {
    const given = within({ paths: ['src/**'], edits: true })
    expect([
      denied(ask(writing, [write('/w/b'), write('/w/src/a')]), given),
      denied(
        ask({ ...writing, id: 'fs.edit', name: 'edit_file' }, [write('/w/src/a')]),
        given,
        'write_file',
      ),
      denied(ask(writing, [write('/w/b')]), given),
    ]).toEqual([true, true, false])
  })

  it('of a host concerns its method alone', () => {
    const given = within({ hosts: ['a.example'], methods: ['GET'] })
    expect([
      denied(ask(fetching, [to('a.example')]), given),
      denied(ask(fetching, [to('a.example', { method: 'POST' })]), given),
      denied(ask(fetching, [to('b.example')]), given),
    ]).toEqual([true, false, false])
  })

  it('ends with its time and its session, and never allows anything', () => {
    const request = ask(writing, [write('/w/a')])
    const given = { touches: [write('/w/a')] }
    expect([
      denied(request, given),
      denied(request, { ...given, expiresAt: request.at.epochMs }),
      denied(request, { ...given, session: otherSession }),
      denied(request, { ...given, revokedAt: 0 }),
    ]).toEqual([true, false, false, false])
    for (const effect of ['allow', 'deny'] as const) {
      const policy = policyWith({ rules: [rule(effect, { paths: ['/w/**'] })] })
      const denial = lease('write_file', { effect: 'deny', ...given })
      expect(decide({ ...request, leases: [denial] }, policy).effect).toBe('deny')
    }
  })
})
