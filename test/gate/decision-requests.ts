// What the tests of the gate ask with: touches, callers, rules and leases in a few words, and tools
// of every tier.
import { createHash } from 'node:crypto'
import type { CommandPart } from '../../contract/call/command.ts'
import type { Effect } from '../../contract/policy/decision.ts'
import { ApprovalId, CallId, LeaseId, RunId, SessionId } from '../../contract/ids.ts'
import { noPatterns } from '../../contract/approval/lease.ts'
import type { Lease, RaiserBound } from '../../contract/approval/lease.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import { noTaint } from '../../contract/call/origin.ts'
import type { ArgumentOrigin, Source, Taint } from '../../contract/call/origin.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { Rule } from '../../contract/policy/rule.ts'
import type { RuleWhen } from '../../contract/policy/rule.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch, Method } from '../../contract/call/touch.ts'
import { compileLease } from '../../main/gate/lease/compiled-lease.ts'
import type { CompiledLease } from '../../main/gate/lease/compiled-lease.ts'
import { makePolicy } from '../../main/gate/policy.ts'
import { plainPolicy } from './plain-policy.ts'
import type { Policy, PolicySource } from '../../main/gate/policy.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import { exec } from '../../tools/exec.ts'
import { http } from '../../tools/web/http.ts'
import { readFile } from '../../tools/files/read-file.ts'
import { webFetch } from '../../tools/web/web-fetch.ts'
import { writeFile } from '../../tools/files/write-file.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
export const roots = { workspace: '/w', home: '/home/p', foldsCase: false }
export const folding = { ...roots, foldsCase: true }
export const source: PolicySource = { ...plainPolicy(roots), stop: ['/home/p/.ssh'] }
export const policyWith = (more: Partial<PolicySource>): Policy =>
  makePolicy({ ...source, ...more }, sha256)
export const plain = policyWith({})
export const guardOn = { on: true, allowTools: [], blockedTools: null }

export const session = SessionId.parse('ses_00000001')
export const otherSession = SessionId.parse('ses_00000002')
const runId = RunId.parse('run_00000001')
/** One caller of each kind. */
export const callers = {
  person: { kind: 'person', name: 'you', session },
  agent: { kind: 'agent', name: 'main', session, runId },
  subagent: { kind: 'subagent', name: 'scout', session, runId, parent: 'main' },
  'mcp-client': { kind: 'mcp-client', name: 'editor', session },
  schedule: { kind: 'schedule', name: 'nightly', session },
  cli: { kind: 'cli', name: 'command line', session },
} as const satisfies { [K in Principal['kind']]: Principal }

export const tool = (name: string, riskTier: Tier, more: Partial<Manifest> = {}): Manifest => ({
  ...readFile.manifest,
  id: `test.${name.replaceAll('_', '-')}`,
  name,
  title: name,
  riskTier,
  defaultPolicy: { effect: 'allow', scope: '' },
  ...more,
})
export const [reading, writing, running, fetching, sending] = [
  readFile,
  writeFile,
  exec,
  webFetch,
  http,
].map(({ manifest }) => manifest) as unknown as [Manifest, Manifest, Manifest, Manifest, Manifest]

type Zone = 'workspace' | 'outside' | 'stop'
const at = (kind: 'fs.read' | 'fs.write', path: string, zone?: Zone): CanonicalTouch => ({
  kind,
  path,
  zone: zone ?? (path === '/w' || path.startsWith('/w/') ? 'workspace' : 'outside'),
  is: 'file',
})
export const read = (path: string, zone?: Zone): CanonicalTouch => at('fs.read', path, zone)
export const write = (path: string, zone?: Zone): CanonicalTouch => at('fs.write', path, zone)
export const part = (line: string, more: Partial<CommandPart> = {}): CommandPart => ({
  text: line,
  words: line.split(' '),
  opaque: false,
  exact: true,
  via: [],
  effects: ['read-only'],
  ...more,
})
/** A line of these parts; a text stands for a part that only reads. */
export const run = (...parts: readonly (string | CommandPart)[]): CanonicalTouch => {
  const whole = parts.map((each) => (typeof each === 'string' ? part(each) : each))
  return {
    kind: 'proc.run',
    command: whole.map(({ text }) => text).join('; '),
    cwd: '/w',
    zone: 'workspace',
    parts: whole,
  }
}
type To = {
  readonly method?: Method
  readonly port?: number
  readonly reach?: 'public' | 'local'
  readonly listed?: boolean
  readonly bytes?: number
}
export const to = (
  host: string,
  { method = 'GET', port = 443, reach = 'public', listed = false, bytes }: To = {},
): CanonicalTouch => ({
  kind: 'net.fetch',
  method,
  url:
    port === 443
      ? `https://${host}/`
      : port === 80
        ? `http://${host}/`
        : `https://${host}:${port}/`,
  host,
  port,
  reach,
  listed,
  ...(bytes === undefined ? {} : { bytes }),
})

