// Where rows lie in the index. Every so many places one is left free of rows and holds a mark.
// Pure.

/**
 * One place in so many is a mark's. What lies between two is gone through in well below a
 * millisecond.
 */
export const SPAN = 16_384

export const placesWith = (span: number) => ({
  /** The place of a row, by its number from 1. Places ascend with the rows. */
  ofRow: (seq: number): number => seq + Math.floor((seq - 1) / (span - 1)),
  isMark: (place: number): boolean => place % span === 0,
  /** The row at a place; at a mark's, the last row before it. */
  rowAt: (place: number): number => place - Math.floor(place / span),
  /** Says in SQL whether a place is a mark's. */
  isMarkSql: (place: string): string => `${place} % ${span} = 0`,
})
