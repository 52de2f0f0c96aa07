// A configuration file that was emptied or cut off while its rules were in force: they stay in
// force, and it is said.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openConfig } from '../../main/config/config.ts'
import type { CheckedConfigStore } from '../../main/config/config.ts'
import { hasContent, isCutOff } from '../../main/config/emptied.ts'
import { neverRelax } from '../../main/config/relaxation/may-relax.ts'
import { makeFolder } from '../store/fixture.ts'

const full = `# Ours\nworkspace: /tmp/elsewhere\nexfiltrationGuard:\n  enabled: true\nrules:\n  - id: no-ssh\n    when: { commands: [ssh] }\n    effect: deny\n    reason: Never.\n`

async function openedWith(
  text: string | null,
  folder = makeFolder(),
): Promise<{ store: CheckedConfigStore; file: string; folder: string }> {
  const file = join(folder, 'config.yaml')
  if (text !== null) writeFileSync(file, text)
  const store = await openConfig({ file, markFile: join(folder, 'config-in-force') })
  onTestFinished(() => store.dispose())
  return { store, file, folder }
}

const emptyTexts: readonly [string, string][] = [
  ['nothing', ''],
  ['blanks', ' \n\t\n\n'],
  ['comments', '# workspace: /tmp\n  # more\n'],
  ['a mark of a document', '---\n# nothing\n...\n'],
  ['an empty value', 'null\n'],
  ['a byte order mark', '\uFEFF'],
]

describe('a file with content that was in force', () => {
  it.each(emptyTexts)('and now holds %s leaves its rules in force', async (_what, text) => {
    const { store, file } = await openedWith(full)
    const before = store.current()
    writeFileSync(file, text)
    await store.reload()
    expect(store.current()).toBe(before)
    expect(store.problem()).toMatchObject({
      file,
      line: 1,
      text: expect.stringContaining('What it said last stays in force'),
    })
    writeFileSync(file, full)
    await store.reload()
    expect(store.problem()).toBeNull()
  })

  it.each(emptyTexts)(
    'and holds %s at the next start allows nothing, with the guard on',
    async (_what, text) => {
      const { store, file, folder } = await openedWith(
        full.replace('enabled: true', 'enabled: false'),
      )
      expect(store.current().exfiltrationGuard.enabled).toBe(false)
      store.dispose()
      writeFileSync(file, text)
      const { store: next } = await openedWith(null, folder)
      expect([next.problem()?.text, next.current().exfiltrationGuard.enabled]).toEqual([
        expect.stringContaining('is empty'),
        true,
      ])
      const changed = await next.update({ exfiltrationGuard: { enabled: true } }, neverRelax)
      expect(changed.ok).toBe(false)
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('is written whole again by the next change of a setting', async () => {
    const { store, file } = await openedWith(full.replace('enabled: true', 'enabled: false'))
    writeFileSync(file, '')
    await store.reload()
    expect((await store.update({ exfiltrationGuard: { enabled: true } }, neverRelax)).ok).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe(full)
  })

  it('becomes the defaults where a person says so', async () => {
    const { store, file } = await openedWith(full)
    writeFileSync(file, '{}\n')
    await store.reload()
    expect([store.problem(), store.current().rules]).toEqual([null, []])
  })

  it('is not replaced by its own beginning that ends in the middle of a line, unless that is saved again', async () => {
    const { store, file } = await openedWith(full)
    const part = full.slice(0, full.indexOf('/elsewhere'))
    writeFileSync(file, part)
    await store.reload()
    await store.reload()
    expect([store.current().rules.length, store.problem()?.text]).toEqual([
      1,
      expect.stringContaining('ends in the middle of a line'),
    ])
    await new Promise((done) => setTimeout(done, 20))
    writeFileSync(file, part)
    await store.reload()
    expect([store.current().rules.length, store.problem()]).toEqual([0, null])
  })

  it('may lose its last lines', async () => {
    const { store, file } = await openedWith(full)
    writeFileSync(file, full.slice(0, full.indexOf('rules:')))
    await store.reload()
    expect([store.current().rules, store.problem()]).toEqual([[], null])
  })
})

it('an empty file is fine where none with content was in force', async () => {
  const { store, folder } = await openedWith('')
  expect(store.problem()).toBeNull()
  store.dispose()
  const { store: next } = await openedWith('# still nothing\n', folder)
  expect(next.problem()).toBeNull()
})

it('a save in place that empties the file for a moment is never seen', async () => {
  const { store, file } = await openedWith(full)
  const problems: (string | undefined)[] = []
  store.onChange((_config, problem) => problems.push(problem?.text))
  const shorter = full.replace('reason: Never.', 'reason: No.')
  writeFileSync(file, '')
  await new Promise((done) => setTimeout(done, 300))
  writeFileSync(file, shorter)
  await expect.poll(() => store.current().rules[0]?.reason).toBe('No.')
  expect(problems).toEqual([undefined])
})

it.each([
  ['a: 1', true],
  ['{}', true],
  ['- ', true],
  ['# a\n', false],
  ['--- # a\n', false],
  ['--- a: 1', true],
  ['%YAML 1.2\n---\n', false],
])('%j has content: %s', (text, expected) => expect(hasContent(text)).toBe(expected))

it.each([
  ['a: 1\nb: 2\n', 'a: 1\nb', true],
  ['a: 1\nb: 2\n', 'a: 1\n', false],
  ['a: 1\nb: 2\n', 'a: 1', false],
  ['a: 1\n', 'a: 1', false],
  ['a: 1\n', 'b', false],
  ['a: 1\n', 'a: 1\nb: 2\n', false],
])('%j made %j is cut off: %s', (before, now, expected) =>
  expect(isCutOff(before, now)).toBe(expected),
)
