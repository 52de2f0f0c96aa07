// What a file is written in stays when its text is replaced: encoding, byte order mark, line ends,
// mode, owner.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withEndsOf } from '../../../contract/line-ends.ts'
import { filePowers } from '../../../main/sandbox/files/file-powers.ts'
import { resolvePath } from '../../../main/sandbox/files/resolve-path.ts'
import { decodeText, encodeText } from '../../../main/sandbox/files/text-encoding.ts'
import { editFile } from '../../../tools/files/edit-file.ts'
import { listDir } from '../../../tools/files/list-dir.ts'
import { writeFile } from '../../../tools/files/write-file.ts'
import { scratchFolder } from '../scratch.ts'
import { codePoint } from '../../code-point.ts'

const ws = scratchFolder('text-form')
const at = (path: string): string => join(ws, path)
const resolved = resolvePath({ workspace: ws, stop: [], home: join(ws, 'home') })
async function powersOver(path: string) {
  const found = await resolved(path)
  if (!found.ok) throw new Error(found.error.text)
  const { read, write } = filePowers({
    permitted: (['fs.read', 'fs.write'] as const).map((kind) => ({ kind, ...found.value })),
    resolved,
  })
  return { 'fs.read': read, 'fs.write': write }
}
type Context = Parameters<typeof editFile.execute>[1]
const context = async (path: string): Promise<Context> =>
  ({ power: await powersOver(path) }) as Context
const edit = async (path: string, old_text: string, new_text: string) =>
  editFile.execute(editFile.input.parse({ path, old_text, new_text }), await context(path))
const write = async (path: string, content: string) =>
  writeFile.execute({ path, content }, await context(path))
