// Ctrl+C in `gatehouse tools run` beside a running app, and a command line that is killed: nothing
// goes on that nobody waits for.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PrintedRow } from '../../contract/journal/decision-category.ts'
import { askingHome } from './asking-home.ts'
import type { AskingHome } from './asking-home.ts'
import type { Running } from './gatehouse.ts'

const COMMAND = 'sleep 600'

let asking: AskingHome
beforeEach(() => void (asking = askingHome()))
afterEach(() => asking.home.remove())

const asks = (...more: readonly string[]): Running => asking.asks(COMMAND, ...more)

/** What the journal says of the calls, oldest first. */
async function rows(): Promise<readonly string[]> {
  const { value } = await asking.home.json('audit', 'tail')
  const page = z.object({ rows: z.array(PrintedRow) }).parse(value)
  return page.rows.flatMap(({ entry }) => {
    if (entry.kind === 'answered') return [`answered ${entry.route}`]
    if (entry.kind === 'outcome') return [`outcome ${entry.status}`]
    return entry.kind === 'running' ? ['running'] : []
  })
}

/** A call that runs in the app. */
async function working(): Promise<Running> {
  await asking.withPassphrase()
  await asking.serve()
  const call = asking.approves(COMMAND)
  await expect.poll(rows).toContain('running')
  return call
}

describe('a call of the command line beside a running app', () => {
  it('is cancelled by Ctrl+C while it runs, and the command says so', async () => {
    const call = await working()
    call.child.kill('SIGINT')
    const { code, stderr } = await call.ended
    expect([code, stderr]).toEqual([130, expect.stringContaining('the call was cancelled')])
    expect((await rows()).at(-1)).toBe('outcome cancelled')
  })

  it('is cancelled by Ctrl+C while it is held: nobody can approve it later', async () => {
    await asking.serve()
    const call = asks()
    await call.until(/approvals approve/)
    call.child.kill('SIGINT')
    const { code, stderr } = await call.ended
    expect([code, stderr]).toEqual([130, expect.stringContaining('the call was cancelled')])
    expect([await asking.pending(), await rows()]).toEqual([{}, ['answered client-gone']])
  })

  it('prints the one JSON value of a call that was cancelled @whole', async () => {
    await asking.serve()
    const call = asks('--json')
    await call.until(/approvals approve/)
    call.child.kill('SIGINT')
    const { code, stdout } = await call.ended
    expect([code, JSON.parse(stdout)]).toMatchObject([130, { ok: false }])
  })

  it.each([
    ['SIGHUP', 129],
    ['SIGTERM', 143],
  ] as const)('stays held at %s: that is no answer @whole', async (signal, code) => {
    await asking.serve()
    const call = asks()
    await call.until(/approvals approve/)
    call.child.kill(signal)
    expect([(await call.ended).code, Object.keys(await asking.pending())]).toEqual([
      code,
      [COMMAND],
    ])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('does not run on after %s @whole', async (signal) => {
    const call = await working()
    call.child.kill(signal)
    await call.ended
    await expect.poll(rows).toContain('outcome cancelled')
  })

  it('leaves the call of another command line alone @whole', async () => {
    const call = await working()
    const held = asks()
    await held.until(/approvals approve/)
    held.child.kill('SIGINT')
    await held.ended
    expect((await rows()).at(-1)).toBe('answered client-gone')
    call.child.kill('SIGINT')
    expect((await call.ended).code).toBe(130)
  })
})
