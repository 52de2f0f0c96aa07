import { expect, it } from 'vitest'
import { contextFull } from '../../../renderer/features/runs/run-text.ts'

it.each([
  [undefined, null],
  [null, null],
  [
    { used: 0, window: 1_000 },
    { percent: 0, tone: 'fine' },
  ],
  [
    { used: 849, window: 1_000 },
    { percent: 84, tone: 'fine' },
  ],
  [
    { used: 850, window: 1_000 },
    { percent: 85, tone: 'near' },
  ],
  [
    { used: 999, window: 1_000 },
    { percent: 99, tone: 'near' },
  ],
  [
    { used: 1_200, window: 1_000 },
    { percent: 100, tone: 'near' },
  ],
] as const)('%o is shown as %o', (context, want) => {
  const full = contextFull({ context })
  expect(full === null ? null : { percent: full.percent, tone: full.tone }).toEqual(want)
})
