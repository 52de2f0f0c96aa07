// The requests of each action to Radarr or Sonarr. Pure.
import { assertNever } from '../../../contract/never.ts'
import type { MediaInput } from './input.ts'
import type { Ask, Service } from '../ask.ts'

const api = ['api', 'v3']

export function mediaRequests(service: Service, given: MediaInput): readonly Ask[] {
  const get = (path: readonly (string | number)[], query: Ask['query'] = {}): Ask => ({
    service,
    method: 'GET',
    path: [...api, ...path],
    query,
  })
  const { query = '', id = 0, tmdb_id = 0, tvdb_id = 0 } = given
  switch (given.action) {
    case 'search_movie':
      return [get(['movie', 'lookup'], { term: query })]
    case 'get_movie':
      return [get(['movie', id])]
    case 'list_movies':
      return [get(['movie'])]
    case 'search_series':
      return [get(['series', 'lookup'], { term: query })]
    case 'get_series':
      return [get(['series', id])]
    case 'list_series':
      return [get(['series'])]
    case 'profiles':
      return [get(['qualityprofile'])]
    case 'root_folders':
      return [get(['rootfolder'])]
    // What is added is looked up first: its title has to be the one that the person was shown.
    case 'add_movie':
      return [
        get(['movie', 'lookup', 'tmdb'], { tmdbId: tmdb_id }),
        { service, method: 'POST', path: [...api, 'movie'] },
      ]
    case 'add_series':
      return [
        get(['series', 'lookup'], { term: `tvdb:${tvdb_id}` }),
        { service, method: 'POST', path: [...api, 'series'] },
      ]
    default:
      return assertNever(given.action, 'mediaRequests')
  }
}
