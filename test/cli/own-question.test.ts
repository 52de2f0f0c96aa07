// `gatehouse tools run` beside other calls that wait: it says, shows and answers what its own call
// asks, and nothing that another one does.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askingHome } from './asking-home.ts'
import type { AskingHome } from './asking-home.ts'
import type { Running } from './gatehouse.ts'

let asking: AskingHome
beforeEach(() => void (asking = askingHome()))
afterEach(() => asking.home.remove())

/** Every approval that it named, once its own call waits. */
async function named(call: Running): Promise<readonly string[]> {
  const text = await call.until(/approvals approve/)
  return text.match(/apr_\w+/g) ?? []
}
const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => setTimeout(done, milliseconds))
const ran = (name: string): boolean => existsSync(join(asking.home.workspace, name))

describe('the approval that a call of the command line waits for', () => {
  it('is named by its own call, however many are pending', async () => {
    await asking.serve()
    const first = asking.asks('touch first.txt')
    await named(first)
    const others = [asking.asks('touch second.txt'), asking.asks('touch third.txt')]
    for (const call of others) await named(call)
    await pause(600)
    const ids = await asking.pending()
    expect([await named(first), ...(await Promise.all(others.map(named)))]).toEqual([
      [ids['touch first.txt']],
      [ids['touch second.txt']],
      [ids['touch third.txt']],
    ])
  })

  it('is the one that it joined, where the same waits already @whole', async () => {
    await asking.serve()
    const [first, same] = [asking.asks('touch same.txt'), asking.asks('touch same.txt')]
    const [one] = await named(first)
    expect(await named(same)).toEqual([one])
    expect(Object.values(await asking.pending())).toEqual([one])
    await asking.home.run('approvals', 'deny', String(one))
    expect([(await first.ended).code, (await same.ended).code]).toEqual([3, 3])
  })

  it('is not one that an earlier Gatehouse left, while its own is not pending yet @whole', async () => {
    const before = await asking.serve()
    const left = asking.asks('touch left.txt')
    await named(left)
    before.child.kill('SIGTERM')
    await left.ended
    await before.ended
    // What it asks is asked when it has run in a copy.
    writeFileSync(join(asking.home.folder, 'config.yaml'), '')
    await asking.serve()
    const slow = asking.asks('sleep 2; touch slow.txt')
    const said = await named(slow)
    const ids = await asking.pending()
    expect(Object.keys(ids).toSorted()).toEqual(['sleep 2; touch slow.txt', 'touch left.txt'])
    expect(said).toEqual([ids['sleep 2; touch slow.txt']])
  })

  it('is the only one that a proof given with the command approves', async () => {
    await asking.withPassphrase()
    await asking.serve()
    const waits = asking.asks('touch waits.txt')
    await named(waits)
    const approved = asking.approves('sleep 1; touch approved.txt')
    const later = asking.asks('touch later.txt')
    await named(later)
    expect((await approved.ended).code).toBe(0)
    expect(['approved.txt', 'waits.txt', 'later.txt'].map(ran)).toEqual([true, false, false])
    expect(Object.keys(await asking.pending()).toSorted()).toEqual([
      'touch later.txt',
      'touch waits.txt',
    ])
  })

  it('is the only one that a missing proof denies @whole', async () => {
    await asking.withPassphrase()
    // What it asks is asked when it has run in a copy.
    writeFileSync(join(asking.home.folder, 'config.yaml'), '')
    await asking.serve()
    const waits = asking.asks('touch waits.txt')
    await named(waits)
    const refused = asking.approves('sleep 2; touch refused.txt', 'wrong horse')
    expect((await refused.ended).code).not.toBe(0)
    expect(Object.keys(await asking.pending())).toEqual(['touch waits.txt'])
    expect(['refused.txt', 'waits.txt'].map(ran)).toEqual([false, false])
  })
})
