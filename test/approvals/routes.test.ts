// Every way in which a pending approval ends: the row, the journal and the answer to the agent say
// the same, and only where a person answered does any of them speak of one.
import { afterEach, describe, expect, it } from 'vitest'
import { ApprovalRoute } from '../../contract/approval/approval-route.ts'
import type { CallResult } from '../../contract/call/call.ts'
import { Preset } from '../../contract/policy/preset.ts'
import type { Hidden } from '../../main/gate/view.ts'
import type { Approval } from '../../contract/approval/approval.ts'
import { endFailure } from '../../main/pipeline/end-failure.ts'
import { endedBy } from '../../renderer/features/approvals/card/ended-by.ts'
import { strings } from '../../renderer/features/approvals/strings.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'
import { rule } from '../gate/decision-requests.ts'

let pipeline: PipelineUnderTest
afterEach(() => pipeline.dispose())

/** As the app does it after each change of the policy. */
const reevaluated = (hidden: Hidden | null = null): Promise<void> => {
  pipeline.context.hidden = hidden
  return pipeline.policyChanged()
}

type Way = {
  readonly client?: boolean
  readonly timeoutMs?: number
  readonly end: (approval: Approval, abort: AbortController) => Promise<unknown>
  readonly status: CallResult['status']
  readonly text: RegExp
}
const person =
  (answer: 'deny-once' | 'deny-always', word?: string): Way['end'] =>
  ({ id }) =>
    pipeline.approvalQueue.answer(id, { answer, ...(word === undefined ? {} : { word }) }, 'window')
const nobody = (rest: string): RegExp => new RegExp(`^Nobody answered\\. ${rest}`)

const ways: readonly [route: ApprovalRoute, what: string, way: Way][] = [
  [
    'person',
    'a denial',
    {
      end: person('deny-once'),
      status: 'denied',
      text: /^A person denied this call\. Do/,
    },
  ],
  [
    'person',
    'a denial for good, with a word',
    {
      end: person('deny-always', 'Never.'),
      status: 'denied',
      text: /^A person denied this call, now and always\. They add: Never\./,
    },
  ],
  [
    'emergency-stop',
    'everything is stopped',
    {
      end: async () => {
        pipeline.context.frozen = true
        await pipeline.approvalQueue.stopAll('window')
      },
      status: 'denied',
      text: /^Refused: A person stopped everything\./,
    },
  ],
  [
    'emergency-stop',
    'everything is stopped, and the run ends first',
    {
      end: async (_approval, abort) => {
        pipeline.context.frozen = true
        abort.abort()
      },
      status: 'denied',
      text: /^Refused: A person stopped everything\./,
    },
  ],
  [
    'time-out',
    'nobody answers',
    { timeoutMs: 30, end: async () => {}, status: 'denied', text: /^Nobody answered in time/ },
  ],
  [
    'guard',
    'the guard hides the tool',
    {
      end: async () => {
        pipeline.context.gone = true
        await reevaluated('guard')
      },
      status: 'denied',
      text: nobody('The exfiltration guard was turned on'),
    },
  ],
  [
    'preset',
    'another preset hides the tool',
    {
      end: async () => {
        pipeline.context.gone = true
        await reevaluated('preset')
      },
      status: 'denied',
      text: nobody('The preset changed'),
    },
  ],
  [
    'preset',
    'another preset refuses the write',
    {
      end: async () => {
        pipeline.context.policy = {
          ...pipeline.context.policy,
          preset: Preset.parse({ allowWritePaths: [] }),
        }
        await reevaluated()
      },
      status: 'denied',
      text: nobody('The preset changed'),
    },
  ],
  [
    'policy-change',
    'a rule refuses it',
    {
      end: async () => {
        pipeline.context.policy = { ...pipeline.context.policy, rules: [rule('deny', {})] }
        await reevaluated()
      },
      status: 'denied',
      text: nobody('The policy changed'),
    },
  ],
  [
    'policy-change',
    'the tool is switched off',
    {
      end: async () => {
        pipeline.context.policy = { ...pipeline.context.policy, tools: { say: { disabled: true } } }
        await reevaluated()
      },
      status: 'denied',
      text: nobody('The policy changed'),
    },
  ],
  [
    'tool-gone',
    'the server goes away',
    {
      end: async () => {
        pipeline.context.gone = true
        await reevaluated()
      },
      status: 'denied',
      text: nobody('The tool, or the server that has it, became unavailable'),
    },
  ],
  [
    'run-ended',
    'the run is stopped',
    {
      end: async (_approval, abort) => abort.abort(),
      status: 'cancelled',
      text: nobody('The run ended'),
    },
  ],
  [
    'client-gone',
    'the client takes it back',
    {
      client: true,
      end: async (_approval, abort) => abort.abort(),
      status: 'cancelled',
      text: nobody('The client disconnected'),
    },
  ],
  [
    'program-end',
    'Gatehouse quits',
    {
      client: true,
      end: async (_approval, abort) => {
        pipeline.ending.abort()
        abort.abort()
      },
      status: 'cancelled',
      text: /^Gatehouse quit before the call could run/,
    },
  ],
]

