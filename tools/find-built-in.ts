// A built-in tool by its name. Those that people ask about most, and those of services, are read without
// all the others, whose schemas take longer to make than the rest of such a question.
import type { AnyTool } from '../contract/call/tool.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { anyTool } from './any-tool.ts'

const alone: Readonly<Record<string, (services: Services) => Promise<AnyTool>>> = {
  edit_file: async () => anyTool((await import('./files/edit-file.ts')).editFile),
  exec: async () => anyTool((await import('./exec.ts')).exec),
  find_files: async () => anyTool((await import('./search/find-files.ts')).findFiles),
  github: async (services) => anyTool((await import('./github.ts')).github(services)),
  google_calendar: async (services) =>
    anyTool((await import('./google-calendar.ts')).googleCalendar(services)),
  google_mail: async (services) => anyTool((await import('./google-mail.ts')).googleMail(services)),
  http: async () => anyTool((await import('./web/http.ts')).http),
  image_gen: async ({ images }) =>
    anyTool((await import('./images/image-gen.ts')).imageGen(images)),
  list_dir: async () => anyTool((await import('./files/list-dir.ts')).listDir),
  media: async (services) => anyTool((await import('./media.ts')).media(services)),
  obsidian: async (services) => (await import('./obsidian.ts')).anyNotes(services),
  read_file: async () => anyTool((await import('./files/read-file.ts')).readFile),
  reddit: async ({ reddit }) => anyTool((await import('./reddit.ts')).reddit(reddit)),
  search_files: async () => anyTool((await import('./search/search-files.ts')).searchFiles),
  send_email: async (services) =>
    anyTool((await import('./mail/send-email.ts')).sendEmail(services)),
  todoist: async (services) => anyTool((await import('./todoist.ts')).todoist(services)),
  weather: async ({ weather }) => anyTool((await import('./weather/weather.ts')).weather(weather)),
  web_fetch: async () => anyTool((await import('./web/web-fetch.ts')).webFetch),
  web_search: async ({ webSearch }) =>
    anyTool((await import('./web-search/web-search.ts')).webSearch(webSearch)),
  write_file: async () => anyTool((await import('./files/write-file.ts')).writeFile),
}

/** With its service as it is set up; null: none has that name. */
export async function findBuiltIn(name: string, services: Services): Promise<AnyTool | null> {
  if (Object.hasOwn(alone, name)) return (await alone[name]?.(services)) ?? null
  const { toolsFor } = await import('./catalog.ts')
  return toolsFor(services).find(({ manifest }) => manifest.name === name) ?? null
}
