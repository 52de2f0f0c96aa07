// What `gatehouse watch` shows of a call that two persons have to approve, on either machine.
import { expect, it } from 'vitest'
import { Approval } from '../../contract/approval/approval.ts'
import { card } from '../../main/host/cli/output/card.ts'
import { paint } from '../../main/host/cli/output/show.ts'
import { listed, noQueue } from '../../main/host/cli/watch/queue.ts'
import { draw } from '../../main/host/cli/watch/view.ts'
import { adaLaptop, bobLaptop, heldForTwo } from '../fakes/second-person.ts'

const AT = Date.UTC(2026, 10, 26, 12)
const bob = { machine: bobLaptop, person: 'Bob' }

const alone = heldForTwo(AT)
const waits = (more: object): Approval =>
  Approval.parse({
    ...alone,
    second: {
      request: 'a'.repeat(64),
      first: { at: AT, surface: 'cli', stepUp: 'passphrase' },
      asked: [bob],
      sent: true,
      by: null,
      trouble: null,
      ...more,
    },
  })
const ofAda = Approval.parse({
  ...alone,
  id: 'apr_00000002',
  createdAt: AT + 1,
  from: { machine: adaLaptop, person: 'Ada' },
})

const shown = (...approvals: Approval[]): string => {
  const queue = listed(noQueue, approvals)
  const [first = alone] = queue.held
  return draw(
    {
      missing: null,
      stopped: false,
      top: 0,
      question: null,
      status: '',
      help: null,
      queue,
      card: card(first, false).split('\n'),
    },
    { columns: 160, rows: 60, unicode: true },
    paint(false),
  ).lines.join('\n')
}

it('a call of another machine is listed with it, and one that waits says so', () => {
  const screen = shown(waits({}), ofAda)
  expect(screen).toContain('1 of 2 waiting')
  expect(screen).toMatch(/^> R2 {2}write_file {2}you {2}waits for a second person {2}until/m)
  expect(screen).toMatch(/^ {2}R2 {2}write_file {2}you on ada-laptop {2}until/m)
})

it('the card of one that waits says for whom, and why nobody can answer', () => {
  expect(shown(waits({}))).toContain('Bob')
  expect(shown(waits({ sent: false, trouble: 'The database is away.' }))).toContain(
    'The database is away.',
  )
})

it('the card of a call of another machine says whose it is', () => {
  const screen = shown(ofAda)
  expect(screen).toContain('ada-laptop')
  expect(screen).toContain('Ada')
})
