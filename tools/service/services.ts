// The services of the tools, made from the settings: where each is, and what lets us in.
import type { Services } from '../../contract/policy/config/services.ts'
import type { RedditService } from '../../contract/policy/config/web-services.ts'
import type { Service } from './ask.ts'

const bearer = { header: 'authorization', template: 'Bearer {}' } as const
const keyed = { header: 'x-api-key', template: '{}' } as const

export const githubService = ({ github }: Services): Service => ({
  kind: 'service',
  name: 'github',
  title: 'GitHub',
  url: github.url,
  setting: 'services.github.url',
  credential: 'github-token',
  ...bearer,
})

export const todoistService = ({ todoist }: Services): Service => ({
  kind: 'service',
  name: 'todoist',
  title: 'Todoist',
  url: todoist.url,
  setting: 'services.todoist.url',
  credential: 'todoist-token',
  ...bearer,
})

export const libraryService = (name: 'radarr' | 'sonarr', services: Services): Service => ({
  kind: 'service',
  name,
  title: name === 'radarr' ? 'Radarr' : 'Sonarr',
  url: services[name].url,
  setting: `services.${name}.url`,
  credential: `${name}-key`,
  ...keyed,
})

export const obsidianService = ({ obsidian }: Services): Service => ({
  kind: 'service',
  name: 'obsidian',
  title: 'Obsidian',
  url: obsidian.url,
  setting: 'services.obsidian.url',
  credential: 'obsidian-key',
  ...bearer,
})

const google = { credential: 'google-account', signIn: 'google', ...bearer } as const

export const mailService = (services: Services): Service => ({
  kind: 'service',
  name: 'google_mail',
  title: 'Gmail',
  url: services.google.mail,
  setting: 'services.google.mail',
  ...google,
})

export const calendarService = (services: Services): Service => ({
  kind: 'service',
  name: 'google_calendar',
  title: 'Google Calendar',
  url: services.google.calendar,
  setting: 'services.google.calendar',
  ...google,
})

/** As an app of the person; without one it is asked at its pages, and no service of anybody. */
export const redditService = (reddit: RedditService): Service => ({
  kind: 'service',
  name: 'reddit',
  title: 'Reddit',
  url: reddit.api,
  setting: 'services.reddit.api',
  credential: 'reddit-account',
  signIn: 'reddit',
  ...bearer,
})
