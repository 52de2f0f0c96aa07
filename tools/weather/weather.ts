// The weather at a place, from Open-Meteo, which needs no key, or from OpenWeather. Plain requests
// to published addresses: a client library would add nothing but its own way out.
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import type { WeatherService } from '../../contract/policy/config/web-services.ts'
import { powersOf } from '../service/service-access.ts'
import { openMeteo } from './open-meteo.ts'
import { openWeather } from './open-weather.ts'
import { weatherAccess } from './weather-access.ts'
import type { WeatherAsked, WeatherSource } from './weather-source.ts'
import { weatherText } from './weather-text.ts'

export const weather = (service: WeatherService) => {
  const source: WeatherSource =
    service.provider === 'open-meteo' ? openMeteo(service) : openWeather(service)
  const access = weatherAccess(service)
  return defineTool({
    manifest: {
      id: 'weather.read',
      name: 'weather',
      title: 'Weather',
      description:
        'Read the weather at a place: now, or for the next days. The place is a name such as "Berlin", or "52.52,13.41".',
      version: '1.0.0',
      category: 'network',
      riskTier: 'R1',
      sideEffects: false,
      ...access,
      defaultPolicy: { effect: 'allow', scope: 'hosts of the allowlist; any other asks' },
      redaction: { args: [], result: [] },
      rateLimits: { perSession: 0, perMinute: 20 },
      builtIn: true,
      networkOutbound: true,
      subagentAccess: 'readOnly',
      actions: [
        { name: 'current', readOnly: true },
        { name: 'forecast', readOnly: true },
      ],
      limits: { runTimeMs: 30_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 10_000 },
    },
    requiredPowers: powersOf(access),
    input: z.strictObject({
      action: z.enum(['current', 'forecast']).default('current').describe('Now, or the next days.'),
      location: z
        .string()
        .min(2)
        .max(100)
        .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, 'one line of text')
        .describe('A place by its name, or "latitude,longitude".'),
      units: z
        .enum(['metric', 'imperial'])
        .default('metric')
        .describe('Celsius and km/h, or Fahrenheit and mph.'),
      days: z.int().min(1).max(5).default(3).describe('Days of a forecast.'),
    }),

    action: ({ action }) => action,
    touches: (asked) => source.touches(asked),

    async execute(asked: WeatherAsked, context) {
      const found = await source.ask(asked, context)
      return found.ok ? ok({ text: weatherText(found.value), data: found.value }) : found
    },
  })
}
