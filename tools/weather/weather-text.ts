// The weather as a model reads it.
import type { Weather, WeatherTime } from './weather-source.ts'

export function weatherText({ place, source, units, times }: Weather): string {
  const [degrees, speed] = units === 'metric' ? ['°C', 'km/h'] : ['°F', 'mph']
  const line = (time: WeatherTime): string =>
    [
      `${time.at}: ${time.sky}`,
      time.coldest === null
        ? `${time.temperature} ${degrees}`
        : `${time.coldest} to ${time.temperature} ${degrees}`,
      ...(time.humidityPercent === null ? [] : [`humidity ${time.humidityPercent} %`]),
      ...(time.wind === null ? [] : [`wind ${time.wind} ${speed}`]),
      ...(time.rainPercent === null ? [] : [`rain ${time.rainPercent} % likely`]),
    ].join(', ')
  return [place, ...times.map(line), `Source: ${source}`].join('\n')
}
