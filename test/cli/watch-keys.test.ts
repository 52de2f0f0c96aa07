// Which keys answer a held call in `gatehouse watch`, and which answer nothing: those that were typed
// before a person could see what they would answer.
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import { approval, decision } from '../fakes/bridge-data.ts'
import { openFakeBoard } from '../fakes/watch-board.ts'

const call = (n: number, more: Partial<Approval> = {}): Approval =>
  approval(n, {
    createdAt: n,
    tool: 'exec',
    title: `Call ${n}`,
    args: { command: `touch ${n}.txt` },
    decision: decision('R2', 'confirm', [], []),
    ...more,
  })
const [one, two, three] = [call(1), call(2), call(3)]
const risky = call(4, { decision: decision('R3', 'confirm', [], []) })
const ENTER = '\r'
const closed = (of: Approval, more: Partial<Approval>) =>
  ({ kind: 'approval-closed', approval: { ...of, ...more } }) as const
const denied = { state: 'denied', route: 'person', answeredOn: 'window' } as const
const foot = (lines: readonly string[]): string => lines.slice(-4).join('\n')

describe('typed ahead', () => {
  it.each([
    ['one key again and again', 'd'.repeat(50)],
    ['the next card and its answer, at once', 'jdjdjdjdjd'],
    ['a paste as the terminal marks it', `\u{1b}[200~${'d'.repeat(50)}\u{1b}[201~`],
    ['a yes that is typed before it is asked', `ay${'y'.repeat(48)}`],
  ])('%s answers at most the card that is shown', async (_name, bytes) => {
    const board = await openFakeBoard([one, two, three], { size: [80, 40] })
    await board.type(bytes)
    await board.pass(100)
    const ids = board.answers().map((answer) => (answer as { id: string }).id)
    expect(ids.filter((id) => id !== one.id)).toEqual([])
    expect(ids.length).toBeLessThanOrEqual(1)
  })

  it('a card that a person moved to is answered by no key that was sent with the move', async () => {
    const board = await openFakeBoard([one, two], { size: [80, 40] })
    await board.type('jd')
    expect(board.answers()).toEqual([])
    expect(foot(board.screen())).toContain('has just changed')
    await board.pass(1_000)
    await board.type('d')
    expect(board.answers()).toEqual([{ id: two.id, answer: 'deny-once' }])
  })

  it.each(Array.from({ length: 5 }, (_, at) => at + 1))(
    'the mark of a paste that comes in two pieces, cut after %d, is still one',
    async (at) => {
      const start = '\u{1b}[200~'
      const board = await openFakeBoard([one], { size: [80, 40] })
      await board.type(start.slice(0, at))
      await board.type(`${start.slice(at)}ddd`)
      await board.type('d\u{1b}[20')
      await board.type('1~')
      expect(board.answers()).toEqual([])
      await board.type('d')
      expect(board.answers()).toHaveLength(1)
    },
  )

  it('Ctrl+C leaves, also in a paste that never ends', async () => {
    const board = await openFakeBoard([one])
    await board.type('\u{1b}[200~dd')
    await board.type('\u{3}')
    expect([board.answers(), board.ended()]).toEqual([[], true])
  })

  it('what a terminal says of itself is no key', async () => {
    const board = await openFakeBoard([one], { size: [80, 40] })
    await board.type('\u{1b}]11;rgb:dddd/dddd/dddd\u{7}\u{1b}P1$r0d\u{1b}\\\u{1b}[?1;2c')
    expect([board.answers(), board.ended()]).toEqual([[], false])
  })
})

