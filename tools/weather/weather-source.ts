// What any service of the weather is asked and says.
import type { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'
import type { TouchOf } from '../../contract/call/touch.ts'
import type { ServiceContext } from '../service/ask-service.ts'

export type WeatherAsked = {
  readonly action: 'current' | 'forecast'
  readonly location: string
  readonly units: 'metric' | 'imperial'
  readonly days: number
}

export type WeatherTime = {
  /** A day, or a moment at the place. */
  readonly at: string
  readonly sky: string
  /** Now, or the warmest. */
  readonly temperature: number
  /** The coldest of a day; null for a moment. */
  readonly coldest: number | null
  readonly humidityPercent: number | null
  readonly wind: number | null
  readonly rainPercent: number | null
}

export type Weather = {
  readonly place: string
  readonly source: string
  readonly units: 'metric' | 'imperial'
  readonly times: readonly WeatherTime[]
}

export type WeatherSource = {
  touches(asked: WeatherAsked): readonly TouchOf<'net.fetch' | 'secrets.get'>[]
  ask(asked: WeatherAsked, context: ServiceContext): Promise<Result<Weather, Failure>>
}
