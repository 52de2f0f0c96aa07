// `npm run bench`: runs every bench in turn and prints one table. Each has a process of its own, so
// that none heats up or fills the memory of the next. `npm run bench -- journal start` runs those
// two. Started by main.mjs, which chooses the Node.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureBuilt } from '../../main/host/launch/build-state.mjs'
import { ensurePackages } from '../../main/host/launch/packages.mjs'
import { CannotGoOn, runMain, say } from '../../main/host/launch/say.mjs'
import { ensurePrograms, type TestProgram } from '../programs.mjs'
import { needsPeers, programsOf } from './bench-programs.ts'
import { NOT_MEASURED } from './line.ts'

const root = join(import.meta.dirname, '..', '..')

const Lines = z.array(
  z.strictObject({
    name: z.string(),
    value: z.string(),
    goal: z.nullable(z.string()),
    holds: z.nullable(z.boolean()),
  }),
)
type Line = z.infer<typeof Lines>[number]

await runMain(async () => {
  await ensureBuilt(root)
  const wanted = process.argv.slice(2)
  const all = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'))
  const chosen = all.filter(
    (name) => wanted.length === 0 || wanted.some((word) => name === `${word}.bench.ts`),
  )
  const known = all.map((name) => name.replace('.bench.ts', ''))
  const unknown = wanted.filter((word) => !known.includes(word))
  if (unknown.length > 0)
    throw new CannotGoOn(
      `no bench is called ${unknown.join(', ')}. There are: ${known.join(', ')}.`,
    )
  const missing = await ensurePrograms(root, [...new Set(chosen.flatMap(programsOf))])
  if (missing.length > 0)
    say(`missing: ${missing.join(', ')}. The benches that need them do not run; the others do.`)
  const peers = !chosen.some(needsPeers) || (await installPeers())
  const lines = chosen.flatMap((name) => notRun(name, missing, peers) ?? bench(name))
  console.log(table(lines))
  return lines.length > 0 && lines.every(({ holds }) => holds !== false) ? 0 : 1
})

/** The packages that only benches use, at first use. False where they cannot be had, in one line. */
async function installPeers(): Promise<boolean> {
  try {
    await ensurePackages(join(import.meta.dirname, 'peers'))
    return true
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error
    say(error.message)
    return false
  }
}

/** The line of a bench that cannot run here; null for one that can. */
function notRun(
  name: string,
  missing: readonly TestProgram[],
  peers: boolean,
): readonly Line[] | null {
  const lacking = [
    ...programsOf(name).filter((program) => missing.includes(program)),
    ...(needsPeers(name) && !peers ? ['packages of test/bench/peers'] : []),
  ]
  return lacking.length === 0
    ? null
    : [{ name, value: `not run: no ${lacking.join(', no ')}`, goal: 'runs', holds: false }]
}

/**
 * A bench exports `run()`, which gives its lines; one without prints its own text when it is
 * imported, which is passed on. One that fails is a line that does not hold.
 */
function bench(name: string): readonly Line[] {
  say(`${name} …`)
  const [one, file] = ['one.ts', name].map((path) =>
    JSON.stringify(join(import.meta.dirname, path)),
  )
  const script = `const { measure } = await import(${one}); await measure(() => import(${file}))`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    // The longest replays 1,550 calls under each of four presets.
    timeout: 5_400_000,
  })
  if (status === NOT_MEASURED)
    return [{ name, value: 'not measured: see above', goal: 'runs', holds: false }]
  if (status !== 0) return [{ name, value: `exit code ${status}`, goal: 'runs', holds: false }]
  const text = stdout.trimEnd().split('\n')
  const lines = Lines.parse(JSON.parse(text.pop() ?? ''))
  if (text.join('').trim() !== '') console.log(`${text.join('\n').trim()}\n`)
  return lines
}

function table(lines: readonly Line[]): string {
  const name = Math.max(...lines.map((line) => line.name.length), 4)
  const value = Math.max(...lines.map((line) => line.value.length), 6)
  const goal = Math.max(...lines.map((line) => line.goal?.length ?? 0), 4)
  const row = (one: string, two: string, three: string, four: string) =>
    `${one.padEnd(name)}  ${two.padStart(value)}  ${three.padEnd(goal)}  ${four}`.trimEnd()
  return [
    row('name', 'figure', 'goal', 'met'),
    row('-'.repeat(name), '-'.repeat(value), '-'.repeat(goal), '---'),
    ...lines.map((line) =>
      row(
        line.name,
        line.value,
        line.goal ?? '',
        line.holds === null ? '' : line.holds ? 'yes' : 'NO',
      ),
    ),
  ].join('\n')
}
