// Every built-in tool that speaks with a service, for each service that it can speak with: the fake
// of the service, and calls that work there.
import type { AnyTool } from '../../../contract/call/tool.ts'
import type { Powers } from '../../../contract/call/powers/powers.ts'
import { ok } from '../../../contract/result.ts'
import { Services } from '../../../contract/policy/config/services.ts'
import { toolsFor } from '../../../tools/catalog.ts'
import { fakeGithub, GITHUB_TOKEN } from '../../fakes/services/github.ts'
import { fakeGoogle, GOOGLE_TOKEN } from '../../fakes/services/google.ts'
import { httpService, PLANTED } from '../../fakes/services/http-service.ts'
import type { HttpService, Mishap } from '../../fakes/services/http-service.ts'
import { googleImageService, openAiImageService } from '../../fakes/services/image-services.ts'
import { fakeLibrary, LIBRARY_KEY } from '../../fakes/services/library.ts'
import { REDDIT_TOKEN, redditService } from '../../fakes/services/reddit-service.ts'
import type { RunOptions } from '../../fakes/services/run-tool.ts'
import {
  braveService,
  duckDuckGoService,
  searxngService,
} from '../../fakes/services/search-services.ts'
import { fakeTodoist, TODOIST_TOKEN } from '../../fakes/services/todoist.ts'
import { fakeVault, VAULT_KEY } from '../../fakes/services/vault.ts'
import {
  OPENWEATHER_KEY,
  openMeteoService,
  openWeatherService,
} from '../../fakes/services/weather-services.ts'

type Args = Readonly<Record<string, unknown>>
type Codes = Partial<Record<Mishap, string>>
type Credentials = NonNullable<RunOptions['credentials']>

export type Outside = {
  readonly tool: string
  /** Whose service it is, for the name of the test. */
  readonly by: string
  start(): Promise<HttpService>
  /** As the person has it set up. */
  services(url: string): object
  readonly credentials?: Credentials
  readonly powers?: Partial<Powers>
  readonly reading?: (url: string) => Args
  readonly changing?: (url: string) => Args
  /** What a mishap ends as, where it is not what it is everywhere; `done` where it is an answer. */
  readonly codes?: Codes
  /** Of `changing`, where that differs from reading. */
  readonly changeCodes?: Codes
  /** A change is looked up first, which is asked again as any look. */
  readonly looksFirst?: true
}

const bearer = (name: string, value: string): Credentials => ({
  [name]: { header: 'authorization', value: `Bearer ${value}` },
})
const google = bearer('google-account', GOOGLE_TOKEN)
const repository = { owner: 'ada', repo: 'engine' }
const event = { summary: 'x', start: '2026-11-24T14:00:00Z', end: '2026-11-24T15:00:00Z' }
const film = { title: 'The Matrix', quality_profile_id: 4, root_folder: '/films' }
/** Where the model is shown what came, whatever it was. */
const shown = (...mishaps: Mishap[]): Codes =>
  Object.fromEntries(mishaps.map((mishap) => [mishap, 'done']))
const statuses = ['401', '403', '404', '409', '422', '429', '500'] as const
/** The interface says nothing of what a list holds beyond its entries: there are none. */
const noEntries = shown('wrong JSON')
const noBody = shown('nothing', 'wrong JSON')
const anyPage = () => httpService(() => ({ json: { fine: true } }))

