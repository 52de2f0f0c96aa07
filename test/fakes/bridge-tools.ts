// Tools of the fake Gatehouse: the built-in ones, those of two servers, and as many more as a test
// wants. What is set for a tool, and leases, change what its toy gate explains. It proves screens,
// never safety.
import type { Approval } from '../../contract/approval/approval.ts'
import type { ToolSetting } from '../../contract/policy/config/tool-setting.ts'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import type { Effect, Explanation, Vote } from '../../contract/policy/decision.ts'
import type { Evidence } from '../../contract/approval/evidence.ts'
import type { Failure } from '../../contract/failure.ts'
import type { LeaseId } from '../../contract/ids.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import type { ToolListing } from '../../contract/call/manifest.ts'
import type { Supposed, SupposedCall } from '../../contract/policy/supposed.ts'
import type { Result } from '../../contract/result.ts'
import { higherTier } from '../../contract/call/tier.ts'
import type { Tier } from '../../contract/call/tier.ts'
import { asks, asksFirst } from './bridge-relaxation.ts'
import { policyHash, tools, workspace } from './bridge-data.ts'
import { serverTools } from './bridge-server-tools.ts'
import type { FakeJournal } from './bridge-journal.ts'

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const fault = (code: string, text: string, hint = ''): Result<never, Failure> => ({
  ok: false,
  error: { code, text, hint },
})

type Topic =
  | 'tools.list'
  | 'tools.usage'
  | 'policy.explain'
  | 'leases.list'
  | 'leases.revoke'
  | 'leases.grant'
export type FakeTools = {
  readonly handlers: Pick<Handlers, Topic>
  listings(): readonly ToolListing[]
  /** A change of one tool's setting; a failure where the real file denied. */
  change(patch: NonNullable<ConfigPatch['tool']>, evidence: Evidence): Failure | null
}

type CliContext = {
  readonly secured: boolean
  readonly journal: FakeJournal
  hidden(): readonly string[]
  changed(): void
}

export function fakeTools(
  more: number,
  { journal, hidden, changed, secured }: CliContext,
): FakeTools {
  const settings = new Map<string, ToolSetting>()
  const all: readonly ToolListing[] = [...tools, ...serverTools(more)]
  let leases: readonly Lease[] = [lease(1, 'write_file', ['docs/**']), lease(2, 'web_fetch', [])]
  let next = 10

  const list = (): ToolListing[] =>
    all.map((tool) => {
      const setting = settings.get(tool.name) ?? null
      const hiddenByGuard = hidden().includes(tool.name)
      return {
        ...tool,
        setting,
        hiddenByGuard,
        hiddenBy: hiddenByGuard ? 'guard' : setting?.disabled === true ? 'setting' : null,
      }
    })

  const explain = (call: SupposedCall): Supposed => {
    const id = call.id ?? null
    const tool = list().find(({ name }) => name === call.tool)
    if (tool === undefined)
      return { id, error: { code: 'tool.unknown', text: `There is no tool named ${call.tool}.` } }
    const required = (tool.inputSchema['required'] ?? []) as readonly string[]
    const missing = required.find(
      (key) => typeof call.args !== 'object' || call.args === null || !(key in call.args),
    )
    if (missing !== undefined)
      return { id, error: { code: 'args.invalid', text: `${missing}: it is missing.` } }
    if (call.principal === 'subagent' && tool.manifest.subagentAccess === 'denied')
      return {
        id,
        error: { code: 'tool.hidden', text: `${call.tool} is not available in this session.` },
      }
    return { id, decision: evaluate(tool, call, leases) }
  }

  return {
    change({ name, setting }, evidence) {
      const tool = all.find((each) => each.name === name)
      if (
        tool !== undefined &&
        typeof setting.tier === 'string' &&
        setting.tier < tool.manifest.riskTier
      )
        return {
          code: 'config.invalid',
          text: `tools.${name}.tier: ${name} is ${tool.manifest.riskTier}, and a tier only ever goes up.`,
        }
      const { rateLimits: _limits, ...flat } = { ...settings.get(name), ...setting }
      const stored = Object.fromEntries(
        Object.entries(flat).filter(([, value]) => value !== null && value !== undefined),
      )
      const asked = asksFirst(
        { tools: settings.has(name) ? { [name]: settings.get(name) } : {} },
        { tools: { [name]: stored } },
        evidence,
        secured,
      )
      if (asked !== null) return asked
      if (
        Object.keys(stored).filter((key) => key !== 'disabled' || stored[key] === true).length === 0
      )
        settings.delete(name)
      else settings.set(name, { disabled: false, ...stored })
      return null
    },
    listings: list,
    handlers: {
      'tools.list': async () => fine(list()),
      'tools.usage': async ({ since }) => {
        const counts = new Map<string, { allowed: number; confirmed: number; denied: number }>()
        for (const { at, entry } of journal.rows()) {
          if (entry.kind !== 'decision' || at < since) continue
          const known = counts.get(entry.tool) ?? { allowed: 0, confirmed: 0, denied: 0 }
          const key = ({ allow: 'allowed', confirm: 'confirmed', deny: 'denied' } as const)[
            entry.decision.effect
          ]
          counts.set(entry.tool, { ...known, [key]: known[key] + 1 })
        }
        return fine([...counts].map(([tool, count]) => ({ tool, ...count })))
      },
      'policy.explain': async ({ calls }) => fine(calls.map(explain)),
      'leases.list': async ({ all: ended }) =>
        fine(leases.filter(({ revokedAt }) => ended || revokedAt === null)),
      'leases.revoke': async (which) => {
        const before = leases.filter(({ revokedAt }) => revokedAt === null).length
        leases = leases.map((each) =>
          ('id' in which && each.id === which.id) || 'all' in which
            ? { ...each, revokedAt: each.revokedAt ?? Date.now() }
            : each,
        )
        changed()
        return fine({
          revoked: before - leases.filter(({ revokedAt }) => revokedAt === null).length,
        })
      },
      'leases.grant': async ({ tool, action, scope, ...evidence }) => {
        const asked = asks(
          [`Calls of ${tool} run without asking, within the limits of a lease given by hand.`],
          evidence,
          secured,
        )
        if (asked !== null) return { ok: false, error: asked }
        const { paths, hosts, commands } = scope.patterns
        if ([...paths, ...hosts, ...commands].length === 0)
          return fault(
            'lease.boundless',
            'A lease given by hand needs paths, hosts or commands.',
            'Add its scope.',
          )
        const given: Lease = {
          ...lease((next += 1), tool, paths),
          action,
          patterns: scope.patterns,
          maxUses: scope.maxUses,
          expiresAt:
            scope.expiresInSeconds === null ? null : Date.now() + scope.expiresInSeconds * 1000,
        }
        leases = [given, ...leases]
        changed()
        return fine(given)
      },
    },
  }
}

