// Where packages come from is what the person's own tools are set to.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { npmRegistry } from '../../../main/mcp/packages/npm-registry.ts'
import { pythonIndex } from '../../../main/mcp/packages/python-index.ts'

const root = mkdtempSync(join(tmpdir(), 'gatehouse-registries-'))
afterAll(() => rmSync(root, { recursive: true }))
let homes = 0
const homeWith = (files: Readonly<Record<string, string>>): string => {
  const home = join(root, `home-${(homes += 1)}`)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  return home
}

describe('the registry of npm', () => {
  const of = (name: string, npmrc: string, env: Record<string, string> = {}) =>
    npmRegistry(name, { home: homeWith({ '.npmrc': npmrc }), env }, [])
  it('is the usual one, the one of the person, or the one of the scope', () => {
    const own = '@work:registry=https://npm.work.example/r\nregistry = "https://mirror.example/"\n'
    expect(
      [
        of('x', ''),
        of('x', own),
        of('@work/x', own),
        of('x', own, { npm_config_registry: 'http://127.0.0.1:4873' }),
      ].map((one) => one.ok && one.value.address),
    ).toEqual([
      'https://registry.npmjs.org/',
      'https://mirror.example/',
      'https://npm.work.example/r/',
      'http://127.0.0.1:4873/',
    ])
  })
  it('passes on the sign-in to it, and no other line', () => {
    const found = of(
      '@work/x',
      [
        '@work:registry=https://npm.work.example/',
        '//npm.work.example/:_authToken=${TOKEN}',
        '//elsewhere.example/:_authToken=theirs',
        '_authToken=of-nobody',
        'script-shell=/bin/evil',
        'ignore-scripts=false',
        'https-proxy=http://proxy.example',
      ].join('\n'),
      { TOKEN: 'mine' },
    )
    expect(found.ok && found.value.lines).toEqual([
      '@work:registry=https://npm.work.example/',
      'registry=https://registry.npmjs.org/',
      '//npm.work.example/:_authToken=mine',
    ])
  })
  it('is refused where it is no address', () => {
    expect(of('x', 'registry=ftp://x.example')).toMatchObject({
      ok: false,
      error: { code: 'package.registry' },
    })
  })
})

describe('the index of Python packages', () => {
  it.each<readonly [string, Record<string, string>, Record<string, string>, string]>([
    ['the usual one', {}, {}, 'https://pypi.org/simple/'],
    [
      'of pip.conf',
      { '.config/pip/pip.conf': '[global]\nindex-url = https://p.example/s' },
      {},
      'https://p.example/s/',
    ],
    [
      'of a variable of uv',
      { '.config/pip/pip.conf': '[global]\nindex-url = https://p.example/s' },
      { UV_DEFAULT_INDEX: 'https://u.example/s/' },
      'https://u.example/s/',
    ],
  ])('%s', (_, files, env, expected) => {
    const found = pythonIndex({ home: homeWith(files), env })
    expect(found.ok && found.value.address).toBe(expected)
  })
})
