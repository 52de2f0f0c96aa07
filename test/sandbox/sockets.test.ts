// Unix sockets of a program's own: granted they work inside, and lead nowhere else.
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeOwnFolder } from '../../main/sandbox/linux/host-user.ts'
import type { Program } from '../../main/sandbox/processes/program.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { scratchFolder } from './scratch.ts'

const root = scratchFolder('sockets')
const shown = join(root, 'shown')
mkdirSync(shown, { mode: 0o755 })
writeFileSync(join(shown, 'f'), 'a file', { mode: 0o644 })
const runner = openRunner({ stop: [], home: join(root, 'home'), scratch: root })
afterAll(() => runner.dispose())

let homes = 0
const programOf = (argv: readonly [string, ...string[]], more: Partial<Program>): Program => {
  const home = join(root, `own-${(homes += 1)}`)
  makeOwnFolder(home)
  return {
    argv,
    env: { PATH: '/usr/bin:/bin' },
    home,
    cwd: null,
    readOnly: [],
    writable: [],
    limits: { memoryBytes: 2 * 1024 ** 3, processes: 256 },
    proxy: null,
    requires: [],
    signal: new AbortController().signal,
    ...more,
  }
}
async function output(argv: readonly [string, ...string[]], more: Partial<Program>) {
  const started = await runner.start(programOf(argv, more))
  if (!started.ok) return started.error.code
  let text = ''
  for await (const chunk of started.value.stdout) text += String(chunk)
  return text
}
const perl = (lines: string, more: Partial<Program> = { sockets: true }) =>
  output(['/usr/bin/perl', '-MSocket', '-e', lines], more)
const meet = (address: string): string =>
  `socket(S, AF_UNIX, SOCK_STREAM, 0) && bind(S, ${address}) && listen(S, 5) || exit !print "no: $!"; socket(C, AF_UNIX, SOCK_STREAM, 0) && connect(C, ${address}) || exit !print "no: $!"; print 'met'`

describe.runIf(process.platform === 'linux')('a program with sockets of its own', () => {
  it('meets itself in its home, in /tmp and by an abstract name; without the grant nowhere', async () => {
    const addresses = [
      'pack_sockaddr_un("/home/program/s")',
      'pack_sockaddr_un("/tmp/s")',
      'pack_sockaddr_un("\\0own")',
    ]
    expect(await Promise.all(addresses.map((address) => perl(meet(address))))).toEqual(
      addresses.map(() => 'met'),
    )
    expect(await perl(meet(addresses[0] ?? ''), {})).toBe('no: Operation not permitted')
  })

  it('reaches nobody outside by an abstract name, and makes no socket elsewhere', async () => {
    const name = `gatehouse-outside-${process.pid}`
    const outside = createServer().listen(`\0${name}`)
    await once(outside, 'listening')
    const connects = `socket(C, AF_UNIX, SOCK_STREAM, 0) or die; print connect(C, pack_sockaddr_un("\\0${name}")) ? 'reached' : "no: $!"`
    const said = await perl(connects)
    outside.close()
    expect(said).toBe('no: Connection refused')
    expect(await perl(meet('pack_sockaddr_un("/usr/s")'))).toMatch(/^no: /)
  })

  it('sees no folder of the person beside, for a socket in it would lead out; a file it may', async () => {
    for (const folders of [{ readOnly: [shown] }, { writable: [shown] }])
      expect(await perl('print 1', { sockets: true, ...folders })).toBe('program.sockets')
    expect(
      await output(['/bin/cat', join(shown, 'f')], { sockets: true, readOnly: [join(shown, 'f')] }),
    ).toBe('a file')
  })

  const chromium = '/usr/bin/chromium'
  it.runIf(existsSync(chromium))(
    'can be a headless browser (skipped without Chromium)',
    async () => {
      const words = [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--dump-dom',
      ]
      const page = 'data:text/html,<p id=x></p><script>x.textContent = 6 * 7</script>'
      expect(await output([chromium, ...words, page], { sockets: true })).toContain(
        '<p id="x">42</p>',
      )
    },
    600_000,
  )
})
