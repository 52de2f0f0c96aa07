import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporary } from '../temporary.ts'

it('a temporary folder of a test that was killed is gone with the next one, and that of a living one stays', () => {
  const base = mkdtempSync(join(tmpdir(), 'gatehouse-temporary-'))
  try {
    const dead = join(base, `gatehouse-e2e-${spawnSync('true').pid}-abcdef`)
    const other = join(base, 'gatehouse-other-1-abcdef')
    const mine = makeTemporary('e2e', base)
    mkdirSync(join(dead, 'deep'), { recursive: true })
    mkdirSync(other)
    const next = makeTemporary('e2e', base)
    expect([dead, other, mine, next].map((path) => existsSync(path))).toEqual([
      false,
      true,
      true,
      true,
    ])
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
})
