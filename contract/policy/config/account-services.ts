// Where the services are that the person has an account with. Addresses only: what lets Gatehouse in
// is a stored credential of a fixed name, or a sign-in.
import { z } from 'zod'
import { CalendarSettingsPatch } from './calendar-settings.ts'
import { MailSettingsPatch } from './mail-settings.ts'
import { ServiceUrl } from '../service-url.ts'
import { webServicesPatch } from './web-services.ts'

const at = (url: string, text: string) =>
  z
    .strictObject({ url: ServiceUrl.default(url).describe('Its address.') })
    .prefault({})
    .describe(text)
const own = (text: string) =>
  z
    .strictObject({
      url: ServiceUrl.nullable().default(null).describe('Its address. Null: it is not used.'),
    })
    .prefault({})
    .describe(text)

export const accountServices = {
  github: at('https://api.github.com', 'GitHub, or a GitHub Enterprise server.'),
  todoist: at('https://api.todoist.com/api/v1', 'Todoist.'),
  google: z
    .strictObject({
      mail: ServiceUrl.default('https://gmail.googleapis.com').describe('Address of Gmail.'),
      calendar: ServiceUrl.default('https://www.googleapis.com/calendar/v3').describe(
        'Address of Google Calendar.',
      ),
      signIn: ServiceUrl.default('https://accounts.google.com/o/oauth2/v2/auth').describe(
        'The page that a person signs in on.',
      ),
      token: ServiceUrl.default('https://oauth2.googleapis.com/token').describe(
        'Where a sign-in is exchanged for tokens.',
      ),
    })
    .prefault({})
    .describe('Gmail and Google Calendar.'),
  radarr: own('Radarr, the library of films.'),
  sonarr: own('Sonarr, the library of series.'),
  obsidian: z
    .strictObject({
      url: ServiceUrl.nullable()
        .default(null)
        .describe('Address of the plugin Local REST API, such as http://127.0.0.1:27123.'),
      vault: z
        .string()
        .min(1)
        .max(4096)
        .nullable()
        .default(null)
        .describe('A vault that is a folder, used where no address is set.'),
    })
    .prefault({})
    .describe('Notes of Obsidian.'),
}

/** A change to it; what is left out stays. */
export const ServicesPatch = z.strictObject({
  ...webServicesPatch,
  github: z.strictObject({ url: ServiceUrl }).optional(),
  todoist: z.strictObject({ url: ServiceUrl }).optional(),
  radarr: z.strictObject({ url: ServiceUrl }).optional(),
  sonarr: z.strictObject({ url: ServiceUrl }).optional(),
  mail: MailSettingsPatch.optional(),
  calendar: CalendarSettingsPatch.optional(),
  obsidian: z
    .strictObject({ url: ServiceUrl.nullable(), vault: z.string().min(1).max(4096).nullable() })
    .partial()
    .optional(),
})
export type ServicesPatch = z.infer<typeof ServicesPatch>
