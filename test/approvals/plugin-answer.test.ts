// What a lasting answer to a plugin's call leaves behind: just the program, folders and arguments that
// its card showed, or any arguments where it has no host.
import { describe, expect, it } from 'vitest'
import { LeaseId } from '../../contract/ids.ts'
import type { Approval, Reply } from '../../contract/approval/approval.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../contract/call/touch.ts'
import { noPatterns } from '../../contract/approval/lease.ts'
import { lastingAnswer } from '../../main/approvals/lasting-answer.ts'
import { pluginScopes } from '../../main/gate/scopes/propose-plugin.ts'
import { approval } from '../store/samples.ts'

const runs: CanonicalTouchOf<'plugin.run'> = {
  kind: 'plugin.run',
  plugin: 'word_count',
  origin: 'external',
  runs: 'native',
  digest: '1'.repeat(64),
}
const reads: CanonicalTouch = { kind: 'fs.read', path: '/w', zone: 'workspace', is: 'folder' }
const connects: CanonicalTouch = {
  kind: 'net.connect',
  host: 'api.example.org',
  port: 443,
  reach: 'public',
  listed: true,
}
const args = { path: 'a.txt' }

function card(others: readonly CanonicalTouch[]): Approval {
  const plain = approval(1)
  const facts = { workspace: '/w', args, wholeArgs: true, declaredArgs: ['/path', '/lines'] }
  return {
    ...plain,
    tool: 'word_count',
    args,
    durations: ['hour'],
    decision: { ...plain.decision, touches: [runs, ...others] },
    proposals: pluginScopes(runs, others, facts).map(({ exact = false, ...scope }) => ({
      ...scope,
      exact,
      allows: true,
    })),
  }
}
const leaseOf = (of: Approval, reply: Pick<Reply, 'answer' | 'choice'>) => {
  const created = lastingAnswer(of, reply, {
    roots: { workspace: '/w', home: '/h', foldsCase: false },
    now: () => 0,
    newLeaseId: () => LeaseId.parse('lease_aaaaaaaaaaaa'),
    leftToClient: () => null,
  })
  return created.ok ? created.value.lease : created.error
}

describe('a lasting answer to a call of a plugin', () => {
  const exact = { ...noPatterns, args: { '': args } }
  const any = { ...noPatterns, free: ['/path', '/lines'] }
  it.each([
    ['always, with folders alone', [reads], { answer: 'always' }, any],
    [
      'its first scope: just these arguments',
      [reads],
      { answer: 'scope', choice: { proposal: 0, lasts: 'hour' } },
      exact,
    ],
    [
      'its second scope: any arguments',
      [reads],
      { answer: 'scope', choice: { proposal: 1, lasts: 'hour' } },
      any,
    ],
    [
      'with a host, just these arguments',
      [connects],
      { answer: 'scope', choice: { proposal: 0, lasts: 'hour' } },
      exact,
    ],
  ] as const)('%s', (_name, others, reply, patterns) => {
    const of = card(others)
    expect(leaseOf(of, reply as Pick<Reply, 'answer' | 'choice'>)).toMatchObject({
      effect: 'allow',
      tool: 'word_count',
      definition: of.definitionHash,
      patterns,
      touches: [runs, ...others],
    })
  })

  it('has no scope with any arguments where it has a host', () => {
    expect(
      leaseOf(card([connects]), { answer: 'scope', choice: { proposal: 1, lasts: 'hour' } }),
    ).toMatchObject({ code: 'approval.no-scope' })
  })
})
