/** Parts of a chart, by the hours it reaches back. */
export const chartBars = { 24: 24, 168: 28, 720: 30, 2160: 30 } as const
