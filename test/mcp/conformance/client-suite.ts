// Runs the suite's client scenarios against a driver, which is a program, and reads what it found.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { notOfferedAsClient } from './not-offered.ts'

const suite = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)

export type Check = {
  readonly scenario: string
  readonly id: string
  readonly status: string
  readonly description?: string
}

export type Conformed = {
  /** Failures and warnings of the scenarios that apply. */
  readonly wrong: readonly Check[]
  readonly passed: ReadonlySet<string>
  readonly output: string
  /** What the drivers of the wrong scenarios said, for anyone who reads the failure. */
  readonly said: string
}

const doesNotApply = new Set(notOfferedAsClient.map(({ scenario }) => scenario))

/** The suite names a scenario's folder after it and the time. */
const scenarioOf = (folder: string): string =>
  relative('.', folder).replace(/-\d{4}-\d\d-\d\dT.*$/, '')

/** @param timeoutMs of one scenario. */
export async function conform(
  driver: string,
  revision: string,
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
  timeoutMs = 240_000,
): Promise<Conformed> {
  const out = join(folder, revision)
  const command = `'${process.execPath}' '${driver}'`
  const args = ['client', '--command', command, '--requirements', revision]
  const output = await new Promise<string>((done) => {
    const child = spawn(
      process.execPath,
      [suite, ...args, '--timeout', `${timeoutMs}`, '-o', out],
      { cwd: folder, env },
    )
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('close', () => done(said))
  })
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('checks.json'),
  )
  const checks = files.flatMap((name) => {
    const found = JSON.parse(readFileSync(join(out, name), 'utf8')) as Omit<Check, 'scenario'>[]
    const scenario = scenarioOf(dirname(name))
    return found.map(({ id, status, description = '' }) => ({ scenario, id, status, description }))
  })
  const ours = checks.filter(({ scenario }) => !doesNotApply.has(scenario))
  const wrong = ours.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  const failed = new Set(wrong.map(({ scenario }) => scenario))
  const said = files
    .map((name) => dirname(name))
    .filter((name) => failed.has(scenarioOf(name)))
    .flatMap((name) =>
      ['stdout.txt', 'stderr.txt'].map((file) => join(out, name, file)).filter(existsSync),
    )
    .map((file) => `${relative(out, file)}\n${readFileSync(file, 'utf8').slice(-4_000)}`)
    .join('\n')
  return {
    wrong,
    said,
    passed: new Set(
      ours.filter(({ status }) => status === 'SUCCESS').map(({ scenario }) => scenario),
    ),
    output,
  }
}
