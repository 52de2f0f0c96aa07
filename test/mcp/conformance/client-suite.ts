// Runs the suite's client scenarios against a driver, which is a program, and reads what it found.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
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
}

const doesNotApply = new Set(notOfferedAsClient.map(({ scenario }) => scenario))

/** @param only these scenarios; left out: all that the revision requires. */
export async function conform(
  driver: string,
  revision: string,
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
  only: readonly string[] = [],
): Promise<Conformed> {
  const out = join(folder, revision)
  const command = `'${process.execPath}' '${driver}'`
  const args = ['client', '--command', command, '--requirements', revision]
  const output = await new Promise<string>((done) => {
    const child = spawn(
      process.execPath,
      [
        suite,
        ...args,
        ...['--timeout', '240000', '-o', out],
        ...only.flatMap((scenario) => ['--scenario', scenario]),
      ],
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
    const scenario = relative('.', dirname(name)).replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    return found.map(({ id, status, description = '' }) => ({ scenario, id, status, description }))
  })
  const ours = checks.filter(({ scenario }) => !doesNotApply.has(scenario))
  return {
    wrong: ours.filter(({ status }) => status === 'FAILURE' || status === 'WARNING'),
    passed: new Set(
      ours.filter(({ status }) => status === 'SUCCESS').map(({ scenario }) => scenario),
    ),
    output,
  }
}
