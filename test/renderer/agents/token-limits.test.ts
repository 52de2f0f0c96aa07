// What a person writes of a token's limits.
import { describe, expect, it } from 'vitest'
import { NO_LIMITS, requestIn } from '../../../renderer/features/agents/token-limits.ts'
import type { LimitsDraft } from '../../../renderer/features/agents/token-limits.ts'

describe('the limits of a token', () => {
  it.each<[Partial<LimitsDraft>, object]>([
    [{}, { tools: null, seconds: 86_400, calls: null }],
    [{ time: 'year' }, { tools: null, seconds: null, calls: null }],
    [
      { tools: ' read_file,github.get_issue  forge__* ,', calls: ' 5 ' },
      { tools: ['read_file', 'github.get_issue', 'forge__*'], seconds: 86_400, calls: 5 },
    ],
    [{ tools: 'read file!' }, { field: 'tools', text: '“file!” cannot be the name of a tool.' }],
    [{ calls: '0' }, { field: 'calls', text: 'A whole number from 1 to 999999.' }],
    [{ calls: '1.5' }, { field: 'calls', text: 'A whole number from 1 to 999999.' }],
  ])('%j are %j', (over, request) => {
    expect(requestIn({ ...NO_LIMITS, ...over })).toEqual(request)
  })
})
