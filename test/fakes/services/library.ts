// Radarr and Sonarr as their API v3 is documented: plain lists, an API key in a header, errors as a
// list of validations.
import { httpService } from './http-service.ts'
import type { Asked, HttpService, Reply } from './http-service.ts'

type Entry = Record<string, unknown>
export type FakeLibrary = HttpService & { readonly entries: Entry[] }
export const LIBRARY_KEY = 'library0123456789abcdef01234567'

export async function fakeLibrary(kind: 'movie' | 'series'): Promise<FakeLibrary> {
  const number = kind === 'movie' ? 'tmdbId' : 'tvdbId'
  const entries: Entry[] = Array.from({ length: 30 }, (_, at) => ({
    ...{ id: at + 1, title: `Title ${at + 1}`, year: 1990 + at, hasFile: at % 2 === 0 },
    [number]: 600 + at,
  }))
  const known: Entry[] = [
    { title: 'The Matrix', year: 1999, [number]: 603, overview: 'A hacker wakes up.' },
  ]
  const answer = ({ method, path, query, body }: Asked): Reply | null => {
    const rest = path.startsWith('/api/v3') ? path.slice('/api/v3'.length) : null
    if (rest === '/qualityprofile') return { json: [{ id: 4, name: 'HD' }] }
    if (rest === '/rootfolder') return { json: [{ id: 1, path: '/films' }] }
    if (rest === `/${kind}/lookup/tmdb`)
      return { json: known.find((one) => String(one[number]) === query.get('tmdbId')) ?? {} }
    if (rest === `/${kind}/lookup`) {
      const term = query.get('term') ?? ''
      return {
        json: known.filter(
          (one) =>
            `tvdb:${String(one[number])}` === term ||
            String(one['title']).toLowerCase().includes(term.toLowerCase()),
        ),
      }
    }
    if (rest === `/${kind}` && method === 'GET') return { json: entries }
    if (rest === `/${kind}` && method === 'POST') {
      const sent = JSON.parse(body) as Entry
      if (sent['rootFolderPath'] !== '/films')
        return { status: 400, json: [{ errorMessage: 'Root folder does not exist' }] }
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