export const connect = (
  host: string,
  { port = 443, reach = 'public', listed = false }: To = {},
): CanonicalTouch => ({
  kind: 'net.connect',
  host,
  port,
  reach,
  listed,
})

export const web: Source = {
  callId: CallId.parse('call_00000001'),
  tool: 'web_fetch',
  from: 'evil.example',
  label: 'untrusted',
}
export const notes: Source = {
  callId: CallId.parse('call_00000002'),
  tool: 'read_file',
  from: '/home/p/notes',
  label: 'private',
}
export const both: Taint = { privateRead: [notes], untrustedRead: [web] }
export const onlyPrivate: Taint = { privateRead: [notes], untrustedRead: [] }
export const onlyUntrusted: Taint = { privateRead: [], untrustedRead: [web] }
export const fromWeb: readonly ArgumentOrigin[] = [
  { pointer: '/path', origin: { kind: 'tool', source: web } },
]

export const ask = (
  manifest: Manifest,
  touches: readonly CanonicalTouch[],
  more: Partial<DecisionRequest> = {},
): DecisionRequest => ({
  manifest,
  action: null,
  args: {},
  touches,
  origins: [],
  taint: noTaint,
  principal: callers.agent,
  channel: 'window',
  used: { session: 0, minute: 0 },
  leases: [],
  at: { epochMs: 1_000, weekday: 'mon', minute: 600 },
  frozen: false,
  sandboxed: true,
  reviewed: null,
  ...more,
})

/** A writing tool that its client runs itself: Gatehouse keeps nothing of what was there. */
export const theirOwn: Manifest = { ...writing, builtIn: false }

export const rule = (effect: Effect, when: RuleWhen, more: Partial<Rule> = {}): Rule =>
  Rule.parse({ id: `${effect}-it`, when, effect, reason: `You said ${effect}.`, ...more })

/** A card that showed all there is. */
export const everyRaiser = [
  ...[
    'setting.tier',
    'path.read-outside',
    'path.write-outside',
    'path.run-outside',
    'path.guarded',
    'size.write',
    'size.request',
  ],
  ...[
    'host.unlisted',
    'host.sends',
    'host.connects',
    'secret.used',
    'principal.delegated',
    'tool.not-reviewed',
    'origin.untrusted',
  ],
  ...['flow.private-out', 'command.writes-outside', 'command.network', 'command.unlisted'],
]

/** As far as that card went, for the hosts, programs and callers of these tests. */
export const everyBound: readonly RaiserBound[] = [
  ...['size.write', 'size.request'].map((code) => ({ code, of: null, amount: 10_000_000 })),
  ...['a.example', 'b.a.example', 'c.example', '127.0.0.1'].flatMap((host) => [
    ...['host.unlisted', 'host.connects'].map((code) => ({ code, of: host, amount: null })),
    { code: 'host.sends', of: `POST ${host}`, amount: null },
  ]),
  ...['subagent scout', 'mcp-client editor', 'mcp-client claude-code'].map((of) => ({
    code: 'principal.delegated',
    of,
    amount: null,
  })),
  ...['curl', 'git', 'frob'].flatMap((of) =>
    ['command.network', 'command.unlisted'].map((code) => ({ code, of, amount: null })),
  ),
]

export const lease = (of: string, more: Partial<Lease> = {}): CompiledLease =>
  compileLease(
    {
      id: LeaseId.parse('lease_00000001'),
      createdAt: 0,
      effect: 'allow',
      text: '',
      lasts: null,
      approvalId: ApprovalId.parse('apr_00000001'),
      session: null,
      principal: null,
      tool: of,
      action: null,
      touches: [],
      patterns: noPatterns,
      raisers: [...everyRaiser],
      bounds: [...everyBound],
      args: {},
      maxUses: null,
      expiresAt: null,
      uses: 0,
      revokedAt: null,
      ...more,
    },
    roots,
  )

export const strictness: { readonly [E in Effect]: number } = { allow: 0, confirm: 1, deny: 2 }
