// A commit that moves its contents into place, killed before any of its steps.
// @module-tag whole
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { soak } from '../soak.ts'
import { treeOf, undoFixture } from './fixture.ts'
import { apart } from './staged-fixture.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: nothing is moved there)`
const preload = pathToFileURL(join(import.meta.dirname, '../staging/kill-at-step.ts')).href
const id = 'call_killedmove'
const paths = [
  'src/a',
  'src/b',
  'src/same',
  'new',
  'new/file',
  'new/same',
  'gone',
  'gone/x',
  'link',
]

/** What was killed, and what a start made of it. */
async function killedAt(step: number) {
  const fixture = undoFixture()
  const { at, root, store } = fixture
  const base = dirname(root)
  const [view, armed] = [join(base, 'view'), join(base, 'armed')]
  try {
    mkdirSync(at('src'))
    mkdirSync(at('gone'))
    for (const path of ['src/a', 'src/b', 'src/same', 'gone/x'])
      writeFileSync(at(path), `before ${path}`)
    const before = fixture.tree()
    cpSync(root, view, { recursive: true, preserveTimestamps: true })
    const inView = (path: string): string => join(view, path)
    writeFileSync(inView('src/a'), 'after a')
    chmodSync(inView('src/a'), 0o400)
    writeFileSync(inView('src/b'), 'after b')
    writeFileSync(inView('src/same'), 'same')
    mkdirSync(inView('new'))
    writeFileSync(inView('new/file'), 'after file')
    writeFileSync(inView('new/same'), 'same')
    rmSync(inView('gone'), { recursive: true })
    symlinkSync('src/a', inView('link'))
    const after = treeOf(view)
    fixture.checkpoints.close()

    const copied = { root, view, since: Date.now() + 60_000, paths, given: null }
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'commit-process.ts'),
        store,
        id,
        JSON.stringify(copied),
        armed,
        String(step),
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { NODE_OPTIONS: `--import=${preload}`, GATEHOUSE_KILL_FOLDER: base },
      },
    )
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    const ends = fixture.reopen().finishCommits()
    return {
      killed: signal === 'SIGKILL',
      steps: existsSync(join(base, 'steps')) ? statSync(join(base, 'steps')).size : 0,
      ends: ends.map(({ end }) => end.kind),
      apart: apart(ends.length === 0 ? before : after, fixture.tree()),
    }
  } finally {
    fixture.remove()
  }
}

it.runIf(linux)(
  `a commit that moves contents and is killed is completed at the next start, or never began${why}`,
  async () => {
    const whole = await killedAt(1_000_000)
    expect(whole).toMatchObject({ killed: false, ends: ['committed'], apart: [] })
    expect(whole.steps).toBeGreaterThan(20)
    for (let step = 0; step < whole.steps; step += soak ? 1 : 7) {
      const { killed, ends, ...found } = await killedAt(step)
      expect({ step, killed, apart: found.apart }).toEqual({ step, killed: true, apart: [] })
      expect([[], ['committed']]).toContainEqual(ends)
    }
  },
)