describe('the card changes while a key is pressed', () => {
  it('after the last card, who decided is still shown when a late key comes', async () => {
    const board = await openFakeBoard([one], { size: [80, 40] })
    await board.event(closed(one, denied))
    await board.type('d')
    expect([board.answers(), board.screen().join('\n')]).toEqual([
      [],
      expect.stringContaining('Denied in the window: Call 1'),
    ])
    await board.pass(1_000)
    await board.type('d')
    expect(board.screen().join('\n')).not.toContain('Denied')
  })

  it('the next card takes no key for a moment, and says so', async () => {
    const board = await openFakeBoard([one, two], { size: [80, 40] })
    await board.event(closed(one, { state: 'expired', route: 'time-out' }))
    await board.type('d')
    expect(board.answers()).toEqual([])
    await board.pass(399)
    await board.type('d')
    expect(board.answers()).toEqual([])
    await board.pass(1_000)
    await board.type('d')
    expect(board.answers()).toEqual([{ id: two.id, answer: 'deny-once' }])
  })

  it.each([
    ['the call is answered elsewhere', denied],
    ['its time is over', { state: 'expired', route: 'time-out', answeredOn: null } as const],
  ])(
    'the rest of a passphrase is no key and no note, where %s while it is typed',
    async (_n, end) => {
      const board = await openFakeBoard([one, two], { size: [80, 40], passphrase: true })
      await board.type('a')
      await board.pass(200)
      await board.type('y')
      await board.pass(200)
      expect(foot(board.screen())).toContain('passphrase:')
      await board.type('sw')
      await board.event(closed(one, end))
      await board.pass(5_000)
      await board.type('word')
      await board.pass(5_000)
      await board.type(`dd-secret${ENTER}`)
      await board.pass(5_000)
      expect(board.answers()).toEqual([])
      expect(board.raw()).not.toMatch(/secret/)
      await board.type('d')
      expect(board.answers()).toEqual([{ id: two.id, answer: 'deny-once' }])
    },
  )

  it('the rest of a note is no key, and is not sent with the next call', async () => {
    const board = await openFakeBoard([one, two], { size: [80, 40] })
    await board.type('w')
    await board.pass(200)
    await board.type('do not ')
    await board.event(closed(one, denied))
    await board.pass(5_000)
    await board.type('dwdw')
    expect(board.answers()).toEqual([])
    expect(foot(board.screen())).toMatch(/question is over.*Enter or Esc/)
    await board.type('\u{1b}')
    await board.type('d')
    expect(board.answers()).toEqual([{ id: two.id, answer: 'deny-once' }])
  })

  it('a question about contents that changed is over', async () => {
    const board = await openFakeBoard([risky], { size: [80, 40] })
    await board.type('a')
    await board.pass(200)
    await board.type('ye')
    const changed = { ...risky, args: { command: 'rm -rf .' } }
    await board.event({ kind: 'approval-changed', approval: changed })
    await board.type(`s${ENTER}`)
    await board.pass(5_000)
    expect(board.answers()).toEqual([])
  })
})

describe('an answer from here that an event announces before its own reply', () => {
  const byTerminal = { state: 'denied', route: 'person', answeredOn: 'cli' } as const
  it.each([
    { fails: () => null, ever: ['Denied: '] },
    { fails: () => 'Too late.', ever: ['Denied on the command line: '] },
  ])('says $ever, and nothing else before', async ({ fails, ever }) => {
    const board = await openFakeBoard([one, two], {
      size: [80, 40],
      fails,
      told: closed(one, byTerminal),
    })
    await board.type('d')
    await board.pass(100)
    expect([...new Set(board.raw().match(/Denied[^:]*: |Too late/g))]).toEqual(ever)
  })
})

describe('approvals one after another', () => {
  it('need a typed word after three that were given in a hurry', async () => {
    const many = Array.from({ length: 6 }, (_, at) => call(at + 10))
    const board = await openFakeBoard(many, { size: [80, 40] })
    const asked: (string | undefined)[] = []
    const approve = async (card: Approval, ms: number): Promise<void> => {
      await board.pass(ms)
      await board.type('a')
      await board.pass(200)
      asked.push(/Type yes|y for yes/.exec(foot(board.screen()))?.[0])
      await board.type('yes\r')
      await board.pass(0)
      await board.event(closed(card, { state: 'approved', route: 'person', answeredOn: 'cli' }))
    }
    // The first was on the screen for a second already.
    for (const [at, ms] of [400, 400, 400, 400, 3_000, 400].entries())
      await approve(many[at] ?? one, ms)
    expect([board.answers().length, asked]).toEqual([
      6,
      ['y for yes', 'y for yes', 'y for yes', 'Type yes', 'Type yes', 'y for yes'],
    ])
  })
})

