// What the manifest of a tool says that depends on how its service is set up. It is known without what asks
// the service, because a list needs no more.
import type { Manifest, Requirement } from '../../contract/call/manifest.ts'
import type { Services } from '../../contract/policy/config/services.ts'
import type { RedditService } from '../../contract/policy/config/web-services.ts'
import { libraryService, redditService } from './services.ts'

/** What it leaves out is the same however the service is set up. */
export type ServiceAccess = Partial<
  Pick<Manifest, 'category' | 'dataAccess' | 'requires' | 'networkOutbound' | 'limits'>
>

/** Of a service that can be asked with a credential or without one. */
export type KeyedAccess = Pick<Manifest, 'dataAccess' | 'requires'>

export const WITHOUT_KEY: KeyedAccess = { dataAccess: ['network'], requires: [] }
export const withKey = (requirement: Requirement): KeyedAccess => ({
  dataAccess: ['network', 'credentials'],
  requires: [requirement],
})
export const powersOf = ({ dataAccess }: KeyedAccess): readonly ('net.fetch' | 'secrets.get')[] =>
  dataAccess.includes('credentials') ? ['net.fetch', 'secrets.get'] : ['net.fetch']

/** As an app of the person; without one, like anybody. */
export const redditAccess = (settings: RedditService): KeyedAccess =>
  settings.access === 'app' ? withKey(redditService(settings)) : WITHOUT_KEY

/** One of the two is enough; where neither is set, each says how it is. */
export function libraryServices(services: Services) {
  const both = [libraryService('radarr', services), libraryService('sonarr', services)]
  const set = both.filter(({ url }) => url !== null)
  return set.length === 0 ? both : set
}

/** Of notes in the folder of a vault, whether Obsidian runs or not. */
export const folderAccess = {
  category: 'fs',
  dataAccess: ['files'],
  requires: [],
  networkOutbound: false,
  limits: { runTimeMs: 30_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 25_000 },
} satisfies ServiceAccess

/** The folder of the vault; null: Obsidian itself is asked, at its address. */
export const vaultFolder = ({ obsidian }: Services): string | null =>
  obsidian.url === null ? obsidian.vault : null
