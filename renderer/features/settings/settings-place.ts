// Which part of Settings a link led to, and which parts the search leaves standing.
import { createContext, useContext } from 'react'
import type { TopicId } from './topics.ts'

export type SettingsPlace = { readonly part: string | null; readonly shown: ReadonlySet<TopicId> }

const Place = createContext<SettingsPlace>({ part: null, shown: new Set() })

export const SettingsPlaceProvider = Place.Provider
export const useSettingsPlace = (): SettingsPlace => useContext(Place)
