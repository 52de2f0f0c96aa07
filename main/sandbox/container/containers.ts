// Keeps what is known of containers in step with the configuration: tried when `runner: container` is
// set, let go when it is not. Decides nothing.
import type { ContainerConfig } from '../../../contract/policy/config/runner-config.ts'
import type { RunnerReport } from '../../../contract/runner-table.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { letGo } from '../../../contract/let-go.ts'
import { keepTrying, type KeepTrying } from '../keep-trying.ts'
import { findEngine, titles, type EngineOptions } from './engine.ts'
import { imageName, isBuilt } from './image.ts'
import { findContainerStatus } from './status.ts'

export type Containers = {
  /** What is being tried or was; null: commands run in the sandbox of this machine. */
  tried(): KeepTrying | null
  /** The configuration may be another. */
  follow(): void
  /** What there is, whether it is used or not. */
  look(): Promise<ContainersFound>
  dispose(): Promise<void>
}
type ContainersFound = RunnerReport['containers']

export function openContainers(given: {
  readonly config: () => ContainerConfig | null
  readonly scratch: string
  readonly programs: EngineOptions
  readonly closing: AbortSignal
  readonly changed: () => void
}): Containers {
  const { config, scratch, programs, changed } = given
  let current: {
    readonly key: string
    readonly tried: KeepTrying
    readonly end: AbortController
  } | null = null
  const ending = new Set<Promise<unknown>>()

  const letGoOf = (old: typeof current): void => {
    if (old === null) return
    old.end.abort()
    const gone = old.tried.end().then(({ remove }) => remove())
    ending.add(gone)
    letGo(gone.finally(() => ending.delete(gone)))
  }
  const follow = (): void => {
    const wanted = config()
    const key = wanted === null ? '' : canonicalJson(wanted)
    if (key === (current?.key ?? '')) return
    letGoOf(current)
    current = null
    if (wanted === null) return
    const end = new AbortController()
    const closing = AbortSignal.any([given.closing, end.signal])
    const tried = keepTrying(() => findContainerStatus(wanted, scratch, closing, programs), {
      closing,
      changed,
    })
    letGo(tried.first.then(changed))
    current = { key, tried, end }
  }
  follow()
  return {
    tried: () => current?.tried ?? null,
    follow,
    async look() {
      const wanted = config() ?? { program: null, image: null, runtime: null }
      const found = await findEngine(wanted.program, programs)
      if (!found.ok) return { ready: false, text: found.error.text, how: found.error.hint ?? '' }
      const { program, version, rootless } = found.value
      const text = `${titles[program]} ${version} was found${rootless ? ', of your own user' : ''}.`
      const built = await isBuilt(found.value, imageName(wanted.image))
      return built
        ? { ready: true, text: `${text} The image for commands is built.`, how: '' }
        : {
            ready: false,
            text: `${text} The image for commands is not built yet.`,
            how: 'gatehouse runner build',
          }
    },
    async dispose() {
      letGoOf(current)
      current = null
      await Promise.allSettled(ending)
    },
  }
}
