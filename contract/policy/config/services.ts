// Where the services are that built-in tools speak with, and which stored credential goes along.
// The credential itself is never here: only its name.
import { z } from 'zod'
import { accountServices } from './account-services.ts'
import { CalendarSettings } from './calendar-settings.ts'
import { MailSettings } from './mail-settings.ts'
import { ImageService, RedditService, WeatherService, WebSearchService } from './web-services.ts'

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
