// A whole Gatehouse with a stored credential, and secrets of known shape, in every path a call can
// carry them: they must not be found in any byte that is kept, sent or logged.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { errorFrom } from '../../contract/failure.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { shownFault } from '../../main/wiring/execution/secrets.ts'
import { openLiveOutput } from '../../main/wiring/execution/live-output.ts'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'

const stored = 'Zq8-stored-credential-77'
const shaped = `ghp_${'A1b2C3d4E5'.repeat(4)}`
const passphrase = 'a horse that is correct'

let root: string
let app: App
let events: PanelEvent[]

const start = async (): Promise<void> => {
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({ host: 'browser', paths: paths, version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
  app.subscribe((event) => void events.push(event))
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
  mkdirSync(join(root, 'home-workspace'))
  events = []
  await start()
})
afterEach(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

const answers: string[] = []
async function ask<C extends IpcChannel>(
  channel: C,
  input: Input<C>,
  surface: 'cli' | 'window' = 'window',
): Promise<Output<C>> {
  const answer = await app.call(channel, input, {
    surface: channel === 'tools.run' ? 'cli' : surface,
  })
  answers.push(JSON.stringify(answer))
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}

/** Every file below the home, as bytes. */
const bytesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

const forms = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replaceAll('=', ''),
  encodeURIComponent(secret),
]

const nowhere = (text: string, where: string): void => {
  for (const secret of [stored, shaped])
    for (const form of forms(secret))
      expect([
        where,
        text.includes(form)
          ? text.slice(Math.max(0, text.indexOf(form) - 60), text.indexOf(form))
          : '',
      ]).toEqual([where, ''])
}

const openStore = async (): Promise<void> => {
  await ask('step-up.set-passphrase', { passphrase })
  await ask('secrets.unlock', { passphrase })
  await ask('secrets.set', {
    name: 'tickets',
    hosts: ['api.example.org'],
    header: 'authorization',
    template: 'Bearer {}',
    value: stored,
  })
}

describe('secrets', () => {
  it('are in no byte that is kept or sent, wherever a call carries them', async () => {
    answers.length = 0
    await openStore()
    for (const secret of [stored, shaped]) {
      const calls: [string, Record<string, unknown>][] = [
        [
          'exec',
          {
            command: `echo ${secret} && echo ${Buffer.from(secret).toString('base64')} && printf %s ${secret} >&2; exit 3`,
          },
        ],
        ['write_file', { path: 'note.txt', text: `the key is ${secret}\n` }],
        ['write_file', { path: `${secret}.txt`, text: 'x' }],
        ['read_file', { path: `missing/${secret}` }],
        [
          'http',
          {
            method: 'POST',
            url: `https://api.example.org/x?key=${secret}`,
            headers: { 'x-key': secret },
            body: secret,
          },
        ],
        ['no_such_tool', { [secret]: secret }],
        ['exec', { command: 1, [secret]: secret }],
      ]
      for (const [tool, args] of calls) {
        const running = app
          .call('tools.run', { tool, args, wait: true }, { surface: 'cli' })
          .then((answer) => answers.push(JSON.stringify(answer)))
        let done = false
        void running.then(() => (done = true))
        // Held ones are looked at in every way, and then answered.
        while (!done) {
          const [held] = await ask('approvals.list', { states: ['pending'], limit: 5 })
          if (held === undefined) {
            await new Promise((resolve) => setTimeout(resolve, 20))
            continue
          }
          await ask('approvals.get', { id: held.id })
          const goes = tool === 'exec' || tool === 'write_file'
          await ask('approvals.answer', {
            id: held.id,
            answer: goes ? 'session' : 'deny-once',
          }).catch(() =>
            ask('approvals.answer', { id: held.id, answer: goes ? 'once' : 'deny-once' }),
          )
        }
        await running
      }
    }
    await ask('audit.page', {
      limit: 200,
      filter: { kinds: [], tool: null, effect: null, callId: null, runId: null, text: '' },
    })
    await ask('leases.list', { all: true })
    await ask('secrets.list', {})
    await ask('app.state', {})
    await app
      .call('approvals.get', { id: `apr_${stored}` }, { surface: 'window' })
      .then((answer) => answers.push(JSON.stringify(answer)))
    await app
      .call(`no.${stored}`, {}, { surface: 'window' })
      .then((answer) => answers.push(JSON.stringify(answer)))
    await app.dispose()

    // It was there to be found: both kinds, in answers and events.
    for (const seen of [answers.join('\n'), JSON.stringify(events)])
      expect(seen).toMatch(/\[secret: known-secret\][^]*\[secret: github-token\]/)
    nowhere(answers.join('\n'), 'answers')
    nowhere(JSON.stringify(events), 'events')
    // What undo keeps is what was in the files; everything else of the home is clean.
    rmSync(join(root, 'home', 'data', 'checkpoints'), { recursive: true, force: true })
    const database = bytesOf(join(root, 'home'))
    expect(database).toContain('exec')
    nowhere(database, 'files')
    await start()
  }, 600_000)

  it('are named in the journal, never shown: who stored, opened and locked @whole', async () => {
    await openStore()
    await ask('secrets.lock', {})
    await app.call('secrets.unlock', { passphrase: 'wrong one here' }, { surface: 'cli' })
    const { rows } = await ask('audit.page', {
      limit: 50,
      filter: { kinds: ['secret'], tool: null, effect: null, callId: null, runId: null, text: '' },
    })
    expect(rows.map(({ entry }) => entry).toReversed()).toEqual([
      { kind: 'secret', change: 'unlocked', name: null, surface: 'window' },
      { kind: 'secret', change: 'set', name: 'tickets', surface: 'window' },
      { kind: 'secret', change: 'locked', name: null, surface: 'window' },
      { kind: 'secret', change: 'failed', name: null, surface: 'cli' },
    ])
  }, 600_000)

  it('open with the new passphrase once it is changed @whole', async () => {
    await openStore()
    await ask('step-up.set-passphrase', { current: passphrase, passphrase: 'the next passphrase' })
    await ask('secrets.lock', {})
    expect(await app.call('secrets.unlock', { passphrase }, { surface: 'window' })).toMatchObject({
      error: { code: 'secrets.wrong-passphrase' },
    })
    expect((await ask('secrets.unlock', { passphrase: 'the next passphrase' })).kind).toBe('open')
  }, 600_000)

  it('include the key of the model if the person wants, for its server alone @whole', async () => {
    await ask('step-up.set-passphrase', { passphrase })
    await ask('secrets.unlock', { passphrase })
    await ask('config.update', {
      model: { provider: 'openai-compatible', name: 'm', baseUrl: 'https://llm.example.org/v1' },
    })
    expect((await ask('model.set-key', { key: 'sk-model-key-123', keep: true })).model.keySet).toBe(
      true,
    )
    expect(await ask('secrets.list', {})).toMatchObject([
      { name: 'model-key', hosts: ['llm.example.org'] },
    ])
    await ask('config.update', {
      model: { provider: 'openai-compatible', name: 'm', baseUrl: 'https://other.example.org/v1' },
    })
    expect((await ask('app.state', {})).model.keySet).toBe(false)
    await ask('config.update', {
      model: { provider: 'openai-compatible', name: 'm', baseUrl: 'https://llm.example.org/v1' },
    })
    await ask('secrets.lock', {})
    expect((await ask('app.state', {})).model.keySet).toBe(false)
    await ask('secrets.unlock', { passphrase })
    expect((await ask('app.state', {})).model.keySet).toBe(true)
    expect((await ask('model.set-key', { key: '', keep: false })).model.keySet).toBe(false)
    expect(await ask('secrets.list', {})).toEqual([])
  }, 600_000)

  it('that a rule takes for one and are none can be excepted, for one tool, and never what is stored @whole', async () => {
    await openStore()
    writeFileSync(join(root, 'home-workspace', 'token.txt'), `${shaped} ${stored}\n`)
    const read = async (): Promise<string> =>
      (await ask('tools.run', { tool: 'read_file', args: { path: 'token.txt' }, wait: false })).text
    expect(await read()).toBe('[secret: github-token] [secret: known-secret]\n')
    const except = async (tool: string, rule = 'github-token'): Promise<void> => {
      const file = join(root, 'home', 'config.yaml')
      writeFileSync(
        file,
        `redaction:\n  exceptions:\n    - { rule: ${rule}, tool: ${tool}, reason: test data }\n    - { rule: github, reason: test data }\n`,
      )
      await expect
        .poll(async () => (await ask('policy.report', {})) && readFileSync(file, 'utf8'))
        .toContain(tool)
    }
    await except('read_file')
    await expect.poll(read).toBe(`${shaped} [secret: known-secret]\n`)
    await except('exec')
    await expect.poll(read).toBe('[secret: github-token] [secret: known-secret]\n')
  }, 600_000)
})

describe('a stored credential in a call', () => {
  it('is asked for by its name, reaches its host, and comes back to nobody @whole', async () => {
    const got: (string | undefined)[] = []
    const server = createServer((request, response) => {
      got.push(request.headers.authorization)
      response.end(`you sent ${request.headers.authorization ?? 'nothing'}`)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      const { port } = server.address() as AddressInfo
      const file = join(root, 'home', 'config.yaml')
      writeFileSync(file, `allowlist:\n  hosts: ["http://127.0.0.1:${port}"]\n`)
      await openStore()
      const to = {
        name: 'local',
        hosts: [`127.0.0.1:${port}`],
        header: 'authorization',
        template: 'Bearer {}',
        value: stored,
      }
      await ask('secrets.set', to)
      const call = (credential: string) =>
        ask('tools.run', {
          tool: 'http',
          args: { url: `http://127.0.0.1:${port}/x`, credential },
          wait: true,
        })
      const held = async (answer: 'once' | 'deny-once'): Promise<string> => {
        let text = ''
        await expect
          .poll(
            async () => {
              const [asked] = await ask('approvals.list', { states: ['pending'], limit: 5 })
              if (asked === undefined) return false
              text = JSON.stringify(asked)
              await ask('approvals.answer', { id: asked.id, answer })
              return true
            },
            { timeout: 600_000 },
          )
          .toBe(true)
        return text
      }
      await expect.poll(async () => (await ask('policy.report', {})).problems).toEqual([])
      const running = call('local')
      const card = await held('once')
      const result = await running
      expect([
        card.includes('"credential":"local"'),
        card.includes('"R3"'),
        card.includes(stored),
      ]).toEqual([true, true, false])
      expect(got).toEqual([`Bearer ${stored}`])
      expect([result.status, JSON.stringify(result).includes(stored)]).toEqual(['done', false])
      const other = call('tickets')
      await held('once')
      expect(await other).toMatchObject({ status: 'failed', error: { code: 'secrets.elsewhere' } })
      expect(await call('nobody')).toMatchObject({
        status: 'denied',
        error: { code: 'secrets.unknown' },
      })
      await ask('secrets.lock', {})
      expect(await call('local')).toMatchObject({
        status: 'denied',
        error: { code: 'secrets.locked' },
      })
      expect(got).toHaveLength(1)
    } finally {
      server.close()
    }
  }, 600_000)
})

describe('the log', () => {
  it('has no secret in a message, a stack or a cause, and says so much else', () => {
    const redactor = openRedactor({ known: () => [stored] })
    const fault = new Error(`broke on ${stored}`, { cause: new Error(`because of ${shaped}`) })
    const text = shownFault(redactor, fault)
    expect([text.includes(stored), text.includes(shaped)]).toEqual([false, false])
    expect(text).toContain('broke on [secret: known-secret]')
    expect(text).toContain('because of [secret: github-token]')
    expect(text).toContain('secrets.test.ts')
    expect(shownFault(redactor, stored)).toBe('[secret: known-secret]')
  })

  it('names no line of code where the code is not at fault', () => {
    const locked = errorFrom({ code: 'store.locked', text: 'It is locked.', hint: 'Try again.' })
    expect(shownFault(openRedactor({ known: () => [] }), locked)).toBe('It is locked. Try again.')
  })
})

describe('an exception in the configuration', () => {
  const problemWith = async (line: string) => {
    const report = await app.call(
      'policy.check',
      { text: `redaction:\n  exceptions:\n    - ${line}\n` },
      { surface: 'window' },
    )
    return JSON.stringify(report)
  }
  it.each([
    ['{ rule: github-tokn, reason: x }', String.raw`Did you mean \"github-token\"?`],
    ['{ rule: known-secret, reason: x }', 'always hidden'],
    ['{ rule: jwt, tool: no_such, reason: x }', 'there is no tool named'],
    ['{ rule: jwt }', 'reason'],
    ['{ rule: jwt, reason: x, until: never }', 'until'],
  ])('%s is a problem: %s @whole', async (line, said) => {
    expect(await problemWith(line)).toContain(said)
  })
  it('that is right is none @whole', async () => {
    expect(await problemWith('{ rule: jwt, tool: read_file, reason: test data }')).not.toContain(
      'exceptions[0]',
    )
  })
})

describe('live output', () => {
  const watch = () => {
    const seen: string[] = []
    const redactor = openRedactor({ known: () => [stored] })
    const live = openLiveOutput(
      redactor,
      (callId, _, stream, text) => void seen.push(`${callId} ${stream}: ${text}`),
    )
    return { seen, live }
  }
  const call = 'call_1' as Parameters<ReturnType<typeof openLiveOutput>['ended']>[0]
  const run = 'run_1' as Parameters<ReturnType<typeof openLiveOutput>['output']>[1]

  it('shows no secret, however the pieces lie, nor what could move a cursor @whole', async () => {
    const { seen, live } = watch()
    for (const piece of [
      'one \x1b[31m',
      'red\x1b[0m\n',
      stored.slice(0, 7),
      `${stored.slice(7)} and gh`,
      'p_\u200bA1b2C3d4E5',
      'A1b2C3d4E5'.repeat(3),
      '\rtwo\r',
      '\nthr',
      'ee',
    ])
      live.output(call, run, 'stdout', piece)
    live.output(call, run, 'stderr', 'err')
    live.ended(call)
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(4)
    await expect
      .poll(() =>
        seen
          .filter((each) => each.includes('stdout'))
          .map((each) => each.slice(15))
          .join(''),
      )
      .toBe('one red\n[secret: known-secret] and [secret: github-token]\ntwo\nthree')
    expect(seen).toContain('call_1 stderr: err')
  })

  it('of a call without a run goes nowhere @whole', async () => {
    const { seen, live } = watch()
    live.output(call, null, 'stdout', 'text\n')
    live.ended(call)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(seen).toEqual([])
  })
})
