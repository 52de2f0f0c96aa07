// Finds out what holds of containers on this machine: the program, our image, and a trial. Never
// builds the image, which takes from the network what it needs.
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failure } from '../../../contract/failure.ts'
import type { Protection } from '../../../contract/protection.ts'
import type { ContainerConfig } from '../../../contract/policy/config/runner-config.ts'
import { makeClosed, removeWithClosed } from '../files/cover-files.ts'
import { isAlive } from '../processes/process-liveness.ts'
import { allAre, lackingOf } from '../protections.ts'
import { nothing, type SandboxStatus } from '../sandbox-status.ts'
import { ask, findEngine, titles, type Engine, type EngineOptions } from './engine.ts'
import { containerFilter } from './filter.ts'
import { imageName, isBuilt } from './image.ts'
import { endWords } from './job.ts'
import { filterFiles, runInContainer } from './run.ts'
import { tryContainer } from './trial.ts'
import { LABEL } from './container-line.ts'

const FOLDER = 'gatehouse-container-'

export async function findContainerStatus(
  { program, image: base, runtime }: ContainerConfig,
  scratch: string,
  closing: AbortSignal,
  options: EngineOptions = {},
): Promise<SandboxStatus> {
  const found = await findEngine(program, options)
  if (!found.ok) return nothing(protectionsWithout(found.error))
  const engine = found.value
  await endLeftOver(engine)
  const image = imageName(base)
  if (!(await isBuilt(engine, image))) return { ...nothing(unbuilt(engine, base)), passing: true }
  const helperFiles = await mkdtemp(join(scratch, `${FOLDER}${process.pid}-`))
  const remove = (): Promise<void> => removeWithClosed(helperFiles)
  try {
    await chmod(helperFiles, 0o711)
    makeClosed(helperFiles)
    const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
    for (const [which, name] of Object.entries(filterFiles))
      await writeFile(join(helperFiles, name), containerFilter(arch, which === 'relay'))
    const deps = { engine, image, runtime, helperFiles }
    const { protections, passing } = await tryContainer(deps, closing)
    if (lackingOf(protections) !== null) {
      await remove()
      return { ...nothing(protections), passing }
    }
    return {
      protections,
      by: {
        kind: 'container',
        engine: titles[engine.program],
        run: (inside, limits) => runInContainer(deps, inside, limits),
      },
      helperFiles: null,
      passing,
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Where there is neither program, or it does not answer. */
export const protectionsWithout = ({ text, hint }: Failure): readonly Protection[] =>
  allAre('missing', text, hint ?? 'Or set runner: local.')

export const unbuilt = ({ program }: Engine, base: string | null) =>
  allAre(
    'missing',
    `${titles[program]} has no image for commands yet. Building it takes ${base ?? 'Node 24 on Debian'} from its registry.`,
    'gatehouse runner build',
  )

/** Containers of runs of ours that were killed. */
async function endLeftOver(engine: Engine): Promise<void> {
  const listed = await ask(engine, [
    ...['ps', '--all', '--filter', `label=${LABEL}`],
    ...['--format', `{{.Names}} {{.Label "${LABEL}"}}`],
  ])
  if (!listed.ok) return
  for (const line of listed.value.split('\n')) {
    const [name = '', pid = ''] = line.trim().split(' ')
    if (name !== '' && /^\d+$/.test(pid) && !isAlive(Number(pid)))
      await ask(engine, endWords(engine, name))
  }
}
