// A second approval by the command line alone: both persons at a terminal of their own machine.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cliFile, type FaultApp } from '../../faults/driver/app.ts'
import { until } from '../../faults/driver/until.ts'
import { proof, twoPrograms, twoProgramsEach } from '../../fakes/two-programs.ts'

twoProgramsEach()

async function gatehouse(app: FaultApp, ...args: readonly string[]) {
  const env = { GATEHOUSE_PASSPHRASE: proof.passphrase }
  const { child, ended } = app.run(cliFile, args, { env })
  child.stdin?.end()
  const { code, stdout, stderr } = await ended
  return { code, said: `${stdout}${stderr}` }
}

it('asks the second person after the first, and runs on the machine of the call @whole', async () => {
  const { ada, bob } = await twoPrograms()
  const agent = await ada.agent()
  void agent.call('write_file', { path: 'typed.txt', content: 'x' }).catch(() => null)
  const [own] = await ada.held()
  if (own === undefined) throw new Error('nothing is held')
  const shown = await gatehouse(ada, 'approvals', 'show', own.id)
  expect(shown.said).toContain('After you, a second person must approve this')
  const approved = await gatehouse(ada, 'approvals', 'approve', own.id)
  expect(approved).toMatchObject({
    code: 0,
    said: expect.stringContaining('It waits for a second person: Bob (bob-laptop).'),
  })
  expect((await gatehouse(ada, 'approvals', 'list')).said).toContain('waits for a second person')
  expect((await gatehouse(ada, 'approvals', 'approve', own.id)).said).toContain(
    'You have approved this already.',
  )

  const [seen] = await bob.held()
  if (seen === undefined) throw new Error('nothing came')
  expect((await gatehouse(bob, 'approvals', 'list')).said).toContain('on ada-laptop')
  expect((await gatehouse(bob, 'approvals', 'show', seen.id)).said).toContain(
    'From Ada’s ada-laptop',
  )
  const lasting = await gatehouse(bob, 'approvals', 'approve', seen.id, '--always')
  expect(lasting.code).not.toBe(0)
  expect(existsSync(join(ada.workspace, 'typed.txt'))).toBe(false)
  expect(await gatehouse(bob, 'approvals', 'approve', seen.id)).toMatchObject({
    code: 0,
    said: expect.stringContaining('ada-laptop runs the call.'),
  })
  await until('the file', async () => existsSync(join(ada.workspace, 'typed.txt')) || null)
  const rows = await gatehouse(ada, 'audit', 'tail')
  expect(rows.said).toContain('and Bob on bob-laptop')
}, 600_000)
