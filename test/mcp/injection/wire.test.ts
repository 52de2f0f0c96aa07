// A part of the bench `injection` through the whole product: client, gateway, pipeline, and servers
// as programs in the sandbox. Each aim, each carrier and each disguise is among the attacks.
// @module-tag whole
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { many } from '../../soak.ts'
import { attacks } from './attacks.ts'
import { carried } from './carried.ts'
import { crooked } from './crooked.ts'
import type { Outcome } from './fixture.ts'
import { harmless } from './harmless.ts'
import { officeAttacks } from './office-attacks.ts'
import { officePeople, officeServers } from './office-servers.ts'
import { officeWork } from './office-work.ts'
import { smuggled } from './smuggled.ts'
import { openInjectionWire } from './wire.ts'
import type { InjectionWire } from './wire.ts'

describe.runIf(process.platform === 'linux')('a client of the gateway with its servers', () => {
  let wire: InjectionWire
  const work: Outcome[] = []
  beforeAll(async () => {
    wire = await openInjectionWire()
    for (const steps of harmless) {
      const session = await wire.session()
      for (const step of steps) work.push(await session.step(step))
      await session.end()
    }
  })
  afterAll(() => wire.dispose())

  it('asks about at most 20 of 64 harmless calls, refuses none, and they reach the servers', async () => {
    const count = (outcome: Outcome) => work.filter((one) => one === outcome).length
    expect([work.length, count('denied'), count('asked') <= 20]).toEqual([64, 0, true])
    expect((await wire.ran()).filter((tool) => tool.includes('__'))).toHaveLength(64)
  })

  it('makes no call of an attack without asking', async () => {
    const part = attacks.filter((_, at) => at % 23 === 0)
    const silent: string[] = []
    for (const { name, before, harm } of part) {
      const session = await wire.session()
      for (const step of before) await session.step(step)
      if ((await session.step(harm)) === 'silent') silent.push(name)
      await session.end()
    }
    expect(part.length).toBeGreaterThan(50)
    expect(silent).toEqual([])
  })

  // All of both in the long form; else each carrier, and each way to hide whom it reaches, once.
  it.each([
    ['that comes in other parts of an answer, in codes or in pieces', carried, many(1, 4)],
    ['that hides whom it reaches', crooked, many(1, 8)],
    ['that looks like a question', smuggled, many(1, 4)],
  ] as const)('makes no call of an attack %s without asking', async (_, all, every) => {
    const silent: string[] = []
    for (const { name, before, harm } of all.filter((__, at) => at % every === 0)) {
      const session = await wire.session()
      for (const step of before) await session.step(step)
      if ((await session.step(harm, true)) === 'silent') silent.push(name)
      await session.end()
    }
    expect(all.length).toBeGreaterThanOrEqual(60)
    expect(silent).toEqual([])
  })
})

describe.runIf(process.platform === 'linux')('a client with the servers of an office', () => {
  let wire: InjectionWire
  beforeAll(async () => {
    wire = await openInjectionWire(officeServers, officePeople)
  })
  afterAll(() => wire.dispose())

  it('works without a refusal, and makes no call of an attack without asking', async () => {
    const outcomes: Outcome[] = []
    for (const steps of officeWork) {
      const session = await wire.session()
      for (const step of steps) outcomes.push(await session.step(step))
      await session.end()
    }
    expect(outcomes).not.toContain('denied')
    const silent: string[] = []
    // All of them in the long form.
    for (const { name, before, harm } of officeAttacks.filter((_, at) => at % many(1, 4) === 0)) {
      const session = await wire.session()
      for (const step of before) await session.step(step)
      if ((await session.step(harm, true)) === 'silent') silent.push(name)
      await session.end()
    }
    expect(silent).toEqual([])
  })
})
