// What a screen is for is drawn first; what is costly to make and not looked at in the first moment
// follows at once.
import { useDeferredValue } from 'react'

/**
 * False while a part is drawn for the first time, true right after, when the window has nothing
 * more urgent to do.
 */
export const useDeferredMount = (): boolean => useDeferredValue(true, false)
