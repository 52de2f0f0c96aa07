import { expect, it } from 'vitest'
import { residentSize } from '../../main/host/memory-trim.ts'

it('takes a size that cannot be asked for as none: where no descriptor is left, asking throws', () => {
  const ask = (): number => {
    throw Object.assign(new Error('EMFILE: too many open files, uv_resident_set_memory'), {
      code: 'EMFILE',
    })
  }
  expect([residentSize(ask), residentSize(() => 7), residentSize() > 1_000_000]).toEqual([
    0,
    7,
    true,
  ])
})
