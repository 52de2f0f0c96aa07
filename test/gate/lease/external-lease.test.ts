// Approvals that last for the tools of servers: for that definition, those arguments, those
// recipients, and that flow.
import { describe, expect, it } from 'vitest'
import { ApprovalId, CallId, DefinitionHash, LeaseId, SessionId } from '../../../contract/ids.ts'
import { Lease, noPatterns } from '../../../contract/approval/lease.ts'
import type { LeasePatterns } from '../../../contract/approval/lease.ts'
import type { ToolLabels } from '../../../contract/server/tool-labels.ts'
import type { ArgumentOrigin, Taint } from '../../../contract/call/origin.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { compileLease } from '../../../main/gate/lease/compiled-lease.ts'
import { decide } from '../../../main/gate/decide.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import { makePolicy } from '../../../main/gate/policy.ts'
import { plainPolicy } from '../plain-policy.ts'
import { boundsShown, steeredArgs } from '../../../main/gate/lease/raiser-bounds.ts'
import { raiserCodes, raisersOn } from '../../../main/gate/lease/raiser-cover.ts'
import { namedProposals } from '../../../main/gate/scopes/propose-named.ts'
import { proposeScopes } from '../../../main/gate/scopes/propose.ts'
import { readFile } from '../../../tools/files/read-file.ts'

const roots = { workspace: '/w', home: '/h', foldsCase: false }
const policy = makePolicy(plainPolicy(roots), (text) => text.length.toString(16).padStart(64, '0'))
const session = SessionId.parse('ses_aaaaaaaaaaaa')
const one = DefinitionHash.parse('a'.repeat(64))
const other = DefinitionHash.parse('b'.repeat(64))
const callId = CallId.parse('call_aaaaaaaaaaaa')
const source = { callId, tool: 'mail__read_mail', from: 'the server mail' }
const from = (pointer: string): ArgumentOrigin => ({
  pointer,
  content: true,
  origin: { kind: 'tool', source: { ...source, label: 'untrusted' } },
})
const nothing: Taint = { privateRead: [], untrustedRead: [] }
const secretRead: Taint = { ...nothing, privateRead: [{ ...source, label: 'private' }] }
const both: Taint = { ...secretRead, untrustedRead: [{ ...source, label: 'untrusted' }] }

const mail: ToolLabels = {
  id: 'comms.mail.send-email',
  category: 'comms',
  effects: ['messages'],
  readsPrivate: false,
  readsUntrusted: false,
  sends: { to: ['/to', '/bcc'] },
}
const closed: ToolLabels = { ...mail, effects: [], sends: null }
const service: ToolLabels = { ...mail, effects: [], sends: { to: [] } }

const request = (
  labels: ToolLabels,
  args: JsonObject,
  more: Partial<DecisionRequest> = {},
): DecisionRequest => ({
  manifest: {
    ...readFile.manifest,
    id: labels.id,
    name: 'mail__send_email',
    builtIn: false,
    riskTier: 'R3',
    sideEffects: true,
    defaultPolicy: { effect: 'confirm', scope: 'this call' },
    external: {
      sourceId: 'mcp.mail.send-email',
      labels,
      decided: true,
      changes: true,
      args: ['/to', '/bcc', '/subject', '/body'],
    },
  },
  action: null,
  args,
  touches: [
    {
      kind: 'mcp.call',
      server: 'mail',
      tool: 'send_email',
      trust: 'verified',
      openWorld: labels.sends !== null,
    },
  ],
  origins: [],
  taint: nothing,
  principal: { kind: 'mcp-client', name: 'editor', session },
  channel: 'gateway',
  used: { session: 0, minute: 0 },
  leases: [],
  at: { epochMs: 0, minute: 0, weekday: 'mon' } as never,
  frozen: false,
  sandboxed: false,
  reviewed: true,
  definition: one,
  ...more,
})

