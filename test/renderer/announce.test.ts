// What a screen reader is notified of held calls, and what a person who looks elsewhere: once each,
// together where they come together.
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import { digestText, openDigest } from '../../contract/approval/held-digest.ts'
import { ApprovalId } from '../../contract/ids.ts'
import type { Tier } from '../../contract/call/tier.ts'
import { changeWords, runningOut, soonWords } from '../../renderer/app/notices/announce.ts'
import { samples } from '../fakes/bridge-samples.ts'

const T = 1_000_000
const [first] = samples()
if (first === undefined) throw new Error('no sample')
const call = (n: number, tier: Tier = 'R3', more: Partial<Approval> = {}): Approval => ({
  ...first,

  id: ApprovalId.parse(`apr_0000000${n}`),
  tool: 'exec',
  title: 'Run a command',
  args: { command: `step-${n}` },
  createdAt: T,
  expiresAt: T + 600_000,
  decision: {
    ...first.decision,
    tier,
    touches: [{ kind: 'proc.run', command: `step-${n}`, cwd: '/w', zone: 'workspace' } as never],
  },
  ...more,
})
const open = (...calls: readonly Approval[]) => new Map(calls.map((one) => [one.id, one]))

describe('what is announced', () => {
  it.each<
    [string, readonly Approval[], readonly Approval[], number, ReturnType<typeof changeWords>]
  >([
    ['nothing that was there', [call(1)], [call(1)], T, null],
    [
      'one that came',
      [],
      [call(1)],
      T,
      { polite: 'R3 call held, approval required: Run step-1', urgent: '' },
    ],
    [
      'one that can do the worst, at once',
      [],
      [call(1), call(2, 'R4')],
      T,
      { polite: '', urgent: '2 calls held for approval. The riskiest is R4.' },
    ],
    ['not one that was answered', [call(1)], [], T + 1_000, null],
    [
      'one that ran out',
      [call(1)],
      [],
      T + 600_000,
      {
        polite: 'Denied after the time to answer: Run step-1',
        urgent: '',
      },
    ],
    [
      'those that ran out together',
      [call(1), call(2)],
      [],
      T + 600_000,
      { polite: '2 calls were denied after the time to answer.', urgent: '' },
    ],
    [
      'both, where one came as another ran out',
      [call(1)],
      [call(2)],
      T + 600_000,
      {
        polite:
          'R3 call held, approval required: Run step-2. Denied after the time to answer: Run step-1',
        urgent: '',
      },
    ],
  ])('%s', (_, before, after, now, said) => {
    expect(changeWords(open(...before), open(...after), now, '/w')).toEqual(said)
  })

  it('the last minute, for what had longer than two', () => {
    const brief = call(2, 'R2', { expiresAt: T + 90_000 })
    expect(
      [0, 539_000, 541_000, 600_000].map((at) =>
        runningOut(open(call(1), brief), T + at).map(({ id }) => id),
      ),
    ).toEqual([[], [], [call(1).id], []])
    expect([
      soonWords([call(1)], '/w'),
      soonWords([call(1), call(2)], '/w'),
      soonWords([], '/w'),
    ]).toEqual([
      'Less than a minute left to answer: Run step-1',
      'Less than a minute left to answer 2 calls.',
      '',
    ])
  })
})

describe('notifications', () => {
  /** Time that the test turns on. */
  function fixture() {
    let time = 0
    let front = false
    let timers: { at: number; act: () => void }[] = []
    const reported: string[] = []
    const digest = openDigest({
      inFront: () => front,
      now: () => time,
      after: (ms, act) => timers.push({ at: time + ms, act }),
      show: (calls) =>
        reported.push(
          `${time} ${calls.map(({ id }) => id.slice(-1)).join('')} ${digestText(calls, '/w').title}`,
        ),
    })
    const until = (to: number): void => {
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= to).toSorted((a, b) => a.at - b.at)
        if (next === undefined) break
        timers = timers.filter((timer) => timer !== next)
        time = next.at
        next.act()
      }
      time = to
    }
    return {
      digest,
      reported,
      until,
      check: (at: boolean) => (front = at),
      timers: () => timers.length,
    }
  }

  it('come two seconds after a call, those of that while as one, riskiest first, and ten seconds apart', () => {
    const { digest, reported, until } = fixture()
    digest.opened(call(1))
    until(1_900)
    digest.opened(call(2, 'R4'))
    until(2_500)
    digest.opened(call(3))
    until(9_000)
    digest.opened(call(4, 'R2'))
    until(60_000)
    digest.opened(call(5))
    until(70_000)
    expect(reported).toEqual([
      '2000 21 2 pending approvals',
      '12000 34 2 pending approvals',
      '62000 5 Run step-5',
    ])
  })

  it('do not come for what was answered meanwhile, nor to one who looks', () => {
    const { digest, reported, until, check: view, timers } = fixture()
    digest.opened(call(1))
    digest.closed(call(1).id)
    until(5_000)
    digest.opened(call(2))
    view(true)
    until(20_000)
    digest.opened(call(3))
    expect([reported, timers()]).toEqual([[], 0])
    view(false)
    digest.opened(call(4))
    until(30_000)
    expect(reported).toEqual(['22000 4 Run step-4'])
  })

  it('are titles of cards: of an address only its host', () => {
    const fetch = (n: number) =>
      call(n, 'R2', {
        tool: 'web_fetch',
        title: 'Fetch a page',
        decision: {
          ...first.decision,
          tier: 'R2',
          touches: [
            {
              kind: 'net.fetch',
              method: 'GET',
              url: 'https://api.example.org/?key=my-secret',
              host: 'api.example.org',
              port: 443,
              listed: false,
            } as never,
          ],
        },
      })
    expect(digestText([fetch(1)], '/w')).toEqual({
      title: 'Fetch from api.example.org',
      body: `${first.principal.name} needs approval (R2).`,
    })
    expect(
      digestText([call(1, 'R4'), fetch(2), fetch(3), call(4, 'R3'), call(5, 'R2')], '/w'),
    ).toEqual({
      title: '5 pending approvals',
      body: 'Run step-1 (R4), 2 × Fetch from api.example.org (R2), Run step-4 (R3) and 1 more.',
    })
  })
})
