import { describe, expect, it } from 'vitest'
import { openEmergencyStop } from '../../main/approvals/emergency-stop.ts'

const tableWith = (
  body: unknown,
  broken: { get?: boolean; put?: boolean; remove?: boolean } = {},
) => {
  const stored = { body }
  const fail = (): never => {
    throw new Error('disk full')
  }
  return {
    stored,
    table: {
      get: () => (broken.get === true ? fail() : stored.body),
      put: (next: unknown) =>
        broken.put === true ? fail() : void (stored.body = structuredClone(next)),
      remove: () => (broken.remove === true ? fail() : void (stored.body = undefined)),
    },
  }
}
const now = () => 5_000
const pressed = { at: 5_000, surface: 'window', fault: null } as const

describe('the emergency stop', () => {
  it('is in force at once, aborts what runs, and is in force again at the next start', () => {
    const { table, stored } = tableWith(undefined)
    const emergencyStop = openEmergencyStop({ table, now })
    const before = emergencyStop.signal()
    expect([emergencyStop.state(), before.aborted]).toEqual([null, false])
    expect(emergencyStop.press('window')).toEqual(pressed)
    expect([before.aborted, stored.body]).toEqual([true, pressed])

    const next = openEmergencyStop({ table, now: () => 9_000 })
    expect([next.state(), next.signal().aborted]).toEqual([pressed, true])
  })

  it('has one effect when pressed twice', () => {
    const emergencyStop = openEmergencyStop({ table: tableWith(undefined).table, now })
    emergencyStop.press('window')
    expect(emergencyStop.press('cli')).toEqual(pressed)
  })

  it('ends when it is lifted, and can be pressed again', () => {
    const { table, stored } = tableWith(undefined)
    const emergencyStop = openEmergencyStop({ table, now })
    emergencyStop.press('window')
    expect(emergencyStop.lift()).toEqual({ ok: true, value: null })
    expect([emergencyStop.state(), emergencyStop.signal().aborted, stored.body]).toEqual([
      null,
      false,
      undefined,
    ])
    emergencyStop.press('cli')
    expect([emergencyStop.state()?.surface, emergencyStop.signal().aborted]).toEqual(['cli', true])
  })

  it('is in force though the store cannot be written, and says for how long', () => {
    const emergencyStop = openEmergencyStop({
      table: tableWith(undefined, { put: true }).table,
      now,
    })
    const signal = emergencyStop.signal()
    expect(emergencyStop.press('window').fault).toBe(
      'It could not be saved (disk full), so it lasts only until Gatehouse quits.',
    )
    emergencyStop.faulty('The journal has no row of it.')
    expect(emergencyStop.state()?.fault).toBe(
      'It could not be saved (disk full), so it lasts only until Gatehouse quits. The journal has no row of it.',
    )
    expect(signal.aborted).toBe(true)
  })

  it('stays in force where lifting it cannot be stored', () => {
    const emergencyStop = openEmergencyStop({
      table: tableWith(undefined, { remove: true }).table,
      now,
    })
    emergencyStop.press('window')
    expect(emergencyStop.lift()).toMatchObject({
      ok: false,
      error: { code: 'emergency-stop.store' },
    })
    expect([emergencyStop.state(), emergencyStop.signal().aborted]).toEqual([pressed, true])
  })

  it.each([
    ['a store that cannot be read', tableWith(undefined, { get: true }).table],
    ['a row that somebody changed', tableWith({ at: 'never' }).table],
  ])('counts as pressed with %s', (_name, table) => {
    const emergencyStop = openEmergencyStop({ table, now })
    expect(emergencyStop.state()?.fault).toMatch(/^Whether everything was stopped cannot be read/)
    expect(emergencyStop.signal().aborted).toBe(true)
  })
})