/** What a person would give on the card of that call, the widest that may be approved. */
function given(card: DecisionRequest): Lease | null {
  const { reasons, by } = decide(card, policy)
  const scopes = proposeScopes(card.touches, {
    workspace: '/w',
    args: card.args,
    wholeArgs: true,
    external: card.manifest.external,
  })
  const named = namedProposals(scopes, by.kind !== 'rule', reasons, card.touches, roots)
  const widest = named.findLast(({ allows, exact }) => allows && !exact)
  if (widest === undefined) return null
  const steered = steeredArgs(card.origins, card.args)
  return leaseWith(widest.patterns, {
    raisers: raiserCodes(reasons),
    bounds: boundsShown(raisersOn(reasons), {
      touches: card.touches,
      principal: card.principal,
      definition: one,
      steered,
    }),
  })
}

const leaseWith = (patterns: LeasePatterns, more: object = {}): Lease =>
  Lease.parse({
    id: LeaseId.parse('lease_aaaaaaaaaaaa'),
    createdAt: 0,
    session: null,
    action: null,
    approvalId: ApprovalId.parse('apr_aaaaaaaaaaaa'),
    tool: 'mail__send_email',
    touches: [],
    uses: 0,
    revokedAt: null,
    definition: one,
    patterns,
    ...more,
  })
const after = (lease: Lease | null, asked: DecisionRequest) =>
  decide({ ...asked, leases: lease === null ? [] : [compileLease(lease, roots)] }, policy)

const anna = { to: 'anna@a.example', subject: 'x', body: 'y' }
const text = (labels: ToolLabels, args: JsonObject, more: Partial<DecisionRequest> = {}) =>
  proposeScopes(request(labels, args, more).touches, {
    workspace: '/w',
    args,
    wholeArgs: true,
    external: request(labels, args).manifest.external,
  }).at(-1)?.text ?? null

