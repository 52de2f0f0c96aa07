// What the weather reaches and requires, by the service that the person chose.
import { assertNever } from '../../contract/never.ts'
import type { WeatherService } from '../../contract/policy/config/web-services.ts'
import { withKey, WITHOUT_KEY, type KeyedAccess } from '../service/service-access.ts'

/** Where it answers, if the person set no address of their own. */
export const OPEN_WEATHER = 'https://api.openweathermap.org'

export function weatherAccess({ provider, url, credential }: WeatherService): KeyedAccess {
  switch (provider) {
    case 'open-meteo':
      return WITHOUT_KEY
    case 'openweather':
      return withKey({
        kind: 'credential',
        name: credential,
        host: new URL(url ?? OPEN_WEATHER).host,
        template: '{}',
      })
    default:
      return assertNever(provider, 'weatherAccess')
  }
}
