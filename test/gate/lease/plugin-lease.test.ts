// Approvals that last for a plugin: for that manifest and program, those folders and hosts, and no
// argument that its card did not show or that its manifest does not name.
import { describe, expect, it } from 'vitest'
import { ApprovalId, DefinitionHash, LeaseId, SessionId } from '../../../contract/ids.ts'
import { Lease } from '../../../contract/approval/lease.ts'
import type { ArgumentOrigin, Taint } from '../../../contract/call/origin.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { decide } from '../../../main/gate/decide.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import { compileLease } from '../../../main/gate/lease/compiled-lease.ts'
import { boundsShown, steeredArgs } from '../../../main/gate/lease/raiser-bounds.ts'
import { raiserCodes, raisersOn } from '../../../main/gate/lease/raiser-cover.ts'
import { makePolicy } from '../../../main/gate/policy.ts'
import { plainPolicy } from '../plain-policy.ts'
import { namedProposals } from '../../../main/gate/scopes/propose-named.ts'
import { proposeScopes } from '../../../main/gate/scopes/propose.ts'
import { readFile } from '../../../tools/files/read-file.ts'

const roots = { workspace: '/w', home: '/h', foldsCase: false }
const policy = makePolicy(plainPolicy(roots), (text) => text.length.toString(16).padStart(64, '0'))
const one = DefinitionHash.parse('a'.repeat(64))
const source = { callId: 'call_aaaaaaaaaaaa', tool: 'fetch_url', from: 'example.org' } as never
const nothing: Taint = { privateRead: [], untrustedRead: [] }
const secretRead: Taint = {
  ...nothing,
  privateRead: [{ ...(source as object), label: 'private' } as never],
}
const both: Taint = {
  ...secretRead,
  untrustedRead: [{ ...(source as object), label: 'untrusted' } as never],
}

const program = (digest: string): CanonicalTouch => ({
  kind: 'plugin.run',
  plugin: 'word_count',
  origin: 'external',
  runs: 'wasi',
  digest: digest.repeat(64),
})
const reads: CanonicalTouch = { kind: 'fs.read', path: '/w', zone: 'workspace', is: 'folder' }
const writes: CanonicalTouch = { kind: 'fs.write', path: '/w', zone: 'workspace', is: 'folder' }
const connects: CanonicalTouch = {
  kind: 'net.connect',
  host: 'api.example.org',
  port: 443,
  reach: 'public',
  listed: true,
}

const request = (more: Partial<DecisionRequest> = {}): DecisionRequest => ({
  manifest: {
    ...readFile.manifest,
    id: 'text.words',
    name: 'word_count',
    builtIn: false,
    riskTier: 'R2',
    sideEffects: true,
    defaultPolicy: { effect: 'confirm', scope: 'this call' },
  },
  action: null,
  args: { path: 'a.txt' },
  touches: [program('1'), reads],
  origins: [],
  taint: nothing,
  principal: { kind: 'mcp-client', name: 'helper', session: SessionId.parse('ses_aaaaaaaaaaaa') },
  channel: 'gateway',
  used: { session: 0, minute: 0 },
  leases: [],
  at: { epochMs: 0, minute: 0, weekday: 'mon' } as never,
  frozen: false,
  sandboxed: true,
  reviewed: true,
  definition: one,
  ...more,
})

const scopesOf = (card: DecisionRequest) =>
  namedProposals(
    proposeScopes(card.touches, {
      workspace: '/w',
      args: card.args,
      wholeArgs: true,
      declaredArgs: ['/path', '/lines'],
    }),
    true,
    decide(card, policy).reasons,
    card.touches,
    roots,
  )

/** As the answer makes it: the touches of its card, and the limits of one of its scopes. */
function given(card: DecisionRequest, which: 'exact' | 'any'): Lease {
  const { reasons } = decide(card, policy)
  const scope = scopesOf(card).find(({ exact }) => exact === (which === 'exact'))
  const steered = steeredArgs(card.origins, card.args)
  return Lease.parse({
    id: LeaseId.parse('lease_aaaaaaaaaaaa'),
    createdAt: 0,
    session: null,
    action: null,
    approvalId: ApprovalId.parse('apr_aaaaaaaaaaaa'),
    tool: 'word_count',
    touches: card.touches,
    uses: 0,
    revokedAt: null,
    definition: one,
    patterns: scope?.patterns,
    raisers: raiserCodes(reasons),
    bounds: boundsShown(raisersOn(reasons), {
      touches: card.touches,
      principal: card.principal,
      definition: one,
      steered,
    }),
  })
}
const after = (lease: Lease, asked: DecisionRequest) => {
  const { effect, by } = decide({ ...asked, leases: [compileLease(lease, roots)] }, policy)
  return `${effect} by ${by.kind}`
}

describe('the scopes of a call of a plugin', () => {
  it.each([
    ['that has folders only', [program('1'), reads], [true, false]],
    ['that writes', [program('1'), writes], [true, false]],
    ['that has a host', [program('1'), reads, connects], [true]],
  ])('%s', (_name, touches, exact) => {
    expect(scopesOf(request({ touches })).map((scope) => scope.exact)).toEqual(exact)
  })
})

describe('a lasting approval of a plugin', () => {
  const allowed = 'allow by lease'
  const rows: readonly [string, 'exact' | 'any', Partial<DecisionRequest>, boolean][] = [
    ['the same call', 'exact', {}, true],
    ['another argument', 'exact', { args: { path: 'b.txt' } }, false],
    ['one argument more', 'exact', { args: { path: 'a.txt', lines: 3 } }, false],
    ['another argument', 'any', { args: { path: 'b.txt', lines: 3 } }, true],
    ['an argument its manifest did not name', 'any', { args: { path: 'b', force: true } }, false],
    ['another program or manifest', 'any', { touches: [program('2'), reads] }, false],
    ['another program or manifest', 'exact', { touches: [program('2'), reads] }, false],
    [
      'another form of the tool',
      'any',
      { definition: DefinitionHash.parse('b'.repeat(64)) },
      false,
    ],
    ['a folder it did not show', 'any', { touches: [program('1'), reads, writes] }, false],
    ['a host it did not show', 'any', { touches: [program('1'), reads, connects] }, false],
    ['less than it showed', 'any', { touches: [program('1')] }, true],
  ]
  it.each(rows)('for %s, given for %s arguments', (_name, which, change, covered) => {
    const said = after(given(request(), which), request(change))
    expect(said === allowed).toBe(covered)
  })

  it('asks where an argument is out of untrusted text', () => {
    const origin: ArgumentOrigin = {
      pointer: '/path',
      origin: { kind: 'tool', source: { ...(source as object), label: 'untrusted' } as never },
    }
    const steered = request({ origins: [origin], args: { path: 'b.txt' }, taint: both })
    expect(after(given(request(), 'any'), steered)).not.toBe(allowed)
  })

  it('asks where it sends after private data and text of strangers were read', () => {
    const card = request({ touches: [program('1'), connects] })
    expect(after(given(card, 'exact'), card)).toBe(allowed)
    expect(after(given(card, 'exact'), { ...card, taint: both })).toBe('confirm by flow')
  })
})
