// What a search of the web reaches and requires, by the service that the person chose.
import { assertNever } from '../../contract/never.ts'
import type { WebSearchService } from '../../contract/policy/config/web-services.ts'
import { withKey, WITHOUT_KEY, type KeyedAccess } from '../service/service-access.ts'

/** Where it answers, if the person set no address of their own. */
export const BRAVE = 'https://api.search.brave.com'

export function searchAccess({ provider, url, credential }: WebSearchService): KeyedAccess {
  switch (provider) {
    case 'brave':
      return withKey({
        kind: 'credential',
        name: credential,
        host: new URL(url ?? BRAVE).host,
        header: 'x-subscription-token',
        template: '{}',
      })
    case 'searxng':
      return url === null
        ? { ...WITHOUT_KEY, requires: [{ kind: 'setting', key: 'services.webSearch.url' }] }
        : WITHOUT_KEY
    case 'duckduckgo':
      return WITHOUT_KEY
    default:
      return assertNever(provider, 'searchAccess')
  }
}
