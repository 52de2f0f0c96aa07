// Why commands are not tried in a copy first: one sentence for each cause, with the way to fix it.
import { expect, it } from 'vitest'
import type { Protection } from '../../contract/protection.ts'
import { stagingPort } from '../../main/wiring/execution/staging/staging.ts'
import { untried } from '../../main/wiring/execution/untried.ts'
import type { UntriedFacts } from '../../main/wiring/execution/untried.ts'
import { allAre } from '../../main/sandbox/protections.ts'

const all = (state: Protection['state']): readonly Protection[] =>
  allAre('missing', 'It is not there.', 'Install it.').map((each) => ({ ...each, state }))
const lacking = (id: string, detail: string, how: string): readonly Protection[] =>
  all('enforced').map((each) =>
    each.id === id ? { ...each, state: 'missing', detail, how } : each,
  )
const well: UntriedFacts = {
  platform: 'linux',
  protections: all('enforced'),
  ownInside: false,
  refused: false,
}

it('says nothing where commands are rehearsed', () => {
  expect(untried(well)).toBeNull()
})

it.each<[what: string, facts: Partial<UntriedFacts>, text: string, how: string]>([
  [
    'another system',
    { platform: 'darwin' },
    'that needs the Linux kernel.',
    'Run Gatehouse on Linux; on Windows in WSL 2.',
  ],
  [
    'no sandbox at all',
    { protections: all('missing') },
    'the sandbox is incomplete. It is not there.',
    'Install it.',
  ],
  [
    'a sandbox that holds only in part',
    { protections: lacking('memory', 'Memory is not bounded.', 'Turn on systemd.') },
    'the sandbox is incomplete. Memory is not bounded.',
    'Turn on systemd.',
  ],
  [
    'its own data in the workspace',
    { ownInside: true },
    'Gatehouse keeps its own data inside the workspace.',
    'Choose another workspace in Settings.',
  ],
  [
    'no overlay over a large workspace',
    { refused: true },
    'the kernel gives no overlay over this workspace, and it holds more than 5,000 files or 128 MB, too much to copy for each command.',
    'Let the folder belong to an ordinary user, on a kernel from 5.11 on and a local disk; or choose a smaller workspace.',
  ],
])('%s', (_, facts, text, how) => {
  expect(untried({ ...well, ...facts })).toMatchObject({
    text: `Commands are not tried in a copy first: ${text}`,
    hint: how,
  })
})

it.runIf(process.platform === 'linux').each([
  ['a resident app', true, 'stage.large'],
  ['a command line that is gone in a moment', false, null],
])('%s knows it before the first command: %s', async (_, eager, code) => {
  const folders = ['/small', '/large']
  let folder = '/small'
  const reported: string[] = []
  const probed: string[] = []
  const port = stagingPort({
    stager: {
      stage: () => Promise.reject(new Error('no command comes')),
      async suits(path) {
        probed.push(path)
        return path !== '/large'
      },
    },
    eager,
    protections: () => all('enforced'),
    undo: unused,
    workspace: () => folder,
    own: '/own',
    realWorkspace: () => folder,
    texts: {
      redact: async (text) => text,
      sanitizeOutput: async (text) => ({ text, truncated: false }),
    },
    cpuLimits: () => ({}),
    changed: () => reported.push(port.missing()?.code ?? 'none'),
    now: () => 0,
    monotonic: () => 0,
  })
  for (folder of folders) {
    port.missing()
    port.possible()
    await Promise.resolve()
  }
  await new Promise((done) => setImmediate(done))
  expect(port.missing()?.code ?? null).toBe(code)
  expect([probed, reported]).toEqual(eager ? [folders, ['stage.large']] : [[], []])
})

const none = (): never => {
  throw new Error('nothing is staged')
}
const unused = { stage: none, staged: none, commit: none, discard: none, forget: none }
