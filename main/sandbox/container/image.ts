// The image that commands run in: its name, whether it is there, and how it is built. Building takes
// from the network what its base needs, so only a person starts it (`gatehouse runner build`).
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Failure } from '../../../contract/failure.ts'
import type { ContainerConfig } from '../../../contract/policy/config/runner-config.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { nodeProgram } from '../node-program.ts'
import { ask, findEngine, titles, type EngineProgram } from './engine.ts'

const BUILD_MS = 30 * 60_000

/** The file in the repository, from the sources or beside the bundle. */
export function containerfile(): string {
  const here = import.meta.dirname
  const { scripts } = nodeProgram()
  const found = [
    join(here, 'Containerfile'),
    join(here, '..', 'Containerfile'),
    ...(scripts === null ? [] : [join(scripts, 'Containerfile')]),
  ].find((name) => existsSync(name))
  if (found === undefined) throw new Error(`Containerfile is missing beside ${here}`)
  return readFileSync(found, 'utf8')
}

/** Another file or another base is another name, so an old image is never taken for ours. */
export const imageName = (base: string | null, text = containerfile()): string =>
  `localhost/gatehouse-runner:${createHash('sha256')
    .update(`${base ?? ''}\0${text}`)
    .digest('hex')
    .slice(0, 16)}`

export const isBuilt = async (engine: EngineProgram, name: string): Promise<boolean> =>
  (await ask(engine, ['image', 'inspect', '--format', '{{.Id}}', name])).ok

/**
 * Builds it where it is not there yet. `building` is told before it takes long. Fails with
 * `container.none`, `container.answer`.
 */
export async function buildImage(
  { program, image: base }: Pick<ContainerConfig, 'program' | 'image'>,
  building: (program: string, image: string) => void,
): Promise<Result<string, Failure>> {
  const engine = await findEngine(program)
  if (!engine.ok) return engine
  const name = imageName(base)
  if (await isBuilt(engine.value, name)) return ok(name)
  building(titles[engine.value.program], name)
  // In an empty folder: nothing of this machine is handed to the build.
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-image-'))
  try {
    const file = join(folder, 'Containerfile')
    await writeFile(file, containerfile())
    const words = [
      'build',
      '--tag',
      name,
      '--file',
      file,
      ...(base === null ? [] : ['--build-arg', `BASE=${base}`]),
      folder,
    ]
    const built = await ask(engine.value, words, BUILD_MS)
    return built.ok ? ok(name) : built
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
