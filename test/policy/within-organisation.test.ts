// An agent can do what its own file and its organisation's both say.
import { expect, it } from 'vitest'
import { EVERYTHING, NOTHING, grants } from '../../contract/agent/grant.ts'
import type { Grant } from '../../contract/agent/grant.ts'
import { withinOrganisation } from '../../main/policy/within-organisation.ts'
import { grantIn } from '../../main/config/agents/parse-agent.ts'

const file = (...capabilities: readonly string[]): string =>
  `name: reviewer\ncapabilities: [${capabilities.join(', ')}]\n`
const grantOf = (text: string): Grant => grantIn(text) ?? NOTHING

it.each([
  ['an agent without a file there', grantOf(file('fs_write')), {}, [false, true]],
  ['the person’s chat agent', EVERYTHING, { reviewer: file('fs_read') }, [true, false]],
  [
    'a file that says more',
    grantOf(file('fs_read', 'fs_write')),
    { reviewer: file('fs_read') },
    [true, false],
  ],
  ['a file that says less', NOTHING, { reviewer: file('fs_read', 'fs_write') }, [false, false]],
  ['an agent of another name', EVERYTHING, { other: file('fs_read') }, [true, true]],
  [
    'a file there that cannot be read',
    EVERYTHING,
    { reviewer: 'capabilities: [flying]' },
    [false, false],
  ],
] as const)('%s', (_what, own, agents, expected) => {
  const within = withinOrganisation(
    () => own,
    () => agents,
  )
  const granted = within('reviewer')
  expect([grants(granted, 'read_file', null), grants(granted, 'write_file', null)]).toEqual(
    expected,
  )
  expect(within('reviewer')).toBe(granted)
})