describe('an approval that lasts for a tool of a server', () => {
  it.each<[string, ToolLabels, JsonObject, string]>([
    [
      'that sends',
      mail,
      anna,
      'send_email of mail to just to "anna@a.example", with any subject, body',
    ],
    ['that keeps to itself', closed, anna, 'send_email of mail with any arguments'],
    ['that sends to its service', service, anna, 'send_email of mail with any arguments'],
    [
      'whose recipient was left out',
      mail,
      { body: 'y' },
      'send_email of mail with just these arguments: {"body":"y"}',
    ],
  ])('%s is proposed no wider than its labels', (_what, labels, args, wanted) =>
    expect(text(labels, args)).toBe(wanted),
  )

  it.each<[string, JsonObject, Partial<DecisionRequest>, string]>([
    ['the same recipient, other words', { ...anna, body: 'z' }, {}, 'allow'],
    ['no subject at all', { to: anna.to, body: 'z' }, {}, 'allow'],
    ['another recipient', { ...anna, to: 'kim@evil.example' }, {}, 'confirm'],
    ['a copy to somebody', { ...anna, bcc: 'kim@evil.example' }, {}, 'confirm'],
    ['two recipients', { ...anna, to: ['anna@a.example', 'kim@evil.example'] }, {}, 'confirm'],
    ['an argument that nobody saw', { ...anna, forward: 'kim@evil.example' }, {}, 'confirm'],
    ['another definition', anna, { definition: other }, 'confirm'],
    ['words of a stranger in it', anna, { origins: [from('/body')] }, 'confirm'],
    ['private data read before', anna, { taint: secretRead }, 'confirm'],
    ['private data and a stranger’s text', anna, { taint: both }, 'confirm'],
  ])('covers or asks: %s', (_what, args, more, effect) => {
    const lease = given(request(mail, anna))
    expect(lease).not.toBeNull()
    expect(after(lease, request(mail, args, more)).effect).toBe(effect)
  })

  it('given after private data and strangers’ text were read names just that flow', () => {
    const lease = given(request(mail, anna, { taint: both }))
    expect(lease?.patterns).toMatchObject({
      args: { '/to': anna.to },
      taint: ['private', 'untrusted'],
    })
    const again = (args: JsonObject) => after(lease, request(mail, args, { taint: both })).effect
    expect([again({ ...anna, body: 'z' }), again({ ...anna, to: 'kim@evil.example' })]).toEqual([
      'allow',
      'confirm',
    ])
  })

  it('covers an argument out of a stranger’s text only as it was on the card', () => {
    const card = request(mail, anna, { origins: [from('/to')] })
    const lease = given(card)
    expect(after(lease, request(mail, anna, { origins: [from('/to')] })).effect).toBe('allow')
    expect(after(lease, request(mail, anna, { origins: [from('/body')] })).effect).toBe('confirm')
  })

  it.each<[string, JsonObject, Partial<DecisionRequest>, string]>([
    ['another page of it', { to: 'https://a.example/next' }, {}, 'allow'],
    ['with other words', { to: 'https://a.example/', body: 'z' }, {}, 'allow'],
    ['another host', { to: 'https://a.example.evil.example/' }, {}, 'confirm'],
    ['a host behind a name', { to: 'https://a.example@evil.example/' }, {}, 'confirm'],
    ['a copy to somebody', { to: 'https://a.example/', bcc: 'https://b.example/' }, {}, 'confirm'],
    ['an argument that nobody saw', { to: 'https://a.example/', via: 'x' }, {}, 'confirm'],
    ['another definition', { to: 'https://a.example/' }, { definition: other }, 'confirm'],
    ['a URL of a stranger', { to: 'https://a.example/x' }, { origins: [from('/to')] }, 'confirm'],
    ['private data read before', { to: 'https://a.example/x' }, { taint: secretRead }, 'confirm'],
  ])('for a host covers or asks: %s', (_what, args, more, effect) => {
    const card = request(mail, { to: 'https://a.example/first', body: 'y' })
    const scope = proposeScopes(card.touches, {
      workspace: '/w',
      args: card.args,
      wholeArgs: true,
      external: card.manifest.external,
    }).findLast(({ patterns }) => patterns.urlHosts !== undefined)
    const { reasons } = decide(card, policy)
    const bounds = boundsShown(raisersOn(reasons), {
      touches: card.touches,
      principal: card.principal,
      definition: one,
      steered: [],
    })
    const lease = leaseWith(scope?.patterns ?? noPatterns, {
      raisers: raiserCodes(reasons),
      bounds,
    })
    expect(after(lease, request(mail, args, more)).effect).toBe(effect)
  })

  it('is not offered for whatever goes to a service once private data was read', () => {
    expect(given(request(service, anna, { taint: secretRead }))).toBeNull()
    expect(given(request(closed, anna, { taint: secretRead }))).not.toBeNull()
  })

  it('from before this was stored covers nothing, and the card says why', () => {
    const { definition: _, ...old } = leaseWith({
      paths: [],
      hosts: [],
      methods: [],
      commands: [],
      calls: ['mail/send_email'],
    })
    const decision = after(Lease.parse(old), request(mail, anna))
    expect([decision.effect, decision.reasons.at(-1)?.text]).toEqual([
      'confirm',
      'Your approval did not cover this: The tool is not as it was when you gave it.',
    ])
  })
})

describe('who asks for a reviewed tool of a server', () => {
  it('raises it no tier, so a setting of the person works for clients', () => {
    const free = makePolicy(
      {
        ...plainPolicy(roots),
        tools: { mail__send_email: { default: 'allow' } as never },
      },
      () => 'c'.repeat(64),
    )
    const manifest = { ...request(closed, anna).manifest, riskTier: 'R2' as const }
    const ask = (reviewed: boolean, taint = nothing) =>
      decide({ ...request(closed, anna, { reviewed, taint }), manifest }, free)
    expect([ask(true).effect, ask(true).tier, ask(false).tier]).toEqual(['allow', 'R2', 'R3'])
  })
})
