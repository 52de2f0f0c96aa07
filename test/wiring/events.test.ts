import { expect, it } from 'vitest'
import { openEvents } from '../../main/wiring/events.ts'

it('tells everybody who cares, in the order in which they came', () => {
  const events = openEvents()
  const heard: string[] = []
  events.on('state-changed', () => heard.push('first'))
  events.on('servers-changed', () => heard.push('other'))
  events.on('state-changed', () => heard.push('second'))
  events.changed()
  expect(heard).toEqual(['first', 'second'])
})

it('tells the next one where one throws, and throws that afterwards', () => {
  const events = openEvents()
  const heard: string[] = []
  events.on('config-changed', () => {
    throw new Error('the first one broke')
  })
  events.on('config-changed', () => heard.push('second'))
  expect(() => events.emit({ kind: 'config-changed' })).toThrow('the first one broke')
  expect(heard).toEqual(['second'])
})

it('keeps a fault that nobody hears yet, and tells it once', () => {
  const events = openEvents()
  const heard: unknown[] = []
  events.report('early')
  events.on('fault', ({ fault }) => heard.push(fault))
  events.report('late')
  expect(heard).toEqual(['early', 'late'])
})

it('takes a screen that breaks for a fault, and goes on for the others', () => {
  const events = openEvents()
  const faults: unknown[] = []
  const seen: string[] = []
  const broken = new Error('this window is gone')
  events.on('fault', ({ fault }) => faults.push(fault))
  events.screens.subscribe(() => {
    throw broken
  })
  events.screens.subscribe(({ kind }) => seen.push(kind))
  events.screens.send({ kind: 'servers-changed' })
  expect({ faults, seen }).toEqual({ faults: [broken], seen: ['servers-changed'] })
})

it('tells of nothing but faults once it has ended', () => {
  const events = openEvents()
  const heard: string[] = []
  events.on('state-changed', () => heard.push('state'))
  events.on('fault', ({ fault }) => heard.push(String(fault)))
  events.screens.subscribe(({ kind }) => heard.push(kind))
  events.dispose()
  events.changed()
  events.screens.send({ kind: 'servers-changed' })
  events.report('fault')
  expect(heard).toEqual(['fault'])
})
