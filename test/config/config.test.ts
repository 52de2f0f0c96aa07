import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import { ok } from '../../contract/result.ts'
import { openConfig } from '../../main/config/config.ts'
import { closedConfig } from '../../main/config/config-in-force.ts'
import type { ConfigStore } from '../../main/config/config.ts'

const defaults = Config.parse({})
let folder: string
let file: string
let stores: ConfigStore[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-config-'))
  file = join(folder, 'config.yaml')
  stores = []
})
afterEach(() => {
  for (const store of stores) store.dispose()
  rmSync(folder, { recursive: true, force: true })
})

async function opened(text?: string): Promise<ConfigStore> {
  if (text !== undefined) writeFileSync(file, text)
  const store = await openConfig({ file })
  stores.push(store)
  return store
}

/** What may be written is tried at the entry points; here it is how. */
const update = (store: ConfigStore, patch: ConfigPatch) => store.update(patch, async () => ok(null))

/** The first change that satisfies `wanted`; fails by the test's own time limit. */
const changeWhere = (store: ConfigStore, wanted: () => boolean) =>
  new Promise<void>((done) => {
    const stop = store.onChange(() => {
      if (!wanted()) return
      stop()
      done()
    })
  })

describe('a configuration file that is not there', () => {
  it('means the defaults, and is not written by looking', async () => {
    const store = await opened()
    expect([store.current(), store.problem(), existsSync(file)]).toEqual([defaults, null, false])
  })

  it('is written at the first change, in a new folder, with a header, readable by the person alone', async () => {
    file = join(folder, 'deep', 'er', 'config.yaml')
    const store = await opened()
    const result = await update(store, {
      workspace: '/work here',
      model: { provider: 'anthropic' },
    })
    expect(result).toEqual({
      ok: true,
      value: {
        ...defaults,
        workspace: '/work here',
        model: { ...defaults.model, provider: 'anthropic' },
      },
    })
    expect(store.current()).toEqual(result.ok && result.value)
    expect(readFileSync(file, 'utf8')).toMatch(
      /^# Settings of Gatehouse\.[^]*\n\nworkspace: \/work here\nmodel:\n {2}provider: anthropic\n$/,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'deep', 'er'))).toEqual(['config.yaml'])
  })
})

describe('a malformed file', () => {
  it('at start puts nothing looser than the defaults in force, guard on, and says where it is wrong', async () => {
    const store = await opened(
      'exfiltrationGuard:\n  enabled: true\nallowlist:\n  hosts: [a.org]\nworkspace: [\n',
    )
    expect(store.current()).toEqual(closedConfig)
    expect(closedConfig).toEqual({
      ...defaults,
      exfiltrationGuard: { enabled: true, allowTools: [] },
    })
    expect(store.problem()).toMatchObject({
      file,
      line: 6,
      text: expect.stringContaining('left open'),
    })
  })

  it('later leaves what was there in force, and good again takes over', async () => {
    const store = await opened('agent: { maxSteps: 3 }\n')
    writeFileSync(file, 'agent: { maxSteps: three }\n')
    await store.reload()
    expect([store.current().agent.maxSteps, store.problem()?.line]).toEqual([3, 1])
    writeFileSync(file, 'agent: { maxSteps: 4 }\n')
    await store.reload()
    expect([store.current().agent.maxSteps, store.problem()]).toEqual([4, null])
  })

  it('is not written to, and the refusal names the line', async () => {
    const broken = 'workspace: a\nagent:\n  maxSteps: [\n'
    const store = await opened(broken)
    const result = await update(store, { workspace: '/b' })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'config.malformed', text: expect.stringContaining(`${file}, line 4`) },
    })
    expect(readFileSync(file, 'utf8')).toBe(broken)
  })

  it('does not keep the guard from being switched on, but from being switched off', async () => {
    const store = await opened('agent: { maxSteps: 3 }\n')
    writeFileSync(file, 'oops')
    expect(await update(store, { exfiltrationGuard: { enabled: true } })).toMatchObject({
      ok: false,
      error: { code: 'config.malformed' },
    })
    expect(store.current()).toEqual({
      ...defaults,
      agent: { ...defaults.agent, maxSteps: 3 },
      exfiltrationGuard: { enabled: true, allowTools: [] },
    })
    expect((await update(store, { exfiltrationGuard: { enabled: false } })).ok).toBe(false)
    expect(store.current().exfiltrationGuard.enabled).toBe(true)

    writeFileSync(file, 'agent: { maxSteps: 3 }\n')
    await store.reload()
    expect(store.current().exfiltrationGuard.enabled).toBe(true)
    expect((await update(store, { exfiltrationGuard: { enabled: false } })).ok).toBe(true)
    expect(store.current().exfiltrationGuard.enabled).toBe(false)
  })

  it.each([
    ['a folder', () => mkdirSync(file)],
    ['bytes that are no text', () => writeFileSync(file, Buffer.from([0x77, 0xff, 0xfe, 0x00]))],
    ['far too long', () => writeFileSync(file, '#'.repeat(2_000_000))],
  ])('may also be %s', async (_name, make) => {
    make()
    const store = await opened()
    expect(store.current()).toEqual(closedConfig)
    expect(store.problem()?.hint).toMatch(/\S/)
    expect((await update(store, { workspace: '/x' })).ok).toBe(false)
  })
})

