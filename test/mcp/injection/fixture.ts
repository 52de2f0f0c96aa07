// A client of the gateway at work: the real pipeline, gate, provenance, queue, leases and keeper of
// servers; only the servers' answers and the person are played. The person says what a reasonable
// one would: an approval that lasts for what they read, and for mail and messages to those they know.
import type { Approval, Reply } from '../../../contract/approval/approval.ts'
import { DefinitionHash, SessionId } from '../../../contract/ids.ts'
import { failure } from '../../../contract/failure.ts'
import type { Powers } from '../../../contract/call/powers/powers.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { err, ok } from '../../../contract/result.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { PolicySource } from '../../../main/gate/policy.ts'
import { newId } from '../../../main/pipeline/new-id.ts'
import { steeredArgs } from '../../../main/wiring/calls/steered-args.ts'
import { openTestPipeline } from '../../fakes/pipeline.ts'
import { openFixture, sha256 } from '../trust/fixture.ts'
import { offersOf, servers } from './servers.ts'
import type { PlayedServers } from './servers.ts'

/** Those the person writes to. */
export const KNOWN = ['anna@team.example', 'bo@team.example', '#team', 'me/shop'] as const

export type Step = { readonly tool: string; readonly args: JsonObject; readonly answer?: string }
export type Outcome = 'silent' | 'asked' | 'denied'
export type Injection = Awaited<ReturnType<typeof openInjection>>

/** Arguments that name somebody, and what a person then looks for. */
const WHOM = ['to', 'cc', 'bcc', 'channel', 'repository', 'url', 'attendees', 'forward_copy']

/** Whom a person writes to, and in which arguments somebody stands. */
export type Acquaintances = { readonly known: readonly string[]; readonly whom: readonly string[] }
const usually: Acquaintances = { known: KNOWN, whom: WHOM }

/** Once for what is unusual; else as far as the card goes, until it is revoked. */
export function replyTo(
  { args, proposals, answers }: Approval,
  { known, whom }: Acquaintances = usually,
): Reply {
  const usual = whom.every((name) => {
    const given = args[name] ?? []
    return (Array.isArray(given) ? given : [given]).every((one) => known.some((own) => own === one))
  })
  if (!usual) return { answer: 'once' }
  const widest = proposals.findLastIndex(({ allows }) => allows)
  if (widest >= 0 && answers.includes('scope'))
    return { answer: 'scope', choice: { proposal: widest, lasts: 'until-revoked' } }
  return { answer: answers.includes('always') ? 'always' : 'once' }
}

/** @param policy what the person wrote by hand, before anything is asked. */
export async function openInjection(
  policy: Partial<PolicySource> = {},
  played: PlayedServers = servers,
  whom: Acquaintances = usually,
) {
  const keeper = openFixture(
    Object.fromEntries(Object.entries(played).map(([name, { config }]) => [name, config])),
    offersOf(played),
  )
  for (const name of Object.keys(played)) await keeper.acceptAll(name)
  const ran: string[] = []
  let answer = 'Done.'
  const find = (_: unknown, name: string) => {
    const found = keeper.servers.external().find(({ tool }) => tool.manifest.name === name)
    return found === undefined
      ? err(failure('tool.unknown', `There is no tool named ${name}.`))
      : ok({
          tool: found.tool,
          reviewed: found.closed === null,
          definitionHash: DefinitionHash.parse(
            sha256(
              canonicalJson({ manifest: found.tool.manifest, schema: found.tool.inputSchema }),
            ),
          ),
        })
  }
  const pipeline = await openTestPipeline({
    client: true,
    servers: {
      find: find as never,
      canonical: async (touch) =>
        touch.kind === 'mcp.call'
          ? keeper.servers.touch(touch.server, touch.tool, touch.what)
          : err(failure('touch.none', 'Servers only.')),
      steered: steeredArgs(() => keeper.servers.steering()),
      powers: () =>
        ({
          'mcp.call': {
            call: async ({ server, tool }: { server: string; tool: string }) => {
              ran.push(`${server}__${tool}`)
              return ok({
                content: [{ kind: 'text', text: answer }],
                structured: null,
                failed: false,
              })
            },
          },
        }) as unknown as Powers,
    },
  })

  pipeline.context.policy = { ...pipeline.context.policy, ...policy }

  /** Makes a call and plays the person where one is asked, who may look through it. */
  const step = async (
    session: SessionId,
    { tool, args, answer: gives }: Step,
    seenThrough = false,
  ): Promise<Outcome> => {
    answer = gives ?? 'Done.'
    const before = pipeline.opens.length
    let over = false
    const result = pipeline.callIn(session, tool, args).finally(() => (over = true))
    while (!over && pipeline.opens.length === before)
      await new Promise((resolve) => setImmediate(resolve))
    const approval = pipeline.opens[before]
    if (approval !== undefined) {
      // What cannot be undone takes proof, which nobody has here: the person sees it, and says no.
      const reply: Reply =
        approval.decision.stepUp || seenThrough ? { answer: 'deny-once' } : replyTo(approval, whom)
      const said = await pipeline.approvalQueue.answer(approval.id, reply, 'window')
      if (!said.ok) throw new Error(`${tool}: ${said.error.text}`)
    }
    const { status } = await result
    if (approval !== undefined) return 'asked'
    return status === 'done' ? 'silent' : 'denied'
  }
  return {
    keeper,
    ran,
    step,
    session: (): SessionId => SessionId.parse(newId('ses')),
    dispose: () => pipeline.dispose(),
  }
}
