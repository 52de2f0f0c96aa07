// Open-Meteo finds a place by name in one service and tells its weather in another.
import { z } from 'zod'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { WeatherService } from '../../contract/policy/config/web-services.ts'
import type { ServiceContext } from '../service/ask-service.ts'
import { askJson } from '../service/read-json.ts'
import { skyOf } from './sky.ts'
import type { Weather, WeatherAsked, WeatherSource, WeatherTime } from './weather-source.ts'

const SERVICE = 'Open-Meteo'

const Matches = z.object({
  /** In every answer, also where nothing is found and there are no results. */
  generationtime_ms: z.number(),
  results: z
    .array(
      z.object({
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        country: z.string().optional(),
        admin1: z.string().optional(),
      }),
    )
    .optional(),
})

const Now = z.object({
  current: z.object({
    time: z.string(),
    temperature_2m: z.number(),
    relative_humidity_2m: z.number().nullable().optional(),
    wind_speed_10m: z.number().nullable().optional(),
    weather_code: z.number(),
  }),
})

const Days = z.object({
  daily: z.object({
    time: z.array(z.string()),
    weather_code: z.array(z.number().nullable()),
    temperature_2m_max: z.array(z.number().nullable()),
    temperature_2m_min: z.array(z.number().nullable()),
    precipitation_probability_max: z.array(z.number().nullable()).optional(),
    wind_speed_10m_max: z.array(z.number().nullable()).optional(),
  }),
})

type Point = { readonly name: string; readonly latitude: number; readonly longitude: number }

export function openMeteo({ url, geocodingUrl }: WeatherService): WeatherSource {
  const forecast = `${url ?? 'https://api.open-meteo.com'}/v1/forecast`
  const search = `${geocodingUrl ?? 'https://geocoding-api.open-meteo.com'}/v1/search`
  const searchAddress = (name: string): string =>
    `${search}?${new URLSearchParams({ name, count: '1', language: 'en', format: 'json' }).toString()}`

  const findPoint = async (
    location: string,
    context: ServiceContext,
  ): Promise<Result<Point, Failure>> => {
    const given = coordinates(location)
    if (given !== null) return ok(given)
    const found = await askJson(
      { service: SERVICE, method: 'GET', url: searchAddress(location), credential: null },
      context,
      Matches,
    )
    if (!found.ok) return found
    const [point] = found.value.results ?? []
    if (point === undefined) return err(unknownPlace(location))
    const name = [point.name, point.admin1, point.country].filter(Boolean).join(', ')
    return ok({ name, latitude: point.latitude, longitude: point.longitude })
  }

  return {
    touches: ({ location }) => [
      ...(coordinates(location) === null
        ? [{ kind: 'net.fetch' as const, method: 'GET' as const, url: searchAddress(location) }]
        : []),
      // Where the place lies is known only when the first request is answered.
      { kind: 'net.fetch', method: 'GET', url: forecast, below: true },
    ],
    async ask(asked, context) {
      const point = await findPoint(asked.location, context)
      if (!point.ok) return point
      const query = queryFor(asked, point.value)
      const request = {
        service: SERVICE,
        method: 'GET' as const,
        credential: null,
        url: `${forecast}?${query}`,
      }
      const weather = (times: readonly WeatherTime[]): Weather => ({
        place: point.value.name,
        source: SERVICE,
        units: asked.units,
        times,
      })
      if (asked.action === 'current') {
        const now = await askJson(request, context, Now)
        return now.ok ? ok(weather([timeOf(now.value)])) : now
      }
      const days = await askJson(request, context, Days)
      return days.ok ? ok(weather(daysOf(days.value))) : days
    },
  }
}

export const unknownPlace = (location: string): Failure =>
  failure(
    'weather.place',
    `No place is known by the name ${JSON.stringify(location)}.`,
    'Give the name of the place alone, without its state or country, or that of the nearest larger one, or "latitude,longitude".',
  )

/** Of `52.52,13.41`; null for a name. */
export function coordinates(location: string): Point | null {
  const [, north, east] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(
    location,
  ) ?? [null, null, null]
  if (north === null || north === undefined || east === null || east === undefined) return null
  const [latitude, longitude] = [Number(north), Number(east)]
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 180
    ? null
    : { name: `${latitude}, ${longitude}`, latitude, longitude }
}

function queryFor({ action, units, days }: WeatherAsked, point: Point): string {
  const wanted: Record<string, string> =
    action === 'current'
      ? { current: 'temperature_2m,relative_humidity_2m,wind_speed_10m,weather_code' }
      : {
          daily:
            'weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max,wind_speed_10m_max',
          forecast_days: String(days),
        }
  const inImperial: Record<string, string> =
    units === 'imperial' ? { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph' } : {}
  return new URLSearchParams({
    latitude: String(point.latitude),
    longitude: String(point.longitude),
    timezone: 'auto',
    ...wanted,
    ...inImperial,
  }).toString()
}

const timeOf = ({ current }: z.output<typeof Now>): WeatherTime => ({
  at: current.time,
  sky: skyOf(current.weather_code),
  temperature: current.temperature_2m,
  coldest: null,
  humidityPercent: current.relative_humidity_2m ?? null,
  wind: current.wind_speed_10m ?? null,
  rainPercent: null,
})

const daysOf = ({ daily }: z.output<typeof Days>): readonly WeatherTime[] =>
  daily.time.flatMap((at, index) => {
    const temperature = daily.temperature_2m_max[index]
    // A day of which nothing is known yet.
    if (temperature === null || temperature === undefined) return []
    return [
      {
        at,
        sky: skyOf(daily.weather_code[index] ?? null),
        temperature,
        coldest: daily.temperature_2m_min[index] ?? null,
        humidityPercent: null,
        wind: daily.wind_speed_10m_max?.[index] ?? null,
        rainPercent: daily.precipitation_probability_max?.[index] ?? null,
      },
    ]
  })
