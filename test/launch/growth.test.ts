import { expect, it } from 'vitest'
import { growth, MOST_GROWTH } from '../growth.ts'

/** Some work that takes longer than a clock's step. */
const steps = (count: number): number => {
  let sum = 0
  for (let step = 0; step < count; step += 1) sum = (sum * 31 + step) % 1_000_003
  return sum
}

it.each<[name: string, work: (size: number) => unknown, few: boolean]>([
  ['with the size', (size) => steps(size * 40_000), true],
  ['with its square', (size) => steps(size * size * 200), false],
  ['not at all', () => steps(1_000), true],
])('recognises work that grows %s', async (_name, work, few) => {
  expect((await growth(work, 400)) < MOST_GROWTH).toBe(few)
})
