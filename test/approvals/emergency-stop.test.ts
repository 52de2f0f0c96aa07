import { describe, expect, it } from 'vitest'
import { openFreeze } from '../../main/approvals/emergency-stop.ts'

const tableWith = (body: unknown, broken: { get?: boolean; put?: boolean; remove?: boolean } = {}) => {
  const kept = { body }
  const fail = (): never => {
    throw new Error('disk full')
  }
  return {
    kept,
    table: {
      get: () => (broken.get === true ? fail() : kept.body),
      put: (next: unknown) => (broken.put === true ? fail() : void (kept.body = structuredClone(next))),
      remove: () => (broken.remove === true ? fail() : void (kept.body = undefined)),
    },
  }
}
const now = () => 5_000
const pressed = { at: 5_000, surface: 'window', fault: null } as const

describe('everything stopped', () => {
  it('holds at once, aborts what runs, and is there again at the next start', () => {
    const { table, kept } = tableWith(undefined)
    const freeze = openFreeze({ table, now })
    const before = freeze.signal()
    expect([freeze.state(), before.aborted]).toEqual([null, false])
    expect(freeze.press('window')).toEqual(pressed)
    expect([before.aborted, kept.body]).toEqual([true, pressed])

    const next = openFreeze({ table, now: () => 9_000 })
    expect([next.state(), next.signal().aborted]).toEqual([pressed, true])
  })

  it('is pressed twice as once', () => {
    const freeze = openFreeze({ table: tableWith(undefined).table, now })
    freeze.press('window')
    expect(freeze.press('cli')).toEqual(pressed)
  })

  it('ends when it is lifted, and can be pressed anew', () => {
    const { table, kept } = tableWith(undefined)
    const freeze = openFreeze({ table, now })
    freeze.press('window')
    expect(freeze.lift()).toEqual({ ok: true, value: null })
    expect([freeze.state(), freeze.signal().aborted, kept.body]).toEqual([null, false, undefined])
    freeze.press('cli')
    expect([freeze.state()?.surface, freeze.signal().aborted]).toEqual(['cli', true])
  })

  it('holds though the store cannot be written, and says how long', () => {
    const freeze = openFreeze({ table: tableWith(undefined, { put: true }).table, now })
    const signal = freeze.signal()
    expect(freeze.press('window').fault).toBe('It could not be kept (disk full), so it ends when Gatehouse ends.')
    freeze.faulty('The journal has no row of it.')
    expect(freeze.state()?.fault).toBe('It could not be kept (disk full), so it ends when Gatehouse ends. The journal has no row of it.')
    expect(signal.aborted).toBe(true)
  })

  it('holds on where it cannot be taken back for good', () => {
    const freeze = openFreeze({ table: tableWith(undefined, { remove: true }).table, now })
    freeze.press('window')
    expect(freeze.lift()).toMatchObject({ ok: false, error: { code: 'panic.store' } })
    expect([freeze.state(), freeze.signal().aborted]).toEqual([pressed, true])
  })

  it.each([
    ['a store that cannot be read', tableWith(undefined, { get: true }).table],
    ['a row that somebody changed', tableWith({ at: 'never' }).table],
  ])('counts as pressed with %s', (_name, table) => {
    const freeze = openFreeze({ table, now })
    expect(freeze.state()?.fault).toMatch(/^Whether everything was stopped cannot be read/)
    expect(freeze.signal().aborted).toBe(true)
  })
})
