// How often people were asked, answered without a Gatehouse and held against the answer of a whole one over
// the same home.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import type { Attention } from '../../contract/journal/attention.ts'
import { findAppPaths, type AppPaths } from '../../main/config/paths.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import type { App } from '../../main/host/app.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { openApp } from '../../main/wiring/app.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeFolder } from '../store/fixture.ts'

const HOURS = 24

type Home = { readonly paths: AppPaths; readonly env: NodeJS.ProcessEnv }
type Calls = {
  ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>>
  /** A file of the workspace is written, and the question answered. */
  write(path: string, answer?: ApprovalAnswer): Promise<unknown>
}

function homeIn(folder: string, config: string): Home {
  const env = { GATEHOUSE_HOME: join(folder, 'home'), PATH: process.env['PATH'] }
  const paths = findAppPaths({ env, platform: 'linux', homedir: folder })
  mkdirSync(join(folder, 'home'), { recursive: true })
  mkdirSync(join(paths.defaultWorkspace, 'src'), { recursive: true })
  writeFileSync(paths.configFile, config)
  return { paths, env }
}

async function opened(paths: AppPaths, queryOnly: boolean): Promise<App> {
  const app = await openApp({ host: queryOnly ? 'cli' : 'browser', paths, version: '1', queryOnly })
  if (!app.ok) throw new Error(app.error.text)
  return app.value
}

function callsOf(app: App): Calls {
  const ask: Calls['ask'] = async (channel, input) => {
    const surface = channel === 'tools.run' ? 'cli' : 'window'
    const answer = await app.call(channel, input, { surface })
    if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer.error)}`)
    return answer.value as Output<typeof channel>
  }
  return {
    ask,
    async write(path, answer = 'once') {
      const args = { path, content: 'x\n' }
      const done = ask('tools.run', { tool: 'write_file', args, wait: true })
      let over = false
      void done.finally(() => (over = true))
      while (!over) {
        const [held] = await ask('approvals.list', { states: ['pending'], limit: 5 })
        if (held !== undefined) await ask('approvals.answer', { id: held.id, answer })
        await new Promise((next) => setTimeout(next, 5))
      }
      return done
    },
  }
}

const alone = async ({ paths, env }: Home) =>
  answerAtRest(fakeCliContext({ env }), paths, 'audit.attention', { hours: HOURS })

async function whole({ paths }: Home) {
  const app = await opened(paths, true)
  try {
    return await app.call('audit.attention', { hours: HOURS }, { surface: 'cli' })
  } finally {
    await app.dispose()
  }
}

const writesIn = (folder: string, names: string) => async (calls: Calls) => {
  for (const name of names) await calls.write(`${folder}/${name}.ts`)
}

type Row = {
  readonly config?: string
  readonly work: (calls: Calls) => Promise<void>
  /** What is done to the home before it is asked. */
  readonly then?: (home: Home) => void
  /** The rules are counted alone; false: left to the whole. */
  readonly rules: number | false
}
const noIndex = ({ paths }: Home): void => {
  for (const end of ['', '-wal', '-shm'])
    rmSync(join(paths.dataDir, `journal-index.db${end}`), { force: true })
}
const rewritten =
  (config: string) =>
  ({ paths }: Home): void =>
    writeFileSync(paths.configFile, config)
const server = 'preset: ask\nservers: { forge: { transport: stdio, command: forge } }\n'

const rows: Readonly<Record<string, Row>> = {
  'a question': { work: writesIn('src', 'a'), rules: 0 },
  'four questions that one rule would have answered': { work: writesIn('src', 'abcd'), rules: 1 },
  'a no among them @whole': {
    work: async (calls) => {
      await calls.write('src/a.ts', 'deny-once')
      await writesIn('src', 'bcd')(calls)
    },
    rules: 0,
  },
  'a rule that answers them by now @whole': {
    work: writesIn('src', 'abcd'),
    then: rewritten(
      "preset: ask\nrules: [{ id: mine, when: { tools: [write_file], paths: ['src/**'] }, effect: allow, reason: mine }]\n",
    ),
    rules: 0,
  },
  'a journal without an index @whole': {
    work: writesIn('src', 'abcd'),
    then: noIndex,
    rules: 1,
  },
  'servers, and no answer that a rule could be made of @whole': {
    work: writesIn('src', 'ab'),
    then: rewritten(server),
    rules: 0,
  },
  'servers, of whose tools none was approved @whole': {
    work: writesIn('src', 'abcd'),
    then: rewritten(server),
    rules: 1,
  },
  'a configuration with a fault @whole': {
    work: writesIn('src', 'abcd'),
    then: rewritten('preset: nope\n'),
    rules: false,
  },
}

/** Rules are counted where a sandbox starts. */
const sandbox = await startsBubblewrap()

it.each(Object.entries(rows))('%s', async (_name, { config, work, then, rules }) => {
  const home = homeIn(makeFolder(), config ?? 'preset: ask\n')
  const app = await opened(home.paths, false)
  await work(callsOf(app))
  await app.dispose()
  then?.(home)
  const answer = await alone(home)
  const left = rules === false || (rules > 0 && !sandbox)
  expect(answer).toEqual(left ? null : await whole(home))
  const value = answer?.ok === true ? (answer.value as Attention) : null
  expect(value?.rules.length).toBe(left ? undefined : rules)
  expect(value?.calls === 0).toBe(false)
})

it('includes rows of an app that was killed, which are only in the write-ahead log', async () => {
  const folder = makeFolder()
  const home = homeIn(folder, 'preset: ask\n')
  const app = await opened(home.paths, false)
  await writesIn('src', 'ab')(callsOf(app))
  const copy = makeFolder()
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') })
  await app.dispose()
  const left = homeIn(copy, 'preset: ask\n')
  rmSync(left.paths.lockFile, { force: true })
  const answer = await alone(left)
  expect(answer).toMatchObject({ ok: true, value: { asked: 2, answered: 2, looked: 2 } })
  expect(answer).toEqual(await whole(left))
})

it('works in a home with no journal yet', async () => {
  const home = homeIn(makeFolder(), '')
  const answer = await alone(home)
  expect(answer).toMatchObject({ ok: true, value: { calls: 0, looked: 0, rules: [] } })
  expect(answer).toEqual(await whole(home))
})
