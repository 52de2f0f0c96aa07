// What was done in the days before the pictures: real calls, answered as a person would, under a
// clock that goes behind.
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import { type Ground, openFixture } from './fixture.ts'

type Day = {
  readonly hoursAgo: number
  readonly tasks: readonly (readonly [text: string, ...answers: ApprovalAnswer[]])[]
}

const days: readonly Day[] = [
  {
    hoursAgo: 21,
    tasks: [
      ['list .\nread README.md\nread src/price.ts\nread src/cart.ts'],
      ['write notes/plan.md: Sell quinces.', 'once'],
      ['run git push --force'],
    ],
  },
  {
    hoursAgo: 17,
    tasks: [
      ['run wc -l src/price.ts src/cart.ts', 'once'],
      ['read .env'],
      ['read test/price.txt\nread docs/orders.md'],
    ],
  },
  {
    hoursAgo: 9,
    tasks: [
      ['edit test/price.txt: quince ? => quince 70', 'session'],
      ['post https://api.example.org/orders {"goods":"plum"}', 'deny-once'],
      ['list src\nlist docs\nlist test'],
    ],
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
  for (const { hoursAgo, tasks } of days) {
    const fixture = await openFixture(background, hoursAgo)
    try {
      for (const [text, ...answers] of tasks) await fixture.play(text, answers)
    } finally {
      await fixture.stop()
    }
  }
}
