// What is said to be missing for a tool, and how to get it.
import { expect, it } from 'vitest'
import { missingRequirements } from '../../main/policy/missing-requirements.ts'

const workspace = { path: '/w', ready: true, text: '' }
const sandbox = () => ({ ok: true as const, text: 'held' })
const gap = (name: string) =>
  missingRequirements(
    { kind: 'credential', name },
    workspace,
    sandbox,
    (stored) => stored === 'forge',
  )

it('a credential is missing until it is kept', () => {
  expect([gap('forge'), gap('mail')]).toEqual([
    null,
    { what: 'The credential mail is needed.', how: 'gatehouse secrets set mail' },
  ])
})
