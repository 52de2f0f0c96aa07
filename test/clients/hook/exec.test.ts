// An agent whose hook changes its commands: its real hook and its real shell as processes, with a
// Gatehouse that runs. What the agent sees of a command, and what nobody else can do with its token.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exit } from '../../../main/host/cli/exit.ts'
import { findProgram } from '../../../main/host/launch/program.mjs'
import { makeHome } from '../../cli/gatehouse.ts'
import type { Home } from '../../cli/gatehouse.ts'
import { hookFile } from '../../running-app.ts'
import { fewWords } from '../../whole.ts'

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }
type Answer = {
  readonly permissionDecision?: string
  readonly permissionDecisionReason?: string
  readonly updatedInput?: Record<string, unknown>
  readonly additionalContext?: string
}

let home: Home
let work: string
let server: number

beforeAll(async () => {
  home = makeHome()
  mkdirSync(home.folder, { recursive: true })
  mkdirSync(home.workspace, { recursive: true })
  work = realpathSync(home.workspace)
  mkdirSync(join(work, 'sub'))
  writeFileSync(join(work, 'die'), '#!/bin/sh\nkill -$1 $$\n', { mode: 0o755 })
  writeFileSync(join(work, 'a.txt'), 'one\ntwo\n')
  writeFileSync(
    join(home.folder, 'config.yaml'),
    `workspace: ${JSON.stringify(work)}
gateway:
  clients:
    claude-code:
      commands: sandbox
    codex:
      commands: sandbox
    gemini-cli:
      commands: sandbox
rules:
  - id: run
    reason: Commands run here.
    when: { tools: [exec] }
    effect: allow
`,
  )
  const serving = home.start('serve', '--port', '0', '--no-open')
  await serving.until(/http:\/\/127/)
  server = serving.child.pid ?? 0
}, 600_000)
afterAll(() => home.remove())

/** By what the kernel says behind the name of the program. */
const isChildOf = (pid: number, parent: number): boolean =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) \S /, '')
    .startsWith(`${parent} `)

function start(program: string, args: readonly string[], cwd: string, input?: string) {
  const child = spawn(program, args, { env: home.env, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  const seen = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (seen[name] += text))
  // A program that reads nothing may be over before it is written to.
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, ...seen })))
  return { child, ended, seen }
}

const event = (agent: string, command: string, cwd: string, more: object = {}) =>
  JSON.stringify({
    session_id: `s-${agent}`,
    transcript_path: '/nowhere',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, ...more },
    tool_use_id: 'toolu_1',
  })

async function ask(agent: string, command: string, more: object = {}, cwd = work): Promise<Answer> {
  const { ended } = start(
    process.execPath,
    [hookFile, agent],
    work,
    event(agent, command, cwd, more),
  )
  const { stdout } = await ended
  return (JSON.parse(stdout) as { hookSpecificOutput?: Answer }).hookSpecificOutput ?? {}
}

/** As the agent's shell runs what it was told. */
const shell = (answer: Answer, cwd = work, program = 'bash') =>
  start(program, ['-c', String(answer.updatedInput?.['command'])], cwd)

/**
 * A first command that only reads shows that the agent applies what the hook changes. Once: the
 * tests of this file come near the 60 commands that a client may run in a minute.
 */
const seen = new Set<string>()
async function known(agent: string): Promise<void> {
  if (seen.has(agent)) return
  seen.add(agent)
  const answer = await ask(agent, 'cat a.txt')
  expect(answer.permissionDecision).toBe('allow')
  expect(await shell(answer).ended).toEqual({ code: 0, stdout: 'one\ntwo\n', stderr: '' })
}

