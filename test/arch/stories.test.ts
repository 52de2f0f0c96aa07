// Every part of the kit has a story: what nobody looks at alone is seen first by the person who
// uses it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const kit = globSync('renderer/ui/**/*.tsx', { cwd: root }).toSorted()
const stories = globSync('test/stories/ui/*.tsx', { cwd: root }).toSorted()
const registry = read('test/stories/ui/registry.ts')

/** Components that a file offers: what begins with a capital and is no type. */
const components = (text: string): readonly string[] =>
  [...text.matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)].map(([, name = '']) => name)

/** Parts of others, drawn wherever those are. */
const within: Readonly<Record<string, string>> = {
  FieldFrame: 'SchemaForm',
  FieldList: 'SchemaForm',
  JsonField: 'SchemaForm',
  LongRow: 'LongList',
  PickFace: 'Pick',
  PickIcon: 'Pick',
  PickList: 'Pick',
}

/** Drawn, and not only imported. */
const isDrawn = (component: string, texts: readonly string[]): boolean =>
  texts.some(
    (text) => new RegExp(`<${component}[\\s/<>]`).test(text) && text.includes('/renderer/ui/'),
  )

describe('stories of the kit', () => {
  const texts = stories.map(read)

  it.each(kit.flatMap((file) => components(read(file)).map((name) => [name, file] as const)))(
    '%s of %s has one',
    (name) => {
      expect(isDrawn(within[name] ?? name, texts)).toBe(true)
    },
  )

  it.each(stories.filter((file) => /: (readonly )?Story\b/.test(read(file))))(
    '%s is joined to the others',
    (file) => {
      expect(registry).toContain(`'./${file.replace('test/stories/ui/', '')}'`)
    },
  )

  it('names as part of another only what is there', () => {
    const all = new Set(kit.flatMap((file) => components(read(file))))
    expect(
      Object.entries(within)
        .flat()
        .filter((name) => !all.has(name)),
    ).toEqual([])
  })

  it.each([
    ['<Thing />', 'Thing', true],
    ['<Thing\n  a={1}', 'Thing', true],
    ['<Things />', 'Thing', false],
    ['Thing', 'Thing', false],
  ])('tells components from other exports: %j', (text, name, drawn) => {
    expect(isDrawn(name, [`from '../renderer/ui/x.tsx' ${text}`])).toBe(drawn)
  })
})
