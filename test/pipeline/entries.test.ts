import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const makes =
  /kind:\s*'(?:refused|decision|asked|answered|running|outcome|rehearsing|rehearsed)'(?:\s*as const)?,\s*callId/

describe('the journal entries of a call', () => {
  // What approvals say about the past is counted in the same form, and written nowhere.
  const counts = join('services', 'audit', 'saving-rules.ts')

  it('are made in one file', () => {
    const files = readdirSync(join(root, 'main'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts'),
    )
    expect(files.length).toBeGreaterThan(100)
    const making = files.filter(
      (file) => file !== counts && makes.test(readFileSync(join(root, 'main', file), 'utf8')),
    )
    expect(making).toEqual([join('pipeline', 'record.ts')])
  })
})