describe.each(fewWords(['claude-code', 'codex'], 1))('a command of %s', (_name, agent) => {
  it(
    'runs in the sandbox with its streams, its exit code and its folder',
    { timeout: 600_000 },
    async () => {
      await known(agent)
      const answer = await ask(agent, 'echo out; echo err >&2; pwd; exit 7')
      expect(answer.updatedInput?.['command']).toMatch(/exec'? --call [0-9a-f]{64}$/)
      const { code, stdout, stderr } = await shell(answer).ended
      expect([code, stderr]).toEqual([7, 'err\n'])
      expect(stdout).toMatch(/^out\n\S+\n$/)
      const below = await ask(agent, 'pwd; echo made > here.txt', {}, join(work, 'sub'))
      const ran = await shell(below, join(work, 'sub')).ended
      expect(ran.code).toBe(0)
      expect(ran.stdout.trim().endsWith('/sub')).toBe(true)
      expect(readFileSync(join(work, 'sub', 'here.txt'), 'utf8')).toBe('made\n')
      rmSync(join(work, 'sub', 'here.txt'))
    },
  )
})

describe('Claude Code', () => {
  /** As it runs each command: the folder its own shell is in afterwards is where the next begins. */
  async function nextFolder(
    command: string,
    cwd = work,
  ): Promise<readonly [number | null, string]> {
    const answer = await ask('claude-code', command, {}, cwd)
    const line = String(answer.updatedInput?.['command']).replaceAll("'", `'\\''`)
    const noted = join(work, '..', 'noted-folder')
    rmSync(noted, { force: true })
    const script = `eval '${line}' < /dev/null && pwd -P >| '${noted}'`
    const { code } = await start('bash', ['-c', script], cwd).ended
    return [code, existsSync(noted) ? readFileSync(noted, 'utf8').trim() : 'not noted']
  }

  it('begins the next command where a plain cd led, and its own shell stays otherwise @whole', async () => {
    await known('claude-code')
    const sub = join(work, 'sub')
    expect({
      moved: await nextFolder('cd sub && ls'),
      back: await nextFolder('cd ..', sub),
      failed: await nextFolder('cd sub && exit 3'),
      outside: await nextFolder('cd .. && cd /tmp && export A=1; true', sub),
      missing: await nextFolder('mkdir -p new && cd new'),
      subshell: await nextFolder('(cd sub)'),
    }).toEqual({
      moved: [0, sub],
      back: [0, work],
      failed: [3, 'not noted'],
      outside: [0, sub],
      missing: [0, work],
      subshell: [0, work],
    })
  }, 600_000)

  it('is told where its shell cannot follow, and only there @whole', async () => {
    await known('claude-code')
    const told = async (command: string) => {
      const answer = await ask('claude-code', command)
      // A token that nobody uses counts against its agent.
      await shell(answer).ended
      return answer.additionalContext?.replace(/\. .*/, '')
    }
    expect([await told('cd sub && ls'), await told('ls; exit 0'), await told('(cd sub)')]).toEqual([
      undefined,
      undefined,
      'Gatehouse runs this command in a sandbox, in a shell of its own',
    ])
  }, 600_000)
})

it('tells other agents nothing of folders, because each of their commands says its own @whole', async () => {
  await known('codex')
  const answer = await ask('codex', 'cd sub && ls')
  await shell(answer).ended
  const { updatedInput, additionalContext } = answer
  expect([String(updatedInput?.['command']), additionalContext]).toEqual([
    expect.stringMatching(/--call [0-9a-f]{64}$/),
    undefined,
  ])
}, 600_000)

/** Lines that would mean something to a shell, a parser of options or a terminal on the way. */
const attacks: readonly string[] = [
  `printf '%s' "it's; rm -rf a.txt"`,
  `printf '%s' '"; touch pwned; "'`,
  String.raw`printf '%s' "\$(touch pwned)" '\`touch pwned\`'`,
  `printf '%s' '%PATH% !x! ^& | > < & "quoted"'`,
  "printf '%s' 'one\ntwo' # \\ 'end",
  "printf '%s' ' $(id) `id` \\ ' && echo && echo 'two  blanks'",
  `printf '%s' '--call' '-- --help' '$GATEHOUSE_HOME'`,
  `printf '%s' 'ünï→code 😀\t'`,
]

describe('the line that runs', () => {
  it.each(attacks)(
    'is byte for byte what the agent wrote: %s @whole',
    { timeout: 600_000 },
    async (line) => {
      await known('claude-code')
      const answer = await ask('claude-code', line)
      const changed = String(answer.updatedInput?.['command'])
      expect(changed).toMatch(/^[^;&|$`"()<>\n]+ --call [0-9a-f]{64}$/)
      const [here, direct] = await Promise.all([
        shell(answer).ended,
        start('bash', ['-c', line], work).ended,
      ])
      expect(here.stdout).toBe(direct.stdout)
      expect(here.code).toBe(direct.code)
      expect(existsSync(join(work, 'pwned'))).toBe(false)
    },
  )

  it.each(['sh', 'bash', 'zsh'])(
    'is started alike by %s @whole',
    { timeout: 600_000 },
    async (program) => {
      if (findProgram(program) === null) return
      await known('claude-code')
      const answer = await ask('claude-code', `printf '%s' "a'b"; exit 3`)
      expect(await shell(answer, work, program).ended).toEqual({
        code: 3,
        stdout: "a'b",
        stderr: '',
      })
    },
  )

  it('keeps every other argument of the agent, and gives its clock to the person @whole', async () => {
    await known('claude-code')
    const more = { description: 'says', dangerouslyDisableSandbox: false, timeout: 5_000 }
    const { updatedInput, additionalContext } = await ask('claude-code', 'cd sub && ls', more)
    expect(updatedInput).toEqual({
      ...more,
      command: expect.stringMatching(/--call/),
      timeout: 600_000,
    })
    expect(additionalContext).toBeUndefined()
    await shell({ updatedInput: updatedInput ?? {} }).ended
  }, 600_000)
})

describe('its end', () => {
  it.each([
    ['exit 0', 0],
    ['exit 255', 255],
    ['./die TERM', 143],
    ['./die INT', 130],
    // A command’s own, which says nothing on standard error.
    ['exit 124', 124],
    ['exit 125', 125],
  ])('of %s is %i @whole', { timeout: 600_000 }, async (line, code) => {
    await known('claude-code')
    const ended = await shell(await ask('claude-code', line)).ended
    expect(ended).toMatchObject({
      code,
      stderr: expect.not.stringContaining('gatehouse: '),
    })
  })

  it('of ./die KILL is 137, and is said to be by itself or from outside @whole', async () => {
    await known('claude-code')
    expect(await shell(await ask('claude-code', './die KILL')).ended).toMatchObject({
      code: 137,
      stderr: expect.stringContaining(
        'gatehouse: The command was ended by SIGKILL: its own, or from outside Gatehouse.',
      ) as string,
    })
  }, 600_000)

  it.runIf(process.platform === 'linux')(
    'is 125 where the helper that runs it is killed, which says that it ran, and the next one runs @whole',
    { timeout: 600_000 },
    async () => {
      await known('claude-code')
      const running = shell(await ask('claude-code', 'echo begun; sleep 30'))
      await expect.poll(() => running.seen.stdout).toBe('begun\n')
      const listed = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
      const helpers = listed
        .filter((line) => line.includes('spawner'))
        .map((line) => Number.parseInt(line, 10))
        .filter((pid) => isChildOf(pid, server))
      expect(helpers).not.toEqual([])
      for (const pid of helpers) process.kill(pid, 'SIGKILL')
      expect(await running.ended).toEqual({
        code: exit.notRun,
        stdout: 'begun\n',
        stderr: expect.stringMatching(
          /^gatehouse: The command was stopped, and may have been run in part\. The helper/,
        ) as string,
      })
      const { value } = await home.json('audit', 'tail', '-n', '2')
      expect(value).toMatchObject({
        rows: expect.arrayContaining([
          expect.objectContaining({
            entry: expect.objectContaining({ kind: 'outcome', status: 'failed' }) as unknown,
          }),
        ]) as unknown,
      })
      const next = await shell(await ask('claude-code', 'echo after')).ended
      expect([next.code, next.stdout]).toEqual([0, 'after\n'])
    },
  )

  it.runIf(process.platform === 'linux')(
    'is 125 where the sandbox around it is killed from outside, which says that it ran in part @whole',
    { timeout: 600_000 },
    async () => {
      await known('claude-code')
      const running = shell(await ask('claude-code', 'echo begun; sleep 31; true'))
      await expect.poll(() => running.seen.stdout).toBe('begun\n')
      const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,comm=,args='], { encoding: 'utf8' })
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
      const helper = listed
        .filter(([, parent]) => Number(parent) === server)
        .flatMap(([pid, , , ...words]) => (words.join(' ').includes('spawner') ? [pid] : []))
      const waits = listed.find((words) => words.slice(3).join(' ') === 'sleep 31')
      let [at, parent] = [waits?.[0], waits?.[1]]
      while (at !== undefined && !helper.includes(parent)) {
        const above = listed.find(([pid]) => pid === parent)
        ;[at, parent] = [above?.[0], above?.[1]]
      }
      process.kill(Number(at), 'SIGKILL')
      expect(await running.ended).toEqual({
        code: exit.notRun,
        stdout: 'begun\n',
        stderr: expect.stringMatching(
          /^gatehouse: The command was stopped, and may have been run in part\. Something outside/,
        ) as string,
      })
    },
  )

  it('comes after the time that the agent gave it @whole', { timeout: 600_000 }, async () => {
    await known('claude-code')
    const answer = await ask('claude-code', 'echo begun; sleep 30', { timeout: 1_000 })
    const { code, stdout, stderr } = await shell(answer).ended
    expect([code, stdout]).toEqual([exit.limit, 'begun\n'])
    expect(stderr).toMatch(/^gatehouse: .*stopped after 1 s/)
  })

  it(
    'shows output while the command runs, and is the end of the command when the agent gives up @whole',
    { timeout: 600_000 },
    async () => {
      await known('claude-code')
      const mark = join(work, 'still-there')
      const answer = await ask('claude-code', 'echo begun; sleep 6; echo x > still-there', {})
      const running = shell(answer)
      await expect.poll(() => running.seen.stdout).toBe('begun\n')
      // A shell that runs one command becomes that command.
      running.child.kill('SIGTERM')
      expect((await running.ended).code).toBe(143)
      await new Promise((done) => setTimeout(done, 7_000))
      expect(existsSync(mark)).toBe(false)
    },
  )
})

describe('its token', () => {
  const expectRefused = (ended: Ended, why: RegExp): void => {
    expect([ended.code, ended.stdout]).toEqual([exit.notRun, ''])
    expect(ended.stderr).toMatch(/^gatehouse: The command was not run\. /)
    expect(ended.stderr).toMatch(why)
  }

  it('is good for one run', { timeout: 600_000 }, async () => {
    await known('claude-code')
    const answer = await ask('claude-code', 'echo once')
    expect((await shell(answer).ended).stdout).toBe('once\n')
    expectRefused(await shell(answer).ended, /used already/)
  })

  it(
    'is good for no other folder, and is used up by the attempt @whole',
    { timeout: 600_000 },
    async () => {
      await known('claude-code')
      const answer = await ask('claude-code', 'echo here')
      expectRefused(await shell(answer, join(work, 'sub')).ended, /the shell is in .*sub/)
      expectRefused(await shell(answer).ended, /used already/)
    },
  )

  it('is good for no program that the agent did not start', { timeout: 600_000 }, async () => {
    // Another agent: its hook has another process above it.
    const agent = start(
      process.execPath,
      ['-e', OTHER_AGENT, hookFile, event('claude-code', 'cat a.txt', work)],
      work,
    )
    const { stdout } = await agent.ended
    const answer = (JSON.parse(stdout) as { hookSpecificOutput: Answer }).hookSpecificOutput
    expectRefused(await shell(answer).ended, /not started by it/)
  })

  it('is none that was made up @whole', { timeout: 600_000 }, async () => {
    await known('claude-code')
    const answer = await ask('claude-code', 'echo here')
    const line = String(answer.updatedInput?.['command'])
    const forged = { updatedInput: { command: line.replace(/[0-9a-f]{64}$/, '0'.repeat(64)) } }
    expectRefused(await shell(forged).ended, /does not know this token/)
    expect((await shell(answer).ended).stdout).toBe('here\n')
  })
})

describe('what is not changed', () => {
  const held = async () =>
    ((await home.json('approvals', 'list')).value as { approvals: { id: string; tool: string }[] })
      .approvals
  /** The question is denied, so that the hook ends. */
  async function denied<T>(asked: Promise<T>): Promise<{ tool: string; answer: T }> {
    await expect.poll(held).toHaveLength(1)
    const [one] = await held()
    await home.run('approvals', 'deny', one?.id ?? '')
    return { tool: one?.tool ?? '', answer: await asked }
  }
  async function left(agent: string, line: string, more: object = {}, cwd = work) {
    const { tool, answer } = await denied(ask(agent, line, more, cwd))
    const { permissionDecision, updatedInput } = answer
    return { tool, permissionDecision, updatedInput }
  }
  const ordinary = {
    tool: 'claude_code_Bash',
    permissionDecision: 'deny',
    updatedInput: undefined,
  }

  it.each([
    ['what needs the network', 'curl https://example.org/', {}],
    ['what goes on in the background', 'cat a.txt', { run_in_background: true }],
    ['what writes elsewhere', 'echo x > /etc/elsewhere', {}],
    ['what needs an administrator', 'sudo ls', {}],
    ['what a line of text cannot carry', 'cat a.txt\0; ls', {}],
  ])('is %s @whole', { timeout: 600_000 }, async (_what, line, more) => {
    await known('claude-code')
    expect(await left('claude-code', line, more)).toEqual(ordinary)
  })

  it('is a line of a folder outside the workspace', { timeout: 600_000 }, async () => {
    expect(await left('claude-code', 'ls', {}, home.env['HOME'])).toEqual(ordinary)
  })

  it('is what is denied', { timeout: 600_000 }, async () => {
    await known('claude-code')
    const answer = await ask('claude-code', `cat ${join(home.folder, 'config.yaml')}`)
    expect(answer.permissionDecision).toBe('deny')
    expect(answer.updatedInput).toBeUndefined()
  })

  it(
    'is any line before the agent was seen to apply a change to one that only reads',
    { timeout: 600_000 },
    async () => {
      const asked = start(
        process.execPath,
        [hookFile, 'gemini-cli'],
        work,
        JSON.stringify({
          session_id: 'g',
          cwd: work,
          hook_event_name: 'BeforeTool',
          tool_name: 'run_shell_command',
          tool_input: { command: 'node build.mjs' },
        }),
      )
      const { tool, answer } = await denied(asked.ended)
      expect(tool).toBe('gemini_cli_run_shell_command')
      expect(JSON.parse(answer.stdout)).toMatchObject({ decision: 'deny' })
    },
  )
})

const OTHER_AGENT = `
const { spawnSync } = require('node:child_process')
const [hook, event] = process.argv.slice(1)
process.stdout.write(spawnSync(process.execPath, [hook, 'claude-code'], { input: event }).stdout)
`