export const outsideTools: readonly Outside[] = [
  {
    tool: 'web_search',
    by: 'Brave',
    start: braveService,
    services: (url) => ({ webSearch: { provider: 'brave', url } }),
    credentials: { 'brave-search': { header: 'X-Subscription-Token', value: PLANTED } },
    reading: () => ({ query: 'x' }),
  },
  {
    tool: 'web_search',
    by: 'SearXNG',
    start: searxngService,
    services: (url) => ({ webSearch: { provider: 'searxng', url } }),
    reading: () => ({ query: 'x' }),
  },
  {
    tool: 'web_search',
    by: 'DuckDuckGo',
    start: duckDuckGoService,
    services: (url) => ({ webSearch: { url } }),
    reading: () => ({ query: 'x' }),
  },
  {
    tool: 'web_fetch',
    by: 'a page',
    start: anyPage,
    services: () => ({}),
    reading: (url) => ({ url: `${url}/page` }),
    codes: shown(...statuses, 'html', '50 MB', 'nothing', 'wrong JSON'),
  },
  {
    tool: 'http',
    by: 'an interface',
    start: anyPage,
    services: () => ({}),
    credentials: bearer('forge', 'forge-0123456789abcdef'),
    reading: (url) => ({ url: `${url}/list`, credential: 'forge' }),
    changing: (url) => ({ url: `${url}/new`, method: 'POST', body: 'x', credential: 'forge' }),
    codes: shown(...statuses, 'html', '50 MB', 'nothing', 'wrong JSON'),
  },
  {
    tool: 'reddit',
    by: 'Reddit without an account',
    start: redditService,
    services: (url) => ({ reddit: { url } }),
    reading: () => ({ subreddit: 'news' }),
  },
  {
    tool: 'reddit',
    by: 'Reddit for an app',
    start: redditService,
    services: (url) => ({ reddit: { access: 'app', api: url } }),
    credentials: bearer('reddit-account', REDDIT_TOKEN),
    reading: () => ({ subreddit: 'news' }),
  },
  {
    tool: 'weather',
    by: 'Open-Meteo',
    start: openMeteoService,
    services: (url) => ({ weather: { url, geocodingUrl: url } }),
    reading: () => ({ location: 'Berlin' }),
  },
  {
    tool: 'weather',
    by: 'OpenWeather',
    start: openWeatherService,
    services: (url) => ({ weather: { provider: 'openweather', url } }),
    credentials: { openweather: { header: 'authorization', value: OPENWEATHER_KEY } },
    reading: () => ({ location: 'Berlin' }),
  },
  {
    tool: 'image_gen',
    by: 'OpenAI',
    start: openAiImageService,
    services: (url) => ({ images: { url } }),
    credentials: bearer('image-key', PLANTED),
    powers: {
      'fs.write': {
        writeText: async () => ok({ bytes: 0, created: true }),
        writeBytes: async () => ok({ bytes: 0, created: true }),
        move: async () => ok(null),
      },
    },
    changing: () => ({ prompt: 'x' }),
  },
  {
    tool: 'image_gen',
    by: 'Google',
    start: googleImageService,
    services: (url) => ({ images: { provider: 'google', url } }),
    credentials: { 'image-key': { header: 'x-goog-api-key', value: PLANTED } },
    powers: {
      'fs.write': {
        writeText: async () => ok({ bytes: 0, created: true }),
        writeBytes: async () => ok({ bytes: 0, created: true }),
        move: async () => ok(null),
      },
    },
    changing: () => ({ prompt: 'x' }),
    // To give no picture is an answer there.
    codes: { 'wrong JSON': 'image.withheld' },
  },
  {
    tool: 'github',
    by: 'GitHub',
    start: fakeGithub,
    services: (url) => ({ github: { url } }),
    credentials: bearer('github-token', GITHUB_TOKEN),
    reading: () => ({ action: 'list_issues', ...repository }),
    changing: () => ({ action: 'create_issue', ...repository, title: 'x' }),
    codes: noEntries,
    changeCodes: noBody,
  },
  {
    tool: 'google_mail',
    by: 'Gmail',
    start: fakeGoogle,
    services: (url) => ({ google: { mail: url } }),
    credentials: google,
    reading: () => ({ action: 'search', query: 'x' }),
    changing: () => ({ action: 'send', to: ['ada@example.org'], subject: 'x', body: 'x' }),
    codes: noEntries,
    changeCodes: noBody,
  },
  {
    tool: 'google_calendar',
    by: 'Google Calendar',
    start: fakeGoogle,
    services: (url) => ({ google: { calendar: `${url}/calendar/v3` } }),
    credentials: google,
    reading: () => ({ action: 'list_events' }),
    changing: () => ({ action: 'create_event', ...event }),
    codes: noEntries,
    changeCodes: noBody,
  },
  ...[
    { tool: 'get_mail_messages', args: {}, codes: noEntries },
    { tool: 'get_mail_message', args: { message_id: 'm1' }, codes: noEntries },
    { tool: 'search_mail', args: { query: 'x' }, codes: noEntries },
    { tool: 'get_unread_count', args: {}, codes: { 'wrong JSON': 'service.answer' } },
  ].map(({ tool, args, codes }) => ({
    tool,
    by: 'Gmail',
    start: fakeGoogle,
    codes: codes as Codes,
    services: (url: string) => ({ google: { mail: url } }),
    credentials: google,
    reading: () => args,
  })),
  ...[
    { tool: 'send_email', args: { to: ['ada@example.org'], subject: 'x', body: 'x' } },
    { tool: 'mark_mail_read', args: { message_id: 'm1' } },
    { tool: 'mark_mail_flagged', args: { message_id: 'm1' } },
    { tool: 'move_mail_message', args: { message_id: 'm1', target_mailbox: 'INBOX' } },
  ].map(({ tool, args }) => ({
    tool,
    by: 'Gmail',
    start: fakeGoogle,
    services: (url: string) => ({ google: { mail: url } }),
    credentials: google,
    changing: () => args,
    changeCodes: noBody,
  })),
  ...[
    { tool: 'get_calendar_events', args: {} },
    { tool: 'search_calendar_events', args: { query: 'x' } },
    { tool: 'find_my_open_slots', args: {} },
    { tool: 'find_group_availability', args: { participants: ['ada@example.org'] } },
  ].map(({ tool, args }) => ({
    tool,
    by: 'Google Calendar',
    start: fakeGoogle,
    services: (url: string) => ({ google: { calendar: `${url}/calendar/v3` } }),
    credentials: google,
    reading: () => ({ ...args, start_date: '2026-11-24', end_date: '2026-11-25' }),
    codes: { 'wrong JSON': 'service.answer' },
  })),
  {
    tool: 'todoist',
    by: 'Todoist',
    start: fakeTodoist,
    services: (url) => ({ todoist: { url } }),
    credentials: bearer('todoist-token', TODOIST_TOKEN),
    reading: () => ({ action: 'list_tasks' }),
    changing: () => ({ action: 'create_task', content: 'x' }),
    codes: noEntries,
    changeCodes: noBody,
  },
  ...(['radarr', 'sonarr'] as const).map((kind): Outside => {
    const [what, id] = kind === 'radarr' ? ['movie', 'tmdb_id'] : ['series', 'tvdb_id']
    return {
      tool: 'media',
      by: kind,
      start: () => fakeLibrary(kind === 'radarr' ? 'movie' : 'series'),
      services: (url) => ({ [kind]: { url } }),
      credentials: { [`${kind}-key`]: { header: 'x-api-key', value: LIBRARY_KEY } },
      reading: () => ({ action: kind === 'radarr' ? 'list_movies' : 'list_series' }),
      changing: () => ({ action: `add_${what}`, [id ?? '']: 603, ...film }),
      codes: noEntries,
      changeCodes: { 'wrong JSON': 'media.other-title' },
      looksFirst: true,
    }
  }),
  {
    tool: 'obsidian',
    by: 'the plugin of Obsidian',
    start: fakeVault,
    services: (url) => ({ obsidian: { url } }),
    credentials: bearer('obsidian-key', VAULT_KEY),
    reading: () => ({ action: 'list' }),
    changing: () => ({ action: 'write', path: 'New.md', content: 'x' }),
    codes: noEntries,
    changeCodes: noBody,
  },
]

/** Set up for this service. */
export const toolOf = ({ tool, services }: Outside, url: string): AnyTool => {
  const found = toolsFor(Services.parse(services(url))).find(
    ({ manifest }) => manifest.name === tool,
  )
  if (found === undefined) throw new Error(`There is no tool ${tool}.`)
  return found
}
