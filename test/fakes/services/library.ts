// Radarr and Sonarr as their API v3 is documented: plain lists, an API key in a header, a list of every
// validation that failed, other errors with a message. What is in the library has an id in a look-up too.
import { httpService } from './http-service.ts'
import type { Asked, HttpService, Reply } from './http-service.ts'

type Entry = Record<string, unknown>
export type FakeLibrary = HttpService & { readonly entries: Entry[] }
export const LIBRARY_KEY = 'library0123456789abcdef01234567'

export async function fakeLibrary(kind: 'movie' | 'series'): Promise<FakeLibrary> {
  const number = kind === 'movie' ? 'tmdbId' : 'tvdbId'
  const entries: Entry[] = Array.from({ length: 30 }, (_, at) => ({
    id: at + 1,
    title: `Title ${at + 1}`,
    year: 1990 + at,
    hasFile: at % 2 === 0,
    [number]: 600 + at,
  }))
  const known = (): Entry[] =>
    [
      {
        title: 'The Matrix',
        year: 1999,
        [number]: 603,
        overview: 'A hacker wakes up.',
        ...(kind === 'movie'
          ? { minimumAvailability: 'released' }
          : { languageProfileId: 0, seasons: [{ seasonNumber: 1, monitored: false }] }),
      },
      { title: 'Title 2', year: 1991, [number]: 601 },
    ].map((one) => {
      const there = entries.find((entry) => entry['title'] === one['title'])
      return there === undefined ? one : { ...one, id: there['id'] }
    })
  const answer = ({ method, path, query, body }: Asked): Reply | null => {
    const rest = path.startsWith('/api/v3') ? path.slice('/api/v3'.length) : null
    if (rest === '/qualityprofile') return { json: [{ id: 4, name: 'HD' }] }
    if (rest === '/rootfolder') return { json: [{ id: 1, path: '/films' }] }
    if (rest === '/movie/lookup/tmdb' && kind === 'movie') {
      const found = known().find((one) => String(one[number]) === query.get('tmdbId'))
      return found === undefined ? notFound(query) : { json: found }
    }
    if (rest === `/${kind}/lookup`) {
      const term = query.get('term') ?? ''
      return {
        json: known().filter(
          (one) =>
            `tvdb:${String(one[number])}` === term ||
            String(one['title']).toLowerCase().includes(term.toLowerCase()),
        ),
      }
    }
    if (rest === `/${kind}` && method === 'GET') return { json: entries }
    if (rest === `/${kind}` && method === 'POST') {
      const sent = JSON.parse(body) as Entry
      const faults = faultsOf(kind, sent)
      if (faults.length > 0) return { status: 400, json: faults }
      const added = { ...sent, id: entries.length + 1 }
      entries.push(added)
      return { status: 201, json: added }
    }
    const one = entries.find(({ id }) => rest === `/${kind}/${String(id)}`)
    return one === undefined ? null : { json: one }
  }
  const service = await httpService(answer, {
    expects: { header: 'x-api-key', value: LIBRARY_KEY },
    error: (status, message) => ({ status, json: { message } }),
  })
  return Object.assign(service, { entries })
}

const notFound = (query: URLSearchParams): Reply => ({
  status: 404,
  json: {
    message: `Movie with tmdbId ${query.get('tmdbId') ?? ''} was not found, it may have been removed from TheMovieDB.`,
    description: 'NzbDrone.Core.Exceptions.MovieNotFoundException',
  },
})

/** Every rule that it breaks, as the validation of both programs gives them. */
function faultsOf(kind: 'movie' | 'series', sent: Entry): readonly Entry[] {
  const fault = (propertyName: string, errorMessage: string, errorCode: string): Entry => ({
    propertyName,
    errorMessage,
    attemptedValue: sent[propertyName] ?? null,
    severity: 'error',
    errorCode,
    formattedMessageArguments: [],
  })
  return [
    ...(sent['rootFolderPath'] === '/films'
      ? []
      : [fault('RootFolderPath', 'Root folder does not exist', 'RootFolderExistsValidator')]),
    ...(sent['qualityProfileId'] === 4
      ? []
      : [
          fault(
            'QualityProfileId',
            'Quality Profile does not exist',
            'QualityProfileExistsValidator',
          ),
        ]),
    ...(kind === 'movie' || Number(sent['languageProfileId'] ?? 0) > 0
      ? []
      : [
          fault(
            'LanguageProfileId',
            'Language profile does not exist',
            'LanguageProfileExistsValidator',
          ),
        ]),
  ]
}