describe('a change written back', () => {
  const text = [
    '# my settings',
    '',
    'agent:            # how far it goes',
    '    maxSteps: 7   # seven',
    '',
    '',
    '# the model',
    'model: {provider: \'manual\', name: "x"}',
    'approvals:',
    '  timeoutSeconds: 60 # a minute',
    '# end',
    '',
  ].join('\n')

  it('exchanges a value in place and moves nothing else', async () => {
    const store = await opened(text)
    expect(
      (
        await update(store, {
          approvals: { timeoutSeconds: 90 },
          model: { provider: 'anthropic', name: 'claude: "best"' },
        })
      ).ok,
    ).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe(
      text
        .replace('60 # a', '90 # a')
        .replace("'manual'", 'anthropic')
        .replace('"x"', String.raw`"claude: \"best\""`),
    )
    expect(store.current().model.name).toBe('claude: "best"')
  })

  it('adds what is new and keeps comments, order and blank lines', async () => {
    const store = await opened(text)
    expect(
      (await update(store, { workspace: '/w', exfiltrationGuard: { enabled: true } })).ok,
    ).toBe(true)
    const written = readFileSync(file, 'utf8')
    const order = [
      '# my settings',
      '\n\nagent:',
      '# how far it goes',
      'maxSteps: 7',
      '# seven',
      '\n\n# the model',
      'model:',
      'approvals:',
      '# a minute',
      'workspace: /w',
      'exfiltrationGuard:',
      'enabled: true',
    ]
    const paths = order.map((piece) => written.indexOf(piece))
    expect(paths).toEqual(paths.toSorted((a, b) => a - b))
    expect([paths.includes(-1), written.includes('# end')]).toEqual([false, true])
    expect(store.current()).toMatchObject({
      workspace: '/w',
      exfiltrationGuard: { enabled: true },
      agent: { maxSteps: 7 },
      approvals: { timeoutSeconds: 60 },
    })
  })

  it.each([
    'true',
    'null',
    '007',
    '-',
    '# x',
    "it's",
    ' a ',
    '1e3',
    '~',
    'a: b',
    '*a',
    '\u{202e}x',
    'line\nline',
  ])('reads back the text %j as it was given', async (name) => {
    const store = await opened('model:\n  name: before\n')
    expect(await update(store, { model: { name } })).toMatchObject({
      ok: true,
      value: { model: { name } },
    })
    await store.reload()
    expect([store.current().model.name, store.problem()]).toEqual([name, null])
  })

  it('changes one place only where two share one text through an alias', async () => {
    const store = await opened('model: &m { name: a }\n')
    expect((await update(store, { model: { name: 'b' } })).ok).toBe(true)
    expect(store.current().model.name).toBe('b')
  })

  it('keeps the line ends of Windows', async () => {
    const store = await opened('model:\r\n  name: a\r\n')
    expect((await update(store, { workspace: '/w' })).ok).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('model:\r\n  name: a\r\nworkspace: /w\r\n')
  })

  it('loses nothing that was saved on disk in between', async () => {
    const store = await opened('agent: { maxSteps: 3 }\n')
    writeFileSync(file, 'agent: { maxSteps: 9 } # by hand\n')
    expect((await update(store, { workspace: '/w' })).ok).toBe(true)
    expect(store.current()).toMatchObject({ workspace: '/w', agent: { maxSteps: 9 } })
    expect(readFileSync(file, 'utf8')).toContain('# by hand')
  })

  it('loses none of many at once', async () => {
    const store = await opened()
    const results = await Promise.all([
      update(store, { workspace: '/w' }),
      update(store, { model: { name: 'm' } }),
      update(store, { approvals: { timeoutSeconds: 5 } }),
      update(store, { exfiltrationGuard: { enabled: true } }),
    ])
    expect(results.map((result) => result.ok)).toEqual([true, true, true, true])
    const again = await opened()
    expect(again.current()).toEqual({
      ...defaults,
      workspace: '/w',
      model: { ...defaults.model, name: 'm' },
      approvals: { ...defaults.approvals, timeoutSeconds: 5 },
      exfiltrationGuard: { enabled: true, allowTools: [] },
    })
  })

  it('refuses what the file could not say, and leaves the file alone', async () => {
    const store = await opened('workspace: a\n')
    expect(await update(store, { approvals: { timeoutSeconds: -1 } })).toMatchObject({
      ok: false,
      error: { code: 'config.invalid', text: expect.stringContaining('at least 1') },
    })
    expect(readFileSync(file, 'utf8')).toBe('workspace: a\n')
  })

  it('goes through a link and leaves the link', async () => {
    const real = join(folder, 'dotfiles.yaml')
    writeFileSync(real, 'workspace: a\n')
    symlinkSync(real, file)
    const store = await opened()
    expect((await update(store, { workspace: '/b' })).ok).toBe(true)
    expect([lstatSync(file).isSymbolicLink(), readFileSync(real, 'utf8')]).toEqual([
      true,
      'workspace: "/b"\n',
    ])
  })

  it('says so when the folder cannot be written, and keeps the old text', async () => {
    const store = await opened('workspace: a\n')
    // A file where the folder should be fails for every user, root too.
    const blocked = join(folder, 'blocked')
    writeFileSync(blocked, '')
    file = join(blocked, 'config.yaml')
    const nowhere = await opened()
    expect([nowhere.current(), nowhere.problem()?.text]).toEqual([
      closedConfig,
      `${file} cannot be read: a part of its path is no folder.`,
    ])
    expect(await update(nowhere, { workspace: '/b' })).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/^config\.un(writ|read)able$/) },
    })
    expect(store.current().workspace).toBe('a')
  })
})

