// `gatehouse watch` in this process: a screen of any size, keys as bytes, a clock that a test moves,
// and a Gatehouse that takes every answer unless the test says otherwise.
import { setImmediate } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Approval } from '../../contract/approval/approval.ts'
import { failure } from '../../contract/failure.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { err, ok } from '../../contract/result.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { Session } from '../../main/host/cli/session/session.ts'
import type { TerminalScreen } from '../../main/host/cli/terminal/terminal-screen.ts'
import { openBoard } from '../../main/host/cli/watch/board.ts'
import { keyReader } from '../../main/host/cli/watch/keys.ts'
import { fakeCliContext } from './cli-context.ts'

export type FakeBoard = {
  /** The lines drawn last, without colours and without blanks at their ends. */
  screen(): readonly string[]
  /** All that was written to the terminal. */
  raw(): string
  /** Bytes that come at once. */
  type(bytes: string): Promise<void>
  pass(milliseconds: number): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  event(event: PanelEvent): Promise<void>
  away(text: string): Promise<void>
  back(): Promise<void>
  /** What reached Gatehouse of answers, in order. */
  answers(): readonly unknown[]
  ended(): boolean
}

type Asked = { readonly id?: string; readonly before?: number; readonly limit?: number }

export async function openFakeBoard(
  held: readonly Approval[],
  {
    size = [80, 24],
    passphrase = false,
    fails = () => null,
    told = null,
    paged = () => null,
  }: {
    readonly size?: readonly [number, number]
    readonly passphrase?: boolean
    /** What an answer is told in place of being taken. */
    readonly fails?: () => string | null
    /** What is told to everybody before the answer is told that it was taken, or came too late. */
    readonly told?: PanelEvent | null
    /** What is told while the page of that number is on its way. */
    readonly paged?: (page: number) => PanelEvent | null
  } = {},
): Promise<FakeBoard> {
  let [columns, rows] = size
  let written = ''
  let frame = ''
  let now = 0
  let ended = false
  let waits: { readonly at: number; readonly done: () => void }[] = []
  const answers: unknown[] = []
  const screen: TerminalScreen = {
    get columns() {
      return columns
    },
    get rows() {
      return rows
    },
    unicode: true,
    write(text) {
      written += text
      if (text.startsWith('\u{1b}[H')) frame = text
    },
    onTyped: () => {},
    onResized: () => {},
    lend: (work) => work(),
    suspend: () => {},
    close: () => {},
  }
  const context = fakeCliContext({
    terminal: true,
    sleep: (milliseconds) =>
      new Promise((done) => void waits.push({ at: now + milliseconds, done })),
  })
  let pages = 0
  const replies: Readonly<Record<string, (input: Asked) => unknown>> = {
    'approvals.list': async ({ before = Infinity, limit = 0 }) => {
      const newest = held.toSorted((a, b) => b.createdAt - a.createdAt)
      const older = newest.filter(({ createdAt }) => createdAt < before)
      // A page is longer by what has its last moment.
      const last = older[limit - 1]?.createdAt ?? 0
      const event = paged((pages += 1))
      if (event !== null) await fake.event(event)
      return ok(older.filter(({ createdAt }) => createdAt >= last))
    },
    'app.state': () => ok({ stopped: null }),
    'approvals.scopes': () => ok({ calls: 0, scopes: [] }),
    'approvals.rehearse': ({ id }) => {
      const found = held.find((each) => each.id === id)
      return found === undefined ? err(failure('approval.unknown', 'There is none.')) : ok(found)
    },
    'step-up.state': () => ok({ passphrase, totp: false }),
    'approvals.answer': async (input) => {
      answers.push(input)
      if (told !== null) await fake.event(told)
      const fault = fails()
      return fault === null
        ? ok({ ...held.find((each) => each.id === input.id), state: 'approved' })
        : err(failure('approval.answered', fault))
    },
  }
  const session: Session = {
    kind: 'running',
    call: (async (channel: string, input: Asked) =>
      replies[channel]?.(input) ?? err(failure('test.unknown', channel))) as Session['call'],
    subscribe: async () => ok(undefined),
    close: async () => {},
  }
  const paths = findAppPaths({
    env: context.env,
    platform: 'linux',
    homedir: '/nonexistent',
    config: undefined,
  })
  const board = openBoard(
    { context, paths, operands: [], options: new Map(), json: false },
    screen,
    () => {
      ended = true
    },
  )
  const read = keyReader()
  const quiet = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  }
  const after = async (work: () => void): Promise<void> => {
    work()
    await quiet()
  }
  const fake: FakeBoard = {
    screen: () =>
      stripVTControlCharacters(frame)
        .split('\r\n')
        .map((line) => line.trimEnd()),
    raw: () => written,
    type: (bytes) => after(() => read(bytes).forEach((key) => board.press(key))),
    async pass(milliseconds) {
      now += milliseconds
      const due = waits.filter(({ at }) => at <= now)
      waits = waits.filter(({ at }) => at > now)
      await after(() => due.forEach(({ done }) => done()))
    },
    resize: (wide, high) =>
      after(() => {
        columns = wide
        rows = high
        board.resized()
      }),
    event: (event) => after(() => board.event(event)),
    away: (text) => after(() => board.missing(text)),
    back: () => after(() => board.found(session)),
    answers: () => answers,
    ended: () => ended,
  }
  await fake.back()
  await fake.pass(1_000)
  return fake
}
