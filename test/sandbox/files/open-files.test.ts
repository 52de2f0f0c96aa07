import { expect, it } from 'vitest'
import { ownLimit } from '../../../main/sandbox/command-bounds.ts'

it.each<[string, () => string, number]>([
  [
    'where ours is lower',
    () =>
      'Limit  Soft Limit  Hard Limit  Units\nMax open files            300                  1024                 files\n',
    1_024,
  ],
  [
    'where there is none',
    () => 'Max open files            1024                 unlimited            files\n',
    Number.POSITIVE_INFINITY,
  ],
  [
    'where it cannot be read',
    () => {
      throw new Error('EMFILE')
    },
    Number.POSITIVE_INFINITY,
  ],
])(
  'takes the hard limit of open files %s, so that a sandbox asks for no more than it may have',
  (_where, limits, expected) => {
    expect(ownLimit('open files', limits)).toBe(expected)
  },
)
