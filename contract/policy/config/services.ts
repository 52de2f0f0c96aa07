// Where the services are that built-in tools speak with, and which stored credential goes along.
// The credential itself is never here: only its name.
import { z } from 'zod'
import { CredentialName } from '../../credential.ts'
import { accountServices } from './account-services.ts'
import { CalendarSettings } from './calendar-settings.ts'
import { MailSettings } from './mail-settings.ts'
import { ServiceUrl } from '../service-url.ts'

const ownUrl = ServiceUrl.nullable()
  .default(null)
  .describe('Where it answers. Null: the provider’s own address.')
const credential = (name: string) =>
  CredentialName.default(name).describe('Name of the stored credential that goes along.')

export const WebSearchService = z.strictObject({
  provider: z
    .enum(['duckduckgo', 'brave', 'searxng'])
    .default('duckduckgo')
    .describe('duckduckgo needs no key; brave needs a credential; searxng needs your own address.'),
  url: ownUrl,
  credential: credential('brave-search'),
})
export type WebSearchService = z.infer<typeof WebSearchService>

export const WeatherService = z.strictObject({
  provider: z
    .enum(['open-meteo', 'openweather'])
    .default('open-meteo')
    .describe('open-meteo needs no key; openweather needs a credential.'),
  url: ownUrl,
  /** Of Open-Meteo: it finds a place by its name elsewhere than it tells the weather. */
  geocodingUrl: ServiceUrl.nullable()
    .default(null)
    .describe('Where open-meteo finds places by name. Null: its own address.'),
  credential: credential('openweather'),
})
export type WeatherService = z.infer<typeof WeatherService>

export const RedditService = z.strictObject({
  url: ServiceUrl.default('https://www.reddit.com').describe('Where Reddit answers.'),
})
export type RedditService = z.infer<typeof RedditService>

export const ImageService = z.strictObject({
  provider: z
    .enum(['openai', 'google'])
    .default('openai')
    .describe('openai means every server with the same images endpoint.'),
  url: ownUrl,
  model: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[\w.:-]+$/, 'a model name such as gpt-image-2')
    .nullable()
    .default(null)
    .describe('As the provider calls it. Null: its usual one.'),
  credential: credential('image-key'),
})
export type ImageService = z.infer<typeof ImageService>

export const Services = z.strictObject({
  webSearch: WebSearchService.prefault({}).describe('For web_search.'),
  weather: WeatherService.prefault({}).describe('For weather.'),
  reddit: RedditService.prefault({}).describe('For reddit.'),
  images: ImageService.prefault({}).describe('For image_gen.'),
  mail: MailSettings.prefault({}).describe('For the tools for mail.'),
  calendar: CalendarSettings.prefault({}).describe('For the tools that look for free time.'),
  ...accountServices,
})
export type Services = z.infer<typeof Services>
