// A built-in tool by its name, read without all the others, whose schemas take longer to make than the rest of
// a question about one.
import type { AnyTool } from '../contract/call/tool.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { anyTool } from './any-tool.ts'
import { toolsAlone } from './tools-alone.ts'

/** Those that people ask about most, of those whose form hangs on a service. */
const ofServices: Readonly<Record<string, (services: Services) => Promise<AnyTool>>> = {
  github: async (services) => anyTool((await import('./github.ts')).github(services)),
  google_calendar: async (services) =>
    anyTool((await import('./google-calendar.ts')).googleCalendar(services)),
  google_mail: async (services) => anyTool((await import('./google-mail.ts')).googleMail(services)),
  image_gen: async ({ images }) =>
    anyTool((await import('./images/image-gen.ts')).imageGen(images)),
  media: async (services) => anyTool((await import('./media.ts')).media(services)),
  obsidian: async (services) => (await import('./obsidian.ts')).anyNotes(services),
  reddit: async ({ reddit }) => anyTool((await import('./reddit.ts')).reddit(reddit)),
  send_email: async (services) =>
    anyTool((await import('./mail/send-email.ts')).sendEmail(services)),
  todoist: async (services) => anyTool((await import('./todoist.ts')).todoist(services)),
  weather: async ({ weather }) => anyTool((await import('./weather/weather.ts')).weather(weather)),
  web_search: async ({ webSearch }) =>
    anyTool((await import('./web-search/web-search.ts')).webSearch(webSearch)),
}

/** With its service as it is set up; null: none has that name. */
export async function findBuiltIn(name: string, services: Services): Promise<AnyTool | null> {
  if (Object.hasOwn(toolsAlone, name)) return (await toolsAlone[name]?.()) ?? null
  if (Object.hasOwn(ofServices, name)) return (await ofServices[name]?.(services)) ?? null
  const { toolsFor } = await import('./catalog.ts')
  return toolsFor(services).find(({ manifest }) => manifest.name === name) ?? null
}
