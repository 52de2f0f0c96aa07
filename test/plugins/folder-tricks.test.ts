// What can lie in the folder of plugins that is no plugin as it seems.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inputOf } from '../../main/mcp/trust/input-schema.ts'
import { readFolder, readPlugin } from '../../main/plugins/read-folder.ts'
import { makeFolder } from '../store/fixture.ts'

const manifest = (name: string, program = 'run.sh'): string => `tool_name = "${name}"
version = "1"
description = "Says what it was told."
native = true
program = "${program}"
[args]
`

function folderWith(prepare: (folder: string) => void): string {
  const folder = makeFolder()
  writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  prepare(folder)
  return folder
}

const read = async (prepare: (folder: string) => void) =>
  (await readFolder(folderWith(prepare), 'external', inputOf)).map(
    ({ name, manifest: known, problems }) => [
      name,
      known !== null && problems.length === 0
        ? 'sound'
        : problems.map(({ code }) => code).join(' '),
    ],
  )

describe.runIf(process.platform === 'linux')('a manifest', () => {
  it.each([
    [
      'that is a link',
      (folder: string) => {
        writeFileSync(join(folder, 'real'), manifest('say'))
        symlinkSync('real', join(folder, 'say.toml'))
      },
      'plugin.manifest-unreadable',
    ],
    [
      'that is a folder',
      (folder: string) => mkdirSync(join(folder, 'say.toml')),
      'plugin.manifest-unreadable',
    ],
    [
      'that is a pipe nobody writes to',
      (folder: string) => execFileSync('mkfifo', [join(folder, 'say.toml')]),
      'plugin.manifest-unreadable',
    ],
    [
      'of 3 GB with nothing in it',
      (folder: string) => {
        writeFileSync(join(folder, 'say.toml'), '')
        truncateSync(join(folder, 'say.toml'), 3 * 1024 ** 3)
      },
      'plugin.manifest-too-large',
    ],
    [
      'that is empty',
      (folder: string) => writeFileSync(join(folder, 'say.toml'), ''),
      'plugin.manifest-value plugin.manifest-value plugin.manifest-value',
    ],
    [
      'whose program is a link',
      (folder: string) => {
        writeFileSync(join(folder, 'say.toml'), manifest('say', 'linked.sh'))
        symlinkSync('run.sh', join(folder, 'linked.sh'))
      },
      'plugin.program-missing',
    ],
    [
      'whose program is a folder',
      (folder: string) => {
        writeFileSync(join(folder, 'say.toml'), manifest('say', 'sub'))
        mkdirSync(join(folder, 'sub'))
      },
      'plugin.program-missing',
    ],
    [
      'whose program is a pipe',
      (folder: string) => {
        writeFileSync(join(folder, 'say.toml'), manifest('say', 'pipe'))
        execFileSync('mkfifo', [join(folder, 'pipe')])
      },
      'plugin.program-missing',
    ],
    [
      'whose program lies elsewhere',
      (folder: string) => writeFileSync(join(folder, 'say.toml'), manifest('say', '../run.sh')),
      'plugin.manifest-value',
    ],
    [
      'whose program is absolute',
      (folder: string) => writeFileSync(join(folder, 'say.toml'), manifest('say', '/bin/sh')),
      'plugin.manifest-value',
    ],
    [
      'that names another tool than its file',
      (folder: string) => writeFileSync(join(folder, 'say.toml'), manifest('other')),
      'plugin.manifest-name',
    ],
    [
      'whose ending is in capitals',
      (folder: string) => writeFileSync(join(folder, 'say.TOML'), manifest('say')),
      'plugin.manifest-name',
    ],
    [
      'with letters that look like others',
      (folder: string) => writeFileSync(join(folder, 's\u0430y.toml'), manifest('s\u0430y')),
      'plugin.manifest-value',
    ],
    [
      'with a member that objects have',
      (folder: string) =>
        writeFileSync(join(folder, 'say.toml'), `__proto__ = 1\n${manifest('say')}`),
      'plugin.manifest-syntax',
    ],
  ] as const)(
    '%s is listed with its reason, and cannot be called',
    async (_what, prepare, codes) => {
      const [found, ...more] = await read(prepare)
      expect([found?.[1], more]).toEqual([codes, []])
    },
  )

  it.each(['none', 'none.toml', 'folder'])(
    'that is named, %s, and is no file says so before all else',
    async (name) => {
      const folder = folderWith((place) => mkdirSync(join(place, 'folder')))
      const { problems } = await readPlugin(join(folder, name), 'external', inputOf)
      expect(problems).toMatchObject([{ code: 'plugin.manifest-unreadable' }])
    },
  )

  it.each([
    ['as it names it', manifest('say', 'none.sh'), 5, 11],
    ['by its own name', manifest('say').replace(/program = .*\n/, ''), 1, 13],
  ])('without the program that it has, %s, says where', async (_what, text, line, column) => {
    const folder = folderWith((place) => writeFileSync(join(place, 'say.toml'), text))
    const [found] = await readFolder(folder, 'external', inputOf)
    expect(found?.problems).toMatchObject([{ code: 'plugin.program-missing', line, column }])
  })

  it('beyond the number that is read is not left out without a word', async () => {
    const found = await read((folder) => {
      for (let number = 0; number < 1_002; number++)
        writeFileSync(join(folder, `p${number}.toml`), 'x')
    })
    expect(found.length).toBe(1_002)
    expect(found.at(-1)).toEqual(['p999', 'plugin.manifest-unreadable'])
  })

  it('of a folder that is a link itself is read as that folder says', async () => {
    const real = folderWith((folder) => writeFileSync(join(folder, 'say.toml'), manifest('say')))
    const link = join(makeFolder(), 'plugins')
    symlinkSync(real, link)
    expect(
      (await readFolder(link, 'external', inputOf)).map(({ name, problems }) => [name, problems]),
    ).toEqual([['say', []]])
  })
})
