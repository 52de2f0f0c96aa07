// Which part of Settings a link led to, and which parts the search leaves standing.
import { createContext, useContext } from 'react'
import type { TopicId } from './topics.ts'

export type SettingsLocation = {
  readonly part: string | null
  readonly shown: ReadonlySet<TopicId>
}

const Position = createContext<SettingsLocation>({ part: null, shown: new Set() })

export const SettingsLocationProvider = Position.Provider
export const useSettingsLocation = (): SettingsLocation => useContext(Position)