const lease = (n: number, tool: string, paths: readonly string[]): Lease => ({
  id: `lease_${String(n).padStart(8, '0')}` as LeaseId,
  createdAt: Date.now() - n * 3_600_000,
  effect: 'allow',
  text:
    paths.length > 0 ? `edits in ${paths.map((path) => path.replace(/\*\*$/, '')).join(', ')}` : '',
  lasts: null,
  approvalId: n < 10 ? (`apr_${String(n).padStart(8, '0')}` as Approval['id']) : null,
  session: null,
  principal: null,
  tool,
  action: null,
  touches:
    paths.length > 0
      ? []
      : [
          {
            kind: 'net.fetch',
            method: 'GET',
            url: 'https://docs.example.org/',
            host: 'docs.example.org',
            port: 443,
            listed: false,
            reach: 'public',
          },
        ],
  patterns: { paths: [...paths], hosts: [], methods: [], commands: [] },
  raisers: [],
  bounds: [],
  args: {},
  maxUses: n === 1 ? 50 : null,
  expiresAt: n === 1 ? Date.now() + 4 * 86_400_000 : null,
  uses: n === 1 ? 12 : 3,
  revokedAt: null,
})

const usual: Readonly<Record<Tier, Effect>> = {
  R0: 'allow',
  R1: 'allow',
  R2: 'confirm',
  R3: 'confirm',
  R4: 'confirm',
}
const rank = { allow: 0, confirm: 1, deny: 2 } as const
const stricter = (a: Effect, b: Effect): Effect => (rank[b] > rank[a] ? b : a)

function evaluate(
  { name, manifest, setting, hiddenByGuard }: ToolListing,
  { args }: SupposedCall,
  leases: readonly Lease[],
): Explanation {
  const path =
    typeof args === 'object' && args !== null && 'path' in args && typeof args.path === 'string'
      ? args.path
      : null
  const outside = path?.startsWith('/') === true && !path.startsWith(workspace)
  const raised = outside
    ? higherTier(manifest.riskTier, manifest.riskTier === 'R1' ? 'R2' : 'R3')
    : manifest.riskTier
  const tier = setting?.tier === undefined ? raised : higherTier(raised, setting.tier)
  const set = setting?.default
  const byDefault =
    set === undefined
      ? stricter(usual[tier], manifest.defaultPolicy.effect)
      : tier > 'R2'
        ? stricter(usual[tier], set)
        : set
  const covering = leases.find(
    (each) =>
      each.tool === name && each.revokedAt === null && !outside && each.patterns.paths.length > 0,
  )
  const vote = (
    layer: Vote['layer'],
    effect: Effect | null,
    id: string | null,
    text: string,
  ): Vote => ({ layer, effect, id, text })
  const votes = [
    vote('stop', null, null, ''),
    vote(
      'guard',
      hiddenByGuard ? 'deny' : null,
      hiddenByGuard ? name : null,
      hiddenByGuard ? 'The exfiltration guard is on, and this call sends data out.' : '',
    ),
    vote(
      'setting',
      setting?.disabled === true ? 'deny' : null,
      setting?.disabled === true ? name : null,
      setting?.disabled === true ? `You switched ${name} off.` : '',
    ),
    vote(
      'lease',
      covering === undefined ? null : 'allow',
      covering?.id ?? null,
      covering === undefined ? '' : 'A lease within limits allows this.',
    ),
    vote('default', byDefault, set === undefined ? tier : name, ''),
  ]
  const deciding = votes.find(({ effect }) => effect !== null)
  const kind =
    deciding?.layer === 'default' ? (set === undefined ? 'tier' : 'setting') : deciding?.layer
  return {
    effect: deciding?.effect ?? 'confirm',
    tier,
    baseTier: manifest.riskTier,
    reasons: [
      { code: 'tier.base', text: `${manifest.title} is ${manifest.riskTier} by itself.` },
      ...(setting?.tier === undefined
        ? []
        : [{ code: 'setting.tier', text: `You set ${name} to ${setting.tier}.` }]),
      ...(outside
        ? [{ code: 'path.outside', text: `It reaches outside the workspace: ${path}` }]
        : []),
    ],
    by: {
      kind: kind === 'guard' || kind === 'setting' || kind === 'lease' ? kind : 'tier',
      id: deciding?.id ?? tier,
    },
    touches:
      path === null
        ? []
        : [
            {
              kind: manifest.sideEffects ? 'fs.write' : 'fs.read',
              path: path.startsWith('/') ? path : `${workspace}/${path}`,
              zone: outside ? 'outside' : 'workspace',
              is: 'file',
            },
          ],
    stepUp: tier === 'R4',
    policyHash,
    votes,
  }
}
