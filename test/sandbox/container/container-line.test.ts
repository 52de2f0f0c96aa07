import { expect, it } from 'vitest'
import { containerFilter } from '../../../main/sandbox/container/filter.ts'
import { findEngine } from '../../../main/sandbox/container/engine.ts'
import { imageName } from '../../../main/sandbox/container/image.ts'
import {
  containerScript,
  containerLine,
  type ContainerRun,
} from '../../../main/sandbox/container/container-line.ts'
import { scratchFolder } from '../scratch.ts'

const run: ContainerRun = {
  name: 'gatehouse-1-a',
  image: 'localhost/gatehouse-runner:0123',
  runtime: null,
  user: { uid: 1000, gid: 1000 },
  cwd: '/home/ada/site/sub',
  shown: [
    { from: '/home/ada/site', at: '/home/ada/site', readOnly: false },
    { from: '/home/ada/site/.git/hooks', at: '/home/ada/site/.git/hooks', readOnly: true },
    { from: '/tmp/ours/closed-file', at: '/home/ada/site/key.pem', readOnly: true },
  ],
  filter: '/tmp/ours/filter.json',
  relay: null,
  timeMs: 60_000,
  cpuSeconds: 300,
  scriptBytes: 99,
}
const wordsOf = (
  program: 'podman' | 'docker',
  rootless: boolean,
  change: Partial<ContainerRun> = {},
) => {
  const said = containerLine({ program, rootless }, { ...run, ...change })
  if (!said.ok) throw new Error(said.error.text)
  return said.value
}
const valuesOf = (words: readonly string[], option: string): readonly string[] =>
  words.flatMap((word, at) => (words[at - 1] === option ? [word] : []))

/** Each wall by the option that builds it, for both programs. */
it.each(['podman', 'docker'] as const)('%s is given every protection', (program) => {
  const words = wordsOf(program, false)
  expect(valuesOf(words, '--network')).toEqual(['none'])
  expect(valuesOf(words, '--cap-drop')).toEqual(['ALL'])
  expect(valuesOf(words, '--pull')).toEqual(['never'])
  expect(valuesOf(words, '--security-opt')).toEqual([
    'no-new-privileges',
    'seccomp=/tmp/ours/filter.json',
    'label=disable',
  ])
  expect(words).toContain('--read-only')
  expect(valuesOf(words, '--user')).toEqual(['1000:1000'])
  expect(valuesOf(words, '--pids-limit')).toEqual(['264'])
  expect(valuesOf(words, '--memory')).toEqual(valuesOf(words, '--memory-swap'))
  expect(valuesOf(words, '--ulimit')).toContain('cpu=300:302')
  expect(valuesOf(words, '--mount')).toEqual([
    'type=bind,source=/home/ada/site,target=/home/ada/site',
    'type=bind,source=/home/ada/site/.git/hooks,target=/home/ada/site/.git/hooks,readonly',
    'type=bind,source=/tmp/ours/closed-file,target=/home/ada/site/key.pem,readonly',
  ])
  expect(words.slice(words.indexOf('--entrypoint') + 1, -4)).toEqual(['/bin/sh', run.image])
  expect(words.slice(-2)).toEqual(['gatehouse', '99'])
})

it('what each program adds by default is switched off by its own options', () => {
  expect(wordsOf('podman', false)).toEqual(
    expect.arrayContaining([
      '--http-proxy=false',
      '--unsetenv-all',
      '--passwd=false',
      '--no-hosts',
    ]),
  )
  expect(valuesOf(wordsOf('podman', true), '--userns')).toEqual(['keep-id'])
  expect(valuesOf(wordsOf('podman', false), '--userns')).toEqual([])
  expect(valuesOf(wordsOf('docker', false), '--env')).toContain('https_proxy=')
  expect(valuesOf(wordsOf('docker', true), '--user')).toEqual(['0:0'])
})

it('a virtual machine for each container is one option more', () => {
  expect(valuesOf(wordsOf('podman', false, { runtime: 'krun' }), '--runtime')).toEqual(['krun'])
})

it.each([
  ['podman', false, ['--network', 'container:w'], []],
  ['docker', false, ['--network', 'container:w'], []],
  ['podman', true, ['--network', 'container:w', '--userns', 'container:w'], ['container:w']],
] as const)(
  'with granted hosts %s gives it the network of the relay, and nothing of the proxy',
  (program, rootless, network, users) => {
    const words = wordsOf(program, rootless, { relay: 'w' })
    expect(words.slice(words.indexOf('--network'), words.indexOf('--log-driver'))).toEqual(network)
    expect(valuesOf(words, '--userns')).toEqual(users)
    expect(valuesOf(words, '--mount')).toEqual(valuesOf(wordsOf(program, rootless), '--mount'))
    // The name comes with the network; Docker refuses another.
    expect(words).not.toContain('--hostname')
  },
)

it.each(['/home/ada/a,readonly=0', '/home/ada/"x"', '/home/ada/a\nb'])(
  'a path that could say more than a path is refused: %j',
  (path) => {
    const shown = [{ from: path, at: path, readOnly: false }]
    expect(containerLine({ program: 'podman', rootless: false }, { ...run, shown })).toMatchObject({
      ok: false,
      error: { code: 'sandbox.workspace' },
    })
  },
)

it('the script runs nothing foreign before its comparisons, and nothing where it is cut off', () => {
  const script = containerScript({
    begun: 'BEGUN',
    first: ['compare; '],
    env: { HOME: "/it's" },
    program: "'/bin/sh' -c 'true'",
  })
  const lines = script.split('\n')
  expect(lines.indexOf('compare; ')).toBeLessThan(lines.indexOf("echo 'BEGUN' >&2"))
  expect(lines.at(-1)).toBe('# whole')
  expect(script).toContain(`env -i 'HOME=/it'\\''s' '/bin/sh' -c 'true'`)
})

it('the filter refuses what the table of the sandbox refuses', () => {
  const refusedIn = (relayed: boolean) =>
    (
      JSON.parse(containerFilter('x64', relayed)) as {
        syscalls: { names: string[]; args?: { index: number; value: number }[] }[]
      }
    ).syscalls.filter(({ names, args }) => names[0] === 'socket' && args?.[0]?.index === 0)
  const families = (relayed: boolean) => refusedIn(relayed).map(({ args }) => args?.[0]?.value)
  expect(families(false)).toEqual(expect.arrayContaining([1, 40]))
  expect(families(false)).not.toContain(2)
  expect(families(true)).not.toContain(1)
  expect(families(true)).toContain(40)
  expect(containerFilter('x64', false)).toContain('"mount"')
})

it('another base is another image', () => {
  expect(imageName(null, 'FROM a')).not.toBe(imageName('b', 'FROM a'))
  expect(imageName(null, 'FROM a')).not.toBe(imageName(null, 'FROM b'))
})

it('a machine without either gets the way to install one', async () => {
  const folders = [scratchFolder('no-engine')]
  expect(await findEngine(null, { folders })).toMatchObject({
    ok: false,
    error: { code: 'container.none', text: 'Neither Podman nor Docker was found.' },
  })
  expect(await findEngine('docker', { folders })).toMatchObject({
    ok: false,
    error: { text: 'Docker was not found.' },
  })
})
