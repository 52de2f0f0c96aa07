// `gatehouse tools run` beside other calls that wait: it says, shows and answers what its own call
// asks, and nothing that another one does.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Approval } from '../../contract/approval/approval.ts'
import { holdCommands } from '../hold-commands.ts'
import { makeHome } from './gatehouse.ts'
import type { Home, Running } from './gatehouse.ts'

let home: Home
beforeEach(() => {
  home = makeHome()
  mkdirSync(home.folder)
  writeFileSync(join(home.folder, 'config.yaml'), holdCommands)
})
afterEach(() => home.remove())

async function serving(): Promise<Running> {
  const server = home.start('serve', '--port', '0', '--json', '--no-open')
  await server.until(/"url"/)
  return server
}

const asks = (command: string, ...more: readonly string[]): Running =>
  home.start('tools', 'run', 'exec', '--args', JSON.stringify({ command }), ...more)

/** Approvals that wait, by their command. */
async function pending(): Promise<Readonly<Record<string, string>>> {
  const { value } = await home.json('approvals', 'list')
  const { approvals } = z.object({ approvals: z.array(Approval) }).parse(value)
  return Object.fromEntries(approvals.map(({ id, args }) => [args['command'], id]))
}

/** Every approval that it named, once its own call waits. */
async function named(call: Running): Promise<readonly string[]> {
  const text = await call.until(/approvals approve/)
  return text.match(/apr_\w+/g) ?? []
}
const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => setTimeout(done, milliseconds))
const ran = (name: string): boolean => existsSync(join(home.workspace, name))

async function withPassphrase(): Promise<void> {
  home.env['GATEHOUSE_NEW_PASSPHRASE'] = 'correct horse'
  await home.json('step-up', 'passphrase')
  delete home.env['GATEHOUSE_NEW_PASSPHRASE']
}

describe('the question of a call of the command line', () => {
  it('is named by the call that asks it, however many wait', async () => {
    await serving()
    const first = asks('touch first.txt')
    await named(first)
    const others = [asks('touch second.txt'), asks('touch third.txt')]
    for (const call of others) await named(call)
    await pause(600)
    const ids = await pending()
    expect([await named(first), ...(await Promise.all(others.map(named)))]).toEqual([
      [ids['touch first.txt']],
      [ids['touch second.txt']],
      [ids['touch third.txt']],
    ])
  })

  it('is the one that it joined, where the same waits already @whole', async () => {
    await serving()
    const [first, same] = [asks('touch same.txt'), asks('touch same.txt')]
    const [one] = await named(first)
    expect(await named(same)).toEqual([one])
    expect(Object.values(await pending())).toEqual([one])
    await home.run('approvals', 'deny', String(one))
    expect([(await first.ended).code, (await same.ended).code]).toEqual([3, 3])
  })

  it('is not one that an earlier Gatehouse left, while its own is not asked yet @whole', async () => {
    const before = await serving()
    const left = asks('touch left.txt')
    await named(left)
    before.child.kill('SIGTERM')
    await left.ended
    await before.ended
    // What it asks is asked when it has run in a copy.
    writeFileSync(join(home.folder, 'config.yaml'), '')
    await serving()
    const slow = asks('sleep 2; touch slow.txt')
    const said = await named(slow)
    const ids = await pending()
    expect(Object.keys(ids).toSorted()).toEqual(['sleep 2; touch slow.txt', 'touch left.txt'])
    expect(said).toEqual([ids['sleep 2; touch slow.txt']])
  })

  it('is the only one that a proof which was brought approves', async () => {
    await withPassphrase()
    await serving()
    const waits = asks('touch waits.txt')
    await named(waits)
    home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse'
    const approved = asks('sleep 1; touch approved.txt', '--approve')
    delete home.env['GATEHOUSE_PASSPHRASE']
    const later = asks('touch later.txt')
    await named(later)
    expect((await approved.ended).code).toBe(0)
    expect(['approved.txt', 'waits.txt', 'later.txt'].map(ran)).toEqual([true, false, false])
    expect(Object.keys(await pending()).toSorted()).toEqual(['touch later.txt', 'touch waits.txt'])
  })

  it('is the only one that a missing proof denies @whole', async () => {
    await withPassphrase()
    // What it asks is asked when it has run in a copy.
    writeFileSync(join(home.folder, 'config.yaml'), '')
    await serving()
    const waits = asks('touch waits.txt')
    await named(waits)
    home.env['GATEHOUSE_PASSPHRASE'] = 'wrong horse'
    const refused = asks('sleep 2; touch refused.txt', '--approve')
    delete home.env['GATEHOUSE_PASSPHRASE']
    expect((await refused.ended).code).not.toBe(0)
    expect(Object.keys(await pending())).toEqual(['touch waits.txt'])
    expect(['refused.txt', 'waits.txt'].map(ran)).toEqual([false, false])
  })
})
