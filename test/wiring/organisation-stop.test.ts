// A place that an organisation's bundle closes, asked for by commands in the real sandbox, with a person
// who says yes to everything: no command gets at what is in it.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { authorityFile, startBundleServer } from '../fakes/bundle-server.ts'
import type { BundleServer } from '../fakes/bundle-server.ts'
import {
  answering,
  ask,
  besideHome,
  journal,
  startServices,
  wholeApp,
} from '../fakes/services/whole-app.ts'
import { signedBundle, signingKey } from '../bundle/bundles.ts'

wholeApp()

const key = signingKey()
let server: BundleServer
beforeEach(async () => void (server = await startBundleServer()))
afterEach(() => server.close())

const VALUE = 'only-in-the-closed-place'
const workspace = (path: string): string => besideHome(join('home-workspace', path))

function prepare(): void {
  mkdirSync(workspace('private'), { recursive: true })
  writeFileSync(workspace('private/key.txt'), `${VALUE}\n`)
  writeFileSync(workspace('open.txt'), 'open\n')
  symlinkSync('private', workspace('link'))
}

const run = async (command: string) =>
  answering(ask('tools.run', { tool: 'exec', args: { command }, wait: true }), () => 'once')

const lines: readonly string[] = [
  'cat private/key.txt',
  'cat p*/key.txt',
  'cat link/key.txt',
  'x=priv; cat ${x}ate/key.txt',
  'grep -r only .',
  'find . -type f -exec cat {} +',
  'cp -r . /tmp/copy; cat /tmp/copy/private/key.txt',
  'mv private moved; cat moved/key.txt',
  'ln private/key.txt other; cat other',
  `python3 -c "print(open('pri' + 'vate/key.txt').read())"`,
  'echo other > private/key.txt',
  'rm -rf private; ls',
]

it('no sandboxed command reads or changes what a bundle closes', async () => {
  server.put(signedBundle(key, { serial: 1, stop: [workspace('private')] }))
  await startServices({
    more: `organisation:\n  name: Example\n  source: ${server.url}/bundle.json\n  ca: ${authorityFile}\n  keys: ['${key.text}']\n`,
    prepare,
  })
  await expect
    .poll(async () => {
      const now = await ask('organisation.state', {})
      return now.kind === 'following' ? now.inForce?.serial : null
    })
    .toBe(1)
  expect((await run('cat open.txt')).ended.text).toContain('open')
  const shown: string[] = []
  for (const command of lines) {
    const done = await run(command)
    if (JSON.stringify(done).includes(VALUE)) shown.push(command)
  }
  expect(shown).toEqual([])
  expect(JSON.stringify(await journal())).not.toContain(VALUE)
  expect(readFileSync(workspace('private/key.txt'), 'utf8')).toBe(`${VALUE}\n`)
}, 600_000)
