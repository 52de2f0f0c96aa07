import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PersonKey, TerminalText } from '../../contract/call/powers/terminal.ts'
import { openKeyQueue, typedOf } from '../../renderer/features/terminals/key-queue.ts'
import type { Typed } from '../../renderer/features/terminals/key-queue.ts'
import { rawKey } from '../../renderer/features/terminals/raw-key.ts'

const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, altGraph: false }

describe('a key that is pressed directly', () => {
  it.each<[string, object, unknown]>([
    ['a', {}, 'text'],
    ['A', { shiftKey: true }, 'text'],
    ['ä', {}, 'text'],
    ['@', { ctrlKey: true, altKey: true, altGraph: true }, 'text'],
    ['Dead', {}, 'text'],
    ['Shift', { shiftKey: true }, 'text'],
    ['c', { ctrlKey: true }, ['C-c']],
    ['C', { ctrlKey: true }, ['C-c']],
    ['c', { ctrlKey: true, altKey: true }, ['Escape', 'C-c']],
    ['\\', { ctrlKey: true }, ['C-Backslash']],
    [' ', { ctrlKey: true }, ['C-Space']],
    ['x', { altKey: true }, ['Escape', 'x']],
    ['Tab', {}, ['Tab']],
    ['Tab', { shiftKey: true }, ['BTab']],
    ['Escape', {}, ['Escape']],
    ['F12', {}, ['F12']],
    ['F13', {}, 'text'],
    ['ArrowLeft', { ctrlKey: true, shiftKey: true }, ['C-S-Left']],
    ['Enter', {}, ['Enter']],
    ['Enter', { ctrlKey: true, shiftKey: true }, 'leave'],
    ['V', { ctrlKey: true, shiftKey: true }, 'window'],
    ['c', { metaKey: true }, 'window'],
    ['1', { ctrlKey: true }, 'window'],
  ])('%s with %j is %j', (key, held, expected) => {
    const raw = rawKey({ ...none, ...held, key })
    expect(
      raw.kind === 'keys' ? [...raw.keys, ...(raw.then === '' ? [] : [raw.then])] : raw.kind,
    ).toEqual(expected)
  })

  it('is always one that the session takes', () => {
    const names = ['Enter', 'Tab', 'Backspace', 'Delete', 'F1', 'F12', 'Home', 'ArrowUp', 'Escape']
    const held = fc.record({
      ctrlKey: fc.boolean(),
      altKey: fc.boolean(),
      shiftKey: fc.boolean(),
      metaKey: fc.boolean(),
      altGraph: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 2 })),
        held,
        (key, how) => {
          const raw = rawKey({ key, ...how })
          const keys = raw.kind === 'keys' ? raw.keys : []
          expect(keys.filter((one) => !PersonKey.safeParse(one).success)).toEqual([])
        },
      ),
    )
  })
})

describe('what is typed', () => {
  it.each(['C-c; kill-server', 'C-c\nx', "'", 'C-', '-t', 'M-M-Up', 'F13', '$(id)', 'Up Down'])(
    'is never more than a key: %j',
    (key) => {
      expect(PersonKey.safeParse(key).success).toBe(false)
    },
  )

  it('goes in its order, one after the other, what waits together', async () => {
    const sent: Typed[] = []
    const done = Promise.withResolvers<void>()
    const queue = openKeyQueue(async (typed) => {
      sent.push(typed)
      await Promise.resolve()
      if (typed.keys.includes('F1')) done.resolve()
      return true
    }, 0)
    for (const typed of [
      ...typedOf('ls\r\n\tx'),
      { text: '', keys: ['Up'] },
      { text: 'a', keys: [] },
      { text: 'b', keys: [] },
      { text: '', keys: ['F1'] },
    ])
      queue.add(typed)
    await done.promise
    expect(sent).toEqual([
      { text: 'ls', keys: ['Enter', 'Tab'] },
      { text: 'x', keys: ['Up'] },
      { text: 'ab', keys: ['F1'] },
    ])
  })

  it('stops at what was not typed', async () => {
    const sent: string[] = []
    const failed = Promise.withResolvers<void>()
    const queue = openKeyQueue(async ({ text }) => {
      sent.push(text)
      failed.resolve()
      return false
    }, 0)
    queue.add({ text: 'a', keys: ['Enter'] })
    queue.add({ text: 'rm', keys: ['Enter'] })
    await failed.promise
    await new Promise((next) => setTimeout(next, 5))
    expect(sent).toEqual(['a'])
  })

  it('fits the session whatever is pasted, but for what no keyboard has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (pasted) => {
        const texts = typedOf(pasted).map(({ text }) => text)
        expect(texts.join('')).toBe(pasted.replaceAll(/[\r\n\t]/g, ''))
        expect(texts.every((text) => TerminalText.safeParse(text).success)).toBe(true)
      }),
    )
  })
})
