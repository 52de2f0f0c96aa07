// The colour of the page's own ground, --bg of renderer/theme/tokens.css: a window opens with it
// before its page is drawn, so that opening does not flash. Pure.

export const backgroundColor = (dark: boolean): string => (dark ? '#121316' : '#f5f5f3')
