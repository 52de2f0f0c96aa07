// What a tool may do is said by its manifest alone: nowhere else may a list of tools decide.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'

const root = join(import.meta.dirname, '../..')
const names = new Set(catalog.map(({ manifest }) => manifest.name))

/** Each with why it decides nothing. */
const allowed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['shared-names', 'legacy-names', 'own-names'].map((name) => [
      `contract/agent/capabilities/${name}.ts`,
      'A person grants these by name. A grant lets a call be asked for, and its manifest decides it.',
    ]),
  ),
  'renderer/features/capabilities/tool/sample-args.ts':
    'Arguments that a form begins with. The schema of the tool takes them or not.',
  'main/host/cli/policy/explain-mount.ts':
    'It asks what would be decided of these two, and decides nothing.',
}

/** Lists, unions, cases of a switch and keys of a table that name two tools or more. */
function toolLists(source: string): readonly string[] {
  const code = source.replace(/\/\*[^]*?\*\/|(?<![:'"`\w])\/\/.*$/gm, '')
  const groups = [
    // A list, or the members of a set.
    ...code.matchAll(/\[([^[\]]*)\]/g),
    // A table by name: `read_file: …, exec: …`, or the members of a union.
    ...code.matchAll(/\{([^{}]*)\}/g),
    ...code.matchAll(/((?:\|\s*)?'[\w-]+'(?:\s*\|\s*'[\w-]+')+)/g),
    ...code.matchAll(/((?:case\s+'[\w-]+':\s*)+)/g),
    ...code.matchAll(/((?:\w[\w.]*\s*===\s*'[\w-]+'\s*(?:\|\||&&)?\s*){2,})/g),
  ]
  return groups.flatMap(([, inside = '']) => {
    const words = [
      ...inside.matchAll(/'([\w-]+)'/g),
      ...inside.matchAll(/^\s*([a-z]+(?:_[a-z]+)*):/gm),
    ].map(([, word = '']) => word)
    const found = [...new Set(words.filter((word) => names.has(word)))]
    return found.length > 1 && found.some((name) => name.includes('_')) ? [found.join(', ')] : []
  })
}

describe('names of tools', () => {
  it('decide nothing outside of the manifests', () => {
    const found = globSync('{contract,main,preload,renderer}/**/*.{ts,tsx,mjs,cjs}', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .flatMap((file) =>
        toolLists(readFileSync(join(root, file), 'utf8')).map((list) => `${file}: ${list}`),
      )
      .filter((line) => !((line.split(':')[0] ?? '') in allowed))
    expect(found).toEqual([])
  })

  it.each([
    ["const a = ['read_file', 'exec']", 1],
    ["const a = new Set([\n  'read_file',\n  'web_fetch',\n])", 1],
    ["type A = 'read_file' | 'exec'", 1],
    ["switch (name) {\n case 'read_file':\n case 'exec':\n }", 1],
    ["if (name === 'read_file' || name === 'exec') go()", 1],
    ['const a = {\n  read_file: 1,\n  exec: 2,\n}', 1],
    ["// ['read_file', 'exec']", 0],
    ["const a = ['read_file']", 0],
    ["const a = ['http', 'exec']", 0],
  ])('are found in %j: %i', (source, count) => {
    expect(new Set(toolLists(source)).size).toBe(count)
  })
})
