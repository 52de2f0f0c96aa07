// OpenWeather takes its key in the query and nowhere else: the outbound client puts it there, so
// that it is in no address that anybody sees.
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import type { WeatherService } from '../../contract/policy/config/web-services.ts'
import { askJson } from '../service/read-json.ts'
import { coordinates } from './open-meteo.ts'
import { OPEN_WEATHER } from './weather-access.ts'
import type { WeatherAsked, WeatherSource, WeatherTime } from './weather-source.ts'

const SERVICE = 'OpenWeather'
/** Of a place at sea it knows no name, and a forecast comes in steps of three hours. */
const STEPS_A_DAY = 8

const Step = z.object({
  dt: z.number().min(0).max(1e11),
  dt_txt: z.string().optional(),
  main: z.object({
    temp: z.number(),
    temp_min: z.number(),
    temp_max: z.number(),
    humidity: z.number(),
  }),
  weather: z.array(z.object({ description: z.string() })),
  wind: z.object({ speed: z.number() }).optional(),
  pop: z.number().optional(),
})
const Now = Step.extend({ name: z.string(), sys: z.object({ country: z.string().optional() }) })
const Steps = z.object({
  city: z.object({ name: z.string(), country: z.string().optional() }),
  list: z.array(Step),
})

export function openWeather({ url, credential }: WeatherService): WeatherSource {
  const base = url ?? OPEN_WEATHER
  const address = ({ action, location, units, days }: WeatherAsked): string => {
    const point = coordinates(location)
    const query = new URLSearchParams({
      ...(point === null
        ? { q: location }
        : { lat: String(point.latitude), lon: String(point.longitude) }),
      units,
      ...(action === 'forecast' ? { cnt: String(days * STEPS_A_DAY) } : {}),
    })
    return `${base}/data/2.5/${action === 'current' ? 'weather' : 'forecast'}?${query.toString()}`
  }
  return {
    touches: (asked) => [
      { kind: 'net.fetch', method: 'GET', url: address(asked) },
      { kind: 'secrets.get', name: credential },
    ],
    async ask(asked, context) {
      const request = {
        service: SERVICE,
        method: 'GET' as const,
        url: address(asked),
        credential,
        credentialInQuery: 'appid',
      }
      const weather = { source: SERVICE, units: asked.units }
      if (asked.action === 'current') {
        const now = await askJson(request, context, Now)
        if (!now.ok) return now
        const town = [now.value.name, now.value.sys.country].filter(Boolean).join(', ')
        return ok({
          ...weather,
          place: town || asked.location,
          times: [stepOf(now.value, asked, false)],
        })
      }
      const steps = await askJson(request, context, Steps)
      if (!steps.ok) return steps
      const { city, list } = steps.value
      const town = [city.name, city.country].filter(Boolean).join(', ')
      return ok({
        ...weather,
        place: town || asked.location,
        times: list.map((step) => stepOf(step, asked, true)),
      })
    },
  }
}

function stepOf(
  { dt, dt_txt, main, weather, wind, pop }: z.output<typeof Step>,
  { units }: WeatherAsked,
  ranges: boolean,
): WeatherTime {
  return {
    at: dt_txt ?? new Date(dt * 1_000).toISOString().slice(0, 16),
    sky: weather[0]?.description ?? 'unknown sky',
    temperature: ranges ? main.temp_max : main.temp,
    coldest: ranges ? main.temp_min : null,
    humidityPercent: main.humidity,
    // In metric units it speaks of metres a second.
    wind: wind === undefined ? null : Math.round(wind.speed * (units === 'metric' ? 36 : 10)) / 10,
    rainPercent: pop === undefined ? null : Math.round(pop * 100),
  }
}
