// Where the services of the web are that built-in tools ask: search, weather, pictures, Reddit. Which of
// them answers is chosen by the person.
import { z } from 'zod'
import { CredentialName } from '../../credential.ts'
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
  access: z
    .enum(['open', 'app'])
    .default('open')
    .describe('open: without an account, which Reddit often refuses; app: an app of your own.'),
  url: ServiceUrl.default('https://www.reddit.com').describe('Where Reddit answers.'),
  api: ServiceUrl.default('https://oauth.reddit.com').describe('Where it answers an app.'),
  token: ServiceUrl.default('https://www.reddit.com/api/v1/access_token').describe(
    'Where an app gets its tokens.',
  ),
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

/** A change to them; what is left out stays. */
export const webServicesPatch = {
  webSearch: z
    .strictObject({
      provider: WebSearchService.shape.provider.unwrap(),
      url: ServiceUrl.nullable(),
    })
    .partial()
    .optional(),
  weather: z.strictObject({ provider: WeatherService.shape.provider.unwrap() }).optional(),
  images: z.strictObject({ provider: ImageService.shape.provider.unwrap() }).optional(),
  reddit: z.strictObject({ access: RedditService.shape.access.unwrap() }).optional(),
}
