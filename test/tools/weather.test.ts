import { describe, expect, it } from 'vitest'
import { WeatherService } from '../../contract/policy/config/web-services.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { weather } from '../../tools/weather/weather.ts'
import { runTool, touchesOf } from '../fakes/services/run-tool.ts'
import {
  METEO_LIMITS,
  OPENWEATHER_KEY,
  openMeteoService,
  openWeatherService,
} from '../fakes/services/weather-services.ts'

const toolFor = (set: object): AnyTool => weather(WeatherService.parse(set)) as unknown as AnyTool
const meteo = async () => {
  const service = await openMeteoService()
  return { service, tool: toolFor({ url: service.url, geocodingUrl: service.url }) }
}
const keyed = async () => {
  const service = await openWeatherService()
  const credentials = { openweather: { header: 'authorization', value: OPENWEATHER_KEY } }
  return { service, tool: toolFor({ provider: 'openweather', url: service.url }), credentials }
}

describe('weather', () => {
  it('finds a place, then its weather now', async () => {
    const { service, tool } = await meteo()
    const ended = await runTool(tool, { location: 'Berlin' }, service)
    expect(ended).toMatchObject({
      ok: true,
      value: {
        text: 'Berlin, Germany\n2026-11-23T17:00: light rain, 4 °C, humidity 81 %, wind 12.6 km/h\nSource: Open-Meteo',
      },
    })
    expect(service.asked.map(({ path }) => path)).toEqual(['/v1/search', '/v1/forecast'])
    expect(service.asked[1]?.query.get('latitude')).toBe('52.52437')
  })

  it.each([
    [{ location: '52.5,13.4', action: 'forecast', days: 2 }, ['2026-11-23', '2026-11-24'], '°C'],
    [{ location: '52.5,13.4', action: 'forecast', days: 5, units: 'imperial' }, 5, '°F'],
  ])('shows the days of %j', async (args, days, degrees) => {
    const { service, tool } = await meteo()
    const ended = await runTool(tool, args, service)
    const times = ended.ok ? (ended.value.data as { times: { at: string }[] }).times : []
    expect(typeof days === 'number' ? times.length : times.map(({ at }) => at)).toEqual(days)
    expect(ended.ok && ended.value.text).toContain(`-1.4 to 6.1 ${degrees}`)
    expect(service.asked).toHaveLength(1)
  })

  it.each(['current', 'forecast'])(
    'asks OpenWeather for %s, with the key on the wire only',
    async (action) => {
      const { service, tool, credentials } = await keyed()
      const args = { action, location: 'Berlin', days: 1 }
      const ended = await runTool(tool, args, { hosts: service.hosts, credentials })
      expect(ended).toMatchObject({
        ok: true,
        value: { data: { place: 'Berlin, DE', source: 'OpenWeather' } },
      })
      expect(service.asked[0]?.query.get('appid')).toBe(OPENWEATHER_KEY)
      expect(JSON.stringify([ended, touchesOf(tool, args)])).not.toContain(OPENWEATHER_KEY)
    },
  )

  it.each([
    ['minute', 'Wait a minute, then'],
    ['hour', 'Wait until the next hour, then'],
    ['day', 'Wait until tomorrow, then'],
  ] as const)(
    'says how long a limit of a %s lasts, which Open-Meteo has in words alone',
    async (of, hint) => {
      const { service, tool } = await meteo()
      service.spoil(() => ({ status: 429, json: { error: true, reason: METEO_LIMITS[of] } }))
      const ended = await runTool(tool, { location: '52.5,13.4' }, service)
      expect(ended).toMatchObject({
        ok: false,
        error: { code: 'service.rate-limit', hint: expect.stringContaining(hint) },
      })
    },
  )

  it.each(['current', 'forecast'])(
    'calls a place without a name as it was asked for (%s)',
    async (action) => {
      const { service, tool, credentials } = await keyed()
      const args = { action, location: '0,0', days: 1 }
      const ended = await runTool(tool, args, { hosts: service.hosts, credentials })
      expect(ended).toMatchObject({ ok: true, value: { data: { place: '0,0' } } })
    },
  )

  it('says where OpenWeather knows no such place that there is none', async () => {
    const { service, tool, credentials } = await keyed()
    const ended = await runTool(
      tool,
      { location: 'Nowhere' },
      { hosts: service.hosts, credentials },
    )
    expect(ended).toMatchObject({
      ok: false,
      error: { code: 'service.not-found', text: expect.stringContaining('city not found') },
    })
  })

  it('says where a place is unknown what to give instead', async () => {
    const { service, tool } = await meteo()
    const ended = await runTool(tool, { location: 'Nowhere at all' }, service)
    expect(ended).toMatchObject({
      ok: false,
      error: { code: 'weather.place', hint: expect.any(String) },
    })
  })

  it.each([
    [{}],
    [{ location: '' }],
    [{ location: 'x' }],
    [{ location: 'x'.repeat(101) }],
    [{ location: 'Ber\nlin' }],
    [{ location: 7 }],
    [{ location: 'Berlin', action: 'past' }],
    [{ location: 'Berlin', units: 'kelvin' }],
    [{ location: 'Berlin', days: 6 }],
    [{ location: 'Berlin', appid: 'x' }],
  ])('refuses %j', (args) => {
    expect(touchesOf(toolFor({}), args)).toBeTypeOf('string')
  })

  it.each(['Berlin&appid=x#', '../../v2', 'Berlin?x=1', '99,13', '1,2,3'])(
    'keeps %s a value of the query',
    (location) => {
      const [first, second] = touchesOf(toolFor({}), { location })
      expect(first).toMatchObject({
        url: `https://geocoding-api.open-meteo.com/v1/search?${new URLSearchParams({ name: location, count: '1', language: 'en', format: 'json' }).toString()}`,
      })
      expect(second).toEqual({
        kind: 'net.fetch',
        method: 'GET',
        below: true,
        url: 'https://api.open-meteo.com/v1/forecast',
      })
    },
  )
})