const preview = async (path: string, content: string) => {
  const { 'fs.read': read } = await powersOver(path)
  return writeFile.preview?.({ path, content }, async (each) => {
    const got = await read.readText(each, { maxBytes: 10_000 })
    return got.ok ? got.value.text : null
  })
}

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
/** Each with the same lines, and a way to write others the same way. */
const kinds: readonly (readonly [name: string, write: (text: string) => Buffer, ends: string])[] = [
  ['UTF-8', (text) => Buffer.from(text), '\n'],
  ['UTF-8 with \\r\\n', (text) => Buffer.from(text), '\r\n'],
  ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`), '\n'],
  ['UTF-8 with a mark and \\r\\n', (text) => Buffer.from(`\uFEFF${text}`), '\r\n'],
  ['UTF-16 LE', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), '\n'],
  ['UTF-16 LE with \\r\\n', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), '\r\n'],
  ['UTF-16 BE', (text) => utf16be(`\uFEFF${text}`), '\n'],
  ['UTF-16 BE with \\r\\n', (text) => utf16be(`\uFEFF${text}`), '\r\n'],
]
const lines = (ends: string, ...each: readonly string[]): string =>
  each.map((line) => line + ends).join('')

describe.each(kinds)('a file in %s', (_name, bytes, ends) => {
  it('stays so when it is edited, over a line end too', async () => {
    writeFileSync(at('f'), bytes(lines(ends, 'eins', 'zwei 🦊', 'drei')))
    expect(await edit('f', 'zwei 🦊\ndr', 'ä\nö\ndr')).toMatchObject({ ok: true })
    expect(readFileSync(at('f'))).toEqual(bytes(lines(ends, 'eins', 'ä', 'ö', 'drei')))
  })

  it('stays so when it is replaced, and the card shows it so', async () => {
    writeFileSync(at('f'), bytes(lines(ends, 'alt')))
    expect(await preview('f', 'neu\nü\n')).toEqual([
      { path: 'f', before: lines(ends, 'alt'), after: lines(ends, 'neu', 'ü') },
    ])
    expect(await write('f', 'neu\nü\n')).toMatchObject({ ok: true })
    expect(readFileSync(at('f'))).toEqual(bytes(lines(ends, 'neu', 'ü')))
  })
})

describe('a file', () => {
  it.each([
    ['Latin-1', Buffer.from('gr\xfcn\n', 'latin1')],
    ['Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b])],
    ['UTF-16 without a mark', Buffer.from('hello', 'utf16le')],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])],
    [
      'a text with one broken byte',
      Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from([0xff]), Buffer.from('b')]),
    ],
  ])('in %s is neither edited nor replaced, and stays as it is', async (_name, bytes) => {
    writeFileSync(at('g'), bytes)
    expect(await edit('g', 'a', 'b')).toMatchObject({ ok: false, error: { code: 'file.binary' } })
    expect(await write('g', 'neu')).toMatchObject({ ok: false, error: { code: 'file.encoding' } })
    expect(readFileSync(at('g'))).toEqual(bytes)
  })

  it('with mixed line ends is taken by the letter', async () => {
    writeFileSync(at('m'), 'a\r\nb\nc\r\n')
    expect(await edit('m', 'b\n', 'x\ny\n')).toMatchObject({ ok: true })
    expect(readFileSync(at('m'), 'utf8')).toBe('a\r\nx\ny\nc\r\n')
    expect(await edit('m', 'a\n', 'z')).toMatchObject({
      ok: false,
      error: { code: 'edit.not-found' },
    })
  })

  it('that is new is UTF-8 without a mark, with the line ends it was given', async () => {
    await write('new', 'ü\r\nx\n')
    expect(readFileSync(at('new'))).toEqual(Buffer.from('ü\r\nx\n'))
  })

  it('with a given `\\r` gets what was given', async () => {
    writeFileSync(at('r'), 'a\r\n')
    await write('r', 'a\r\nb\n')
    expect(readFileSync(at('r'), 'utf8')).toBe('a\r\nb\n')
  })

  it('larger than what is looked at is recognised by its start', async () => {
    writeFileSync(at('large'), `\uFEFF${'ü\r\n'.repeat(5_000_000)}`)
    await write('large', 'a\nb\n')
    expect(readFileSync(at('large'))).toEqual(Buffer.from('\uFEFFa\r\nb\r\n'))
  })

  it('keeps its mode but for set-user-id', async () => {
    for (const mode of [0o600, 0o644, 0o755, 0o666, 0o4755]) {
      writeFileSync(at('mode'), 'x')
      chmodSync(at('mode'), mode)
      await write('mode', 'y')
      expect(lstatSync(at('mode')).mode & 0o7777).toBe(mode & 0o777)
    }
  })

  it.runIf(process.getuid?.() === 0)(
    'keeps its owner, and a new one gets that of its folder (needs root: nobody else can give files away)',
    async () => {
      mkdirSync(at('theirs'))
      chownSync(at('theirs'), 4321, 4322)
      writeFileSync(at('theirs/old'), 'x')
      chownSync(at('theirs/old'), 5321, 5322)
      await write('theirs/old', 'y')
      await write('theirs/new', 'y')
      await write('theirs/a/b/c', 'y')
      const owners = ['old', 'new', 'a', 'a/b', 'a/b/c'].map(
        (name) => `${lstatSync(at(`theirs/${name}`)).uid}:${lstatSync(at(`theirs/${name}`)).gid}`,
      )
      expect(owners).toEqual(['5321:5322', '4321:4322', '4321:4322', '4321:4322', '4321:4322'])
    },
  )

  it('may not be larger than the system allows: the old one stays', async () => {
    writeFileSync(at('limited'), 'old')
    const program = `
      import { filePowers } from '${join(import.meta.dirname, '../../../main/sandbox/files/file-powers.ts')}'
      import { resolvePath } from '${join(import.meta.dirname, '../../../main/sandbox/files/resolve-path.ts')}'
      const place = resolvePath({ workspace: process.argv[1], stop: [], home: '/nowhere' })
      const found = await place('limited')
      const { write } = filePowers({ permitted: [{ kind: 'fs.write', ...found.value }], resolved: place })
      console.log(JSON.stringify(await write.writeText('limited', 'x'.repeat(1_000_000))))`
    const said = execFileSync(
      'prlimit',
      ['--fsize=65536', process.execPath, '--input-type=module', '-e', program, ws],
      {
        encoding: 'utf8',
      },
    )
    expect(JSON.parse(said)).toMatchObject({ ok: false, error: { code: 'file.too-large' } })
    expect(readFileSync(at('limited'), 'utf8')).toBe('old')
    expect(execFileSync('ls', ['-A', ws], { encoding: 'utf8' })).not.toContain('.tmp')
  })
})

describe('a listing', () => {
  it.runIf(process.platform === 'linux')(
    'shows names that would forge lines, turn the text or are no text as what they are',
    async () => {
      mkdirSync(at('odd'))
      for (const name of ['a\nfake  12', 'b\u001b[2K', 'photo\u202egnp.exe', 'plain 🦊'])
        writeFileSync(at(`odd/${name}`), '')
      writeFileSync(Buffer.concat([Buffer.from(`${at('odd')}/z`), Buffer.from([0xff])]), '')
      const found = await resolved('odd')
      expect(found.ok).toBe(true)
      const permitted = found.ok ? [{ kind: 'fs.read' as const, ...found.value }] : []
      const listed = await listDir.execute(listDir.input.parse({ path: 'odd' }), {
        power: { 'fs.read': filePowers({ permitted, resolved }).read },
      } as Parameters<typeof listDir.execute>[1])
      expect(listed.ok && listed.value.text.split('\n')).toEqual([
        'a\\u{a}fake  12  0',
        'b\\u{1b}[2K  0',
        'photo\\u{202e}gnp.exe  0',
        'plain 🦊  0',
        'z\\u{fffd}  (not a file)',
      ])
    },
  )
})

describe('any text', () => {
  it('comes back from its bytes, in each form', () => {
    const text = fc
      .string({ unit: codePoint })
      .filter((each) => !each.includes('\0') && !each.startsWith('\uFEFF'))
    const form = fc.constantFrom(
      ...(['utf-8', 'utf-16le', 'utf-16be'] as const).map((encoding) => ({
        encoding,
        marked: true,
      })),
      { encoding: 'utf-8' as const, marked: false },
    )
    fc.assert(
      fc.property(text, form, (each, how) => {
        expect(decodeText(encodeText(each, how))).toEqual({ text: each, form: how })
      }),
    )
  })

  it('keeps its own line ends unless it has none of its own and the file is of the other kind', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.constantFrom('a', '\n', '\r\n', '\r')).map((parts) => parts.join('')),
        (old, text) => {
          const got = withEndsOf(old, text)
          expect(
            got === text || (!text.includes('\r') && got.replaceAll('\r\n', '\n') === text),
          ).toBe(true)
          expect(withEndsOf('x\r\ny\r\n', got).replaceAll('\r\n', '\n')).toBe(
            got.replaceAll('\r\n', '\n'),
          )
        },
      ),
    )
  })
})
