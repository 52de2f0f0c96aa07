// The guard, on the real pipeline: anyone who asks and whatever rules and leases say, no outbound
// tool runs while it is on.
import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import { CallId, DefinitionHash } from '../../contract/ids.ts'
import { err, ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { evaluate } from '../../main/pipeline/evaluate.ts'
import { openProvenance } from '../../main/provenance/provenance.ts'
import { openRate } from '../../main/pipeline/rate.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import { readFile } from '../../tools/files/read-file.ts'
import { webFetch } from '../../tools/web/web-fetch.ts'
import { anyRules } from '../gate/any.ts'
import { callers, lease, policyWith, to } from '../gate/decision-requests.ts'
import { tries } from '../soak.ts'

const outbound = (name: string, touched: boolean) =>
  defineTool({
    manifest: {
      ...webFetch.manifest,
      id: `test.${name}`,
      name,
      riskTier: 'R0',
      subagentAccess: 'full',
    },
    input: z.strictObject({}),
    requiredPowers: ['net.fetch'],
    action: () => null,
    touches: () =>
      touched ? [{ kind: 'net.fetch', method: 'GET', url: 'https://a.example/' }] : [],
    execute: async () => ok({ text: 'out' }),
  }) as unknown as AnyTool
/** One that says where it goes, and one that hides it: both are outbound by their manifest. */
const tools = [outbound('fetch', true), outbound('quiet', false), readFile as unknown as AnyTool]
const touch: CanonicalTouch = to('a.example', { listed: true })
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('the guard at dispatch', () => {
  it('lets no kind of caller through to an outbound tool, but those it names', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(callers)),
        fc.constantFrom('window' as const, 'gateway' as const, 'schedule' as const, 'cli' as const),
        fc.constantFrom('fetch', 'quiet'),
        fc.subarray(['fetch', 'quiet', 'Fetch', '*']),
        anyRules,
        async (principal, channel, name, allowTools, rules) => {
          const policy = policyWith({
            guard: { on: true, allowTools, blockedTools: null },
            rules: rules.map((rule) => ({ ...rule, effect: 'allow' as const })),
          })
          const call = {
            id: CallId.parse('call_00000001'),
            principal,
            channel,
            runId: null,
            tool: name,
            args: {},
          }
          const deps = (view: boolean): Parameters<typeof evaluate>[1] => ({
            find: (who, wanted) => {
              const tool = tools.find(({ manifest }) => manifest.name === wanted)
              const hidden =
                tool === undefined || (view && hiddenBy(tool.manifest, who, policy) !== null)
              return hidden
                ? err(failure('tool.hidden', 'not here'))
                : ok({ tool, definitionHash: DefinitionHash.parse(sha256(wanted)) })
            },
            canonical: async () => ok(touch),
            canonicalEntry: async () => ok(touch),
            policy: () => policy,
            leases: () => [
              lease('fetch', { touches: [touch] }),
              lease('quiet', { touches: [touch] }),
            ],
            evaluationTime: () => ({ epochMs: 1, weekday: 'mon', minute: 0 }),
            frozen: () => false,
            sandboxTried: () => Promise.resolve(),
            sandboxed: () => true,
            provenance: openProvenance(() => []),
            rate: openRate(() => 0),
            prior: {
              known: async () => {},
              facts: () => ({ calls: [], knownHosts: [], denials: 0 }),
            },
            sha256,
          })
          const stored = allowTools.includes(name)
          // Out of the view, and refused by the gate itself, should a way around the view be found.
          expect((await evaluate(call, deps(true))).ok).toBe(stored)
          const direct = await evaluate(call, deps(false))
          const by = direct.ok ? direct.value.decision.by : null
          expect(by?.kind === 'guard').toBe(!stored)
          expect(direct.ok && direct.value.decision.effect === 'deny').toBe(!stored)
        },
      ),
      { numRuns: tries(300) },
    )
  })
})
