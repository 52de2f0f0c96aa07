// What commands run in where no Gatehouse runs. Nothing is tried that takes longer than all the rest of
// a look: what starts is taken to hold.
import { tmpdir } from 'node:os'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { Protection } from '../../../../contract/protection.ts'
import { startsBubblewrap } from '../../../sandbox/quick-trial.ts'
import type { Enforced } from '../../../sandbox/runner-powers.ts'

/** As one that starts is taken to do. */
export const HOLDS: Enforced = { ok: true, text: '' }

/**
 * `ok`: taken to hold. Else what a trial would say, because there is nothing to try. Null where only a
 * trial can say it.
 */
export async function sandboxAtRest({
  runner,
  container,
}: Pick<Config, 'runner' | 'container'>): Promise<Enforced | null> {
  if (runner === 'container') return containersAtRest(container)
  if (process.platform === 'linux') return (await startsBubblewrap()) ? HOLDS : null
  const { elsewhere } = await import('../../../sandbox/other-systems.ts')
  return nothingRuns(await elsewhere(process.platform, tmpdir()))
}

/** What is missing is looked for as a start does it; Podman is not asked before its image is there. */
async function containersAtRest({
  program,
  image: base,
}: Pick<Config['container'], 'program' | 'image'>): Promise<Enforced> {
  const { findEngine, findPodman } = await import('../../../sandbox/container/engine.ts')
  const { imageName, isBuilt } = await import('../../../sandbox/container/image.ts')
  const image = imageName(base)
  const podman = await findPodman(program)
  if (podman !== null && (await isBuilt(podman, image))) return HOLDS
  const found = await findEngine(program)
  if (found.ok && (await isBuilt(found.value, image))) return HOLDS
  const { protectionsWithout, unbuilt } = await import('../../../sandbox/container/status.ts')
  return nothingRuns(found.ok ? unbuilt(found.value, base) : protectionsWithout(found.error))
}

async function nothingRuns(protections: readonly Protection[]): Promise<Enforced> {
  const { enforcedBy } = await import('../../../sandbox/enforced.ts')
  return enforcedBy({ trying: false, protections, by: { kind: 'nothing' } }, [])
}
