import { expect, it } from 'vitest'
import { openEvents } from '../../main/wiring/events.ts'

it('calls every listener, in the order in which they came', () => {
  const events = openEvents()
  const received: string[] = []
  events.on('state-changed', () => received.push('first'))
  events.on('servers-changed', () => received.push('other'))
  events.on('state-changed', () => received.push('second'))
  events.changed()
  expect(received).toEqual(['first', 'second'])
})

it('calls the next listener where one throws, and throws that afterwards', () => {
  const events = openEvents()
  const received: string[] = []
  events.on('config-changed', () => {
    throw new Error('the first one broke')
  })
  events.on('config-changed', () => received.push('second'))
  expect(() => events.emit({ kind: 'config-changed' })).toThrow('the first one broke')
  expect(received).toEqual(['second'])
})

it('keeps a fault without a listener, and reports it once', () => {
  const events = openEvents()
  const received: unknown[] = []
  events.report('early')
  events.on('fault', ({ fault }) => received.push(fault))
  events.report('late')
  expect(received).toEqual(['early', 'late'])
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

it('reports nothing but faults once it has ended', () => {
  const events = openEvents()
  const received: string[] = []
  events.on('state-changed', () => received.push('state'))
  events.on('fault', ({ fault }) => received.push(String(fault)))
  events.screens.subscribe(({ kind }) => received.push(kind))
  events.dispose()
  events.changed()
  events.screens.send({ kind: 'servers-changed' })
  events.report('fault')
  expect(received).toEqual(['fault'])
})
