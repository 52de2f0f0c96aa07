import { describe, expect, it } from 'vitest'
import { Services } from '../../../contract/policy/config/services.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { media } from '../../../tools/media.ts'
import { fakeLibrary, LIBRARY_KEY } from '../../fakes/services/library.ts'
import { runTool, saidBy } from '../../fakes/services/run-tool.ts'
import { sharedRules } from './shared-rules.ts'

const key = { header: 'x-api-key', value: LIBRARY_KEY }
const credentials = { 'radarr-key': key, 'sonarr-key': key }
const start = async (kind: 'movie' | 'series' = 'movie') => {
  const service = await fakeLibrary(kind)
  const set = kind === 'movie' ? 'radarr' : 'sonarr'
  const tool = media(Services.parse({ [set]: { url: service.url } })) as unknown as AnyTool
  const run = (args: Record<string, unknown>) =>
    runTool(tool, args, { hosts: service.hosts, credentials })
  return { tool, service, credentials, run }
}
const adding = { title: 'The Matrix', quality_profile_id: 4, root_folder: '/films' }

sharedRules('media', start, {
  reading: { action: 'list_movies' },
  changing: { action: 'add_movie', tmdb_id: 603, ...adding },
  refused: [
    ['a number as text', { action: 'get_movie', id: '1' }],
    ['a path as a number', { action: 'get_movie', id: '../movie' }],
    ['a negative number', { action: 'get_movie', id: -1 }],
    ['a line break in a search', { action: 'search_movie', query: 'a\nb' }],
    ['a search too long', { action: 'search_movie', query: 'x'.repeat(201) }],
    [
      'a folder with a way up',
      {
        action: 'add_movie',
        tmdb_id: 603,
        title: 'x',
        quality_profile_id: 4,
        root_folder: '/films/../../etc',
      },
    ],
    [
      'a film without a title',
      { action: 'add_movie', tmdb_id: 603, quality_profile_id: 4, root_folder: '/f' },
    ],
    ['the number of a series for a film', { action: 'add_movie', tvdb_id: 603, ...adding }],
    ['no service', { action: 'profiles' }],
    ['a service nobody knows', { action: 'profiles', service: 'lidarr' }],
  ],
})

describe('media', () => {
  it.each<['movie' | 'series', Record<string, unknown>, string]>([
    ['movie', { action: 'list_movies' }, '30 in all: call again with page 2'],
    ['movie', { action: 'list_movies', page: 2 }, 'Title 30'],
    [
      'movie',
      { action: 'list_movies', filter: 'title 7' },
      'Title 7 (1996, id 7, tmdb 606, there)',
    ],
    ['movie', { action: 'get_movie', id: 2 }, 'Title 2'],
    ['movie', { action: 'search_movie', query: 'matrix' }, 'The Matrix (1999, tmdb 603)'],
    ['movie', { action: 'profiles', service: 'radarr' }, 'HD (id 4)'],
    ['movie', { action: 'root_folders', service: 'radarr' }, '/films (id 1)'],
    ['movie', { action: 'add_movie', tmdb_id: 603, ...adding }, 'Added: The Matrix'],
    ['series', { action: 'list_series' }, '30 in all'],
    ['series', { action: 'get_series', id: 3 }, 'Title 3'],
    ['series', { action: 'search_series', query: 'matrix' }, 'tvdb 603'],
    ['series', { action: 'add_series', tvdb_id: 603, ...adding }, 'Added: The Matrix'],
  ])('%s %j', async (kind, args, text) => {
    const { run } = await start(kind)
    expect(saidBy(await run(args))).toContain(text)
  })

  it('adds nothing whose title differs from the one the person was shown', async () => {
    const { run, service } = await start()
    const said = saidBy(
      await run({ action: 'add_movie', tmdb_id: 603, ...adding, title: 'Toy Story' }),
    )
    expect(said).toContain('media.other-title: That number is “The Matrix”')
    expect(service.asked.map(({ method }) => method)).toEqual(['GET'])
  })

  it.each<['movie' | 'series', Record<string, unknown>, string]>([
    [
      'movie',
      { action: 'add_movie', tmdb_id: 603, ...adding, root_folder: '/x', quality_profile_id: 9 },
      'service.refused: Radarr did not take the request (HTTP 400): RootFolderPath: Root folder does not exist; QualityProfileId: Quality Profile does not exist',
    ],
    [
      'series',
      { action: 'add_series', tvdb_id: 603, ...adding, quality_profile_id: 9 },
      'Sonarr did not take the request (HTTP 400): QualityProfileId: Quality Profile does not exist',
    ],
    [
      'movie',
      { action: 'add_movie', tmdb_id: 999, ...adding },
      'service.not-found: Radarr has nothing there (HTTP 404): Movie with tmdbId 999 was not found',
    ],
    [
      'movie',
      { action: 'add_movie', tmdb_id: 601, ...adding, title: 'Title 2' },
      'media.there: “Title 2” is in the library already, with the id 2',
    ],
    [
      'series',
      { action: 'add_series', tvdb_id: 601, ...adding, title: 'Title 2' },
      'media.there: “Title 2” is in the library already',
    ],
  ])('%s: says what is wrong with %j, and adds nothing', async (kind, args, text) => {
    const { run, service } = await start(kind)
    expect(saidBy(await run(args))).toContain(text)
    expect(service.entries).toHaveLength(30)
  })

  it('asks Sonarr for all seasons, in a form that its versions 3 and 4 take', async () => {
    const { run, service } = await start('series')
    await run({ action: 'add_series', tvdb_id: 603, ...adding })
    expect(service.entries.at(-1)).toMatchObject({
      monitored: true,
      seasonFolder: true,
      languageProfileId: 1,
      addOptions: { monitor: 'all', searchForMissingEpisodes: true },
    })
  })

  it('says which address is missing where only the other library is set up', async () => {
    const { run, service } = await start('movie')
    expect(saidBy(await run({ action: 'list_series' }))).toContain(
      'service.not-set-up: Sonarr has no address',
    )
    expect(service.asked).toEqual([])
  })
})
