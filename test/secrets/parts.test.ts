// Smaller parts: exceptions, what the environment gives away, sealing at rest, the list of rules.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAtRest } from '../../main/secrets/at-rest.ts'
import type { AtRest } from '../../main/secrets/at-rest.ts'
import { environmentSecrets } from '../../main/secrets/redact/environment.ts'
import { redactionRules } from '../../main/secrets/redact/rule-names.ts'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import {
  namesInSecretlint,
  secretlintRules,
} from '../../main/secrets/redact/detect/secretlint-rules.ts'
import { secrets } from './fixtures/corpus.ts'
import { codePoint } from '../code-point.ts'

const token = `ghp_${'A1b2C3d4E5'.repeat(4)}`
const stored = 'Zq8-stored-credential-77'

describe('the list of rules', () => {
  it('is what secretlint has today, and ours', async () => {
    expect([...secretlintRules].toSorted()).toEqual(await namesInSecretlint())
  })
  it('names everything that is found in the corpus', async () => {
    const redactor = openRedactor({ known: () => [] })
    const found = await Promise.all(
      secrets.map(
        async ([, secret, text]) => (await redactor.text(text.replace('§', () => secret))).found,
      ),
    )
    expect([...new Set(found.flat())].filter((name) => !redactionRules.includes(name))).toEqual([])
  })
})

describe('an exception', () => {
  const shownTo = async (
    exceptions: readonly { rule: string; tool?: string }[],
    tool?: string,
  ): Promise<unknown[]> => {
    const redactor = openRedactor({ known: () => [stored], exceptions: () => exceptions })
    const text = `${token} ${stored}`
    const stream = redactor.stream(tool)
    return [
      (await redactor.text(text, tool)).text,
      await redactor.json(text, [], tool),
      redactor.facts(text, tool),
      (await stream.push(text)) + (await stream.end()),
    ]
  }
  const hidden = '[secret: github-token] [secret: known-secret]'
  const free = `${token} [secret: known-secret]`
  // secretlint finds it too, under a name of its own.
  const both = [{ rule: 'github-token' }, { rule: 'github' }]
  it.each<[string, readonly { rule: string; tool?: string }[], string | undefined, string]>([
    ['for every tool', both, 'read_file', free],
    ['for every tool, where none is named', both, undefined, free],
    [
      'for one tool, there',
      both.map((each) => ({ ...each, tool: 'read_file' })),
      'read_file',
      free,
    ],
    [
      'for one tool, elsewhere',
      both.map((each) => ({ ...each, tool: 'read_file' })),
      'exec',
      hidden,
    ],
    [
      'for one tool, where none is named',
      both.map((each) => ({ ...each, tool: 'read_file' })),
      undefined,
      hidden,
    ],
    ['from another rule', [{ rule: 'jwt' }], 'read_file', hidden],
    ['from what Gatehouse holds', [...both, { rule: 'known-secret' }], 'read_file', free],
  ])('%s', async (_, exceptions, tool, shown) => {
    expect(await shownTo(exceptions, tool)).toEqual([shown, shown, shown, shown])
  })
})

describe('the environment', () => {
  it('gives its secrets by the names of its variables', () => {
    const env = {
      GITHUB_TOKEN: token,
      DB_PASSWORD: 'p4ss-word-1',
      GATEHOUSE_PASSPHRASE: 'correcthorse',
      AWS_SECRET_ACCESS_KEY: 'a/b+c1234',

      PATH: '/usr/bin',
      PWD: '/home/ada',
      OLDPWD: '/tmp',
      SSH_AUTH_SOCK: '/run/agent',
      HOME: '/root',
      LANG: 'C.UTF-8',

      USE_TOKEN: 'true',
      COOKIE: '',
      KEY_TOKEN: undefined,
      TOKEN: '/run/secrets/token',
      MAX_TOKENS: '4096',
    }
    expect(environmentSecrets(env).toSorted()).toEqual(
      [token, 'a/b+c1234', 'correcthorse', 'p4ss-word-1'].toSorted(),
    )
  })
})

describe('sealing at rest', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-rest-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const open = (name = 'key'): AtRest => {
    const opened = openAtRest(join(folder, name))
    if (!opened.ok) throw new Error(opened.error.text)
    return opened.value
  }

  it('gives back what went in, for the same use and the same key only', () => {
    const [mine, again, other] = [open(), open(), open('another')]
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint }).map((text) => text.toWellFormed()),
        (text) => {
          const encrypted = mine.encrypt(text, 'request')
          expect([
            again.open(encrypted, 'request'),
            again.open(encrypted, 'lease'),
            other.open(encrypted, 'request'),
          ]).toEqual([text, null, null])
          expect(text.length < 6 || !encrypted.includes(text)).toBe(true)
        },
      ),
    )
    expect(
      statSync(join(folder, 'key')).mode & 0o077 & (process.platform === 'win32' ? 0 : 0o077),
    ).toBe(0)
  })

  it('opens nothing that was changed, and leaves what was never sealed', () => {
    const { encrypt, open: opened } = open()
    const encrypted = encrypt('{"a":1}', 'request')
    const last = encrypted.at(-6) === 'A' ? 'B' : 'A'
    expect([
      opened(`${encrypted.slice(0, -6)}${last}${encrypted.slice(-5)}`, 'request'),
      opened('sealed:1:', 'request'),
      opened('{"a":1}', 'request'),
    ]).toEqual([null, null, '{"a":1}'])
  })

  it('says what to do where the key file holds no key, and leaves the file', () => {
    writeFileSync(join(folder, 'key'), 'no key')
    expect(openAtRest(join(folder, 'key'))).toMatchObject({
      ok: false,
      error: {
        code: 'store.key',
        text: expect.stringContaining(folder),
        hint: expect.stringContaining('backup'),
      },
    })
    expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('no key')
  })
})
