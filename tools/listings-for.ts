// The built-in tools as lists show them, each with its service as it is set up. Makes no tool.
import type { Manifest } from '../contract/call/manifest.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { calendarAccess } from './calendar/calendar-access.ts'
import { imageRequirements } from './images/image-access.ts'
import { knownListings, type KnownListing } from './known-listings.ts'
import { mailRequirements } from './mail/mail-access.ts'
import {
  folderAccess,
  libraryServices,
  redditAccess,
  vaultFolder,
  type ServiceAccess,
} from './service/service-access.ts'
import {
  calendarService,
  githubService,
  mailService,
  obsidianService,
  todoistService,
} from './service/services.ts'
import { searchAccess } from './web-search/search-access.ts'
import { weatherAccess } from './weather/weather-access.ts'

type AccessOf = (services: Services) => ServiceAccess

const mail: AccessOf = (services) => ({ requires: mailRequirements(services) })

/** By name. What is not here has no service. */
const accesses: Readonly<Record<string, AccessOf>> = {
  web_search: ({ webSearch }) => searchAccess(webSearch),
  reddit: ({ reddit }) => redditAccess(reddit),
  weather: ({ weather }) => weatherAccess(weather),
  image_gen: ({ images }) => ({ requires: imageRequirements(images) }),
  github: (services) => ({ requires: [githubService(services)] }),
  google_mail: (services) => ({ requires: [mailService(services)] }),
  get_mail_messages: mail,
  get_mail_message: mail,
  search_mail: mail,
  get_unread_count: mail,
  send_email: mail,
  mark_mail_read: mail,
  mark_mail_flagged: mail,
  move_mail_message: mail,
  google_calendar: (services) => ({ requires: [calendarService(services)] }),
  get_calendar_events: calendarAccess,
  search_calendar_events: calendarAccess,
  find_my_open_slots: calendarAccess,
  find_group_availability: calendarAccess,
  todoist: (services) => ({ requires: [todoistService(services)] }),
  media: (services) => ({ requires: libraryServices(services) }),
  obsidian: (services) =>
    vaultFolder(services) === null ? { requires: [obsidianService(services)] } : folderAccess,
}

/** All of them, in the order of the catalog. */
export const listingsFor = (services: Services): readonly KnownListing[] =>
  knownListings().map((listing) => ({ ...listing, manifest: manifestFor(listing, services) }))

function manifestFor({ manifest }: KnownListing, services: Services): Manifest {
  const { name } = manifest
  const access = Object.hasOwn(accesses, name) ? accesses[name]?.(services) : undefined
  return access === undefined ? manifest : { ...manifest, ...access }
}

/** What each of them takes, by name: however services are set up. */
export const knownSchemas = (): ReadonlyMap<string, KnownListing['inputSchema']> =>
  new Map(knownListings().map(({ manifest, inputSchema }) => [manifest.name, inputSchema]))
