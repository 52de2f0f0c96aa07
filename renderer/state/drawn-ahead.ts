// Whether a part of the window is only drawn ahead of its visit, outside the page. It shows what is
// known and asks for nothing: it is thrown away before an answer comes.
import { createContext, useContext } from 'react'

const DrawnAhead = createContext(false)

export const DrawnAheadProvider = DrawnAhead.Provider

export const useDrawnAhead = (): boolean => useContext(DrawnAhead)