describe('a file that changes', () => {
  it('is followed when it is written in place', async () => {
    const store = await opened('agent: { maxSteps: 3 }\n')
    const seen = changeWhere(store, () => store.current().agent.maxSteps === 8)
    writeFileSync(file, 'agent: { maxSteps: 8 }\n')
    await expect(seen).resolves.toBeUndefined()
  })

  it('is followed when an editor renames a new one into place, twice', async () => {
    const store = await opened('agent: { maxSteps: 3 }\n')
    for (const maxSteps of [8, 9]) {
      const seen = changeWhere(store, () => store.current().agent.maxSteps === maxSteps)
      writeFileSync(`${file}.new`, `agent: { maxSteps: ${maxSteps} }\n`)
      renameSync(`${file}.new`, file)
      await seen
    }
    expect(store.problem()).toBeNull()
  })

  it('is followed when it comes later, with its folder', async () => {
    file = join(folder, 'later', 'config.yaml')
    const store = await opened()
    const seen = changeWhere(store, () => store.current().workspace === 'w')
    mkdirSync(join(folder, 'later'))
    writeFileSync(file, 'workspace: w\n')
    await expect(seen).resolves.toBeUndefined()
  })

  it('and goes leaves what it said in force, says so, and comes back whole with the next change', async () => {
    const store = await opened('# mine\nexfiltrationGuard: { enabled: true }\n')
    rmSync(file)
    await store.reload()
    expect([store.current().exfiltrationGuard.enabled, store.problem()?.text]).toEqual([
      true,
      `${file} is gone; its last settings stay in force.`,
    ])
    expect((await update(store, { workspace: '/w' })).ok).toBe(true)
    expect([store.problem(), readFileSync(file, 'utf8')]).toEqual([
      null,
      '# mine\nexfiltrationGuard: {enabled: true}\nworkspace: /w\n',
    ])
  })

  it('calls each listener once per change, and none after it stopped', async () => {
    const store = await opened('workspace: a\n')
    const received: string[] = []
    const stop = store.onChange((config, problem) =>
      received.push(`${config.workspace} ${problem?.line ?? 'fine'}`),
    )
    await update(store, { workspace: 'b' })
    await update(store, { workspace: 'b' })
    writeFileSync(file, 'workspace: {\n')
    await store.reload()
    await store.reload()
    stop()
    await store.reload()
    expect(received).toEqual(['b fine', 'b 2'])
  })
})
