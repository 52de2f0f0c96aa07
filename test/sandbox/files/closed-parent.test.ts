// Programs and commands below a folder that only its owner may enter, as /root is: the helper shows
// them elsewhere to the ordinary user that a child of root is. Elsewhere than as root nothing is in
// the way.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeOwnFolder, ORDINARY } from '../../../main/sandbox/linux/host-user.ts'
import type { Program } from '../../../main/sandbox/processes/program.ts'
import { openRunner } from '../../../main/sandbox/runner.ts'
import { scratchFolder } from '../scratch.ts'

const base = scratchFolder('closed-parent')
const closed = join(base, 'closed')
const [data, project, scratch] = [
  join(closed, 'data'),
  join(closed, 'project'),
  join(base, 'scratch'),
]
for (const folder of [closed, data, project, scratch]) mkdirSync(folder)
const [script, tool] = [join(project, 'server.sh'), join(closed, 'tool.sh')]
writeFileSync(join(project, 'inner'), 'of the project')
writeFileSync(
  script,
  '#!/bin/sh\ncat "$(dirname "$0")/inner"; echo kept > "$HOME/own"; cat "$HOME/own"\n',
)
writeFileSync(tool, '#!/bin/sh\necho "it runs"\n')
for (const file of [script, tool]) chmodSync(file, 0o755)
for (const folder of [closed, data]) chmodSync(folder, 0o700)

const shut = join(base, 'shut')
mkdirSync(join(shut, 'inner'), { recursive: true })
for (const path of [join(shut, 'a.sh'), join(shut, 'inner', 'b.sh')])
  writeFileSync(path, 'echo "it runs"\n')
chmodSync(join(shut, 'a.sh'), 0o600)

const runner = openRunner({ stop: [], home: join(base, 'home'), scratch })
afterAll(() => runner.dispose())

let homes = 0
async function said(more: Pick<Program, 'argv'> & Partial<Program>): Promise<string> {
  homes += 1
  const home = join(data, `home-${homes}`)
  makeOwnFolder(home)
  const started = await runner.start({
    env: { PATH: '/usr/bin:/bin' },
    home,
    cwd: null,
    readOnly: [],
    writable: [],
    limits: { memoryBytes: 1024 ** 3, processes: 64 },
    proxy: null,
    requires: [],
    signal: new AbortController().signal,
    ...more,
  })
  if (!started.ok) return started.error.text
  let text = ''
  for await (const chunk of started.value.stdout) text += String(chunk)
  const end = await started.value.exited
  return `${text}${started.value.stderrTail()}${JSON.stringify(end)}`
}
const done = '{"kind":"exited","code":0}'

describe.runIf(process.platform === 'linux')(
  'below a folder of mode 0700 (skipped elsewhere: no sandbox)',
  () => {
    it.each<[string, Pick<Program, 'argv'> & Partial<Program>, string]>([
      [
        'its home',
        { argv: ['/bin/sh', '-c', 'echo x > f && cat f && pwd'] },
        `x\n/home/program\n${done}`,
      ],
      ['a program alone', { argv: [tool], readOnly: [tool] }, `it runs\n${done}`],
      [
        'a script in a folder that it may read',
        { argv: ['/bin/sh', script], readOnly: [project] },
        `of the projectkept\n${done}`,
      ],
      [
        'a script that is its own program',
        { argv: [script], readOnly: [project] },
        `of the projectkept\n${done}`,
      ],
      [
        'a working folder',
        { argv: ['/bin/cat', 'inner'], readOnly: [project], cwd: project },
        `of the project${done}`,
      ],
    ])('a program starts with %s there', async (_name, more, expected) => {
      expect(await said(more)).toBe(expected)
    })
  },
)

describe.runIf(process.getuid?.() === 0)(
  'what the ordinary user of a program may not read (needs root: else it is the same user)',
  () => {
    const folder = `It runs as the ordinary user ${ORDINARY.uid}, because Gatehouse runs as root, and that user may not enter the folder`
    it.each<[string, () => void, string, string]>([
      [
        'the folder itself',
        () => chmodSync(shut, 0o700),
        join(shut, 'inner', 'b.sh'),
        `${folder} ${shut} (mode 0700).`,
      ],
      [
        'a folder in it',
        () => chmodSync(join(shut, 'inner'), 0o750),
        join(shut, 'inner', 'b.sh'),
        `${folder} ${join(shut, 'inner')} (mode 0750).`,
      ],
      [
        'the script',
        () => {},
        join(shut, 'a.sh'),
        `It runs as the ordinary user ${ORDINARY.uid}, because Gatehouse runs as root, and that user may not read the file ${join(shut, 'a.sh')} (mode 0600).`,
      ],
    ])('is named before it starts: %s', async (_name, close, file, expected) => {
      for (const path of [shut, join(shut, 'inner')]) chmodSync(path, 0o755)
      close()
      expect(await said({ argv: ['/bin/sh', file], readOnly: [shut] })).toBe(expected)
    })

    it('keeps nothing from a program that names what it may read', async () => {
      for (const path of [shut, join(shut, 'inner')]) chmodSync(path, 0o755)
      expect(await said({ argv: ['/bin/sh', join(shut, 'inner', 'b.sh')], readOnly: [shut] })).toBe(
        `it runs\n${done}`,
      )
    })
  },
)
