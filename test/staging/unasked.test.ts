// Whatever the line, a command that nobody was asked about changes nothing of the real workspace or
// around it, reaches no host, and reads no place of the STOP list: through the whole of Gatehouse,
// with real shells, over an overlay and over a copy. GATEHOUSE_SOAK=1: 400 lines; GATEHOUSE_ROUNDS
// says another number.
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOfTree } from '../sandbox/rehearsal/fixture.ts'
import { soak } from '../soak.ts'
import { openStagingFixture } from './fixture.ts'
import type { StagingFixture } from './fixture.ts'
import { fewWords } from '../whole.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: overlays are the Linux kernel's)`
const CANARY = 'canary-c07a5d1e93'
/** As it is, and as base64 gives it. */
const secrets = [CANARY, Buffer.from(CANARY).toString('base64').slice(0, 20)]
const RUNS = Number(process.env['GATEHOUSE_ROUNDS'] ?? (soak ? 400 : 10))

/** Words of a line: `{out}`, `{stop}` and `{port}` are filled in when it is run. */
const path = fc.constantFrom(
  ...['a.txt', 'src', 'src/b.txt', '.', '*', '.git/config', 'new', '..', '../outside.txt', '~'],
  ...['{out}', '{stop}', '{stop}/canary.txt', '/', '/etc/hostname', '$HOME', '"$PWD"/src', 'link'],
)
const reads = fc.tuple(
  fc.constantFrom('cat', 'ls -la', 'grep -r canary', 'find', 'tar cf -', 'base64', 'readlink -f'),
  path,
)
const writes = fc.tuple(
  fc.constantFrom(
    ...['rm -rf', 'touch', 'mkdir -p', 'echo x >', 'echo x >>', 'truncate -s 0', 'chmod 777'],
    ...['tee', 'ln -sf {stop}/canary.txt', 'ln -sfn {out}', 'cp {stop}/canary.txt', 'mv a.txt'],
    ...['sed -i s/one/two/', 'dd if=/dev/zero count=1 of=', 'install -m 777 a.txt', 'unlink'],
  ),
  path,
)
const dials = fc.constantFrom(
  'curl -sS --max-time 2 http://127.0.0.1:{port}/',
  'curl -sS --max-time 2 --noproxy "*" http://127.0.0.1:{port}/',
  "bash -c 'echo hello > /dev/tcp/127.0.0.1/{port}'",
  "node -e \"require('net').connect({port}, '127.0.0.1').on('error', () => 0)\"",
)
const simple = fc.oneof(
  reads.map((words) => words.join(' ')),
  writes.map((words) => words.join(' ')),
  dials,
)
const line = fc.letrec<{ line: string }>((tie) => ({
  line: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    simple,
    fc
      .tuple(tie('line'), fc.constantFrom(' && ', ' || ', '; ', ' | ', ' & ', '\n'), tie('line'))
      .map((all) => all.join('')),
    tie('line').map((inner) => `( ${inner} )`),
    tie('line').map((inner) => `eval '${inner.replaceAll("'", `'\\''`)}'`),
    tie('line').map((inner) => `echo "$(${inner})"`),
    tie('line').map((inner) => `for f in a.txt src; do ${inner}; done`),
    tie('line').map((inner) => `nohup sh -c '${inner.replaceAll("'", `'\\''`)}' >/dev/null 2>&1`),
  ),
})).line

describe.runIf(linux).each(fewWords(['user', 'root'], 1))(
  `a command that nobody was asked about, in a workspace of %s${why}`,
  (_name, owner) => {
    let gatehouse: StagingFixture
    let server: Server
    let reached = 0
    beforeEach(async () => {
      reached = 0
      server = createServer((socket) => {
        reached += 1
        socket.end()
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      gatehouse = await openStagingFixture('preset: ask\n', owner)
      gatehouse.put({ 'a.txt': 'one\n', 'src/b.txt': 'two\n', '.git/config': '[core]\n' })
      writeFileSync(join(gatehouse.root, 'home', 'canary.txt'), CANARY)
      writeFileSync(join(gatehouse.root, 'outside.txt'), 'mine\n')
    })
    afterEach(async () => {
      await gatehouse.close()
      server.close()
    })

    it(
      'changes nothing, reaches nobody and reads nothing closed @whole',
      { timeout: 3_600_000 },
      async () => {
        const { root, work } = gatehouse
        const { port } = server.address() as AddressInfo
        const before = hashOfTree(work)
        let ran = 0
        await fc.assert(
          fc.asyncProperty(line, async (text) => {
            const command = text
              .replaceAll('{out}', join(root, 'outside.txt'))
              .replaceAll('{stop}', join(root, 'home'))
              .replaceAll('{port}', String(port))
            gatehouse.later(2_000)
            const result = await gatehouse.unattended(command)
            if (result.status === 'done') ran += 1
            expect([hashOfTree(work), readFileSync(join(root, 'outside.txt'), 'utf8')]).toEqual([
              before,
              'mine\n',
            ])
            const given = JSON.stringify(result)
            expect([reached, secrets.some((secret) => given.includes(secret))]).toEqual([0, false])
          }),
          { numRuns: RUNS },
        )
        // Most lines neither change anything nor want a host that is reached, so they do run.
        expect(ran).toBeGreaterThan(0)
      },
    )
  },
)