describe('keys answer only what is shown', () => {
  it.each([
    [20, 5],
    [1, 1],
    [39, 60],
    [200, 11],
  ] as const)('no key answers on a screen of %d × %d, but q leaves', async (columns, rows) => {
    const board = await openFakeBoard([one], { size: [80, 40] })
    await board.resize(columns, rows)
    for (const key of ['a', 'd', 'y', 'w', 'e', 'l', ENTER]) {
      await board.type(key)
      await board.pass(1_000)
    }
    await board.resize(80, 40)
    await board.pass(1_000)
    expect([board.answers(), board.ended()]).toEqual([[], false])
    await board.resize(columns, rows)
    await board.type('q')
    expect(board.ended()).toBe(true)
  })

  it('a question waits while the screen is too small for it', async () => {
    const board = await openFakeBoard([one], { size: [80, 40] })
    await board.type('a')
    await board.pass(200)
    await board.resize(20, 5)
    await board.type('y')
    expect(board.answers()).toEqual([])
    await board.resize(80, 40)
    expect(foot(board.screen())).toContain('y for yes')
    await board.type('y')
    expect(board.answers()).toEqual([{ id: one.id, answer: 'once' }])
  })

  it('a passphrase goes on where it was, after the screen was too small', async () => {
    const board = await openFakeBoard([one], { size: [80, 40], passphrase: true })
    await board.type('a')
    await board.pass(200)
    await board.type('y')
    await board.pass(200)
    await board.type('correct ')
    await board.resize(1, 1)
    await board.resize(80, 40)
    await board.type(`horse${ENTER}`)
    expect(board.answers()).toEqual([
      { id: one.id, answer: 'once', proof: { kind: 'passphrase', passphrase: 'correct horse' } },
    ])
    expect(board.raw()).not.toMatch(/horse/)
  })
})

describe('Gatehouse goes away', () => {
  it('keys that are pressed meanwhile answer nothing when it is back', async () => {
    const board = await openFakeBoard([one], { size: [80, 40], passphrase: true })
    await board.type('a')
    await board.pass(200)
    await board.type('y')
    await board.pass(200)
    await board.type('sec')
    await board.away('Gatehouse went away. Waiting for it to come back.')
    expect(board.screen().join('\n')).toMatch(/went away[^]*q/)
    await board.type('dwdw')
    await board.back()
    await board.pass(5_000)
    await board.type('dw')
    expect([board.answers(), board.ended()]).toEqual([[], false])
    await board.type(ENTER)
    await board.type('d')
    expect(board.answers()).toEqual([{ id: one.id, answer: 'deny-once' }])
  })
})

describe('who decided', () => {
  it.each([
    ['in the window', denied, 'Denied in the window: Call 1'],
    [
      'on another command line',
      { state: 'approved', route: 'person', answeredOn: 'cli' } as const,
      'Approved on the command line: Call 1',
    ],
    [
      'by nobody in time',
      { state: 'expired', route: 'time-out' } as const,
      'Nobody answered in time: Call 1',
    ],
    [
      'by the client',
      { state: 'cancelled', route: 'client-gone' } as const,
      'Withdrawn by its client: Call 1',
    ],
    [
      'by the emergency stop',
      { state: 'cancelled', route: 'emergency-stop' } as const,
      'Ended because everything was stopped: Call 1',
    ],
  ])('is shown, also while a prompt is open: %s', async (_name, end, text) => {
    for (const asking of [false, true]) {
      const board = await openFakeBoard([one], { size: [80, 40] })
      if (asking) {
        await board.type('a')
        await board.pass(200)
      }
      await board.event(closed(one, end))
      await board.pass(100)
      expect(board.screen().join('\n')).toContain(text)
    }
  })
})
