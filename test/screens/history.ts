// What was done in the days before the pictures: real calls, answered as a person would, under a
// clock that goes behind.
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import { type Fixture, type Ground, openFixture } from './fixture.ts'
import { jobs, storedEntries } from './stored.ts'

type Day = {
  readonly hoursAgo: number
  readonly tasks: readonly (readonly [text: string, ...answers: ApprovalAnswer[]])[]
  /** What else a person does on that day. */
  readonly more?: (fixture: Fixture) => Promise<void>
}

const days: readonly Day[] = [
  {
    hoursAgo: 21,
    tasks: [
      ['list .\nread README.md\nread src/price.ts\nread src/cart.ts'],
      ['write notes/plan.md: Sell quinces.', 'once'],
      ['run git push --force'],
    ],
    more: async ({ call }) => {
      for (const job of jobs) await call('schedules.add', job)
    },
  },
  {
    hoursAgo: 17,
    tasks: [
      ['run wc -l src/price.ts src/cart.ts', 'once'],
      ['read .env'],
      ['read test/price.txt\nread docs/orders.md'],
    ],
    more: async (fixture) => {
      await runJob(fixture, 'Prices of the day')
      await runJob(fixture, 'Stock report')
    },
  },
  {
    hoursAgo: 9,
    tasks: [
      ['edit test/price.txt: quince ? => quince 70', 'session'],
      ['post https://api.example.org/orders {"goods":"plum"}', 'deny-once'],
      ['list src\nlist docs\nlist test'],
    ],
    more: async (fixture) => {
      for (const { title, tool, args } of storedEntries) {
        const run = await fixture.play(JSON.stringify({ tool, args }), ['once'])
        await fixture.call('runs.rename', { id: run.id, title })
      }
      await runJob(fixture, 'Prices of the day')
    },
  },
  {
    hoursAgo: 4,
    tasks: [
      ['run sort test/price.txt', 'once'],
      ['write docs/offer.md: Three plums for the price of two.', 'deny-once'],
      ['read CHANGELOG.md\nread package.json'],
    ],
  },
]

export async function makeHistory(background: Ground): Promise<void> {
  for (const { hoursAgo, tasks, more } of days) {
    const fixture = await openFixture(background, hoursAgo)
    try {
      for (const [text, ...answers] of tasks) await fixture.play(text, answers)
      await more?.(fixture)
    } finally {
      await fixture.stop()
    }
  }
}

/** Now, by hand, until it has ended. */
async function runJob({ page, call }: Fixture, name: string): Promise<void> {
  const job = (await call('schedules.list', {})).find((each) => each.name === name)
  if (job === undefined) throw new Error(`There is no job “${name}”.`)
  const { id } = await call('schedules.run', { id: job.id })
  for (let checks = 0; checks < 400; checks += 1) {
    const run = (await call('schedules.history', { id: job.id, before: null, limit: 9 })).find(
      (each) => each.id === id,
    )
    if (run !== undefined && run.endedAt !== null) return
    await page.waitForTimeout(100)
  }
  throw new Error(`The job “${name}” did not end.`)
}
