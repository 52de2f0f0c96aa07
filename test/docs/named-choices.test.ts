// What a person can choose by name, or meets as a number, is explained wherever it is shown: presets and
// exit codes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { standardPresets } from '../../contract/policy/preset.ts'
import { exit } from '../../main/host/cli/exit.ts'
import { strings } from '../../renderer/features/first-run/strings.ts'
import { presetName } from '../../renderer/state/policy/use-preset.ts'

const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const presets = Object.keys(standardPresets)
const firstCells = (text: string, head: string): readonly string[] =>
  (text.split(head)[1] ?? '')
    .split('\n\n')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| ---'))
    .map((line) => line.split('|')[1]?.trim() ?? '') ?? []

it('the guide has a row for each preset, and the page on policy a column', () => {
  const rows = firstCells(read('docs/guide/policy.md'), '| Preset | What runs |')
  expect(
    rows.map((cell) => /`([^`]+)`/.exec(cell)?.[1]).filter(Boolean),
    'rows of docs/guide/policy.md, in the order of standardPresets',
  ).toEqual(presets)
  const [head = ''] = /^\| \| `flow`.*$/m.exec(read('docs/policy.md')) ?? []
  expect(
    [...head.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    'columns of docs/policy.md, in the order of standardPresets',
  ).toEqual(presets)
})

it.each(presets)('the window calls %s by a name, and says what it means in few words', (preset) => {
  expect(presetName(preset), 'its name in renderer/state/policy/use-preset.ts').toMatch(/^[A-Z]/)
  expect(
    strings.presetShort[preset],
    'a sentence in presetShort of renderer/features/first-run/strings.ts',
  ).toMatch(/\.$/)
})

it('the guide lists each exit code', () => {
  const rows = firstCells(read('docs/guide/command-line.md'), '| Exit code | Meaning |')
  expect(rows.map(Number)).toEqual(Object.values(exit))
})
