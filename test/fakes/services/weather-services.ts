// Open-Meteo and OpenWeather as their documentation has them: places by name, weather of a place,
// errors in their own form.
import { httpService } from './http-service.ts'
import type { HttpService, Reply } from './http-service.ts'

const PLACES = [
  {
    id: 2950159,
    name: 'Berlin',
    latitude: 52.52437,
    longitude: 13.41053,
    elevation: 74,
    feature_code: 'PPLC',
    country_code: 'DE',
    admin1_id: 2950157,
    timezone: 'Europe/Berlin',
    population: 3426354,
    postcodes: ['10967', '13347'],
    country_id: 2921044,
    country: 'Germany',
  },
  {
    id: 5106834,
    name: 'Berlin',
    latitude: 39.79123,
    longitude: -74.92905,
    elevation: 50,
    feature_code: 'PPL',
    country_code: 'US',
    admin1_id: 5101760,
    country_id: 6252001,
    country: 'United States',
    admin1: 'New Jersey',
  },
]
/** It sends no time to wait, only words. */
export const METEO_LIMITS = {
  minute: 'Minutely API request limit exceeded. Please try again in one minute.',
  hour: 'Hourly API request limit exceeded. Please try again in the next hour.',
  day: 'Daily API request limit exceeded. Please try again tomorrow.',
} as const

const meteoError = (status: number, reason: string): Reply => ({
  status,
  json: { error: true, reason },
})

/** Both of its services on one port. */
export const openMeteoService = (): Promise<HttpService> =>
  httpService(
    ({ method, path, query }) => {
      if (method !== 'GET') return meteoError(405, 'Method not allowed')
      if (path === '/v1/search') {
        const found = PLACES.filter(({ name }) => name === query.get('name'))
        const shown = found.slice(0, Number(query.get('count') ?? 10))
        // Where nothing is found there is no list at all.
        return {
          json: { ...(shown.length === 0 ? {} : { results: shown }), generationtime_ms: 0.7 },
        }
      }
      return path === '/v1/forecast' ? forecast(query) : null
    },
    { error: meteoError },
  )

function forecast(query: URLSearchParams): Reply {
  const [latitude, longitude] = [Number(query.get('latitude')), Number(query.get('longitude'))]
  if (Math.abs(latitude) > 90)
    return meteoError(400, `Latitude must be in range of -90 to 90°. Given: ${latitude}.`)
  const imperial = query.get('temperature_unit') === 'fahrenheit'
  const point = {
    latitude,
    longitude,
    generationtime_ms: 0.06,
    utc_offset_seconds: 3600,
    elevation: 38,
    timezone: 'Europe/Berlin',
    timezone_abbreviation: 'GMT+1',
  }
  if (query.has('current'))
    return {
      json: {
        ...point,
        current_units: { temperature_2m: imperial ? '°F' : '°C' },
        current: {
          time: '2026-11-23T17:00',
          interval: 900,
          temperature_2m: imperial ? 39.2 : 4,
          relative_humidity_2m: 81,
          wind_speed_10m: 12.6,
          weather_code: 61,
        },
      },
    }
  const days = Number(query.get('forecast_days') ?? 7)
  const each = <T>(value: T): T[] => Array.from({ length: days }, () => value)
  return {
    json: {
      ...point,
      daily: {
        time: Array.from({ length: days }, (_, at) => `2026-11-${23 + at}`),
        weather_code: each(3),
        temperature_2m_max: each(6.1),
        temperature_2m_min: each(-1.4),
        precipitation_probability_max: each(20),
        wind_speed_10m_max: each(18),
      },
    },
  }
}

const weatherError = (status: number, message: string): Reply => ({
  status,
  json: { cod: status, message },
})

export const OPENWEATHER_KEY = 'gh-planted-0123456789abcdef'

export const openWeatherService = (): Promise<HttpService> =>
  httpService(
    ({ path, query }) => {
      if (query.get('appid') !== OPENWEATHER_KEY)
        return weatherError(401, `Invalid API key ${query.get('appid')}.`)
      // Of these it says the status as text, of a key as a number.
      if (query.get('q') === null && query.get('lat') === null)
        return { status: 400, json: { cod: '400', message: 'Nothing to geocode' } }
      if ((query.get('q') ?? 'Berlin') !== 'Berlin')
        return { status: 404, json: { cod: '404', message: 'city not found' } }
      const atSea = query.get('lat') === '0'
      const step = {
        dt: 1_795_453_200,
        main: {
          temp: 4,
          feels_like: 1.2,
          temp_min: 3,
          temp_max: 5,
          pressure: 1016,
          humidity: 81,
          sea_level: 1016,
          grnd_level: 1011,
        },
        weather: [{ id: 500, main: 'Rain', description: 'light rain', icon: '10d' }],
        clouds: { all: 92 },
        wind: { speed: 3.5, deg: 210, gust: 6 },
        visibility: 10_000,
        rain: { '3h': 0.3 },
      }
      const town = { id: atSea ? 0 : 2950159, name: atSea ? '' : 'Berlin', timezone: 3_600 }
      if (path === '/data/2.5/weather')
        return {
          json: {
            coord: { lon: 13.41, lat: 52.52 },
            base: 'stations',
            ...step,
            ...town,
            cod: 200,
            sys: {
              type: 2,
              ...(atSea ? {} : { country: 'DE' }),
              sunrise: 1_795_416_000,
              sunset: 1_795_446_000,
            },
          },
        }
      if (path !== '/data/2.5/forecast') return null
      const list = Array.from({ length: Number(query.get('cnt') ?? 40) }, () => ({
        ...step,
        pop: 0.35,
        sys: { pod: 'd' },
        dt_txt: '2026-11-23 18:00:00',
      }))
      const city = { ...town, coord: { lat: 52.52, lon: 13.41 }, country: atSea ? '' : 'DE' }
      return { json: { cod: '200', message: 0, cnt: list.length, list, city } }
    },
    { error: weatherError },
  )
