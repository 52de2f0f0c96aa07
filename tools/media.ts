// Films in Radarr and series in Sonarr, by their API v3. Nobody keeps a light client for both.
import { fieldsOf } from '../contract/approval/call-facts.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { mediaActions, mediaInput, libraryOf, type MediaInput } from './service/media/input.ts'
import { mediaRequests } from './service/media/requests.ts'
import { mediaText } from './service/media/text.ts'
import { serviceTool } from './service/service-tool.ts'
import { libraryServices } from './service/service-access.ts'
import { libraryService } from './service/services.ts'

const verbs: { readonly [A in MediaInput['action']]: string } = {
  search_movie: 'Look for a film in',
  get_movie: 'Read a film of',
  list_movies: 'List the films of',
  search_series: 'Look for a series in',
  get_series: 'Read a series of',
  list_series: 'List the series of',
  profiles: 'Read the profiles of',
  root_folders: 'Read the folders of',
  add_movie: 'Add a film to',
  add_series: 'Add a series to',
}

export function media(services: Services) {
  const radarr = libraryService('radarr', services)
  const sonarr = libraryService('sonarr', services)
  return serviceTool({
    manifest: {
      id: 'media.use',
      name: 'media',
      title: 'Film and series library',
      description:
        'Search films (Radarr) and series (Sonarr), read what is in the library, and add to it. Lists come in pages of 25.',
      category: 'comms',
      dataAccess: ['network', 'credentials'],
      defaultPolicy: { effect: 'confirm', scope: 'reading is allowed; adding is confirmed' },
      redaction: { args: [], result: [] },
      perMinute: 60,
      chars: 20_000,
    },
    requires: libraryServices(services),
    actions: mediaActions,
    input: mediaInput,
    plan: (given) => mediaRequests(libraryOf(given) === 'radarr' ? radarr : sonarr, given),
    run: mediaText,
    facts: (given) => ({
      kind: 'record',
      verb: verbs[given.action],
      target: libraryOf(given) === 'radarr' ? 'Radarr' : 'Sonarr',
      fields: fieldsOf(given, {
        title: 'Title',
        tmdb_id: 'TMDB number',
        tvdb_id: 'TVDB number',
        id: 'Number',
        root_folder: 'Folder',
        quality_profile_id: 'Quality profile',
        query: 'Search',
        filter: 'Filter',
      }),
    }),
  })
}