describe('an approval that ends', () => {
  it.each(ways)(
    'by %s, when %s, says so everywhere',
    async (route, _what, { client, timeoutMs, end, status, text }) => {
      pipeline = await openTestPipeline({
        ...(client === undefined ? {} : { client }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      })
      const abort = new AbortController()
      const result = pipeline.call('say', { path: 'a' }, abort.signal)
      const approval = await pipeline.held()
      await end(approval, abort)
      const ended = await result
      expect([ended.route, ended.status, ended.ok]).toEqual([route, status, false])
      expect(ended.text).toMatch(text)
      const row = pipeline.approvals.get(approval.id)
      expect(row?.route).toBe(route)
      expect(pipeline.rows().find(({ kind }) => kind === 'answered')).toMatchObject({ route })
      expect(pipeline.said).toEqual([])
      expect(/^A person denied/.test(ended.text)).toBe(route === 'person')
    },
  )

  it('in the middle of an answer, because Gatehouse was killed, says so at the next start', async () => {
    pipeline = await openTestPipeline()
    void pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    pipeline.approvals.transition(id, 'pending', 'approved', {
      answeredAt: 1,
      answeredOn: 'window',
      answer: 'once',
      route: 'person',
    })
    await pipeline.restart().recover()
    await Promise.all(pipeline.settling)
    expect(pipeline.approvals.get(id)).toMatchObject({ state: 'cancelled', route: 'program-end' })
    expect(pipeline.rows().at(-1)).toMatchObject({ kind: 'answered', route: 'program-end' })
  })

  it('because it is asked again keeps its own row apart', async () => {
    pipeline = await openTestPipeline()
    const result = pipeline.call('say', { path: 'a' })
    const first = await pipeline.held()
    await pipeline.approvalQueue.answer(first.id, { answer: 'once', args: { path: 'b' } }, 'window')
    expect((await result).ok).toBe(true)
    expect(pipeline.approvals.get(first.id)).toMatchObject({
      state: 'cancelled',
      route: 'replaced',
      answeredOn: null,
    })
    expect((await pipeline.held(2)).id).not.toBe(first.id)
  })

  it('because it could not be recorded was never asked', async () => {
    pipeline = await openTestPipeline()
    pipeline.context.recording = (kind) => void (pipeline.context.journalBroken = kind === 'asked')
    const result = await pipeline.call('say', { path: 'a' })
    expect([result.ok, result.route, result.error?.code]).toEqual([
      false,
      'refused',
      'journal.unwritable',
    ])
    const [row] = pipeline.approvals.list(['cancelled'], undefined, 5)
    expect(row?.route).toBe('unrecorded')
  })
})

describe('the sentence', () => {
  const of = (route: ApprovalRoute | null, more: Partial<Approval> = {}): Approval =>
    ({ answer: 'deny-once', answeredOn: null, word: null, ...more, route }) as Approval

  it('of each route is its own, for the agent and on the card, and only that of an answer names a person', async () => {
    pipeline = await openTestPipeline()
    const agents = ApprovalRoute.options.map(
      (route) => endFailure(of(route, route === 'person' ? { answeredOn: 'window' } : {})).text,
    )
    expect(new Set(agents).size).toBe(ApprovalRoute.options.length)
    expect(agents.filter((text) => /A person denied/.test(text))).toEqual([
      'A person denied this call.',
    ])
    const cards = ApprovalRoute.options.map((route) =>
      endedBy(of(route, { answeredOn: route === 'person' ? 'window' : null })),
    )
    expect(new Set(cards).size).toBe(ApprovalRoute.options.length)
    expect(cards.filter((text) => text.startsWith(' by you'))).toEqual([` ${strings.by.window}`])
    // Everything was stopped from a window: nobody looked at this one call.
    expect(endedBy(of('emergency-stop', { answeredOn: 'window' }))).toBe(': everything was stopped')
  })

  it('says of the prompt of a client just that', async () => {
    pipeline = await openTestPipeline()
    expect(endFailure(of('person', { answeredOn: 'client' })).text).toBe(
      'The call was denied in the prompt of the client.',
    )
  })
})
